-- What was decided for a table and is neither taken up nor overtaken, in the order of its time.
SELECT
    table_schedules.approval_id, table_schedules.rules_version, table_schedules.submission_id, table_schedules.effective_from,
    rules_versions.submission::text AS "submission!"
FROM table_schedules
JOIN rules_versions USING (rules_version)
WHERE table_schedules.table_id = $1
    AND NOT EXISTS (
        SELECT FROM table_rules
        WHERE table_rules.table_id = table_schedules.table_id AND table_rules.approval_id = table_schedules.approval_id
    )
    AND NOT EXISTS (
        SELECT FROM table_schedules AS later
        WHERE later.table_id = table_schedules.table_id AND later.effective_from <= clock_timestamp()
            AND (later.effective_from, later.decided_at) > (table_schedules.effective_from, table_schedules.decided_at)
    )
ORDER BY table_schedules.effective_from, table_schedules.decided_at
