-- The slip's number is taken with the payment, so that none is missing and none is given twice. Whoever verified the light
-- is the dealer, who hands the jackpot over.
WITH slip AS (
    SELECT last + 1 AS number FROM slip_counters WHERE series = 'jackpot' FOR UPDATE
)
UPDATE jackpots SET
    state = 'paid', decided_by = $4, second_by = $5, decided_at = $6, paid_by = light_by, paid_from = $7,
    slip_number = slip.number
FROM slip
WHERE table_id = $1 AND seat = $2 AND bet = $3 AND state IN ('hit', 'hand_verified', 'light_verified')
