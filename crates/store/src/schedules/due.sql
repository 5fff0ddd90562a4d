-- Of what was decided for each table and whose time has come the latest, unless the table has taken it up.
SELECT
    due.table_id AS "table_id!", due.approval_id AS "approval_id!", due.rules_version AS "rules_version!",
    approvals.proposed_by AS "proposed_by!", approval_decisions.decided_by AS "decided_by!",
    rules_versions.submission::text AS "submission!"
FROM (
    SELECT DISTINCT ON (table_id) table_id, approval_id, rules_version
    FROM table_schedules
    WHERE effective_from <= clock_timestamp()
    ORDER BY table_id, effective_from DESC, decided_at DESC
) AS due
JOIN approvals USING (approval_id)
JOIN approval_decisions USING (approval_id)
JOIN rules_versions USING (rules_version)
WHERE NOT EXISTS (
    SELECT FROM table_rules WHERE table_rules.table_id = due.table_id AND table_rules.approval_id = due.approval_id
)
