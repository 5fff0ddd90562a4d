INSERT INTO meter_entries (
    meter_id, number, at, pool, kind, amount_micro, before_micro, after_micro, other_meter, asked_by, agreed_by, reason
)
SELECT meter_id, number, now(), pool, $8, amount_micro, before_micro, after_micro, other_meter, $9, $10, $11
FROM UNNEST(
    $1::uuid[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::uuid[]
) AS given (meter_id, number, pool, amount_micro, before_micro, after_micro, other_meter)
