SELECT
    rules_submissions.submission_id, rules_submissions.game, rules_submissions.drafted_by, rules_submissions.drafted_at,
    edition.edition, edition.document, edition.edited_by, edition.edited_at,
    step.step AS "step?", step.edition AS "step_edition?", step.rules_version AS "rules_version?",
    step.approval_id AS "approval_id?", step.taken_by AS "taken_by?", step.taken_at AS "taken_at?",
    step.detail AS "detail?",
    step.step = 'submitted' AND approval_decisions.decision IS NULL AND approvals.expires_at > clock_timestamp()
        AS "pending?"
FROM rules_submissions
CROSS JOIN LATERAL (
    SELECT edition, document, edited_by, edited_at
    FROM rules_submission_editions
    WHERE rules_submission_editions.submission_id = rules_submissions.submission_id
    ORDER BY edition DESC
    LIMIT 1
) AS edition
LEFT JOIN LATERAL (
    SELECT step, edition, rules_version, approval_id, taken_by, taken_at, detail
    FROM rules_submission_steps
    WHERE rules_submission_steps.submission_id = rules_submissions.submission_id
    ORDER BY number DESC
    LIMIT 1
) AS step ON true
LEFT JOIN approvals USING (approval_id)
LEFT JOIN approval_decisions USING (approval_id)
WHERE rules_submissions.submission_id = $1
