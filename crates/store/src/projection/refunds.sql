UPDATE round_wagers
SET outcome = 'refunded', win_cents = win_cents - given.unpaid, back_cents = back_cents + given.refund, clause = NULL
FROM UNNEST($1::uuid[], $2::smallint[], $3::text[], $4::bigint[], $5::bigint[])
    AS given (round_id, seat, bet, refund, unpaid)
WHERE round_wagers.round_id = given.round_id AND round_wagers.seat = given.seat AND round_wagers.bet = given.bet
