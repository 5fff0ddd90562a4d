-- A progressive that a table brought along names the game and the letter it is played for by; those carried over from the time
-- before had none, so that a table that left its own could not have come back to it.
INSERT INTO progressive_games (progressive_id, game, wager, letter)
SELECT DISTINCT
    progressives.progressive_id, tables.game, participations.wager,
    COALESCE(
        offered ->> 'paytable', offered ->> 'wheel',
        offered -> 'stakes' -> progressives.stake_cents::text -> 'hot_spot' ->> 'wheel'
    )
FROM progressives
JOIN participations USING (progressive_id)
JOIN tables ON tables.table_id = progressives.own_table
JOIN rules_versions USING (rules_version)
CROSS JOIN LATERAL (SELECT submission -> 'wagers' -> participations.wager AS offered) AS wagers
WHERE NOT EXISTS (SELECT FROM progressive_games AS game WHERE game.progressive_id = progressives.progressive_id);
