UPDATE jackpots SET state = 'void'
WHERE table_id = $1 AND seat = $2 AND bet = $3 AND state IN ('hit', 'hand_verified', 'light_verified')
