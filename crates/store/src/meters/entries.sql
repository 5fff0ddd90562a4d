INSERT INTO meter_entries (
    table_id, seq, line, at, wager, stake_cents, level, kind, amount_micro, before_micro, after_micro
)
SELECT table_id, seq, line, at, wager, stake_cents, level, kind, amount_micro, before_micro, after_micro
FROM UNNEST(
    $1::uuid[], $2::bigint[], $3::smallint[], $4::timestamptz[], $5::text[], $6::bigint[], $7::text[], $8::text[],
    $9::bigint[], $10::bigint[], $11::bigint[]
) AS given (table_id, seq, line, at, wager, stake_cents, level, kind, amount_micro, before_micro, after_micro)
