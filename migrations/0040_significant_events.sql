-- Significant events: what the people who answer for the floor must be able to find again. A register refuses nothing because
-- of what it speaks of, so it refers to no other table.

CREATE TABLE significant_events (
    event_id uuid NOT NULL,
    at timestamptz NOT NULL,
    kind text NOT NULL,
    severity text NOT NULL,
    table_id uuid,
    round_id uuid,
    staff_id bigint,
    device text,
    details jsonb NOT NULL DEFAULT '{}',
    CONSTRAINT significant_events_pkey PRIMARY KEY (event_id),
    CONSTRAINT significant_events_kind_named CHECK (kind ~ '^[a-z][a-z_]{2,60}$'),
    CONSTRAINT significant_events_severity_known CHECK (severity IN ('notice', 'warning', 'alarm')),
    CONSTRAINT significant_events_device_length CHECK (length(device) <= 200),
    CONSTRAINT significant_events_details_object CHECK (jsonb_typeof(details) = 'object')
);

CREATE INDEX significant_events_at ON significant_events (at);
CREATE INDEX significant_events_kind ON significant_events (kind, event_id);
CREATE INDEX significant_events_table ON significant_events (table_id, event_id) WHERE table_id IS NOT NULL;

-- Who has taken note of an event; once is enough.
CREATE TABLE significant_acknowledgements (
    event_id uuid NOT NULL,
    staff_id bigint NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    note text NOT NULL,
    CONSTRAINT significant_acknowledgements_pkey PRIMARY KEY (event_id),
    CONSTRAINT significant_acknowledgements_event_fkey FOREIGN KEY (event_id) REFERENCES significant_events (event_id),
    CONSTRAINT significant_acknowledgements_note_length CHECK (length(note) <= 1000)
);

CREATE TRIGGER significant_events_append_only BEFORE UPDATE OR DELETE ON significant_events
    FOR EACH ROW EXECUTE FUNCTION refuse_change('significant_events_append_only');
CREATE TRIGGER significant_events_no_truncate BEFORE TRUNCATE ON significant_events
    EXECUTE FUNCTION refuse_change('significant_events_append_only');
CREATE TRIGGER significant_acknowledgements_append_only BEFORE UPDATE OR DELETE ON significant_acknowledgements
    FOR EACH ROW EXECUTE FUNCTION refuse_change('significant_acknowledgements_append_only');
CREATE TRIGGER significant_acknowledgements_no_truncate BEFORE TRUNCATE ON significant_acknowledgements
    EXECUTE FUNCTION refuse_change('significant_acknowledgements_append_only');

GRANT SELECT, INSERT ON significant_events, significant_acknowledgements TO baize_service;
