SELECT
    period.place AS "place!", rounds.rules_version AS "rules_version!", wagers.bet AS "bet!",
    sum(wagers.stake_cents)::bigint AS "stake_cents!"
FROM (
    SELECT
        unnest($1::bigint[]) AS place, unnest($2::uuid[]) AS table_id, unnest($3::bigint[]) AS start_seq,
        unnest($4::bigint[]) AS end_seq
) AS period
INNER JOIN rounds
    ON rounds.table_id = period.table_id AND rounds.status = 'complete' AND rounds.first_seq > period.start_seq
    AND rounds.first_seq < period.end_seq
INNER JOIN round_wagers AS wagers ON wagers.round_id = rounds.round_id AND wagers.outcome <> 'removed'
GROUP BY period.place, rounds.rules_version, wagers.bet
ORDER BY period.place, rounds.rules_version, wagers.bet
