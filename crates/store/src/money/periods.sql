WITH signed AS (
    SELECT
        table_id, seq, at, kind, total_cents, expected_cents, verified_at,
        lead(seq) OVER counts AS end_seq, lead(at) OVER counts AS ended_at, lead(total_cents) OVER counts AS closing_cents,
        lead(expected_cents) OVER counts AS closing_expected_cents,
        min(seq) FILTER (WHERE kind <> 'closer') OVER (
            PARTITION BY table_id ORDER BY seq ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING
        ) AS next_start_seq
    FROM inventory_counts
    WHERE verified_at IS NOT NULL AND ($3::uuid IS NULL OR table_id = $3)
    WINDOW counts AS (PARTITION BY table_id ORDER BY seq)
), period AS (
    SELECT * FROM signed WHERE kind <> 'closer' AND at >= $1 AND at < $2
), cash AS (
    SELECT
        period.table_id, period.seq, count(boxes.number) AS boxes, count(boxes.verified_at) AS verified_boxes,
        COALESCE(sum(CASE WHEN boxes.verified_at IS NULL THEN boxes.recorded_cents ELSE boxes.counted_cents END), 0)
            AS drop_cents
    FROM period
    LEFT JOIN drop_boxes AS boxes
        ON boxes.table_id = period.table_id AND boxes.removed_seq > period.seq
        AND (period.next_start_seq IS NULL OR boxes.removed_seq < period.next_start_seq)
    GROUP BY period.table_id, period.seq
), moved AS (
    SELECT
        period.table_id, period.seq,
        COALESCE(sum(slips.total_cents) FILTER (WHERE slips.series = 'fill'), 0) AS fills_cents,
        COALESCE(sum(slips.total_cents) FILTER (WHERE slips.series = 'credit'), 0) AS credits_cents
    FROM period
    LEFT JOIN slips
        ON slips.table_id = period.table_id AND slips.received_seq > period.seq
        AND (period.end_seq IS NULL OR slips.received_seq < period.end_seq)
    GROUP BY period.table_id, period.seq
)
SELECT
    period.table_id, tables.name, tables.game, period.seq AS "start_seq!", period.at AS "started_at!",
    period.total_cents AS "opening_cents!", period.end_seq, period.ended_at, period.closing_cents,
    period.closing_expected_cents, period.next_start_seq, moved.fills_cents::bigint AS "fills_cents!",
    moved.credits_cents::bigint AS "credits_cents!", cash.drop_cents::bigint AS "drop_cents!", cash.boxes AS "boxes!",
    cash.verified_boxes AS "verified_boxes!",
    EXISTS (
        SELECT FROM drop_boxes AS later
        WHERE later.table_id = period.table_id AND later.removed_seq > period.seq
    ) AS "box_since!"
FROM period
INNER JOIN tables ON tables.table_id = period.table_id
INNER JOIN cash ON cash.table_id = period.table_id AND cash.seq = period.seq
INNER JOIN moved ON moved.table_id = period.table_id AND moved.seq = period.seq
ORDER BY period.at, period.table_id, period.seq
