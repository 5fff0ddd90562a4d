-- The journal: what every table was asked and what came of it, in order, for ever.
-- Actor, command and events are JSON kept as the text that was hashed; who asks for a part of one casts it to jsonb.

CREATE TABLE journal (
    table_id uuid NOT NULL,
    seq bigint NOT NULL,
    at timestamptz NOT NULL,
    epoch bigint NOT NULL,
    actor text NOT NULL,
    command_id uuid NOT NULL,
    command text NOT NULL,
    events text NOT NULL,
    encoding smallint NOT NULL,
    rules_version text NOT NULL,
    round_id uuid,
    previous bytea NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT journal_pkey PRIMARY KEY (table_id, seq, at),
    CONSTRAINT journal_seq_positive CHECK (seq > 0),
    CONSTRAINT journal_events_list CHECK (starts_with(events, '[')),
    CONSTRAINT journal_encoding_positive CHECK (encoding > 0),
    CONSTRAINT journal_hash_length CHECK (octet_length(hash) = 32 AND octet_length(previous) = 32)
) PARTITION BY RANGE (at);

CREATE TABLE journal_default PARTITION OF journal DEFAULT;

-- What an accepted command was answered, so that a retry gets the same answer.
CREATE TABLE command_keys (
    table_id uuid NOT NULL,
    command_id uuid NOT NULL,
    body_digest bytea NOT NULL,
    seq bigint NOT NULL,
    at timestamptz NOT NULL,
    CONSTRAINT command_keys_pkey PRIMARY KEY (table_id, command_id),
    CONSTRAINT command_keys_digest_length CHECK (octet_length(body_digest) = 32)
);

CREATE TRIGGER command_keys_append_only BEFORE UPDATE ON command_keys
    FOR EACH ROW EXECUTE FUNCTION refuse_change('command_keys_append_only');

-- Compare and set: the first entry of a table in a statement must follow the table's head, with the head's hash and epoch,
-- each later one the entry before it, and the last becomes the head.
CREATE FUNCTION journal_follows_head() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
    follows boolean;
BEGIN
    WITH entry AS (
        SELECT
            table_id, seq, epoch, previous, hash, lag(seq) OVER chain AS seq_before, lag(hash) OVER chain AS hash_before,
            lag(epoch) OVER chain AS epoch_before, lead(seq) OVER chain AS seq_after,
            first_value(seq) OVER chain AS first_seq, first_value(previous) OVER chain AS first_previous
        FROM added
        WINDOW chain AS (PARTITION BY table_id ORDER BY seq)
    ), moved AS (
        UPDATE public.table_heads AS heads
        SET
            seq = entry.seq, hash = entry.hash, appended_after = entry.first_seq - 1,
            appended_by = pg_current_xact_id()
        FROM entry
        WHERE entry.seq_after IS NULL AND heads.table_id = entry.table_id AND heads.seq = entry.first_seq - 1
            AND heads.hash = entry.first_previous AND heads.epoch = entry.epoch
        RETURNING heads.table_id
    )
    SELECT
        count(*) FILTER (WHERE seq_before IS NULL) = (SELECT count(*) FROM moved)
        AND COALESCE(bool_and(seq = seq_before + 1 AND previous = hash_before AND epoch = epoch_before), true)
    INTO follows
    FROM entry;
    IF NOT follows THEN
        RAISE EXCEPTION 'an entry does not follow its table''s head'
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'journal_follows_head', TABLE = 'journal';
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER journal_follows_head AFTER INSERT ON journal
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION journal_follows_head();
-- A row trigger is inherited by every partition; statement triggers are not, so each partition gets its own.
CREATE TRIGGER journal_append_only BEFORE UPDATE OR DELETE ON journal
    FOR EACH ROW EXECUTE FUNCTION refuse_change('journal_append_only');
CREATE TRIGGER journal_no_truncate BEFORE TRUNCATE ON journal
    EXECUTE FUNCTION refuse_change('journal_append_only');
CREATE TRIGGER journal_follows_head AFTER INSERT ON journal_default
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION journal_follows_head();
CREATE TRIGGER journal_no_truncate BEFORE TRUNCATE ON journal_default
    EXECUTE FUNCTION refuse_change('journal_append_only');
