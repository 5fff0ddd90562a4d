INSERT INTO significant_events (event_id, at, kind, severity, table_id, round_id, staff_id, device, details)
SELECT * FROM unnest(
    $1::uuid[], $2::timestamptz[], $3::text[], $4::text[], $5::uuid[], $6::uuid[], $7::bigint[], $8::text[], $9::jsonb[]
)
