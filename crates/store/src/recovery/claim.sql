-- Takes tables over, locked in one order for everybody, with what is needed to rebuild them.
WITH taken AS (
    SELECT table_id FROM table_heads WHERE $1::uuid IS NULL OR table_id = $1 ORDER BY table_id FOR UPDATE
), claimed AS (
    UPDATE table_heads SET epoch = table_heads.epoch + 1
    FROM taken
    WHERE table_heads.table_id = taken.table_id
    RETURNING table_heads.table_id, table_heads.seq, table_heads.hash, table_heads.epoch
)
SELECT
    claimed.table_id AS "table_id!", tables.name, tables.game, tables.rules_version, tables.training, tables.created_at,
    claimed.seq AS "seq!", claimed.hash AS "hash!", claimed.epoch AS "epoch!", snapshots.seq AS "snapshot_seq?",
    snapshots.state AS "state?"
FROM claimed
JOIN tables ON tables.table_id = claimed.table_id
LEFT JOIN snapshots
    ON snapshots.table_id = claimed.table_id AND snapshots.encoding = $2 AND snapshots.seq <= claimed.seq
ORDER BY claimed.table_id
