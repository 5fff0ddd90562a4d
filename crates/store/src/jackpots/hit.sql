INSERT INTO jackpots (
    jackpot_id, table_id, round_id, seat, player_id, bet, stake_cents, meter_id, percent, clause, hand, trigger_micro,
    paid_cents, reseed_micro, meter_entry, hit_seq, hit_line, hit_at, tax_form, tax_withholding
)
SELECT
    $1, $2, $3, $4, (SELECT player_id FROM table_seats WHERE table_id = $2 AND seat = $4), $5, $6, $7, $8, $9, $10, $11, $12,
    $13, $14, $15, $16, $17, $18, $19
