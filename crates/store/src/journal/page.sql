-- The entries of a table after one, in order.
SELECT
    table_id, seq, at, epoch, actor, command_id, command, events, encoding, rules_version, round_id AS "round_id?",
    previous, hash
FROM journal
WHERE table_id = $1 AND seq > $2 AND seq <= $3
ORDER BY seq
LIMIT $4
