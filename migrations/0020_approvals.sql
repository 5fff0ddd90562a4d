-- What needs two people: what one proposed, until when, and what another decided. Rows are only ever added; a matter is pending
-- while it has no decision and its time has not run out.

CREATE TABLE approvals (
    approval_id uuid NOT NULL,
    kind text NOT NULL,
    matter jsonb NOT NULL,
    -- The table it concerns, where it concerns one.
    table_id uuid,
    reason text NOT NULL,
    proposed_by bigint NOT NULL,
    proposed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    expires_at timestamptz NOT NULL,
    -- The key under which it was asked for and the digest of what was asked, so that a retry finds it.
    request_id uuid NOT NULL,
    request_digest bytea NOT NULL,
    CONSTRAINT approvals_pkey PRIMARY KEY (approval_id),
    CONSTRAINT approvals_request_key UNIQUE (proposed_by, request_id),
    CONSTRAINT approvals_table_fkey FOREIGN KEY (table_id) REFERENCES tables (table_id),
    CONSTRAINT approvals_kind_named CHECK (kind ~ '^[a-z_]{1,60}$' AND kind = matter ->> 'kind'),
    CONSTRAINT approvals_reason_length CHECK (length(reason) <= 500),
    CONSTRAINT approvals_request_digest_length CHECK (octet_length(request_digest) = 32),
    CONSTRAINT approvals_proposer_not_negative CHECK (proposed_by >= 0)
);

CREATE INDEX approvals_by_expiry ON approvals (expires_at);
CREATE INDEX approvals_by_table ON approvals (table_id, approval_id);

-- A decision is the only one of its matter, made in time by somebody else; only the proposer withdraws.
CREATE TABLE approval_decisions (
    approval_id uuid NOT NULL,
    decision text NOT NULL,
    decided_by bigint NOT NULL,
    decided_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    comment text NOT NULL,
    request_id uuid NOT NULL,
    request_digest bytea NOT NULL,
    CONSTRAINT approval_decisions_pkey PRIMARY KEY (approval_id),
    CONSTRAINT approval_decisions_approval_fkey FOREIGN KEY (approval_id) REFERENCES approvals (approval_id),
    CONSTRAINT approval_decisions_known CHECK (decision IN ('approved', 'declined', 'withdrawn')),
    CONSTRAINT approval_decisions_comment_length CHECK (length(comment) <= 500),
    CONSTRAINT approval_decisions_request_digest_length CHECK (octet_length(request_digest) = 32),
    CONSTRAINT approval_decisions_decider_not_negative CHECK (decided_by >= 0)
);

CREATE FUNCTION approval_decision_permitted() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
    of public.approvals%ROWTYPE;
    broken text;
BEGIN
    -- Two decisions of one matter come one after the other.
    SELECT * INTO of FROM public.approvals WHERE approval_id = NEW.approval_id FOR UPDATE;
    IF (NEW.decision = 'withdrawn') <> (NEW.decided_by = of.proposed_by) THEN
        broken := 'approval_decisions_second_person';
    ELSIF clock_timestamp() >= of.expires_at THEN
        broken := 'approval_decisions_in_time';
    ELSE
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'a decision of approval % is refused', NEW.approval_id
        USING ERRCODE = 'check_violation', CONSTRAINT = broken, TABLE = 'approval_decisions';
END
$$;

CREATE TRIGGER approval_decisions_permitted BEFORE INSERT ON approval_decisions
    FOR EACH ROW EXECUTE FUNCTION approval_decision_permitted();

CREATE TRIGGER approvals_append_only BEFORE UPDATE OR DELETE ON approvals
    FOR EACH ROW EXECUTE FUNCTION refuse_change('approvals_append_only');
CREATE TRIGGER approvals_no_truncate BEFORE TRUNCATE ON approvals
    EXECUTE FUNCTION refuse_change('approvals_append_only');
CREATE TRIGGER approval_decisions_append_only BEFORE UPDATE OR DELETE ON approval_decisions
    FOR EACH ROW EXECUTE FUNCTION refuse_change('approval_decisions_append_only');
CREATE TRIGGER approval_decisions_no_truncate BEFORE TRUNCATE ON approval_decisions
    EXECUTE FUNCTION refuse_change('approval_decisions_append_only');

REVOKE EXECUTE ON FUNCTION approval_decision_permitted() FROM PUBLIC;
GRANT SELECT, INSERT ON approvals, approval_decisions TO baize_service;
