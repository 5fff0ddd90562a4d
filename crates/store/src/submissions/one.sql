SELECT
    submission_id AS "submission_id!", game AS "game!", drafted_by AS "drafted_by!", drafted_at AS "drafted_at!",
    edition AS "edition!", document AS "document!", source, edited_by AS "edited_by!", edited_at AS "edited_at!",
    state AS "state!", step_edition, rules_version, approval_id, warnings, edges, effective_from, supersedes,
    submitted_by, submitted_at, decided_by, decided_at, superseded_by, superseded_from
FROM rules_submission_standings
WHERE submission_id = $1
