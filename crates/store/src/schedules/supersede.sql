-- Every table that is played by one submission takes up the one that takes its place.
INSERT INTO table_schedules (approval_id, table_id, rules_version, submission_id, effective_from)
SELECT step.approval_id, tables.table_id, step.rules_version, step.submission_id, step.effective_from
FROM rules_submission_steps AS step
CROSS JOIN tables
WHERE step.submission_id = $1 AND step.step = 'approved' AND step.supersedes = (
    SELECT table_rules.submission_id FROM table_rules
    WHERE table_rules.table_id = tables.table_id
    ORDER BY table_rules.seq DESC
    LIMIT 1
)
