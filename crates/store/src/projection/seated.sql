INSERT INTO table_seats (table_id, seat, player_id)
SELECT table_id, seat, player_id FROM UNNEST($1::uuid[], $2::smallint[], $3::bigint[]) AS given (table_id, seat, player_id)
ON CONFLICT ON CONSTRAINT table_seats_pkey DO UPDATE SET player_id = excluded.player_id
