-- The entries of tables after what each has already. OFFSET keeps the planner from joining whole partitions instead of
-- looking each table up.
SELECT given.place AS "place!", entry.seq AS "seq!", entry.rules_version AS "rules_version!",
    entry.encoding AS "encoding!", entry.events AS "events!"
FROM UNNEST($1::bigint[], $2::uuid[], $3::bigint[]) AS given (place, table_id, after)
CROSS JOIN LATERAL (
    SELECT seq, rules_version, encoding, events
    FROM journal
    WHERE journal.table_id = given.table_id AND journal.seq > given.after
    ORDER BY seq
    OFFSET 0
) AS entry
