UPDATE round_wagers
SET outcome = given.after
FROM UNNEST($1::uuid[], $2::smallint[], $3::text[], $4::text[], $5::boolean[])
    AS given (round_id, seat, before, after, main_only)
WHERE round_wagers.round_id = given.round_id AND round_wagers.seat = given.seat
    AND round_wagers.outcome IS NOT DISTINCT FROM given.before
    AND (NOT given.main_only OR round_wagers.bet IN ('ante_across', 'ante_down', 'across', 'down', 'middle'))
