-- Progressives: meters that tables share. A progressive has one stake and a level or several; every level is a meter with
-- its parameters, its balance, what lies beside it, and counters that only grow. Tables take part in progressives.

-- What tables had of their own is carried over: each set of meters becomes a progressive of one table.
CREATE TABLE meters_before AS TABLE meters;
DROP TABLE meter_entries;
DROP TABLE meters;
DROP FUNCTION meters_follow_entries();

CREATE TABLE progressives (
    progressive_id uuid NOT NULL,
    name text NOT NULL,
    stake_cents bigint NOT NULL,
    partial_award_floor text NOT NULL DEFAULT 'none',
    -- The only table that may take part, of a progressive that a table brought along.
    own_table uuid,
    status text NOT NULL,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT progressives_pkey PRIMARY KEY (progressive_id),
    CONSTRAINT progressives_name_key UNIQUE (name),
    CONSTRAINT progressives_name_length CHECK (length(name) BETWEEN 1 AND 200),
    CONSTRAINT progressives_own_table_fkey FOREIGN KEY (own_table) REFERENCES tables (table_id),
    CONSTRAINT progressives_stake_positive CHECK (stake_cents > 0),
    CONSTRAINT progressives_floor_known CHECK (partial_award_floor IN ('none', 'reset')),
    CONSTRAINT progressives_status_known
        CHECK (status IN ('approved', 'enabled', 'disabled', 'retired'))
);

-- The games that may take part, and by which letter each pays.
CREATE TABLE progressive_games (
    progressive_id uuid NOT NULL,
    game text NOT NULL,
    wager text NOT NULL,
    letter text NOT NULL,
    CONSTRAINT progressive_games_pkey PRIMARY KEY (progressive_id, game, wager),
    CONSTRAINT progressive_games_progressive_fkey FOREIGN KEY (progressive_id) REFERENCES progressives (progressive_id),
    CONSTRAINT progressive_games_game_known CHECK (game IN ('let_it_ride_md', 'two_three_five_stud_md', 'criss_cross_md')),
    CONSTRAINT progressive_games_wager_known
        CHECK (wager IN ('progressive_payout', 'bonus_spin_progressive', 'bonus_spin_xtreme_progressive'))
);

CREATE TABLE meters (
    meter_id uuid NOT NULL,
    progressive_id uuid NOT NULL,
    level text NOT NULL,
    initial_cents bigint NOT NULL,
    reset_cents bigint NOT NULL,
    rate_ppm integer NOT NULL,
    -- A rate that waits for the next reset.
    next_rate_ppm integer,
    limit_cents bigint,
    reserve_ppm integer NOT NULL DEFAULT 0,
    -- The most that one table's collection may put on it; more freezes it.
    plausible_micro bigint NOT NULL,
    frozen_cause text,
    balance_micro bigint NOT NULL DEFAULT 0,
    overflow_micro bigint NOT NULL DEFAULT 0,
    reserve_micro bigint NOT NULL DEFAULT 0,
    -- What the house bore for void rounds whose contributions stayed.
    funded_micro bigint NOT NULL DEFAULT 0,
    entries bigint NOT NULL DEFAULT 0,
    wagers bigint NOT NULL DEFAULT 0,
    wagered_cents bigint NOT NULL DEFAULT 0,
    contributed_micro bigint NOT NULL DEFAULT 0,
    hits bigint NOT NULL DEFAULT 0,
    won_micro bigint NOT NULL DEFAULT 0,
    overflowed_micro bigint NOT NULL DEFAULT 0,
    reserved_micro bigint NOT NULL DEFAULT 0,
    CONSTRAINT meters_pkey PRIMARY KEY (meter_id),
    CONSTRAINT meters_level_key UNIQUE (progressive_id, level),
    CONSTRAINT meters_progressive_fkey FOREIGN KEY (progressive_id) REFERENCES progressives (progressive_id),
    CONSTRAINT meters_level_known CHECK (level IN ('main', 'mega', 'major', 'minor')),
    CONSTRAINT meters_amounts_positive CHECK (initial_cents > 0 AND reset_cents > 0),
    CONSTRAINT meters_rate_within CHECK (rate_ppm BETWEEN 1 AND 1000000 AND next_rate_ppm BETWEEN 1 AND 1000000),
    CONSTRAINT meters_reserve_within CHECK (reserve_ppm BETWEEN 0 AND 1000000),
    CONSTRAINT meters_limit_above CHECK (limit_cents >= reset_cents AND limit_cents >= initial_cents),
    CONSTRAINT meters_plausible_positive CHECK (plausible_micro > 0),
    CONSTRAINT meters_balance_not_negative
        CHECK (balance_micro >= 0 AND overflow_micro >= 0 AND reserve_micro >= 0 AND funded_micro >= 0)
) WITH (fillfactor = 50);

-- Which progressive a table's wager plays for. What a table left it has left for good; a row stays for the record.
CREATE TABLE participations (
    table_id uuid NOT NULL,
    wager text NOT NULL,
    stake_cents bigint NOT NULL,
    progressive_id uuid NOT NULL,
    since timestamptz NOT NULL DEFAULT now(),
    until timestamptz,
    CONSTRAINT participations_table_fkey FOREIGN KEY (table_id) REFERENCES tables (table_id),
    CONSTRAINT participations_progressive_fkey FOREIGN KEY (progressive_id) REFERENCES progressives (progressive_id),
    CONSTRAINT participations_wager_known
        CHECK (wager IN ('progressive_payout', 'bonus_spin_progressive', 'bonus_spin_xtreme_progressive'))
);
CREATE UNIQUE INDEX participations_one_at_a_time ON participations (table_id, wager, stake_cents) WHERE until IS NULL;
CREATE INDEX participations_of_progressive ON participations (progressive_id) WHERE until IS NULL;

-- A progressive that a table brought along is that table's alone.
CREATE FUNCTION participations_own_table() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
    IF EXISTS (
        SELECT FROM public.progressives
        WHERE progressive_id = NEW.progressive_id AND own_table IS NOT NULL AND own_table <> NEW.table_id
    ) THEN
        RAISE EXCEPTION 'the progressive belongs to another table' USING ERRCODE = 'integrity_constraint_violation',
            CONSTRAINT = 'participations_own_table', TABLE = 'participations';
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER participations_own_table AFTER INSERT ON participations
    FOR EACH ROW EXECUTE FUNCTION participations_own_table();
CREATE TRIGGER participations_only_end BEFORE UPDATE ON participations
    FOR EACH ROW WHEN (
        OLD.until IS NOT NULL OR NEW.until IS NULL
        OR ROW (NEW.table_id, NEW.wager, NEW.stake_cents, NEW.progressive_id, NEW.since)
            IS DISTINCT FROM ROW (OLD.table_id, OLD.wager, OLD.stake_cents, OLD.progressive_id, OLD.since)
    ) EXECUTE FUNCTION refuse_change('participations_only_end');
CREATE TRIGGER participations_stay BEFORE DELETE ON participations
    FOR EACH ROW EXECUTE FUNCTION refuse_change('participations_only_end');
CREATE TRIGGER participations_no_truncate BEFORE TRUNCATE ON participations
    EXECUTE FUNCTION refuse_change('participations_only_end');

-- Every step in a progressive's life: what it was, what it became, who asked, who agreed, and why.
CREATE TABLE progressive_changes (
    progressive_id uuid NOT NULL,
    number bigint GENERATED ALWAYS AS IDENTITY,
    version integer NOT NULL,
    kind text NOT NULL,
    before jsonb NOT NULL,
    after jsonb NOT NULL,
    proposed_by bigint,
    approved_by bigint,
    reference text,
    at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT progressive_changes_pkey PRIMARY KEY (number),
    CONSTRAINT progressive_changes_progressive_fkey
        FOREIGN KEY (progressive_id) REFERENCES progressives (progressive_id),
    CONSTRAINT progressive_changes_kind_known CHECK (
        kind IN (
            'created', 'enabled', 'disabled', 'retired', 'parameter', 'rate_in_force', 'joined', 'left', 'frozen', 'thawed',
            'brought_along'
        )
    ),
    CONSTRAINT progressive_changes_two_people CHECK (
        kind NOT IN ('created', 'enabled', 'retired', 'parameter', 'thawed')
        OR proposed_by IS NOT NULL AND approved_by IS NOT NULL AND proposed_by <> approved_by
    )
);
CREATE INDEX progressive_changes_of_one ON progressive_changes (progressive_id, number);
CREATE TRIGGER progressive_changes_append_only BEFORE UPDATE OR DELETE ON progressive_changes
    FOR EACH ROW EXECUTE FUNCTION refuse_change('progressive_changes_append_only');
CREATE TRIGGER progressive_changes_no_truncate BEFORE TRUNCATE ON progressive_changes
    EXECUTE FUNCTION refuse_change('progressive_changes_append_only');

-- Every movement of a meter or of what lies beside it, numbered without a gap: the order in which they happened.
CREATE TABLE meter_entries (
    meter_id uuid NOT NULL,
    number bigint NOT NULL,
    at timestamptz NOT NULL,
    pool text NOT NULL,
    kind text NOT NULL,
    amount_micro bigint NOT NULL,
    before_micro bigint NOT NULL,
    after_micro bigint NOT NULL,
    -- The entry of the journal that caused it, of what happened at a table.
    table_id uuid,
    seq bigint,
    -- Of a contribution: how many wagers it is a part of, and their stakes.
    wagers smallint NOT NULL DEFAULT 0,
    wagered_cents bigint NOT NULL DEFAULT 0,
    -- Of what people decided: who asked, who agreed, why; of a transfer, the other meter.
    asked_by bigint,
    agreed_by bigint,
    reason text,
    other_meter uuid,
    CONSTRAINT meter_entries_pkey PRIMARY KEY (meter_id, number, at),
    CONSTRAINT meter_entries_sum CHECK (before_micro + amount_micro = after_micro),
    CONSTRAINT meter_entries_not_negative CHECK (after_micro >= 0),
    -- What each kind may do, and to which pool. A fall of anything needs a kind that is lawful for it.
    CONSTRAINT meter_entries_kind_lawful CHECK (
        CASE kind
            WHEN 'initial' THEN pool = 'balance' AND amount_micro > 0 AND number = 1
            WHEN 'contribution' THEN pool = 'balance' AND amount_micro > 0
            WHEN 'contribution_reversed' THEN pool IN ('balance', 'overflow', 'reserve') AND amount_micro < 0
            WHEN 'award' THEN pool = 'balance' AND amount_micro < 0
            WHEN 'reseed' THEN pool = 'balance' AND amount_micro > 0
            WHEN 'refused_award' THEN pool = 'balance' AND amount_micro > 0
            WHEN 'voided_award' THEN pool = 'balance' AND amount_micro > 0
            WHEN 'reseed_returned' THEN pool = 'balance' AND amount_micro < 0
            WHEN 'house_funded_void' THEN pool = 'funded' AND amount_micro > 0
            WHEN 'overflow' THEN pool = 'overflow' AND amount_micro > 0
            WHEN 'reserve' THEN pool = 'reserve' AND amount_micro > 0
            WHEN 'used_for_reseed' THEN pool IN ('overflow', 'reserve') AND amount_micro < 0
            WHEN 'unused_for_reseed' THEN pool IN ('overflow', 'reserve') AND amount_micro > 0
            WHEN 'transfer' THEN pool IN ('balance', 'overflow', 'reserve') AND amount_micro <> 0
            WHEN 'adjustment' THEN pool IN ('balance', 'overflow', 'reserve') AND amount_micro <> 0
            WHEN 'decommission' THEN pool IN ('balance', 'overflow', 'reserve') AND amount_micro < 0
            ELSE false
        END
    ),
    CONSTRAINT meter_entries_cause CHECK (
        CASE
            WHEN kind = 'initial' THEN true
            WHEN kind IN ('transfer', 'adjustment', 'decommission') THEN
                table_id IS NULL AND asked_by IS NOT NULL AND agreed_by IS NOT NULL AND asked_by <> agreed_by
                AND length(btrim(reason)) > 0
            ELSE table_id IS NOT NULL AND seq IS NOT NULL
        END
    ),
    CONSTRAINT meter_entries_transfer_other CHECK ((kind = 'transfer') = (other_meter IS NOT NULL)),
    CONSTRAINT meter_entries_wagers CHECK (wagers >= 0 AND wagered_cents >= 0)
) PARTITION BY RANGE (at);

CREATE TABLE meter_entries_default PARTITION OF meter_entries DEFAULT;
CREATE INDEX meter_entries_of_table ON meter_entries (table_id, seq);

-- A meter stands where its last entry ends, in every pool; the entries of a statement follow one another and it. Each
-- meter is written once, however many entries it has. What happened at a table comes with the journal's entry.
CREATE FUNCTION meters_follow_entries() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
    follows boolean;
    astray boolean;
    unmatched boolean;
BEGIN
    WITH entry AS (
        SELECT
            added.*, lag(number) OVER of_meter AS number_before, lag(after_micro) OVER of_pool AS stood,
            lead(number) OVER of_pool AS next_of_pool, first_value(before_micro) OVER of_pool AS first_before
        FROM added
        WINDOW
            of_meter AS (PARTITION BY meter_id ORDER BY number),
            of_pool AS (PARTITION BY meter_id, pool ORDER BY number)
    ), meter AS (
        SELECT
            meter_id, min(number) AS first_number, max(number) AS last_number,
            bool_and(number = number_before + 1) AS in_order, bool_and(before_micro = stood) AS in_line,
            max(first_before) FILTER (WHERE pool = 'balance') AS balance_from,
            max(after_micro) FILTER (WHERE pool = 'balance' AND next_of_pool IS NULL) AS balance_to,
            max(first_before) FILTER (WHERE pool = 'overflow') AS overflow_from,
            max(after_micro) FILTER (WHERE pool = 'overflow' AND next_of_pool IS NULL) AS overflow_to,
            max(first_before) FILTER (WHERE pool = 'reserve') AS reserve_from,
            max(after_micro) FILTER (WHERE pool = 'reserve' AND next_of_pool IS NULL) AS reserve_to,
            max(first_before) FILTER (WHERE pool = 'funded') AS funded_from,
            max(after_micro) FILTER (WHERE pool = 'funded' AND next_of_pool IS NULL) AS funded_to,
            sum(wagers) AS wagers, sum(wagered_cents) AS wagered_cents,
            COALESCE(sum(amount_micro) FILTER (WHERE kind = 'contribution'), 0) AS contributed,
            count(*) FILTER (WHERE kind = 'award') AS hits,
            COALESCE(-sum(amount_micro) FILTER (WHERE kind = 'award'), 0) AS won,
            COALESCE(sum(amount_micro) FILTER (WHERE kind = 'overflow'), 0) AS overflowed,
            COALESCE(sum(amount_micro) FILTER (WHERE kind = 'reserve'), 0) AS reserved
        FROM entry
        GROUP BY meter_id
    ), moved AS (
        UPDATE public.meters
        SET
            balance_micro = COALESCE(meter.balance_to, meters.balance_micro),
            overflow_micro = COALESCE(meter.overflow_to, meters.overflow_micro),
            reserve_micro = COALESCE(meter.reserve_to, meters.reserve_micro),
            funded_micro = COALESCE(meter.funded_to, meters.funded_micro),
            entries = meter.last_number,
            wagers = meters.wagers + meter.wagers,
            wagered_cents = meters.wagered_cents + meter.wagered_cents,
            contributed_micro = meters.contributed_micro + meter.contributed,
            hits = meters.hits + meter.hits,
            won_micro = meters.won_micro + meter.won,
            overflowed_micro = meters.overflowed_micro + meter.overflowed,
            reserved_micro = meters.reserved_micro + meter.reserved
        FROM meter
        WHERE meters.meter_id = meter.meter_id AND meters.entries = meter.first_number - 1
            AND COALESCE(meter.in_order, true) AND COALESCE(meter.in_line, true)
            AND COALESCE(meter.balance_from, meters.balance_micro) = meters.balance_micro
            AND COALESCE(meter.overflow_from, meters.overflow_micro) = meters.overflow_micro
            AND COALESCE(meter.reserve_from, meters.reserve_micro) = meters.reserve_micro
            AND COALESCE(meter.funded_from, meters.funded_micro) = meters.funded_micro
        RETURNING meters.meter_id
    )
    SELECT (SELECT count(*) FROM meter) = (SELECT count(*) FROM moved) INTO follows;
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
    WHERE added.table_id IS NOT NULL;
    IF astray THEN
        RAISE EXCEPTION 'a meter''s entry does not belong to an entry of the journal added with it' USING
            ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'meters_follow_journal', TABLE = 'meter_entries';
    END IF;
    SELECT COALESCE(sum(amount_micro), 0) <> 0 INTO unmatched FROM added WHERE kind = 'transfer';
    IF unmatched THEN
        RAISE EXCEPTION 'what a transfer takes from a meter another must receive with it' USING
            ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'meter_entries_transfer_sums', TABLE = 'meter_entries';
    END IF;
    RETURN NULL;
END
$$;

-- The amount that a set of meters hold according to their entries, and whether each row says the same.
CREATE VIEW meters_that_do_not_reconcile AS
    SELECT meters.meter_id, meters.progressive_id, meters.level
    FROM meters
    LEFT JOIN LATERAL (
        SELECT
            COALESCE(sum(amount_micro) FILTER (WHERE pool = 'balance'), 0) AS balance,
            COALESCE(sum(amount_micro) FILTER (WHERE pool = 'overflow'), 0) AS overflow,
            COALESCE(sum(amount_micro) FILTER (WHERE pool = 'reserve'), 0) AS reserve,
            COALESCE(sum(amount_micro) FILTER (WHERE pool = 'funded'), 0) AS funded,
            COALESCE(sum(amount_micro) FILTER (WHERE kind = 'contribution'), 0) AS contributed,
            COALESCE(-sum(amount_micro) FILTER (WHERE kind = 'award'), 0) AS won,
            count(*) FILTER (WHERE kind = 'award') AS hits,
            count(*) AS entries
        FROM meter_entries WHERE meter_entries.meter_id = meters.meter_id
    ) AS entry ON true
    WHERE (entry.balance, entry.overflow, entry.reserve, entry.funded, entry.contributed, entry.won, entry.hits, entry.entries)
        IS DISTINCT FROM (
            balance_micro, overflow_micro, reserve_micro, funded_micro, contributed_micro, won_micro, meters.hits,
            meters.entries
        );

INSERT INTO progressives (progressive_id, name, stake_cents, own_table, status)
SELECT gen_random_uuid(), concat_ws(' ', tables.name, wager, stake_cents), stake_cents, tables.table_id, 'enabled'
FROM (SELECT DISTINCT table_id, wager, stake_cents FROM meters_before) AS had JOIN tables USING (table_id);
INSERT INTO participations (table_id, wager, stake_cents, progressive_id)
SELECT had.table_id, had.wager, had.stake_cents, progressive_id
FROM (SELECT DISTINCT table_id, wager, stake_cents FROM meters_before) AS had
JOIN tables USING (table_id)
JOIN progressives ON progressives.name = concat_ws(' ', tables.name, had.wager, had.stake_cents);
INSERT INTO meters (
    meter_id, progressive_id, level, initial_cents, reset_cents, rate_ppm, limit_cents, plausible_micro
)
SELECT
    gen_random_uuid(), progressive_id, level, (stated ->> 'initial_cents')::bigint, (stated ->> 'reset_cents')::bigint,
    (stated ->> 'rate_ppm')::integer, (stated ->> 'limit_cents')::bigint, stake_cents * 7 * 1000000
FROM meters_before
JOIN participations USING (table_id, wager, stake_cents)
JOIN tables USING (table_id)
JOIN rules_versions USING (rules_version)
CROSS JOIN LATERAL (SELECT submission -> 'wagers' -> wager AS offered) AS wagers
CROSS JOIN LATERAL (
    SELECT COALESCE(
        offered -> 'meters' -> stake_cents::text -> level, offered -> 'stakes' -> stake_cents::text -> 'meter', offered -> 'meter'
    ) AS stated
) AS meter;

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

-- The history of a table's own meters is in its journal; from here on each begins with what it held.
INSERT INTO meter_entries (meter_id, number, at, pool, kind, amount_micro, before_micro, after_micro)
SELECT meter_id, 1, now(), 'balance', 'initial', before.balance_micro, 0, before.balance_micro
FROM meters_before AS before
JOIN participations USING (table_id, wager, stake_cents)
JOIN meters USING (progressive_id, level)
WHERE before.balance_micro > 0;
INSERT INTO progressive_changes (progressive_id, version, kind, before, after)
SELECT progressive_id, 1, 'brought_along', '{}', '{}' FROM progressives;

DROP TABLE meters_before;

-- Directly, nobody moves a meter: what it holds and counts follows its entries alone.
CREATE FUNCTION meters_stand() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a meter moves only with an entry, and its counters only grow' USING
        ERRCODE = 'restrict_violation', CONSTRAINT = 'meters_follow_entries', TABLE = 'meters';
END
$$;
CREATE TRIGGER meters_stand AFTER UPDATE ON meters
    FOR EACH ROW WHEN (
        pg_trigger_depth() < 1 AND ROW (
            NEW.meter_id, NEW.progressive_id, NEW.level, NEW.balance_micro, NEW.overflow_micro, NEW.reserve_micro,
            NEW.funded_micro, NEW.entries, NEW.wagers, NEW.wagered_cents, NEW.contributed_micro, NEW.hits, NEW.won_micro,
            NEW.overflowed_micro, NEW.reserved_micro
        ) IS DISTINCT FROM ROW (
            OLD.meter_id, OLD.progressive_id, OLD.level, OLD.balance_micro, OLD.overflow_micro, OLD.reserve_micro,
            OLD.funded_micro, OLD.entries, OLD.wagers, OLD.wagered_cents, OLD.contributed_micro, OLD.hits, OLD.won_micro,
            OLD.overflowed_micro, OLD.reserved_micro
        )
    ) EXECUTE FUNCTION meters_stand();
CREATE TRIGGER meters_only_grow AFTER UPDATE ON meters
    FOR EACH ROW WHEN (
        NEW.entries < OLD.entries OR NEW.wagers < OLD.wagers OR NEW.wagered_cents < OLD.wagered_cents
        OR NEW.contributed_micro < OLD.contributed_micro OR NEW.hits < OLD.hits OR NEW.won_micro < OLD.won_micro
        OR NEW.overflowed_micro < OLD.overflowed_micro OR NEW.reserved_micro < OLD.reserved_micro
    ) EXECUTE FUNCTION meters_stand();
CREATE TRIGGER meters_begin_empty BEFORE INSERT ON meters
    FOR EACH ROW WHEN (
        NEW.balance_micro <> 0 OR NEW.overflow_micro <> 0 OR NEW.reserve_micro <> 0 OR NEW.funded_micro <> 0
        OR NEW.entries <> 0 OR NEW.wagers <> 0 OR NEW.wagered_cents <> 0 OR NEW.contributed_micro <> 0 OR NEW.hits <> 0
        OR NEW.won_micro <> 0 OR NEW.overflowed_micro <> 0 OR NEW.reserved_micro <> 0
    ) EXECUTE FUNCTION refuse_change('meters_follow_entries');
CREATE TRIGGER meters_stay BEFORE DELETE ON meters
    FOR EACH ROW EXECUTE FUNCTION refuse_change('meters_follow_entries');
CREATE TRIGGER meters_no_truncate BEFORE TRUNCATE ON meters EXECUTE FUNCTION refuse_change('meters_follow_entries');
CREATE TRIGGER progressives_stay BEFORE DELETE ON progressives
    FOR EACH ROW EXECUTE FUNCTION refuse_change('progressives_stay');
CREATE TRIGGER progressives_no_truncate BEFORE TRUNCATE ON progressives
    EXECUTE FUNCTION refuse_change('progressives_stay');

-- What a meter could not take, and what it put by, have accounts of their own.
ALTER TABLE ledger_postings
    DROP CONSTRAINT ledger_postings_account_known,
    DROP CONSTRAINT ledger_postings_meter_named,
    ADD CONSTRAINT ledger_postings_account_known CHECK (
        account IN (
            'seat', 'layout', 'rack', 'drop', 'cage', 'transit', 'count_room', 'variance', 'meter', 'meter_overflow',
            'meter_reserve', 'house', 'fees', 'bank', 'jackpot', 'outside'
        )
    ),
    ADD CONSTRAINT ledger_postings_meter_named
        CHECK ((account IN ('meter', 'meter_overflow', 'meter_reserve')) = (meter IS NOT NULL));

SELECT create_months(now(), 3);

GRANT SELECT, INSERT ON progressives, progressive_games, meters, participations, progressive_changes, meter_entries
    TO baize_service;
GRANT SELECT ON meters_that_do_not_reconcile TO baize_service;
GRANT UPDATE (status, version) ON progressives TO baize_service;
GRANT UPDATE (until) ON participations TO baize_service;
GRANT UPDATE (rate_ppm, next_rate_ppm, limit_cents, reserve_ppm, reset_cents, initial_cents, plausible_micro, frozen_cause)
    ON meters TO baize_service;
REVOKE EXECUTE ON FUNCTION meters_follow_entries(), meters_stand(), participations_own_table() FROM PUBLIC;
