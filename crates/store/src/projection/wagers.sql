INSERT INTO round_wagers AS wagers (round_id, seat, bet, stake_cents, outcome, win_cents, back_cents, clause)
SELECT
    unnest($1::uuid[]), unnest($2::smallint[]), unnest($3::text[]), unnest($4::bigint[]), unnest($5::text[]),
    unnest($6::bigint[]), unnest($7::bigint[]), unnest($8::text[])
ON CONFLICT ON CONSTRAINT round_wagers_pkey DO UPDATE
SET
    stake_cents = excluded.stake_cents,
    outcome = excluded.outcome,
    win_cents = excluded.win_cents,
    back_cents = excluded.back_cents,
    clause = excluded.clause
