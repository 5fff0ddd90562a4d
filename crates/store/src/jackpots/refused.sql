UPDATE jackpots SET state = 'refused', decided_by = $4, second_by = $5, decided_at = $6
WHERE table_id = $1 AND seat = $2 AND bet = $3 AND state IN ('hit', 'hand_verified', 'light_verified')
