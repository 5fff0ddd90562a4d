-- Locks the heads of the tables that append, in one order for everybody, and says how each stands.
SELECT
    given.place AS "place!", heads.seq AS "seq!", heads.hash AS "hash!", heads.epoch AS "epoch!",
    keys.command_id IS NOT NULL AS "key_known!", rounds.round_id AS "round_id?"
FROM UNNEST($1::bigint[], $2::uuid[], $3::uuid[]) AS given (place, table_id, command_id)
JOIN table_heads AS heads ON heads.table_id = given.table_id
LEFT JOIN command_keys AS keys ON keys.table_id = given.table_id AND keys.command_id = given.command_id
LEFT JOIN rounds ON rounds.table_id = given.table_id AND rounds.last_seq IS NULL
ORDER BY heads.table_id
FOR UPDATE OF heads
