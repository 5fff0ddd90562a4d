-- The last 25 hits of each level, newest first.
SELECT last.meter_id AS "meter_id!", last.table_id, last.seat, last.hit_at, last.paid_cents, last.state
FROM meters
CROSS JOIN LATERAL (
    SELECT meter_id, table_id, seat, hit_at, paid_cents, state FROM jackpots
    WHERE jackpots.meter_id = meters.meter_id ORDER BY meter_entry DESC LIMIT 25
) AS last
WHERE $1::uuid IS NULL OR meters.progressive_id = $1
