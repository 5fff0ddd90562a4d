-- Tables, the rules they play by, and the head of each table's journal.

CREATE TABLE rules_versions (
    rules_version text NOT NULL,
    game text NOT NULL,
    submission jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT rules_versions_pkey PRIMARY KEY (rules_version),
    CONSTRAINT rules_versions_game_known
        CHECK (game IN ('let_it_ride_md', 'two_three_five_stud_md', 'criss_cross_md', 'let_it_ride_ca')),
    CONSTRAINT rules_versions_name_length CHECK (length(rules_version) BETWEEN 1 AND 200)
);

CREATE TABLE tables (
    table_id uuid NOT NULL,
    name text NOT NULL,
    game text NOT NULL,
    rules_version text NOT NULL,
    -- The key under which it was asked for and the digest of what was asked, so that a retry finds it.
    request_id uuid NOT NULL,
    request_digest bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT tables_pkey PRIMARY KEY (table_id),
    CONSTRAINT tables_name_key UNIQUE (name),
    CONSTRAINT tables_request_key UNIQUE (request_id),
    CONSTRAINT tables_request_digest_length CHECK (octet_length(request_digest) = 32),
    CONSTRAINT tables_name_length CHECK (length(name) BETWEEN 1 AND 200),
    CONSTRAINT tables_game_known
        CHECK (game IN ('let_it_ride_md', 'two_three_five_stud_md', 'criss_cross_md', 'let_it_ride_ca')),
    CONSTRAINT tables_rules_version_fkey FOREIGN KEY (rules_version) REFERENCES rules_versions (rules_version)
);

-- A partitioned journal cannot carry a unique (table_id, seq), so this row does: an entry follows it or is refused.
CREATE TABLE table_heads (
    table_id uuid NOT NULL,
    seq bigint NOT NULL,
    hash bytea NOT NULL,
    epoch bigint NOT NULL,
    -- What the last statement added: the entries after this one, in this transaction. Whatever belongs to an entry must
    -- come in the same transaction, and can be held against these two without looking the entry up.
    appended_after bigint NOT NULL DEFAULT 0,
    appended_by xid8,
    CONSTRAINT table_heads_pkey PRIMARY KEY (table_id),
    CONSTRAINT table_heads_table_fkey FOREIGN KEY (table_id) REFERENCES tables (table_id),
    CONSTRAINT table_heads_seq_not_negative CHECK (seq >= 0),
    CONSTRAINT table_heads_epoch_not_negative CHECK (epoch >= 0),
    CONSTRAINT table_heads_hash_length CHECK (octet_length(hash) = 32)
) WITH (fillfactor = 50);

-- Who sits where now.
CREATE TABLE table_seats (
    table_id uuid NOT NULL,
    seat smallint NOT NULL,
    player_id bigint NOT NULL,
    CONSTRAINT table_seats_pkey PRIMARY KEY (table_id, seat),
    CONSTRAINT table_seats_table_fkey FOREIGN KEY (table_id) REFERENCES tables (table_id),
    CONSTRAINT table_seats_seat_exists CHECK (seat BETWEEN 1 AND 7)
);

-- What a table looked like after an entry: a cache, never the truth.
CREATE TABLE snapshots (
    table_id uuid NOT NULL,
    seq bigint NOT NULL,
    encoding smallint NOT NULL,
    state text NOT NULL,
    CONSTRAINT snapshots_pkey PRIMARY KEY (table_id),
    CONSTRAINT snapshots_table_fkey FOREIGN KEY (table_id) REFERENCES tables (table_id)
);

-- Refuses any change of a row that may only be added; the constraint it names is the table's own.
CREATE FUNCTION refuse_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% of % is refused: its rows are only ever added', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation', CONSTRAINT = TG_ARGV[0], TABLE = TG_TABLE_NAME;
END
$$;

CREATE TRIGGER rules_versions_append_only BEFORE UPDATE OR DELETE ON rules_versions
    FOR EACH ROW EXECUTE FUNCTION refuse_change('rules_versions_append_only');
CREATE TRIGGER rules_versions_no_truncate BEFORE TRUNCATE ON rules_versions
    EXECUTE FUNCTION refuse_change('rules_versions_append_only');

-- The head moves only as an effect of an entry: directly, nobody moves it. Guards of rows that change with every commit
-- come after the change, because one that comes before locks each row first.
CREATE TRIGGER table_heads_follow_journal AFTER UPDATE OF table_id, seq, hash, appended_after, appended_by ON table_heads
    FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION refuse_change('table_heads_follow_journal');
CREATE TRIGGER table_heads_begin_empty BEFORE INSERT ON table_heads
    FOR EACH ROW WHEN (NEW.seq <> 0) EXECUTE FUNCTION refuse_change('table_heads_follow_journal');
CREATE TRIGGER table_heads_epoch_rises AFTER UPDATE OF epoch ON table_heads
    FOR EACH ROW WHEN (NEW.epoch <= OLD.epoch) EXECUTE FUNCTION refuse_change('table_heads_epoch_rises');
CREATE TRIGGER table_heads_stay BEFORE DELETE ON table_heads
    FOR EACH ROW EXECUTE FUNCTION refuse_change('table_heads_follow_journal');
CREATE TRIGGER table_heads_no_truncate BEFORE TRUNCATE ON table_heads
    EXECUTE FUNCTION refuse_change('table_heads_follow_journal');
