UPDATE jackpots SET state = 'light_verified', light_by = $4, light_at = $5
WHERE table_id = $1 AND seat = $2 AND bet = $3 AND state IN ('hit', 'hand_verified', 'light_verified')
