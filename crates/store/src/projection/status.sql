UPDATE rounds
SET
    status = COALESCE(given.status, rounds.status),
    void_cause = COALESCE(given.void_cause, rounds.void_cause),
    bets_closed_at = COALESCE(given.bets_closed_at, rounds.bets_closed_at),
    ended_at = given.ended_at,
    last_seq = given.last_seq
FROM UNNEST($1::uuid[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::bigint[])
    AS given (round_id, status, void_cause, bets_closed_at, ended_at, last_seq)
WHERE rounds.round_id = given.round_id
