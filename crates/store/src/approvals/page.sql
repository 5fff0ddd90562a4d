SELECT
    approvals.approval_id, approvals.matter, approvals.table_id, approvals.reason, approvals.proposed_by,
    approvals.proposed_at, approvals.expires_at, approval_decisions.decision AS "decision?",
    approval_decisions.decided_by AS "decided_by?", approval_decisions.decided_at AS "decided_at?",
    approval_decisions.comment AS "comment?", clock_timestamp() >= approvals.expires_at AS "overdue!"
FROM approvals
LEFT JOIN approval_decisions USING (approval_id)
WHERE approvals.approval_id > $1
    AND ($2::text IS NULL OR approvals.kind = $2)
    AND ($3::uuid IS NULL OR approvals.table_id = $3)
    AND CASE $4::text
        WHEN 'pending' THEN approval_decisions.decision IS NULL AND approvals.expires_at > clock_timestamp()
        WHEN 'expired' THEN approval_decisions.decision IS NOT DISTINCT FROM 'lapsed'
            OR approval_decisions.decision IS NULL AND approvals.expires_at <= clock_timestamp()
        ELSE $4 IS NULL OR approval_decisions.decision = $4
    END
ORDER BY approvals.approval_id
LIMIT $5
