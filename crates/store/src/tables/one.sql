SELECT
    tables.table_id, tables.name, tables.game, tables.rules_version, rules_versions.submission, tables.training,
    tables.created_at,
    table_heads.seq, table_heads.epoch, table_heads.hash
FROM tables
JOIN table_heads USING (table_id)
JOIN rules_versions USING (rules_version)
WHERE tables.table_id = $1
