SELECT
    round_id, table_id, number, game, rules_version, dealer_id, status, void_cause, opened_at, bets_closed_at, ended_at,
    first_seq, last_seq,
    EXISTS (
        SELECT FROM virtual_shuffles
        WHERE virtual_shuffles.table_id = rounds.table_id AND round_number = rounds.number
    ) AS "virtual_shoe!",
    (SELECT training FROM tables WHERE tables.table_id = rounds.table_id) AS "training!"
FROM rounds
WHERE table_id = $1 AND number < $2
ORDER BY number DESC
LIMIT $3
