DELETE FROM table_seats
USING UNNEST($1::uuid[], $2::smallint[]) AS given (table_id, seat)
WHERE table_seats.table_id = given.table_id AND table_seats.seat = given.seat
