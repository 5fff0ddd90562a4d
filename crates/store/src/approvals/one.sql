SELECT
    approvals.approval_id, approvals.matter, approvals.table_id, approvals.reason, approvals.proposed_by,
    approvals.proposed_at, approvals.expires_at, approval_decisions.decision AS "decision?",
    approval_decisions.decided_by AS "decided_by?", approval_decisions.decided_at AS "decided_at?",
    approval_decisions.comment AS "comment?", clock_timestamp() >= approvals.expires_at AS "overdue!"
FROM approvals
LEFT JOIN approval_decisions USING (approval_id)
WHERE approvals.approval_id = $1
