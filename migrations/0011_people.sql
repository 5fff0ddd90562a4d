-- People: an account for everybody who works the floor, who had which role when, and the sessions they open.

CREATE TABLE accounts (
    staff_id bigint NOT NULL DEFAULT nextval('staff_ids'),
    login text NOT NULL,
    display_name text NOT NULL,
    role text NOT NULL,
    state text NOT NULL DEFAULT 'active',
    -- Argon2id with its salt and parameters, in the PHC string form.
    password_hash text NOT NULL,
    -- Somebody else chose the password, so it opens nothing but its own change.
    must_change boolean NOT NULL,
    -- Attempts that failed since the last one that did not.
    failures integer NOT NULL DEFAULT 0,
    -- The shared secret of one-time codes, from when on they are asked for, and the last step one was used of.
    totp_secret bytea,
    totp_confirmed boolean NOT NULL DEFAULT false,
    totp_step bigint,
    -- Whose word the last change of role or state was; nobody's when it was the console's or the lock's.
    changed_by bigint,
    -- The key under which it was asked for and the digest of what was asked, so that a retry finds it.
    request_id uuid,
    request_digest bytea,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT accounts_pkey PRIMARY KEY (staff_id),
    CONSTRAINT accounts_request_key UNIQUE (request_id),
    CONSTRAINT accounts_role_known CHECK (role IN ('dealer', 'floorperson', 'pit_manager', 'cage', 'accounting',
        'auditor', 'device_admin', 'security_admin')),
    CONSTRAINT accounts_state_known CHECK (state IN ('active', 'locked', 'disabled')),
    CONSTRAINT accounts_login_form CHECK (login ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
    CONSTRAINT accounts_display_name_length CHECK (length(display_name) BETWEEN 1 AND 100),
    CONSTRAINT accounts_password_hashed CHECK (password_hash LIKE '$argon2id$%'),
    CONSTRAINT accounts_failures_not_negative CHECK (failures >= 0),
    CONSTRAINT accounts_totp_has_secret CHECK (totp_secret IS NOT NULL OR NOT totp_confirmed),
    CONSTRAINT accounts_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES accounts (staff_id)
);

-- A login is one person's, however it is typed.
CREATE UNIQUE INDEX accounts_login_key ON accounts (lower(login));

-- A person keeps number and login for ever, and is never deleted.
CREATE TRIGGER accounts_keep_identity BEFORE UPDATE ON accounts
    FOR EACH ROW WHEN (
        ROW (NEW.staff_id, NEW.login, NEW.request_id, NEW.request_digest, NEW.created_at)
            IS DISTINCT FROM ROW (OLD.staff_id, OLD.login, OLD.request_id, OLD.request_digest, OLD.created_at)
    ) EXECUTE FUNCTION refuse_change('accounts_keep_identity');
CREATE TRIGGER accounts_stay BEFORE DELETE ON accounts
    FOR EACH ROW EXECUTE FUNCTION refuse_change('accounts_stay');
CREATE TRIGGER accounts_no_truncate BEFORE TRUNCATE ON accounts
    EXECUTE FUNCTION refuse_change('accounts_stay');

-- Who could do what, from when on. Rows come from the trigger below alone, so no change goes without one.
CREATE TABLE account_history (
    entry bigint GENERATED ALWAYS AS IDENTITY,
    staff_id bigint NOT NULL,
    role text NOT NULL,
    state text NOT NULL,
    at timestamptz NOT NULL,
    by_staff bigint,
    CONSTRAINT account_history_pkey PRIMARY KEY (entry),
    CONSTRAINT account_history_staff_fkey FOREIGN KEY (staff_id) REFERENCES accounts (staff_id)
);
CREATE INDEX account_history_by_person ON account_history (staff_id, entry);

CREATE TRIGGER account_history_append_only BEFORE UPDATE OR DELETE ON account_history
    FOR EACH ROW EXECUTE FUNCTION refuse_change('account_history_append_only');
CREATE TRIGGER account_history_no_truncate BEFORE TRUNCATE ON account_history
    EXECUTE FUNCTION refuse_change('account_history_append_only');

CREATE FUNCTION record_account() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO account_history (staff_id, role, state, at, by_staff)
    VALUES (NEW.staff_id, NEW.role, NEW.state, clock_timestamp(), NEW.changed_by);
    RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION record_account() FROM PUBLIC;

CREATE TRIGGER accounts_recorded AFTER INSERT ON accounts
    FOR EACH ROW EXECUTE FUNCTION record_account();
CREATE TRIGGER accounts_changes_recorded AFTER UPDATE ON accounts
    FOR EACH ROW WHEN (ROW (NEW.role, NEW.state) IS DISTINCT FROM ROW (OLD.role, OLD.state))
    EXECUTE FUNCTION record_account();

-- Sessions: a person at a position. The token itself is known to its bearer alone; only its SHA-256 is kept.
CREATE TABLE sessions (
    session_id uuid NOT NULL,
    digest bytea NOT NULL,
    staff_id bigint NOT NULL,
    created_at timestamptz NOT NULL,
    -- How long it may be idle, and when it ends however busy it is.
    idle_ms bigint NOT NULL,
    expires_at timestamptz NOT NULL,
    -- When it was last used, as far as it was written down.
    used_at timestamptz NOT NULL,
    ended_at timestamptz,
    end_reason text,
    ended_by bigint,
    CONSTRAINT sessions_pkey PRIMARY KEY (session_id),
    CONSTRAINT sessions_digest_key UNIQUE (digest),
    CONSTRAINT sessions_staff_fkey FOREIGN KEY (staff_id) REFERENCES accounts (staff_id),
    CONSTRAINT sessions_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES accounts (staff_id),
    CONSTRAINT sessions_digest_length CHECK (octet_length(digest) = 32),
    CONSTRAINT sessions_idle_positive CHECK (idle_ms > 0),
    CONSTRAINT sessions_reason_known CHECK (end_reason IN ('logged_out', 'idle', 'expired', 'revoked', 'account_changed')),
    CONSTRAINT sessions_end_has_reason CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX sessions_open ON sessions (staff_id) WHERE ended_at IS NULL;
CREATE INDEX sessions_ended ON sessions (ended_at) WHERE ended_at IS NOT NULL;

CREATE TRIGGER sessions_stay_ended BEFORE UPDATE ON sessions
    FOR EACH ROW WHEN (
        OLD.ended_at IS NOT NULL
        OR ROW (NEW.session_id, NEW.digest, NEW.staff_id, NEW.created_at, NEW.idle_ms, NEW.expires_at)
            IS DISTINCT FROM
            ROW (OLD.session_id, OLD.digest, OLD.staff_id, OLD.created_at, OLD.idle_ms, OLD.expires_at)
    ) EXECUTE FUNCTION refuse_change('sessions_stay_ended');
CREATE TRIGGER sessions_stay BEFORE DELETE ON sessions
    FOR EACH ROW EXECUTE FUNCTION refuse_change('sessions_stay_ended');
CREATE TRIGGER sessions_no_truncate BEFORE TRUNCATE ON sessions
    EXECUTE FUNCTION refuse_change('sessions_stay_ended');

-- Keys are for terminals from now on: people log in. Those of people stay on record, revoked.
UPDATE access_keys SET revoked_at = now() WHERE role <> 'terminal' AND revoked_at IS NULL;
ALTER TABLE access_keys
    ADD COLUMN enrolled_by bigint,
    ADD COLUMN revoked_by bigint,
    ADD COLUMN request_id uuid,
    ADD CONSTRAINT access_keys_request_key UNIQUE (request_id),
    ADD CONSTRAINT access_keys_enrolled_by_fkey FOREIGN KEY (enrolled_by) REFERENCES accounts (staff_id),
    ADD CONSTRAINT access_keys_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES accounts (staff_id),
    ADD CONSTRAINT access_keys_terminals_only CHECK (role = 'terminal' OR revoked_at IS NOT NULL);
DROP TRIGGER access_keys_stay_revoked ON access_keys;
CREATE TRIGGER access_keys_stay_revoked BEFORE UPDATE ON access_keys
    FOR EACH ROW WHEN (
        OLD.revoked_at IS NOT NULL OR NEW.revoked_at IS NULL
        OR ROW (NEW.key_id, NEW.digest, NEW.role, NEW.label, NEW.staff_id, NEW.table_id, NEW.seat, NEW.created_at,
                NEW.enrolled_by, NEW.request_id)
            IS DISTINCT FROM
            ROW (OLD.key_id, OLD.digest, OLD.role, OLD.label, OLD.staff_id, OLD.table_id, OLD.seat, OLD.created_at,
                OLD.enrolled_by, OLD.request_id)
    ) EXECUTE FUNCTION refuse_change('access_keys_only_revoked');
CREATE INDEX access_keys_revoked ON access_keys (revoked_at) WHERE revoked_at IS NOT NULL;

GRANT SELECT ON accounts, account_history, sessions TO baize_service;
GRANT INSERT ON accounts, sessions TO baize_service;
GRANT UPDATE (display_name, role, state, password_hash, must_change, failures, totp_secret, totp_confirmed, totp_step,
    changed_by) ON accounts TO baize_service;
GRANT UPDATE (used_at, ended_at, end_reason, ended_by) ON sessions TO baize_service;
GRANT UPDATE (revoked_by) ON access_keys TO baize_service;
GRANT USAGE ON SEQUENCE staff_ids TO baize_service;
