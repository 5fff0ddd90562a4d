WITH frozen AS (
    UPDATE meters SET frozen_cause = $2 WHERE meter_id = $1 AND frozen_cause IS NULL
    RETURNING progressive_id, level
), noted AS (
    INSERT INTO progressive_changes (progressive_id, version, kind, before, after)
    SELECT
        progressive_id, progressives.version, 'frozen', jsonb_build_object('level', level),
        jsonb_build_object('level', level, 'cause', $2::text)
    FROM frozen JOIN progressives USING (progressive_id)
)
SELECT progressive_id, level FROM frozen
