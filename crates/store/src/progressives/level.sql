INSERT INTO meters (
    meter_id, progressive_id, level, initial_cents, reset_cents, rate_ppm, limit_cents, reserve_ppm, plausible_micro
)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
