-- The schema as the catalogue has it, line by line: what decides about what is kept. Months come and go and are left out.
SELECT line AS "line!"
FROM (
    SELECT format(
        'column %s.%s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
        CASE WHEN a.attnotnull THEN 'NOT NULL' ELSE 'NULL' END, coalesce(pg_get_expr(d.adbin, d.adrelid), '')
    ) AS line
    FROM pg_attribute AS a
    JOIN pg_class AS c ON c.oid = a.attrelid
    LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'S') AND NOT c.relispartition
        AND a.attnum > 0 AND NOT a.attisdropped
    UNION ALL
    SELECT format('constraint %s.%s %s', c.relname, k.conname, pg_get_constraintdef(k.oid))
    FROM pg_constraint AS k
    JOIN pg_class AS c ON c.oid = k.conrelid
    WHERE c.relnamespace = 'public'::regnamespace AND NOT c.relispartition
    UNION ALL
    SELECT format('index %s', pg_get_indexdef(i.indexrelid))
    FROM pg_index AS i
    JOIN pg_class AS c ON c.oid = i.indrelid
    WHERE c.relnamespace = 'public'::regnamespace AND NOT c.relispartition
    UNION ALL
    SELECT format('trigger %s %s', t.tgenabled, pg_get_triggerdef(t.oid))
    FROM pg_trigger AS t
    JOIN pg_class AS c ON c.oid = t.tgrelid
    WHERE c.relnamespace = 'public'::regnamespace AND NOT c.relispartition AND NOT t.tgisinternal
    UNION ALL
    SELECT format('trigger of a month %s %s', t.tgenabled, t.tgname)
    FROM pg_trigger AS t
    JOIN pg_class AS c ON c.oid = t.tgrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relispartition AND NOT t.tgisinternal AND t.tgenabled <> 'O'
    UNION ALL
    SELECT format('function %s', pg_get_functiondef(p.oid))
    FROM pg_proc AS p
    WHERE p.pronamespace = 'public'::regnamespace AND p.prokind IN ('f', 'p')
    UNION ALL
    SELECT format('right %s on %s', g.privilege_type, g.table_name)
    FROM information_schema.role_table_grants AS g
    JOIN pg_class AS c ON c.relname = g.table_name AND c.relnamespace = 'public'::regnamespace
    WHERE g.table_schema = 'public' AND g.grantee = 'baize_service' AND NOT c.relispartition
    UNION ALL
    SELECT format('right %s on %s.%s', g.privilege_type, g.table_name, g.column_name)
    FROM information_schema.role_column_grants AS g
    JOIN pg_class AS c ON c.relname = g.table_name AND c.relnamespace = 'public'::regnamespace
    WHERE g.table_schema = 'public' AND g.grantee = 'baize_service' AND NOT c.relispartition
) AS catalogue
ORDER BY line COLLATE "C"
