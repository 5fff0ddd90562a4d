-- The entries of a batch and the keys of their commands; a trigger moves each table's head, or refuses.
-- Arrays are unnested side by side in a SELECT, which spares the copy that each would have in a FROM.
WITH given AS (
    SELECT
        unnest($1::uuid[]) AS table_id, unnest($2::bigint[]) AS seq, unnest($3::timestamptz[]) AS at,
        unnest($4::bigint[]) AS epoch, unnest($5::text[]) AS actor, unnest($6::uuid[]) AS command_id,
        unnest($7::bytea[]) AS body_digest, unnest($8::text[]) AS command, unnest($9::text[]) AS events,
        unnest($10::text[]) AS rules_version, unnest($11::uuid[]) AS round_id, unnest($12::bytea[]) AS previous,
        unnest($13::bytea[]) AS hash
), keyed AS (
    INSERT INTO command_keys (table_id, command_id, body_digest, seq, at)
    SELECT table_id, command_id, body_digest, seq, at FROM given
)
INSERT INTO journal (
    table_id, seq, at, epoch, actor, command_id, command, events, encoding, rules_version, round_id, previous, hash
)
SELECT
    table_id, seq, at, epoch, actor, command_id, command, events, $14::smallint, rules_version, round_id, previous, hash
FROM given
