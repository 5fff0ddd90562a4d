-- A wager that a sensor reports beyond the chips at its seat is refused with what is missing, also when the device asks again.
ALTER TABLE device_answers ADD COLUMN missing_cents bigint;
