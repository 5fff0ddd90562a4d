-- Series whose counter is behind a number that was taken.
SELECT counters.series
FROM slip_counters AS counters
WHERE counters.last < GREATEST(
    (SELECT max(number) FROM slips WHERE slips.series = counters.series),
    (SELECT max(number) FROM drop_boxes WHERE counters.series = 'drop'),
    (SELECT max(slip_number) FROM jackpots WHERE counters.series = 'jackpot')
)
ORDER BY counters.series
