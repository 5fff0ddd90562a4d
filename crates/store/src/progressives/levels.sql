-- The levels of progressives, the highest first.
SELECT
    meter_id, progressive_id, level, initial_cents, reset_cents, rate_ppm, next_rate_ppm, limit_cents, reserve_ppm,
    plausible_micro, frozen_cause, balance_micro, overflow_micro, reserve_micro, entries, wagers, wagered_cents,
    contributed_micro, hits, won_micro, overflowed_micro, reserved_micro
FROM meters
WHERE $1::uuid IS NULL OR progressive_id = $1
ORDER BY progressive_id, array_position(ARRAY['main', 'mega', 'major', 'minor'], level)
