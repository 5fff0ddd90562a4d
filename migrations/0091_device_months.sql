-- What devices say is kept by month, as the journal is. That a sequence is taken once is held by a row for each device, which
-- moves with every message; a sign of life that says nothing new moves it and leaves nothing else for long.

CREATE TABLE device_heads (
    device_id uuid NOT NULL,
    -- The sequence of the last message that was taken; 0 before the first.
    sequence bigint NOT NULL DEFAULT 0,
    -- What the device's clock said then.
    sent_at timestamptz,
    CONSTRAINT device_heads_pkey PRIMARY KEY (device_id),
    CONSTRAINT device_heads_device_fkey FOREIGN KEY (device_id) REFERENCES devices (device_id),
    CONSTRAINT device_heads_sequence_not_negative CHECK (sequence >= 0)
) WITH (fillfactor = 50);

-- The last signs of life of a device, each in the place of one so many messages before: whoever did not hear the answer to one
-- asks again soon, and is answered as before.
CREATE TABLE device_heartbeats (
    device_id uuid NOT NULL,
    place smallint NOT NULL,
    sequence bigint NOT NULL,
    digest bytea NOT NULL,
    received_at timestamptz NOT NULL,
    CONSTRAINT device_heartbeats_pkey PRIMARY KEY (device_id, place),
    CONSTRAINT device_heartbeats_device_fkey FOREIGN KEY (device_id) REFERENCES devices (device_id),
    CONSTRAINT device_heartbeats_place CHECK (place = sequence % 128),
    CONSTRAINT device_heartbeats_digest_length CHECK (octet_length(digest) = 32)
) WITH (fillfactor = 50);

ALTER TABLE device_answers RENAME TO device_answers_before;
ALTER TABLE device_answers_before RENAME CONSTRAINT device_answers_pkey TO device_answers_before_pkey;
ALTER TABLE device_messages RENAME TO device_messages_before;
ALTER TABLE device_messages_before RENAME CONSTRAINT device_messages_pkey TO device_messages_before_pkey;
DROP INDEX device_messages_received;

CREATE TABLE device_messages (
    device_id uuid NOT NULL,
    sequence bigint NOT NULL,
    received_at timestamptz NOT NULL,
    sent_at timestamptz NOT NULL,
    kind text NOT NULL,
    body text NOT NULL,
    digest bytea NOT NULL,
    signature bytea NOT NULL,
    table_id uuid NOT NULL,
    CONSTRAINT device_messages_pkey PRIMARY KEY (device_id, sequence, received_at),
    CONSTRAINT device_messages_device_fkey FOREIGN KEY (device_id) REFERENCES devices (device_id),
    CONSTRAINT device_messages_sequence_positive CHECK (sequence > 0),
    CONSTRAINT device_messages_digest_length CHECK (octet_length(digest) = 32),
    CONSTRAINT device_messages_signature_length CHECK (octet_length(signature) = 64)
) PARTITION BY RANGE (received_at);
CREATE TABLE device_messages_default PARTITION OF device_messages DEFAULT;

-- An answer lies in the month of its message.
CREATE TABLE device_answers (
    device_id uuid NOT NULL,
    sequence bigint NOT NULL,
    received_at timestamptz NOT NULL,
    answered_at timestamptz NOT NULL,
    -- Why it was refused; none where it was accepted.
    code text,
    clause text,
    -- The entry of the table's journal that came of it.
    table_seq bigint,
    CONSTRAINT device_answers_pkey PRIMARY KEY (device_id, sequence, received_at),
    CONSTRAINT device_answers_message_fkey FOREIGN KEY (device_id, sequence, received_at)
        REFERENCES device_messages (device_id, sequence, received_at)
) PARTITION BY RANGE (received_at);
CREATE TABLE device_answers_default PARTITION OF device_answers DEFAULT;

-- Compare and set: the messages of a device in a statement come after its head, each sequence once, and the last becomes the head.
CREATE FUNCTION device_messages_follow_head() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
    follows boolean;
BEGIN
    WITH message AS (
        SELECT
            device_id, min(sequence) AS first, max(sequence) AS last, count(*) = count(DISTINCT sequence) AS once,
            (array_agg(sent_at ORDER BY sequence DESC))[1] AS sent_at
        FROM added
        GROUP BY device_id
    ), moved AS (
        UPDATE public.device_heads AS heads
        SET sequence = message.last, sent_at = message.sent_at
        FROM message
        WHERE heads.device_id = message.device_id AND heads.sequence < message.first AND message.once
        RETURNING heads.device_id
    )
    SELECT (SELECT count(*) FROM message) = (SELECT count(*) FROM moved) INTO follows;
    IF NOT follows THEN
        RAISE EXCEPTION 'a message does not follow its device''s head'
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'device_messages_follow_head',
                TABLE = 'device_messages';
    END IF;
    RETURN NULL;
END
$$;

-- Every device has a head from the beginning.
CREATE FUNCTION device_begins() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
    INSERT INTO public.device_heads (device_id) VALUES (NEW.device_id);
    RETURN NULL;
END
$$;
CREATE TRIGGER devices_begin AFTER INSERT ON devices FOR EACH ROW EXECUTE FUNCTION device_begins();

-- The months of what is there already, and the next ones.
CREATE OR REPLACE FUNCTION create_months(first timestamptz, months integer) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    SELECT count(*) FILTER (
        WHERE public.create_month(parent, (date_trunc('month', first AT TIME ZONE 'UTC') + ahead * interval '1 month')::date)
    )::integer
    FROM unnest(ARRAY['journal', 'ledger_postings', 'meter_entries', 'device_messages', 'device_answers']) AS parent,
        generate_series(0, least(months, 24) - 1) AS ahead
$$;

-- Guards come before the months, which take over those of their parent.
CREATE TRIGGER device_messages_follow_head AFTER INSERT ON device_messages
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION device_messages_follow_head();
CREATE TRIGGER device_messages_follow_head AFTER INSERT ON device_messages_default
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION device_messages_follow_head();
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['device_messages', 'device_answers']
    LOOP
        EXECUTE format('CREATE TRIGGER %1$s_append_only BEFORE UPDATE OR DELETE ON %1$s
            FOR EACH ROW EXECUTE FUNCTION refuse_change(%2$L)', name, name || '_append_only');
        EXECUTE format('CREATE TRIGGER %1$s_no_truncate BEFORE TRUNCATE ON %1$s
            EXECUTE FUNCTION refuse_change(%2$L)', name, name || '_append_only');
        EXECUTE format('CREATE TRIGGER %1$s_no_truncate BEFORE TRUNCATE ON %1$s_default
            EXECUTE FUNCTION refuse_change(%2$L)', name, name || '_append_only');
        EXECUTE format('GRANT SELECT, INSERT ON %s TO baize_service', name);
    END LOOP;
END
$$;
SELECT create_months(now(), 3);
SELECT create_month(parent, month::date)
FROM unnest(ARRAY['device_messages', 'device_answers']) AS parent,
    generate_series(
        (SELECT date_trunc('month', min(received_at) AT TIME ZONE 'UTC') FROM device_messages_before),
        date_trunc('month', now() AT TIME ZONE 'UTC'), interval '1 month'
    ) AS month;

-- What was said so far moves over whole, and the heads with it.
INSERT INTO device_heads (device_id) SELECT device_id FROM devices;
INSERT INTO device_messages SELECT * FROM device_messages_before;
INSERT INTO device_answers (device_id, sequence, received_at, answered_at, code, clause, table_seq)
SELECT device_id, sequence, received_at, answered_at, code, clause, table_seq
FROM device_answers_before JOIN device_messages_before USING (device_id, sequence);
DROP TABLE device_answers_before, device_messages_before;

-- A head only ever moves on.
CREATE FUNCTION device_head_moves_on() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.device_id <> OLD.device_id OR NEW.sequence <= OLD.sequence THEN
        RAISE EXCEPTION 'the head of device % does not go back', OLD.device_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'device_heads_move_on', TABLE = 'device_heads';
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER device_heads_move_on AFTER UPDATE ON device_heads
    FOR EACH ROW EXECUTE FUNCTION device_head_moves_on();
CREATE TRIGGER device_heads_begin_empty BEFORE INSERT ON device_heads
    FOR EACH ROW WHEN (NEW.sequence <> 0) EXECUTE FUNCTION refuse_change('device_heads_move_on');
CREATE TRIGGER device_heads_stay BEFORE DELETE ON device_heads
    FOR EACH ROW EXECUTE FUNCTION refuse_change('device_heads_move_on');
CREATE TRIGGER device_heads_no_truncate BEFORE TRUNCATE ON device_heads
    EXECUTE FUNCTION refuse_change('device_heads_move_on');

-- A place is taken only by a later sign of life.
CREATE TRIGGER device_heartbeats_move_on AFTER UPDATE ON device_heartbeats
    FOR EACH ROW WHEN (NEW.sequence <= OLD.sequence OR NEW.device_id <> OLD.device_id)
    EXECUTE FUNCTION refuse_change('device_heartbeats_move_on');
CREATE TRIGGER device_heartbeats_stay BEFORE DELETE ON device_heartbeats
    FOR EACH ROW EXECUTE FUNCTION refuse_change('device_heartbeats_move_on');
CREATE TRIGGER device_heartbeats_no_truncate BEFORE TRUNCATE ON device_heartbeats
    EXECUTE FUNCTION refuse_change('device_heartbeats_move_on');

GRANT SELECT ON device_heads TO baize_service;
GRANT UPDATE (sequence, sent_at) ON device_heads TO baize_service;
GRANT SELECT, INSERT ON device_heartbeats TO baize_service;
GRANT UPDATE (sequence, digest, received_at) ON device_heartbeats TO baize_service;
REVOKE EXECUTE ON FUNCTION device_messages_follow_head(), device_begins(), device_head_moves_on() FROM PUBLIC;
