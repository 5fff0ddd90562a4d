-- Tables whose chips on the way are not those of their issued slips, or whose boxes in the count room are not those that wait
-- for their count.
SELECT count(*) AS "count!"
FROM tables
LEFT JOIN LATERAL (
    SELECT
        COALESCE(sum(amount_micro) FILTER (WHERE account = 'transit'), 0) AS transit,
        COALESCE(sum(amount_micro) FILTER (WHERE account = 'count_room'), 0) AS count_room
    FROM ledger_postings WHERE ledger_postings.table_id = tables.table_id AND account IN ('transit', 'count_room')
) AS books ON true
LEFT JOIN LATERAL (
    SELECT COALESCE(sum(total_cents), 0) AS issued
    FROM slips WHERE slips.table_id = tables.table_id AND state = 'issued'
) AS slips ON true
LEFT JOIN LATERAL (
    SELECT COALESCE(sum(recorded_cents), 0) AS waiting
    FROM drop_boxes WHERE drop_boxes.table_id = tables.table_id AND verified_at IS NULL
) AS boxes ON true
WHERE books.transit <> slips.issued * 1000000 OR books.count_room <> boxes.waiting * 1000000
