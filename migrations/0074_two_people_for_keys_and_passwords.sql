-- A terminal's key opens nothing until a second person agreed to it, and the password of somebody with powers is reset by two
-- people (R57).

CREATE TABLE key_agreements (
    key_id uuid NOT NULL,
    -- Nobody, of a key from before two people were asked for.
    agreed_by bigint,
    at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT key_agreements_pkey PRIMARY KEY (key_id),
    CONSTRAINT key_agreements_key_fkey FOREIGN KEY (key_id) REFERENCES access_keys (key_id),
    CONSTRAINT key_agreements_agreed_by_fkey FOREIGN KEY (agreed_by) REFERENCES accounts (staff_id)
);
INSERT INTO key_agreements (key_id) SELECT key_id FROM access_keys WHERE enrolled_by IS NOT NULL;

CREATE FUNCTION key_agreements_second_person() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
    IF NEW.agreed_by IS NULL
        OR NEW.agreed_by IS NOT DISTINCT FROM (SELECT enrolled_by FROM public.access_keys WHERE key_id = NEW.key_id) THEN
        RAISE EXCEPTION 'a second person agrees to a key' USING ERRCODE = 'check_violation',
            CONSTRAINT = 'key_agreements_second_person', TABLE = 'key_agreements';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER key_agreements_second_person BEFORE INSERT ON key_agreements
    FOR EACH ROW EXECUTE FUNCTION key_agreements_second_person();
CREATE TRIGGER key_agreements_append_only BEFORE UPDATE OR DELETE ON key_agreements
    FOR EACH ROW EXECUTE FUNCTION refuse_change('key_agreements_append_only');
CREATE TRIGGER key_agreements_no_truncate BEFORE TRUNCATE ON key_agreements
    EXECUTE FUNCTION refuse_change('key_agreements_append_only');

-- The hash that a password will have once a second person agreed.
CREATE TABLE password_resets (
    approval_id uuid NOT NULL,
    staff_id bigint NOT NULL,
    password_hash text NOT NULL,
    forget_totp boolean NOT NULL,
    CONSTRAINT password_resets_pkey PRIMARY KEY (approval_id),
    CONSTRAINT password_resets_approval_fkey FOREIGN KEY (approval_id) REFERENCES approvals (approval_id),
    CONSTRAINT password_resets_staff_fkey FOREIGN KEY (staff_id) REFERENCES accounts (staff_id),
    CONSTRAINT password_resets_password_hashed CHECK (password_hash LIKE '$argon2id$%')
);
CREATE TRIGGER password_resets_append_only BEFORE UPDATE OR DELETE ON password_resets
    FOR EACH ROW EXECUTE FUNCTION refuse_change('password_resets_append_only');
CREATE TRIGGER password_resets_no_truncate BEFORE TRUNCATE ON password_resets
    EXECUTE FUNCTION refuse_change('password_resets_append_only');

GRANT SELECT, INSERT ON key_agreements, password_resets TO baize_service;
REVOKE EXECUTE ON FUNCTION key_agreements_second_person() FROM PUBLIC;
