INSERT INTO approvals (
    approval_id, kind, matter, table_id, reason, proposed_by, proposed_at, expires_at, request_id, request_digest
)
VALUES ($1, $2, $3, $4, '', $5, $6, $7, $8, $9)
