INSERT INTO rounds (
    round_id, table_id, number, game, rules_version, dealer_id, opened_at, first_seq, status, void_cause, bets_closed_at,
    ended_at, last_seq
)
SELECT
    round_id, table_id, number, game, rules_version, dealer_id, opened_at, first_seq, status, void_cause, bets_closed_at,
    ended_at, last_seq
FROM UNNEST(
    $1::uuid[], $2::uuid[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::timestamptz[], $8::bigint[],
    $9::text[], $10::text[], $11::timestamptz[], $12::timestamptz[], $13::bigint[]
) AS given (
    round_id, table_id, number, game, rules_version, dealer_id, opened_at, first_seq, status, void_cause, bets_closed_at,
    ended_at, last_seq
)
