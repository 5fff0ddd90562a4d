-- The device plane: which devices there are, what they said and were answered, what they were told and whether they did it.

-- The key the server signs its commands with; devices are told its public half at enrolment.
CREATE TABLE device_plane_keys (
    single boolean NOT NULL DEFAULT true,
    seed bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT device_plane_keys_pkey PRIMARY KEY (single),
    CONSTRAINT device_plane_keys_only_one CHECK (single),
    CONSTRAINT device_plane_keys_seed_length CHECK (octet_length(seed) = 32)
);

-- What a device is never changes; where it stands and whether it may speak does, and every such change is kept beside it.
CREATE TABLE devices (
    device_id uuid NOT NULL,
    kind text NOT NULL,
    make text NOT NULL,
    model text NOT NULL,
    serial text NOT NULL,
    public_key bytea NOT NULL,
    table_id uuid NOT NULL,
    status text NOT NULL,
    version integer NOT NULL,
    enrolled_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT devices_pkey PRIMARY KEY (device_id),
    CONSTRAINT devices_public_key_key UNIQUE (public_key),
    CONSTRAINT devices_serial_key UNIQUE (make, serial),
    CONSTRAINT devices_table_fkey FOREIGN KEY (table_id) REFERENCES tables (table_id),
    CONSTRAINT devices_kind_known CHECK (kind IN ('shoe', 'shuffler', 'wager_sensor', 'prize_wheel', 'display')),
    CONSTRAINT devices_status_known CHECK (status IN ('enabled', 'disabled', 'revoked')),
    CONSTRAINT devices_names_length CHECK (length(make) BETWEEN 1 AND 100 AND length(model) BETWEEN 1 AND 100
        AND length(serial) BETWEEN 1 AND 100),
    CONSTRAINT devices_public_key_length CHECK (octet_length(public_key) = 32)
);

-- A table has one working device of a kind; displays may be many.
CREATE UNIQUE INDEX devices_one_of_a_kind ON devices (table_id, kind) WHERE status = 'enabled' AND kind <> 'display';

CREATE TABLE device_changes (
    device_id uuid NOT NULL,
    version integer NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    table_id uuid NOT NULL,
    status text NOT NULL,
    changed_by bigint NOT NULL,
    -- The second person, and the approval that was decided, where the change takes two.
    agreed_by bigint,
    approval_id uuid,
    reason text NOT NULL,
    CONSTRAINT device_changes_pkey PRIMARY KEY (device_id, version),
    CONSTRAINT device_changes_device_fkey FOREIGN KEY (device_id) REFERENCES devices (device_id),
    CONSTRAINT device_changes_second_person CHECK (agreed_by IS DISTINCT FROM changed_by),
    -- Whatever lets a device speak takes two people; whatever silences one takes one.
    CONSTRAINT device_changes_two_people CHECK (status <> 'enabled' OR (agreed_by IS NOT NULL AND approval_id IS NOT NULL)),
    CONSTRAINT device_changes_reason_length CHECK (length(reason) BETWEEN 1 AND 500)
);

CREATE FUNCTION device_change_follows() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.version <> OLD.version + 1 OR OLD.status = 'revoked' THEN
        RAISE EXCEPTION 'a change of device % is refused', OLD.device_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'devices_change_follows', TABLE = 'devices';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER devices_change_follows BEFORE UPDATE ON devices
    FOR EACH ROW EXECUTE FUNCTION device_change_follows();
CREATE TRIGGER devices_stay BEFORE DELETE ON devices
    FOR EACH ROW EXECUTE FUNCTION refuse_change('devices_stay');
CREATE TRIGGER devices_no_truncate BEFORE TRUNCATE ON devices EXECUTE FUNCTION refuse_change('devices_stay');

-- The programs that devices may run (R39); what is withdrawn is not run any more.
CREATE TABLE firmware_approvals (
    firmware_id uuid NOT NULL,
    kind text NOT NULL,
    make text NOT NULL,
    version text NOT NULL,
    hash bytea NOT NULL,
    proposed_by bigint NOT NULL,
    agreed_by bigint NOT NULL,
    approval_id uuid NOT NULL,
    approved_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT firmware_approvals_pkey PRIMARY KEY (firmware_id),
    CONSTRAINT firmware_approvals_hash_length CHECK (octet_length(hash) = 32),
    CONSTRAINT firmware_approvals_names_length CHECK (length(make) BETWEEN 1 AND 100 AND length(version) BETWEEN 1 AND 60),
    CONSTRAINT firmware_approvals_second_person CHECK (agreed_by <> proposed_by)
);
CREATE INDEX firmware_approvals_by_hash ON firmware_approvals (hash);

CREATE TABLE firmware_withdrawals (
    firmware_id uuid NOT NULL,
    withdrawn_by bigint NOT NULL,
    withdrawn_at timestamptz NOT NULL DEFAULT now(),
    reason text NOT NULL,
    CONSTRAINT firmware_withdrawals_pkey PRIMARY KEY (firmware_id),
    CONSTRAINT firmware_withdrawals_firmware_fkey FOREIGN KEY (firmware_id) REFERENCES firmware_approvals (firmware_id),
    CONSTRAINT firmware_withdrawals_reason_length CHECK (length(reason) BETWEEN 1 AND 500)
);

-- What a device said, word for word, before it has any effect; and what became of it.
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
    CONSTRAINT device_messages_pkey PRIMARY KEY (device_id, sequence),
    CONSTRAINT device_messages_device_fkey FOREIGN KEY (device_id) REFERENCES devices (device_id),
    CONSTRAINT device_messages_sequence_positive CHECK (sequence > 0),
    CONSTRAINT device_messages_digest_length CHECK (octet_length(digest) = 32),
    CONSTRAINT device_messages_signature_length CHECK (octet_length(signature) = 64)
);
CREATE INDEX device_messages_received ON device_messages (received_at);

CREATE TABLE device_answers (
    device_id uuid NOT NULL,
    sequence bigint NOT NULL,
    answered_at timestamptz NOT NULL,
    -- Why it was refused; none where it was accepted.
    code text,
    clause text,
    -- The entry of the table's journal that came of it.
    table_seq bigint,
    CONSTRAINT device_answers_pkey PRIMARY KEY (device_id, sequence),
    CONSTRAINT device_answers_message_fkey FOREIGN KEY (device_id, sequence) REFERENCES device_messages (device_id, sequence)
);

-- What was wrong with what came: forged, replayed, out of order, from the wrong device, at an impossible time. The device is
-- whoever it claimed to be.
CREATE TABLE device_anomalies (
    anomaly_id uuid NOT NULL,
    at timestamptz NOT NULL,
    device_id uuid NOT NULL,
    code text NOT NULL,
    sequence bigint,
    digest bytea,
    details jsonb NOT NULL DEFAULT '{}',
    CONSTRAINT device_anomalies_pkey PRIMARY KEY (anomaly_id),
    CONSTRAINT device_anomalies_code_named CHECK (code ~ '^[a-z_]{1,60}$')
);
CREATE INDEX device_anomalies_by_device ON device_anomalies (device_id, anomaly_id);

-- What a device was told to do, and whether it did.
CREATE TABLE device_commands (
    device_id uuid NOT NULL,
    number bigint NOT NULL,
    issued_at timestamptz NOT NULL,
    kind text NOT NULL,
    body text NOT NULL,
    CONSTRAINT device_commands_pkey PRIMARY KEY (device_id, number),
    CONSTRAINT device_commands_device_fkey FOREIGN KEY (device_id) REFERENCES devices (device_id),
    CONSTRAINT device_commands_number_positive CHECK (number > 0)
);

CREATE TABLE device_acknowledgements (
    device_id uuid NOT NULL,
    number bigint NOT NULL,
    acknowledged_at timestamptz NOT NULL,
    done boolean NOT NULL,
    CONSTRAINT device_acknowledgements_pkey PRIMARY KEY (device_id, number),
    CONSTRAINT device_acknowledgements_command_fkey
        FOREIGN KEY (device_id, number) REFERENCES device_commands (device_id, number)
);

-- Faults as they came and went; the last word about a code says whether it lasts.
CREATE TABLE device_faults (
    device_id uuid NOT NULL,
    sequence bigint NOT NULL,
    code text NOT NULL,
    at timestamptz NOT NULL,
    lasts boolean NOT NULL,
    CONSTRAINT device_faults_pkey PRIMARY KEY (device_id, sequence),
    CONSTRAINT device_faults_device_fkey FOREIGN KEY (device_id) REFERENCES devices (device_id)
);

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['device_plane_keys', 'device_changes', 'firmware_approvals', 'firmware_withdrawals',
        'device_messages', 'device_answers', 'device_anomalies', 'device_commands', 'device_acknowledgements', 'device_faults']
    LOOP
        EXECUTE format('CREATE TRIGGER %1$s_append_only BEFORE UPDATE OR DELETE ON %1$s
            FOR EACH ROW EXECUTE FUNCTION refuse_change(%2$L)', name, name || '_append_only');
        EXECUTE format('CREATE TRIGGER %1$s_no_truncate BEFORE TRUNCATE ON %1$s
            EXECUTE FUNCTION refuse_change(%2$L)', name, name || '_append_only');
        EXECUTE format('GRANT SELECT, INSERT ON %s TO baize_service', name);
    END LOOP;
END
$$;

GRANT SELECT, INSERT ON devices TO baize_service;
GRANT UPDATE (table_id, status, version) ON devices TO baize_service;
REVOKE EXECUTE ON FUNCTION device_change_follows() FROM PUBLIC;
