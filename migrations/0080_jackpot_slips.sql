-- Jackpots' slips are numbered like every other: one row of the counters for their series, which moves only with the slip that
-- takes the number. And whoever agrees to a jackpot as the second person is another than the first.
ALTER TABLE slip_counters DROP CONSTRAINT slip_counters_series_known;
ALTER TABLE slip_counters
    ADD CONSTRAINT slip_counters_series_known CHECK (series IN ('fill', 'credit', 'drop', 'jackpot'));
INSERT INTO slip_counters (series, last) SELECT 'jackpot', last_number FROM slip_numbers WHERE kind = 'jackpot';
DROP TABLE slip_numbers;

CREATE FUNCTION jackpots_slip_follows() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
    UPDATE public.slip_counters SET last = NEW.slip_number WHERE series = 'jackpot' AND last = NEW.slip_number - 1;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the number does not follow the last of its series' USING
            ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'slip_numbers_follow', TABLE = 'jackpots';
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER jackpots_slip_follows AFTER UPDATE ON jackpots
    FOR EACH ROW WHEN (OLD.slip_number IS NULL AND NEW.slip_number IS NOT NULL) EXECUTE FUNCTION jackpots_slip_follows();
REVOKE EXECUTE ON FUNCTION jackpots_slip_follows() FROM PUBLIC;

ALTER TABLE jackpots ADD CONSTRAINT jackpots_second_is_another CHECK (second_by <> decided_by);
