-- Which dealer deals where, until when. A table has one dealer at a time, and a dealer one table.

CREATE TABLE assignments (
    assignment_id uuid NOT NULL,
    table_id uuid NOT NULL,
    staff_id bigint NOT NULL,
    assigned_by bigint NOT NULL,
    assigned_at timestamptz NOT NULL,
    until timestamptz NOT NULL,
    ended_at timestamptz,
    ended_by bigint,
    -- The key under which it was asked for, so that a retry finds it.
    request_id uuid NOT NULL,
    CONSTRAINT assignments_pkey PRIMARY KEY (assignment_id),
    CONSTRAINT assignments_request_key UNIQUE (request_id),
    CONSTRAINT assignments_table_fkey FOREIGN KEY (table_id) REFERENCES tables (table_id),
    CONSTRAINT assignments_staff_fkey FOREIGN KEY (staff_id) REFERENCES accounts (staff_id),
    CONSTRAINT assignments_assigned_by_fkey FOREIGN KEY (assigned_by) REFERENCES accounts (staff_id),
    CONSTRAINT assignments_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES accounts (staff_id),
    CONSTRAINT assignments_last CHECK (until > assigned_at)
);
CREATE UNIQUE INDEX assignments_one_dealer ON assignments (table_id) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX assignments_one_table ON assignments (staff_id) WHERE ended_at IS NULL;
CREATE INDEX assignments_by_table ON assignments (table_id, assignment_id);

-- An assignment is what it was made as until it is ended, once.
CREATE TRIGGER assignments_only_ended BEFORE UPDATE ON assignments
    FOR EACH ROW WHEN (
        OLD.ended_at IS NOT NULL OR NEW.ended_at IS NULL
        OR ROW (NEW.assignment_id, NEW.table_id, NEW.staff_id, NEW.assigned_by, NEW.assigned_at, NEW.until, NEW.request_id)
            IS DISTINCT FROM
            ROW (OLD.assignment_id, OLD.table_id, OLD.staff_id, OLD.assigned_by, OLD.assigned_at, OLD.until, OLD.request_id)
    ) EXECUTE FUNCTION refuse_change('assignments_only_ended');
CREATE TRIGGER assignments_stay BEFORE DELETE ON assignments
    FOR EACH ROW EXECUTE FUNCTION refuse_change('assignments_only_ended');
CREATE TRIGGER assignments_no_truncate BEFORE TRUNCATE ON assignments
    EXECUTE FUNCTION refuse_change('assignments_only_ended');

GRANT SELECT, INSERT ON assignments TO baize_service;
GRANT UPDATE (ended_at, ended_by) ON assignments TO baize_service;
