-- The first answers of commands, by their keys.
SELECT
    given.place AS "place!", keys.body_digest AS "body_digest!",
    journal.table_id AS "table_id!", journal.seq AS "seq!", journal.at AS "at!", journal.epoch AS "epoch!",
    journal.actor AS "actor!", journal.command_id AS "command_id!", journal.command AS "command!",
    journal.events AS "events!", journal.encoding AS "encoding!", journal.rules_version AS "rules_version!",
    journal.round_id AS "round_id?", journal.previous AS "previous!", journal.hash AS "hash!"
FROM UNNEST($1::uuid[], $2::uuid[]) WITH ORDINALITY AS given (table_id, command_id, place)
JOIN command_keys AS keys ON keys.table_id = given.table_id AND keys.command_id = given.command_id
JOIN journal ON journal.table_id = keys.table_id AND journal.seq = keys.seq AND journal.at = keys.at
ORDER BY given.place
