-- What the program, its configuration, the paytables, the rules and the schema hashed to when somebody vouched for them, or
-- when they were first seen. The latest record of a part is the one it is held against.

CREATE TABLE system_records (
    record_id uuid NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    part text NOT NULL,
    hash bytea NOT NULL,
    -- Who vouched for it; nobody at first sight.
    staff_id bigint,
    CONSTRAINT system_records_pkey PRIMARY KEY (record_id),
    CONSTRAINT system_records_part_length CHECK (length(part) BETWEEN 1 AND 300),
    CONSTRAINT system_records_hash_length CHECK (octet_length(hash) = 32)
);

CREATE INDEX system_records_part ON system_records (part, record_id);

CREATE TRIGGER system_records_append_only BEFORE UPDATE OR DELETE ON system_records
    FOR EACH ROW EXECUTE FUNCTION refuse_change('system_records_append_only');
CREATE TRIGGER system_records_no_truncate BEFORE TRUNCATE ON system_records
    EXECUTE FUNCTION refuse_change('system_records_append_only');

GRANT SELECT, INSERT ON system_records TO baize_service;
