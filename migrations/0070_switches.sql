-- The switch of all play: every time somebody worked it, the last row is how it stands. Tables learn of it by a command.

CREATE TABLE play_switches (
    number bigint GENERATED ALWAYS AS IDENTITY,
    off boolean NOT NULL,
    reason text NOT NULL,
    note text NOT NULL,
    staff_id bigint NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    -- The key under which it was asked for and the digest of what was asked, so that a retry finds it.
    request_id uuid NOT NULL,
    request_digest bytea NOT NULL,
    CONSTRAINT play_switches_pkey PRIMARY KEY (number),
    CONSTRAINT play_switches_request_key UNIQUE (request_id),
    CONSTRAINT play_switches_request_digest_length CHECK (octet_length(request_digest) = 32),
    CONSTRAINT play_switches_staff_fkey FOREIGN KEY (staff_id) REFERENCES accounts (staff_id),
    CONSTRAINT play_switches_reason_known CHECK (
        reason IN ('equipment', 'staffing', 'investigation', 'dispute', 'regulator', 'emergency', 'other')
    ),
    CONSTRAINT play_switches_note_said CHECK (length(btrim(note)) BETWEEN 1 AND 500)
);

-- A switch is worked only into the other position, whoever comes first.
CREATE FUNCTION play_switches_alternate() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
    LOCK TABLE public.play_switches IN SHARE ROW EXCLUSIVE MODE;
    IF NEW.off = COALESCE((SELECT off FROM public.play_switches ORDER BY number DESC LIMIT 1), false) THEN
        RAISE EXCEPTION 'the switch stands so already' USING ERRCODE = 'integrity_constraint_violation',
            CONSTRAINT = 'play_switches_alternate', TABLE = 'play_switches';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER play_switches_alternate BEFORE INSERT ON play_switches
    FOR EACH ROW EXECUTE FUNCTION play_switches_alternate();
CREATE TRIGGER play_switches_append_only BEFORE UPDATE OR DELETE ON play_switches
    FOR EACH ROW EXECUTE FUNCTION refuse_change('play_switches_append_only');
CREATE TRIGGER play_switches_no_truncate BEFORE TRUNCATE ON play_switches
    EXECUTE FUNCTION refuse_change('play_switches_append_only');

GRANT SELECT, INSERT ON play_switches TO baize_service;
REVOKE EXECUTE ON FUNCTION play_switches_alternate() FROM PUBLIC;
