-- The meters of progressives, locked in one order for everybody, with how each works.
SELECT
    meters.meter_id, meters.progressive_id, meters.level, meters.reset_cents, meters.rate_ppm, meters.next_rate_ppm,
    meters.limit_cents, meters.reserve_ppm, meters.plausible_micro, meters.frozen_cause, meters.balance_micro,
    meters.overflow_micro, meters.reserve_micro, meters.funded_micro, meters.entries, progressives.status,
    progressives.partial_award_floor
FROM meters JOIN progressives USING (progressive_id)
WHERE meters.progressive_id = ANY($1)
ORDER BY meters.meter_id
FOR UPDATE OF meters
