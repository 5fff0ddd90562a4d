-- Meters that are new, and the movement that brings each to its initial amount.
WITH given AS (
    SELECT * FROM UNNEST($2::text[], $3::bigint[], $4::text[], $5::bigint[]) WITH ORDINALITY
        AS meter (wager, stake_cents, level, initial_micro, line)
), made AS (
    INSERT INTO meters (table_id, wager, stake_cents, level)
    SELECT $1, wager, stake_cents, level FROM given
    ON CONFLICT ON CONSTRAINT meters_pkey DO NOTHING
    RETURNING wager, stake_cents, level
)
INSERT INTO meter_entries (
    table_id, seq, line, at, wager, stake_cents, level, kind, amount_micro, before_micro, after_micro
)
SELECT
    heads.table_id, heads.seq, given.line, now(), wager, stake_cents, level, 'seed', given.initial_micro, 0,
    given.initial_micro
FROM made
JOIN given USING (wager, stake_cents, level)
JOIN table_heads AS heads ON heads.table_id = $1
