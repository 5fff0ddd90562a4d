-- Training tables: their chips are worth nothing, so nothing of them may reach the cage, the drop, a meter or a jackpot.

ALTER TABLE tables ADD COLUMN training boolean NOT NULL DEFAULT false;
CREATE TRIGGER tables_training_stays BEFORE UPDATE ON tables
    FOR EACH ROW WHEN (NEW.training IS DISTINCT FROM OLD.training) EXECUTE FUNCTION refuse_change('tables_training_stays');

CREATE FUNCTION refuse_training() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
    IF (SELECT training FROM public.tables WHERE table_id = NEW.table_id) THEN
        RAISE EXCEPTION 'nothing at a training table is worth money' USING ERRCODE = 'integrity_constraint_violation',
            CONSTRAINT = 'training_tables_have_no_money', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER slips_not_in_training BEFORE INSERT ON slips FOR EACH ROW EXECUTE FUNCTION refuse_training();
CREATE TRIGGER drop_boxes_not_in_training BEFORE INSERT ON drop_boxes FOR EACH ROW EXECUTE FUNCTION refuse_training();
CREATE TRIGGER inventory_counts_not_in_training BEFORE INSERT ON inventory_counts
    FOR EACH ROW EXECUTE FUNCTION refuse_training();
CREATE TRIGGER participations_not_in_training BEFORE INSERT ON participations
    FOR EACH ROW EXECUTE FUNCTION refuse_training();
CREATE TRIGGER jackpots_not_in_training BEFORE INSERT ON jackpots FOR EACH ROW EXECUTE FUNCTION refuse_training();
-- Chips of a training table come from outside and go there; only the accounts of the table itself know them.
CREATE TRIGGER ledger_postings_not_in_training BEFORE INSERT ON ledger_postings
    FOR EACH ROW WHEN (NEW.account NOT IN ('seat', 'layout', 'rack', 'bank', 'fees', 'outside', 'house', 'meter'))
    EXECUTE FUNCTION refuse_training();

REVOKE EXECUTE ON FUNCTION refuse_training() FROM PUBLIC;
