INSERT INTO meter_entries (
    meter_id, number, at, pool, kind, amount_micro, before_micro, after_micro, table_id, seq, wagers, wagered_cents
)
SELECT
    unnest($1::uuid[]), unnest($2::bigint[]), unnest($3::timestamptz[]), unnest($4::text[]), unnest($5::text[]),
    unnest($6::bigint[]), unnest($7::bigint[]), unnest($8::bigint[]), unnest($9::uuid[]), unnest($10::bigint[]),
    unnest($11::smallint[]), unnest($12::bigint[])
