-- A slip that somebody wants void is decided at its table too, and is on the register of approvals: the journal's writer adds it
-- with the entry it comes from. Agreed to it must be in time; one that waited too long has lapsed when somebody lets it go.

CREATE OR REPLACE FUNCTION approval_decision_permitted() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
    of public.approvals%ROWTYPE;
    broken text;
BEGIN
    -- Two decisions of one matter come one after the other.
    SELECT * INTO of FROM public.approvals WHERE approval_id = NEW.approval_id FOR UPDATE;
    IF (NEW.decision IN ('withdrawn', 'lapsed')) <> (NEW.decided_by = of.proposed_by) THEN
        broken := 'approval_decisions_second_person';
    ELSIF of.kind <> 'round' AND (
        (NEW.decision = 'lapsed') <> (of.kind = 'slip_void' AND clock_timestamp() >= of.expires_at)
        OR NEW.decision <> 'lapsed' AND clock_timestamp() >= of.expires_at
    ) THEN
        broken := 'approval_decisions_in_time';
    ELSE
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'a decision of approval % is refused', NEW.approval_id
        USING ERRCODE = 'check_violation', CONSTRAINT = broken, TABLE = 'approval_decisions';
END
$$;
