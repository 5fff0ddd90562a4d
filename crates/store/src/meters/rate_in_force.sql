WITH changed AS (
    UPDATE meters AS now SET rate_ppm = before.next_rate_ppm, next_rate_ppm = NULL
    FROM meters AS before
    WHERE now.meter_id = $1 AND before.meter_id = $1 AND before.next_rate_ppm IS NOT NULL
    RETURNING now.progressive_id, now.level, before.rate_ppm AS was, now.rate_ppm AS is
)
INSERT INTO progressive_changes (progressive_id, version, kind, before, after)
SELECT
    progressive_id, progressives.version, 'rate_in_force', jsonb_build_object('level', level, 'rate_ppm', was),
    jsonb_build_object('level', level, 'rate_ppm', changed.is)
FROM changed JOIN progressives USING (progressive_id)
