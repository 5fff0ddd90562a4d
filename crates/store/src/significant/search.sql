SELECT
    event_id, events.at, kind, severity, table_id, round_id, events.staff_id, device, details,
    acknowledgements.staff_id AS "acknowledged_by?", acknowledgements.at AS "acknowledged_at?", note AS "note?"
FROM significant_events AS events
LEFT JOIN significant_acknowledgements AS acknowledgements USING (event_id)
WHERE ($1::uuid IS NULL OR event_id < $1)
    AND ($2::text[] IS NULL OR kind = ANY ($2))
    AND ($3::text IS NULL OR severity = $3)
    AND ($4::timestamptz IS NULL OR events.at >= $4)
    AND ($5::timestamptz IS NULL OR events.at < $5)
    AND ($6::uuid IS NULL OR table_id = $6)
    AND ($7::uuid IS NULL OR round_id = $7)
    AND ($8::bigint IS NULL OR events.staff_id = $8)
    AND ($9::text IS NULL OR device = $9)
    AND ($10::text IS NULL OR position(lower($10) IN lower(details::text)) > 0)
    AND ($11::boolean IS NULL OR (acknowledgements.event_id IS NOT NULL) = $11)
    AND ($12::uuid IS NULL OR event_id = $12)
ORDER BY event_id DESC
LIMIT $13
