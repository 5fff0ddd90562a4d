-- The rest of a Rules Submission's life: what was written is kept as it was written, warnings are acknowledged by name, par sheets
-- stay with what was submitted, rules are effective from a time, one submission takes another's place, and a draft may be given up.

ALTER TABLE rules_submission_editions
    -- The text as it was sent: a name given twice in it is told, which a parsed document has forgotten.
    ADD COLUMN source text,
    -- The key under which a later edition was asked for and the digest of what was asked, so that a retry finds it.
    ADD COLUMN request_id uuid,
    ADD COLUMN request_digest bytea,
    ADD CONSTRAINT rules_submission_editions_request_key UNIQUE (submission_id, request_id),
    ADD CONSTRAINT rules_submission_editions_request_whole CHECK ((request_id IS NULL) = (request_digest IS NULL)),
    ADD CONSTRAINT rules_submission_editions_request_digest_length CHECK (octet_length(request_digest) = 32);

ALTER TABLE rules_submission_steps
    ALTER COLUMN detail SET DEFAULT '{}',
    -- The names of everything an owner was told to think about.
    ADD COLUMN warnings text[] NOT NULL DEFAULT '{}',
    -- What the house keeps of each wager: [{"wager", "paytable", "edges": [{"circumstances", "exact", "percent"}]}].
    ADD COLUMN edges jsonb NOT NULL DEFAULT '[]',
    ADD COLUMN par_sheets jsonb NOT NULL DEFAULT '[]',
    -- Of what was submitted, the earliest moment asked for; of what was approved, the moment it is effective from.
    ADD COLUMN effective_from timestamptz,
    ADD COLUMN supersedes uuid,
    ADD CONSTRAINT rules_submission_steps_edges_list CHECK (jsonb_typeof(edges) = 'array'),
    ADD CONSTRAINT rules_submission_steps_supersedes_fkey FOREIGN KEY (supersedes) REFERENCES rules_submissions (submission_id),
    ADD CONSTRAINT rules_submission_steps_supersedes_another CHECK (supersedes <> submission_id);

-- What was approved before there was a time to be effective from was effective at once.
ALTER TABLE rules_submission_steps ADD CONSTRAINT rules_submission_steps_effective
    CHECK (step <> 'approved' OR effective_from IS NOT NULL) NOT VALID;

-- One submission takes another's place.
CREATE UNIQUE INDEX rules_submission_steps_superseded_once ON rules_submission_steps (supersedes) WHERE step = 'approved';

CREATE TABLE rules_submission_acknowledgements (
    submission_id uuid NOT NULL,
    edition integer NOT NULL,
    warning text NOT NULL,
    acknowledged_by bigint NOT NULL,
    acknowledged_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT rules_submission_acknowledgements_pkey PRIMARY KEY (submission_id, edition, warning),
    CONSTRAINT rules_submission_acknowledgements_edition_fkey
        FOREIGN KEY (submission_id, edition) REFERENCES rules_submission_editions (submission_id, edition)
);

-- A draft that was given up.
CREATE TABLE rules_submission_withdrawals (
    submission_id uuid NOT NULL,
    withdrawn_by bigint NOT NULL,
    withdrawn_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    comment text NOT NULL,
    CONSTRAINT rules_submission_withdrawals_pkey PRIMARY KEY (submission_id),
    CONSTRAINT rules_submission_withdrawals_submission_fkey
        FOREIGN KEY (submission_id) REFERENCES rules_submissions (submission_id),
    CONSTRAINT rules_submission_withdrawals_comment_length CHECK (length(comment) <= 500)
);

-- A step is taken only with every warning acknowledged by name, and a wager on which the player has the edge has such a warning. What
-- is approved is what was submitted, and somebody else approved it.
CREATE FUNCTION rules_submission_step_permitted() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
    before public.rules_submission_steps%ROWTYPE;
    broken text;
BEGIN
    SELECT * INTO before FROM public.rules_submission_steps
    WHERE submission_id = NEW.submission_id AND number = NEW.number - 1;
    IF EXISTS (SELECT FROM public.rules_submission_withdrawals WHERE submission_id = NEW.submission_id) THEN
        broken := 'rules_submission_steps_not_withdrawn';
    ELSIF before.step = 'approved' THEN
        broken := 'rules_submission_steps_approved_once';
    ELSIF EXISTS (
        SELECT FROM unnest(NEW.warnings) AS warning
        WHERE NOT EXISTS (
            SELECT FROM public.rules_submission_acknowledgements AS own
            WHERE own.submission_id = NEW.submission_id AND own.edition = NEW.edition AND own.warning = warning
        )
    ) THEN
        broken := 'rules_submission_steps_acknowledged';
    ELSIF EXISTS (
        SELECT FROM jsonb_array_elements(NEW.edges) AS sheet, jsonb_array_elements(sheet -> 'edges') AS edge
        WHERE starts_with(edge ->> 'exact', '-') AND 'player_edge.' || (sheet ->> 'wager') <> ALL (NEW.warnings)
    ) THEN
        broken := 'rules_submission_steps_edges_named';
    ELSIF NEW.step <> 'approved' THEN
        RETURN NEW;
    ELSIF (before.step, before.edition, before.rules_version, before.approval_id, before.warnings, before.edges, before.supersedes)
        IS DISTINCT FROM
        ('submitted', NEW.edition, NEW.rules_version, NEW.approval_id, NEW.warnings, NEW.edges, NEW.supersedes)
        OR before.effective_from > NEW.effective_from
    THEN
        broken := 'rules_submission_steps_as_submitted';
    ELSIF before.taken_by = NEW.taken_by OR NOT EXISTS (
        SELECT FROM public.approval_decisions
        WHERE approval_id = NEW.approval_id AND decision = 'approved' AND decided_by = NEW.taken_by
    ) THEN
        broken := 'rules_submission_steps_second_person';
    ELSE
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'a step of submission % is refused', NEW.submission_id
        USING ERRCODE = 'check_violation', CONSTRAINT = broken, TABLE = 'rules_submission_steps';
END
$$;

CREATE TRIGGER rules_submission_steps_permitted BEFORE INSERT ON rules_submission_steps
    FOR EACH ROW EXECUTE FUNCTION rules_submission_step_permitted();

CREATE FUNCTION rules_submission_withdrawal_permitted() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
    IF EXISTS (SELECT FROM public.rules_submission_steps WHERE submission_id = NEW.submission_id AND step = 'approved') THEN
        RAISE EXCEPTION 'submission % is approved', NEW.submission_id USING ERRCODE = 'check_violation',
            CONSTRAINT = 'rules_submission_withdrawals_not_approved', TABLE = 'rules_submission_withdrawals';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER rules_submission_withdrawals_permitted BEFORE INSERT ON rules_submission_withdrawals
    FOR EACH ROW EXECUTE FUNCTION rules_submission_withdrawal_permitted();

-- Where each submission stands now.
CREATE VIEW rules_submission_standings AS
SELECT
    rules_submissions.submission_id, rules_submissions.game, rules_submissions.drafted_by, rules_submissions.drafted_at,
    edition.edition, edition.document, edition.source, edition.edited_by, edition.edited_at,
    step.edition AS step_edition, step.rules_version, step.approval_id, step.warnings, step.edges, step.effective_from,
    step.supersedes, approvals.proposed_by AS submitted_by, approvals.proposed_at AS submitted_at,
    approval_decisions.decided_by, approval_decisions.decided_at,
    successor.submission_id AS superseded_by, successor.effective_from AS superseded_from,
    CASE
        WHEN rules_submission_withdrawals.submission_id IS NOT NULL THEN 'withdrawn'
        WHEN step.step IS NULL THEN 'draft'
        WHEN step.step = 'approved' AND successor.effective_from <= clock_timestamp() THEN 'superseded'
        WHEN step.step = 'approved' AND COALESCE(step.effective_from, step.taken_at) <= clock_timestamp() THEN 'effective'
        WHEN step.step = 'approved' THEN 'approved'
        WHEN approval_decisions.decision IS NULL AND approvals.expires_at > clock_timestamp() THEN 'submitted'
        -- Declined, it may be edited and submitted again; taken back or not decided in time, it is a draft as before.
        WHEN approval_decisions.decision = 'declined' AND edition.edition = step.edition THEN 'declined'
        ELSE 'draft'
    END AS state
FROM rules_submissions
CROSS JOIN LATERAL (
    SELECT edition, document, source, edited_by, edited_at
    FROM rules_submission_editions
    WHERE rules_submission_editions.submission_id = rules_submissions.submission_id
    ORDER BY edition DESC
    LIMIT 1
) AS edition
LEFT JOIN LATERAL (
    SELECT step, edition, rules_version, approval_id, taken_at, warnings, edges, effective_from, supersedes
    FROM rules_submission_steps
    WHERE rules_submission_steps.submission_id = rules_submissions.submission_id
    ORDER BY number DESC
    LIMIT 1
) AS step ON true
LEFT JOIN approvals USING (approval_id)
LEFT JOIN approval_decisions USING (approval_id)
LEFT JOIN rules_submission_withdrawals USING (submission_id)
LEFT JOIN rules_submission_steps AS successor
    ON successor.supersedes = rules_submissions.submission_id AND successor.step = 'approved';

CREATE TRIGGER rules_submission_acknowledgements_append_only BEFORE UPDATE OR DELETE ON rules_submission_acknowledgements
    FOR EACH ROW EXECUTE FUNCTION refuse_change('rules_submission_acknowledgements_append_only');
CREATE TRIGGER rules_submission_acknowledgements_no_truncate BEFORE TRUNCATE ON rules_submission_acknowledgements
    EXECUTE FUNCTION refuse_change('rules_submission_acknowledgements_append_only');
CREATE TRIGGER rules_submission_withdrawals_append_only BEFORE UPDATE OR DELETE ON rules_submission_withdrawals
    FOR EACH ROW EXECUTE FUNCTION refuse_change('rules_submission_withdrawals_append_only');
CREATE TRIGGER rules_submission_withdrawals_no_truncate BEFORE TRUNCATE ON rules_submission_withdrawals
    EXECUTE FUNCTION refuse_change('rules_submission_withdrawals_append_only');

REVOKE EXECUTE ON FUNCTION rules_submission_step_permitted(), rules_submission_withdrawal_permitted() FROM PUBLIC;
GRANT SELECT, INSERT ON rules_submission_acknowledgements, rules_submission_withdrawals TO baize_service;
GRANT SELECT ON rules_submission_standings TO baize_service;
