UPDATE jackpots SET state = 'hand_verified', hand_by = $4, hand_at = $5
WHERE table_id = $1 AND seat = $2 AND bet = $3 AND state IN ('hit', 'hand_verified', 'light_verified')
