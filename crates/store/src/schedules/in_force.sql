-- What a table was played by at a moment, who stands for the rules, and who put them in force there.
SELECT
    table_rules.seq, table_rules.rules_version, table_rules.in_force_from, table_rules.submission_id, rules_versions.submission,
    table_rules.approval_id, approvals.kind AS "kind?", approvals.proposed_by AS "scheduled_by?",
    approval_decisions.decided_by AS "agreed_by?", table_schedules.effective_from AS "effective_from?",
    submitted.proposed_by AS "proposed_by?", submitted.proposed_at AS "proposed_at?", step.taken_by AS "approved_by?",
    step.taken_at AS "approved_at?"
FROM table_rules
JOIN rules_versions USING (rules_version)
LEFT JOIN table_schedules
    ON table_schedules.approval_id = table_rules.approval_id AND table_schedules.table_id = table_rules.table_id
LEFT JOIN approvals ON approvals.approval_id = table_rules.approval_id
LEFT JOIN approval_decisions ON approval_decisions.approval_id = table_rules.approval_id
LEFT JOIN rules_submission_steps AS step ON step.submission_id = table_rules.submission_id AND step.step = 'approved'
LEFT JOIN approvals AS submitted ON submitted.approval_id = step.approval_id
WHERE table_rules.table_id = $1 AND table_rules.in_force_from <= $2
ORDER BY table_rules.seq DESC
LIMIT 1
