-- What entries of a table did to meters, each under the name that the table had for it then.
SELECT
    entry.seq AS "seq!", entry.meter_id, part.wager, part.stake_cents, meters.level, entry.pool, entry.kind,
    entry.amount_micro, entry.before_micro, entry.after_micro
FROM meter_entries AS entry
JOIN meters USING (meter_id)
CROSS JOIN LATERAL (
    SELECT wager, stake_cents FROM participations
    WHERE participations.table_id = entry.table_id AND participations.progressive_id = meters.progressive_id
    LIMIT 1
) AS part
WHERE entry.table_id = $1 AND entry.seq BETWEEN $2 AND $3
ORDER BY
    entry.seq, part.wager, part.stake_cents, array_position(ARRAY['main', 'mega', 'major', 'minor'], meters.level),
    entry.number
