-- Decisions come as one text because arrays do not nest. Who sits at a seat is looked up unless the append says so.
INSERT INTO round_seats AS seats (round_id, seat, player_id, decisions, net_micro)
SELECT
    given.round_id, given.seat, CASE WHEN given.player_known THEN given.player_id ELSE table_seats.player_id END,
    COALESCE(string_to_array(given.decisions, ','), '{}'), given.net_micro
FROM (
    SELECT
        unnest($1::uuid[]) AS round_id, unnest($2::uuid[]) AS table_id, unnest($3::smallint[]) AS seat,
        unnest($4::text[]) AS decisions, unnest($5::bigint[]) AS net_micro, unnest($6::boolean[]) AS player_known,
        unnest($7::bigint[]) AS player_id
) AS given
LEFT JOIN table_seats ON table_seats.table_id = given.table_id AND table_seats.seat = given.seat
ON CONFLICT ON CONSTRAINT round_seats_pkey DO UPDATE
SET
    decisions = seats.decisions || excluded.decisions,
    net_micro = seats.net_micro + excluded.net_micro
