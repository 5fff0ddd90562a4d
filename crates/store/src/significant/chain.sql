SELECT
    links.number AS "number!", links.hash AS "hash!", significant_text(significant_events.*) AS "text?"
FROM significant_links AS links
LEFT JOIN significant_events USING (event_id)
ORDER BY links.number
