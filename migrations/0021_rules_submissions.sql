-- The life of a Rules Submission: its editions, and the steps it took. Rows are only ever added; where it stands is its last step.

CREATE TABLE rules_submissions (
    submission_id uuid NOT NULL,
    game text NOT NULL,
    drafted_by bigint NOT NULL,
    drafted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- The key under which it was asked for and the digest of what was asked, so that a retry finds it.
    request_id uuid NOT NULL,
    request_digest bytea NOT NULL,
    CONSTRAINT rules_submissions_pkey PRIMARY KEY (submission_id),
    CONSTRAINT rules_submissions_request_key UNIQUE (drafted_by, request_id),
    CONSTRAINT rules_submissions_request_digest_length CHECK (octet_length(request_digest) = 32),
    CONSTRAINT rules_submissions_game_known
        CHECK (game IN ('let_it_ride_md', 'two_three_five_stud_md', 'criss_cross_md', 'let_it_ride_ca'))
);

CREATE TABLE rules_submission_editions (
    submission_id uuid NOT NULL,
    edition integer NOT NULL,
    document jsonb NOT NULL,
    edited_by bigint NOT NULL,
    edited_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT rules_submission_editions_pkey PRIMARY KEY (submission_id, edition),
    CONSTRAINT rules_submission_editions_submission_fkey
        FOREIGN KEY (submission_id) REFERENCES rules_submissions (submission_id),
    CONSTRAINT rules_submission_editions_counted CHECK (edition >= 1)
);

-- Submitted under an approval, and what became of it. The version is the one the rules are kept under from then on.
CREATE TABLE rules_submission_steps (
    submission_id uuid NOT NULL,
    number integer NOT NULL,
    step text NOT NULL,
    edition integer NOT NULL,
    rules_version text NOT NULL,
    approval_id uuid NOT NULL,
    taken_by bigint NOT NULL,
    taken_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    detail jsonb NOT NULL,
    CONSTRAINT rules_submission_steps_pkey PRIMARY KEY (submission_id, number),
    CONSTRAINT rules_submission_steps_edition_fkey
        FOREIGN KEY (submission_id, edition) REFERENCES rules_submission_editions (submission_id, edition),
    CONSTRAINT rules_submission_steps_approval_fkey FOREIGN KEY (approval_id) REFERENCES approvals (approval_id),
    CONSTRAINT rules_submission_steps_counted CHECK (number >= 1),
    CONSTRAINT rules_submission_steps_known CHECK (step IN ('submitted', 'approved'))
);

-- Approved once at most, and only by somebody other than who submitted it.
CREATE UNIQUE INDEX rules_submission_steps_approved_once ON rules_submission_steps (submission_id) WHERE step = 'approved';

CREATE TRIGGER rules_submissions_append_only BEFORE UPDATE OR DELETE ON rules_submissions
    FOR EACH ROW EXECUTE FUNCTION refuse_change('rules_submissions_append_only');
CREATE TRIGGER rules_submissions_no_truncate BEFORE TRUNCATE ON rules_submissions
    EXECUTE FUNCTION refuse_change('rules_submissions_append_only');
CREATE TRIGGER rules_submission_editions_append_only BEFORE UPDATE OR DELETE ON rules_submission_editions
    FOR EACH ROW EXECUTE FUNCTION refuse_change('rules_submission_editions_append_only');
CREATE TRIGGER rules_submission_editions_no_truncate BEFORE TRUNCATE ON rules_submission_editions
    EXECUTE FUNCTION refuse_change('rules_submission_editions_append_only');
CREATE TRIGGER rules_submission_steps_append_only BEFORE UPDATE OR DELETE ON rules_submission_steps
    FOR EACH ROW EXECUTE FUNCTION refuse_change('rules_submission_steps_append_only');
CREATE TRIGGER rules_submission_steps_no_truncate BEFORE TRUNCATE ON rules_submission_steps
    EXECUTE FUNCTION refuse_change('rules_submission_steps_append_only');

GRANT SELECT, INSERT ON rules_submissions, rules_submission_editions, rules_submission_steps TO baize_service;
