INSERT INTO progressive_changes (progressive_id, version, kind, before, after, proposed_by, approved_by, reference)
SELECT progressive_id, version, $2, $3, $4, $5, $6, $7 FROM progressives WHERE progressive_id = $1
