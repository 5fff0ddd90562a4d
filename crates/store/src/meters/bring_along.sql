-- A progressive of one table, its levels, and the table's part in it.
WITH made AS (
    INSERT INTO progressives (progressive_id, name, stake_cents, partial_award_floor, own_table, status)
    SELECT $2, concat_ws(' ', tables.name, $3::text, $4::bigint), $4, $5, table_id, 'enabled'
    FROM tables WHERE table_id = $1
    RETURNING progressive_id
), game AS (
    INSERT INTO progressive_games (progressive_id, game, wager, letter) SELECT progressive_id, $6, $3, $7 FROM made
), levels AS (
    INSERT INTO meters (
        meter_id, progressive_id, level, initial_cents, reset_cents, rate_ppm, limit_cents, plausible_micro
    )
    SELECT gen_random_uuid(), progressive_id, given.*
    FROM made CROSS JOIN UNNEST(
        $8::text[], $9::bigint[], $10::bigint[], $11::integer[], $12::bigint[], $13::bigint[]
    ) AS given
), part AS (
    INSERT INTO participations (table_id, wager, stake_cents, progressive_id)
    SELECT $1, $3, $4, progressive_id FROM made
)
INSERT INTO progressive_changes (progressive_id, version, kind, before, after)
SELECT progressive_id, 1, 'brought_along', '{}', jsonb_build_object('table', $1::uuid) FROM made
