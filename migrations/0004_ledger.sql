-- The books: double entry in micro-cents, written with the entry that moved the money.

CREATE TABLE ledger_postings (
    table_id uuid NOT NULL,
    seq bigint NOT NULL,
    line smallint NOT NULL,
    at timestamptz NOT NULL,
    round_id uuid,
    account text NOT NULL,
    seat smallint,
    meter text,
    amount_micro bigint NOT NULL,
    CONSTRAINT ledger_postings_pkey PRIMARY KEY (table_id, seq, line, at),
    CONSTRAINT ledger_postings_account_known CHECK (
        account IN ('seat', 'layout', 'rack', 'drop', 'cage', 'meter', 'house', 'fees', 'bank', 'jackpot', 'outside')
    ),
    CONSTRAINT ledger_postings_seat_named CHECK ((account = 'seat') = (seat IS NOT NULL)),
    CONSTRAINT ledger_postings_seat_exists CHECK (seat BETWEEN 1 AND 7),
    CONSTRAINT ledger_postings_meter_named CHECK ((account = 'meter') = (meter IS NOT NULL)),
    CONSTRAINT ledger_postings_amount_not_zero CHECK (amount_micro <> 0)
) PARTITION BY RANGE (at);

CREATE TABLE ledger_postings_default PARTITION OF ledger_postings DEFAULT;

-- The postings of an entry come together, sum to zero, and come in the transaction that adds the entry.
CREATE FUNCTION ledger_balances() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
    unbalanced boolean;
    astray boolean;
BEGIN
    SELECT COALESCE(bool_or(entry.total <> 0), false), COALESCE(bool_or(heads.table_id IS NULL), false)
    INTO unbalanced, astray
    FROM (SELECT table_id, seq, sum(amount_micro) AS total FROM added GROUP BY table_id, seq) AS entry
    LEFT JOIN public.table_heads AS heads
        ON heads.table_id = entry.table_id AND heads.appended_by = pg_current_xact_id()
        AND entry.seq > heads.appended_after AND entry.seq <= heads.seq;
    IF unbalanced THEN
        RAISE EXCEPTION 'the postings of an entry do not sum to zero' USING
            ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ledger_entry_balances', TABLE = 'ledger_postings';
    END IF;
    IF astray THEN
        RAISE EXCEPTION 'postings do not belong to an entry added with them' USING
            ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ledger_follows_journal', TABLE = 'ledger_postings';
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER ledger_balances AFTER INSERT ON ledger_postings
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger_balances();
CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE ON ledger_postings
    FOR EACH ROW EXECUTE FUNCTION refuse_change('ledger_append_only');
CREATE TRIGGER ledger_no_truncate BEFORE TRUNCATE ON ledger_postings
    EXECUTE FUNCTION refuse_change('ledger_append_only');
CREATE TRIGGER ledger_balances AFTER INSERT ON ledger_postings_default
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger_balances();
CREATE TRIGGER ledger_no_truncate BEFORE TRUNCATE ON ledger_postings_default
    EXECUTE FUNCTION refuse_change('ledger_append_only');
