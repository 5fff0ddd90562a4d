-- The jackpots before one, newest first.
SELECT
    jackpot_id, jackpots.table_id, round_id, seat, bet, jackpots.stake_cents, jackpots.meter_id,
    meters.progressive_id AS "progressive_id?", progressives.name AS "name?", meters.level AS "level?", percent, clause, hand,
    trigger_micro, paid_cents, meter_entry, hit_at, tax_form, tax_withholding, state, hand_by, hand_at, light_by, light_at,
    decided_by, second_by, decided_at, paid_by, paid_from, slip_number
FROM jackpots
LEFT JOIN meters ON meters.meter_id = jackpots.meter_id
LEFT JOIN progressives ON progressives.progressive_id = meters.progressive_id
WHERE jackpot_id < $1 AND (NOT $2 OR state IN ('hit', 'hand_verified', 'light_verified'))
ORDER BY jackpot_id DESC
LIMIT $3
