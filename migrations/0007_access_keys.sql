-- Bearer keys: who may ask for what. A key itself is known to its bearer alone; only its SHA-256 is kept.

-- Numbers of staff who are given none.
CREATE SEQUENCE staff_ids;

CREATE TABLE access_keys (
    key_id uuid NOT NULL,
    digest bytea NOT NULL,
    role text NOT NULL,
    label text NOT NULL,
    staff_id bigint,
    table_id uuid,
    seat smallint,
    created_at timestamptz NOT NULL DEFAULT now(),
    revoked_at timestamptz,
    CONSTRAINT access_keys_pkey PRIMARY KEY (key_id),
    CONSTRAINT access_keys_digest_key UNIQUE (digest),
    CONSTRAINT access_keys_table_fkey FOREIGN KEY (table_id) REFERENCES tables (table_id),
    CONSTRAINT access_keys_digest_length CHECK (octet_length(digest) = 32),
    CONSTRAINT access_keys_role_known CHECK (role IN ('dealer', 'floorperson', 'auditor', 'terminal', 'admin')),
    CONSTRAINT access_keys_label_length CHECK (length(label) <= 200),
    CONSTRAINT access_keys_staff_named CHECK ((role IN ('dealer', 'floorperson')) = (staff_id IS NOT NULL)),
    CONSTRAINT access_keys_staff_not_negative CHECK (staff_id >= 0),
    CONSTRAINT access_keys_table_named
        CHECK (role = 'dealer' OR (role = 'terminal') = (table_id IS NOT NULL)),
    CONSTRAINT access_keys_seat_named CHECK ((role = 'terminal') = (seat IS NOT NULL)),
    CONSTRAINT access_keys_seat_exists CHECK (seat BETWEEN 1 AND 7)
);

-- A key is what it was made as until it is revoked, and then for ever revoked.
CREATE TRIGGER access_keys_stay_revoked BEFORE UPDATE ON access_keys
    FOR EACH ROW WHEN (
        OLD.revoked_at IS NOT NULL OR NEW.revoked_at IS NULL
        OR ROW (NEW.key_id, NEW.digest, NEW.role, NEW.label, NEW.staff_id, NEW.table_id, NEW.seat, NEW.created_at)
            IS DISTINCT FROM
            ROW (OLD.key_id, OLD.digest, OLD.role, OLD.label, OLD.staff_id, OLD.table_id, OLD.seat, OLD.created_at)
    ) EXECUTE FUNCTION refuse_change('access_keys_only_revoked');
CREATE TRIGGER access_keys_stay BEFORE DELETE ON access_keys
    FOR EACH ROW EXECUTE FUNCTION refuse_change('access_keys_only_revoked');
CREATE TRIGGER access_keys_no_truncate BEFORE TRUNCATE ON access_keys
    EXECUTE FUNCTION refuse_change('access_keys_only_revoked');
