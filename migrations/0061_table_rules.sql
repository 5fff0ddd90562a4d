-- By which rules each table is and was played, and which it takes up when their time has come. Rows are only ever added.

-- What two people decided for a table. Of those whose time has come the latest counts; those before it are overtaken.
CREATE TABLE table_schedules (
    approval_id uuid NOT NULL,
    table_id uuid NOT NULL,
    rules_version text NOT NULL,
    -- The submission it comes from; of a change of limits the one whose limits are changed.
    submission_id uuid,
    effective_from timestamptz NOT NULL,
    decided_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT table_schedules_pkey PRIMARY KEY (approval_id, table_id),
    CONSTRAINT table_schedules_version_key UNIQUE (approval_id, table_id, rules_version),
    CONSTRAINT table_schedules_approval_fkey FOREIGN KEY (approval_id) REFERENCES approvals (approval_id),
    CONSTRAINT table_schedules_table_fkey FOREIGN KEY (table_id) REFERENCES tables (table_id),
    CONSTRAINT table_schedules_rules_version_fkey FOREIGN KEY (rules_version) REFERENCES rules_versions (rules_version),
    CONSTRAINT table_schedules_submission_fkey FOREIGN KEY (submission_id) REFERENCES rules_submissions (submission_id)
);

CREATE INDEX table_schedules_by_time ON table_schedules (table_id, effective_from DESC, decided_at DESC);

-- Nothing is scheduled that two people did not decide.
CREATE FUNCTION table_schedule_decided() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM public.approvals JOIN public.approval_decisions USING (approval_id)
        WHERE approval_id = NEW.approval_id AND decision = 'approved' AND decided_by <> proposed_by
            AND (kind = 'rules_submission' OR kind IN ('table_rules', 'table_limits') AND table_id = NEW.table_id)
    ) THEN
        RAISE EXCEPTION 'nobody approved approval % for table %', NEW.approval_id, NEW.table_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'table_schedules_decided', TABLE = 'table_schedules';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER table_schedules_decided BEFORE INSERT ON table_schedules
    FOR EACH ROW EXECUTE FUNCTION table_schedule_decided();

-- In force from a moment on, by an entry of the table's journal; the first from its making, which is entry 0.
CREATE TABLE table_rules (
    table_id uuid NOT NULL,
    seq bigint NOT NULL,
    rules_version text NOT NULL,
    in_force_from timestamptz NOT NULL,
    submission_id uuid,
    approval_id uuid,
    CONSTRAINT table_rules_pkey PRIMARY KEY (table_id, seq),
    CONSTRAINT table_rules_table_fkey FOREIGN KEY (table_id) REFERENCES tables (table_id),
    CONSTRAINT table_rules_rules_version_fkey FOREIGN KEY (rules_version) REFERENCES rules_versions (rules_version),
    CONSTRAINT table_rules_submission_fkey FOREIGN KEY (submission_id) REFERENCES rules_submissions (submission_id),
    CONSTRAINT table_rules_scheduled_fkey FOREIGN KEY (approval_id, table_id, rules_version)
        REFERENCES table_schedules (approval_id, table_id, rules_version),
    CONSTRAINT table_rules_seq_not_negative CHECK (seq >= 0),
    CONSTRAINT table_rules_made_under CHECK (seq > 0 OR approval_id IS NULL)
);

CREATE UNIQUE INDEX table_rules_taken_up_once ON table_rules (approval_id, table_id) WHERE approval_id IS NOT NULL;

-- Tables that are there already: what their journals say.
INSERT INTO table_rules (table_id, seq, rules_version, in_force_from)
SELECT table_id, 0, COALESCE(
    (SELECT journal.rules_version FROM journal WHERE journal.table_id = tables.table_id ORDER BY seq LIMIT 1), rules_version
), created_at
FROM tables;
INSERT INTO table_rules (table_id, seq, rules_version, in_force_from)
SELECT table_id, seq, rules_version, at
FROM (
    SELECT table_id, seq, rules_version, at, lag(rules_version) OVER (PARTITION BY table_id ORDER BY seq) AS before
    FROM journal
) AS entry
WHERE before <> rules_version;

CREATE TRIGGER table_schedules_append_only BEFORE UPDATE OR DELETE ON table_schedules
    FOR EACH ROW EXECUTE FUNCTION refuse_change('table_schedules_append_only');
CREATE TRIGGER table_schedules_no_truncate BEFORE TRUNCATE ON table_schedules
    EXECUTE FUNCTION refuse_change('table_schedules_append_only');
CREATE TRIGGER table_rules_append_only BEFORE UPDATE OR DELETE ON table_rules
    FOR EACH ROW EXECUTE FUNCTION refuse_change('table_rules_append_only');
CREATE TRIGGER table_rules_no_truncate BEFORE TRUNCATE ON table_rules
    EXECUTE FUNCTION refuse_change('table_rules_append_only');

REVOKE EXECUTE ON FUNCTION table_schedule_decided() FROM PUBLIC;
GRANT SELECT, INSERT ON table_schedules, table_rules TO baize_service;
