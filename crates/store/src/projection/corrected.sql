-- Takes off the last decision of seats whose decision is put right, before the right one is added.
UPDATE round_seats
SET decisions = decisions[:cardinality(decisions) - 1]
FROM UNNEST($1::uuid[], $2::smallint[]) AS given (round_id, seat)
WHERE round_seats.round_id = given.round_id AND round_seats.seat = given.seat
