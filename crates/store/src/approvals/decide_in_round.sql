-- A table has one proposal at a time, so the one that is open is the one decided.
INSERT INTO approval_decisions (approval_id, decision, decided_by, decided_at, comment, request_id, request_digest)
SELECT
    approvals.approval_id,
    CASE
        WHEN $2::boolean THEN 'approved'
        WHEN $3::bigint IS NULL THEN 'lapsed'
        WHEN $3 = approvals.proposed_by THEN 'withdrawn'
        ELSE 'declined'
    END,
    COALESCE($3, approvals.proposed_by), $4, '', $5, $6
FROM approvals
LEFT JOIN approval_decisions USING (approval_id)
WHERE approvals.table_id = $1 AND approvals.kind = 'round' AND approval_decisions.decision IS NULL
ORDER BY approvals.approval_id DESC
LIMIT 1
RETURNING approval_id
