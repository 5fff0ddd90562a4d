-- Progressive meters: what each holds, and every movement with its cause. A balance moves only as the effect of an entry.

CREATE TABLE meters (
    table_id uuid NOT NULL,
    wager text NOT NULL,
    stake_cents bigint NOT NULL,
    level text NOT NULL,
    balance_micro bigint NOT NULL DEFAULT 0,
    CONSTRAINT meters_pkey PRIMARY KEY (table_id, wager, stake_cents, level),
    CONSTRAINT meters_table_fkey FOREIGN KEY (table_id) REFERENCES tables (table_id),
    CONSTRAINT meters_stake_not_negative CHECK (stake_cents >= 0),
    CONSTRAINT meters_level_known CHECK (level IN ('main', 'mega', 'major', 'minor')),
    CONSTRAINT meters_balance_not_negative CHECK (balance_micro >= 0)
) WITH (fillfactor = 50);

CREATE TABLE meter_entries (
    table_id uuid NOT NULL,
    seq bigint NOT NULL,
    line smallint NOT NULL,
    at timestamptz NOT NULL,
    wager text NOT NULL,
    stake_cents bigint NOT NULL,
    level text NOT NULL,
    kind text NOT NULL,
    amount_micro bigint NOT NULL,
    before_micro bigint NOT NULL,
    after_micro bigint NOT NULL,
    CONSTRAINT meter_entries_pkey PRIMARY KEY (table_id, seq, line, wager, stake_cents, level, at),
    CONSTRAINT meter_entries_kind_known CHECK (
        kind IN (
            'seed', 'contribution', 'contribution_reversed', 'award', 'reseed', 'award_returned', 'reseed_returned'
        )
    ),
    CONSTRAINT meter_entries_sum CHECK (before_micro + amount_micro = after_micro),
    CONSTRAINT meter_entries_seed_first CHECK (kind <> 'seed' OR before_micro = 0)
) PARTITION BY RANGE (at);

CREATE TABLE meter_entries_default PARTITION OF meter_entries DEFAULT;

-- The first entry of a meter in a statement must begin where the meter stands, each later one where the entry before it
-- ended, and the meter then stands where the last one ends. But for the seed, an entry comes with the journal's.
CREATE FUNCTION meters_follow_entries() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
    follows boolean;
    astray boolean;
BEGIN
    WITH entry AS (
        SELECT
            table_id, wager, stake_cents, level, before_micro, after_micro, lag(after_micro) OVER movements AS stood,
            lead(line) OVER movements AS line_after, first_value(before_micro) OVER movements AS first_before
        FROM added
        WINDOW movements AS (PARTITION BY table_id, wager, stake_cents, level ORDER BY seq, line)
    ), moved AS (
        UPDATE public.meters SET balance_micro = entry.after_micro
        FROM entry
        WHERE entry.line_after IS NULL AND meters.table_id = entry.table_id AND meters.wager = entry.wager
            AND meters.stake_cents = entry.stake_cents AND meters.level = entry.level
            AND meters.balance_micro = entry.first_before
        RETURNING meters.table_id
    )
    SELECT
        count(*) FILTER (WHERE stood IS NULL) = (SELECT count(*) FROM moved)
        AND COALESCE(bool_and(before_micro = stood), true)
    INTO follows
    FROM entry;
    IF NOT follows THEN
        RAISE EXCEPTION 'an entry does not begin where its meter stands' USING
            ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'meters_follow_entries', TABLE = 'meter_entries';
    END IF;
    SELECT COALESCE(bool_or(heads.table_id IS NULL), false)
    INTO astray
    FROM added
    LEFT JOIN public.table_heads AS heads
        ON heads.table_id = added.table_id AND heads.appended_by = pg_current_xact_id()
        AND added.seq > heads.appended_after AND added.seq <= heads.seq
    WHERE added.kind <> 'seed';
    IF astray THEN
        RAISE EXCEPTION 'a meter''s entry does not belong to an entry of the journal added with it' USING
            ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'meters_follow_journal', TABLE = 'meter_entries';
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER meters_follow_entries AFTER INSERT ON meter_entries
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION meters_follow_entries();
CREATE TRIGGER meter_entries_append_only BEFORE UPDATE OR DELETE ON meter_entries
    FOR EACH ROW EXECUTE FUNCTION refuse_change('meter_entries_append_only');
CREATE TRIGGER meter_entries_no_truncate BEFORE TRUNCATE ON meter_entries
    EXECUTE FUNCTION refuse_change('meter_entries_append_only');
CREATE TRIGGER meters_follow_entries AFTER INSERT ON meter_entries_default
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION meters_follow_entries();
CREATE TRIGGER meter_entries_no_truncate BEFORE TRUNCATE ON meter_entries_default
    EXECUTE FUNCTION refuse_change('meter_entries_append_only');

-- Directly, nobody moves a meter.
CREATE TRIGGER meters_stand AFTER UPDATE ON meters
    FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION refuse_change('meters_follow_entries');
CREATE TRIGGER meters_begin_empty BEFORE INSERT ON meters
    FOR EACH ROW WHEN (NEW.balance_micro <> 0) EXECUTE FUNCTION refuse_change('meters_follow_entries');
CREATE TRIGGER meters_stay BEFORE DELETE ON meters
    FOR EACH ROW EXECUTE FUNCTION refuse_change('meters_follow_entries');
CREATE TRIGGER meters_no_truncate BEFORE TRUNCATE ON meters EXECUTE FUNCTION refuse_change('meters_follow_entries');
