-- A slip is wanted void once at a time, so the one that is open is the one decided. Late, it has lapsed, whoever lets it go.
INSERT INTO approval_decisions (approval_id, decision, decided_by, decided_at, comment, request_id, request_digest)
SELECT
    approvals.approval_id,
    CASE
        WHEN $4::boolean THEN 'approved'
        WHEN clock_timestamp() >= approvals.expires_at THEN 'lapsed'
        WHEN $5 = approvals.proposed_by THEN 'withdrawn'
        ELSE 'declined'
    END,
    CASE WHEN NOT $4 AND clock_timestamp() >= approvals.expires_at THEN approvals.proposed_by ELSE $5 END, $6, '', $7, $8
FROM approvals
LEFT JOIN approval_decisions USING (approval_id)
WHERE approvals.table_id = $1 AND approvals.kind = 'slip_void' AND approvals.matter ->> 'slip' = $2
    AND (approvals.matter ->> 'number')::bigint = $3 AND approval_decisions.decision IS NULL
ORDER BY approvals.approval_id DESC
LIMIT 1
RETURNING approval_id
