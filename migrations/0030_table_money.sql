-- The table's money: counts of the rack, slips between table and cage, boxes of drop. Projections of the journal, written in
-- the same transaction as its entries; a row is added once and from then on only signed.

ALTER TABLE ledger_postings DROP CONSTRAINT ledger_postings_account_known;
ALTER TABLE ledger_postings ADD CONSTRAINT ledger_postings_account_known CHECK (
    account IN (
        'seat', 'layout', 'rack', 'drop', 'cage', 'transit', 'count_room', 'variance', 'meter', 'house', 'fees', 'bank',
        'jackpot', 'outside'
    )
);

-- Wagers that somebody let stand outside the limits (R52): settled in full, and on record here for ever.
CREATE TABLE flagged_wagers (
    table_id uuid NOT NULL,
    seq bigint NOT NULL,
    line smallint NOT NULL,
    at timestamptz NOT NULL,
    round_id uuid,
    seat smallint NOT NULL,
    wager text NOT NULL,
    amount_cents bigint NOT NULL,
    accepted_by bigint NOT NULL,
    CONSTRAINT flagged_wagers_pkey PRIMARY KEY (table_id, seq, line),
    CONSTRAINT flagged_wagers_table_fkey FOREIGN KEY (table_id) REFERENCES tables (table_id),
    CONSTRAINT flagged_wagers_amount_positive CHECK (amount_cents > 0)
);
CREATE INDEX flagged_wagers_of_round ON flagged_wagers (round_id);
CREATE TRIGGER flagged_wagers_append_only BEFORE UPDATE OR DELETE ON flagged_wagers
    FOR EACH ROW EXECUTE FUNCTION refuse_change('flagged_wagers_append_only');
CREATE TRIGGER flagged_wagers_no_truncate BEFORE TRUNCATE ON flagged_wagers
    EXECUTE FUNCTION refuse_change('flagged_wagers_append_only');

-- The last number of each series in the whole facility. No sequence: a number is used only by what is committed.
CREATE TABLE slip_counters (
    series text NOT NULL,
    last bigint NOT NULL DEFAULT 0,
    CONSTRAINT slip_counters_pkey PRIMARY KEY (series),
    CONSTRAINT slip_counters_series_known CHECK (series IN ('fill', 'credit', 'drop')),
    CONSTRAINT slip_counters_last_not_negative CHECK (last >= 0)
);
INSERT INTO slip_counters (series) VALUES ('fill'), ('credit'), ('drop');

CREATE TABLE slips (
    series text NOT NULL,
    number bigint NOT NULL,
    table_id uuid NOT NULL,
    -- Chips by denomination: a map from cents to how many.
    tray jsonb NOT NULL,
    total_cents bigint NOT NULL,
    state text NOT NULL DEFAULT 'requested',
    requested_seq bigint NOT NULL,
    requested_at timestamptz NOT NULL,
    requested_by bigint NOT NULL,
    issued_at timestamptz,
    issued_by bigint,
    received_seq bigint,
    received_at timestamptz,
    received_by bigint,
    void_at timestamptz,
    void_reason text,
    void_proposed_by bigint,
    void_by bigint,
    CONSTRAINT slips_pkey PRIMARY KEY (series, number),
    CONSTRAINT slips_table_fkey FOREIGN KEY (table_id) REFERENCES tables (table_id),
    CONSTRAINT slips_series_known CHECK (series IN ('fill', 'credit')),
    CONSTRAINT slips_total_positive CHECK (total_cents > 0),
    CONSTRAINT slips_state_known CHECK (state IN ('requested', 'issued', 'received', 'void')),
    CONSTRAINT slips_signed CHECK (
        (issued_at IS NULL) = (issued_by IS NULL) AND (received_at IS NULL) = (received_by IS NULL)
        AND (received_at IS NULL) = (received_seq IS NULL)
        AND (state = 'received') = (received_at IS NOT NULL) AND (received_at IS NULL OR issued_at IS NOT NULL)
        AND (state <> 'issued' OR issued_at IS NOT NULL)
    ),
    CONSTRAINT slips_three_people CHECK (issued_by <> requested_by AND received_by NOT IN (requested_by, issued_by)),
    CONSTRAINT slips_void_by_two CHECK (
        (state = 'void') = (void_at IS NOT NULL) AND (void_at IS NULL) = (void_by IS NULL)
        AND (void_at IS NULL) = (void_proposed_by IS NULL) AND (void_at IS NULL) = (void_reason IS NULL)
        AND (void_by IS NULL OR void_by <> void_proposed_by)
    )
);
CREATE INDEX slips_of_table ON slips (table_id, series, received_seq);

CREATE TABLE drop_boxes (
    number bigint NOT NULL,
    table_id uuid NOT NULL,
    recorded_cents bigint NOT NULL,
    removed_seq bigint NOT NULL,
    removed_at timestamptz NOT NULL,
    removed_by bigint NOT NULL,
    contents jsonb,
    counted_cents bigint,
    counted_at timestamptz,
    counted_by bigint,
    verified_at timestamptz,
    verified_by bigint,
    CONSTRAINT drop_boxes_pkey PRIMARY KEY (number),
    CONSTRAINT drop_boxes_table_fkey FOREIGN KEY (table_id) REFERENCES tables (table_id),
    CONSTRAINT drop_boxes_counted CHECK (
        (contents IS NULL) = (counted_cents IS NULL) AND (contents IS NULL) = (counted_at IS NULL)
        AND (contents IS NULL) = (counted_by IS NULL)
    ),
    CONSTRAINT drop_boxes_verified CHECK (
        (verified_at IS NULL) = (verified_by IS NULL) AND (verified_at IS NULL OR contents IS NOT NULL)
        AND (verified_by IS NULL OR verified_by <> counted_by)
    )
);
CREATE INDEX drop_boxes_of_table ON drop_boxes (table_id, removed_seq);

CREATE TABLE inventory_counts (
    table_id uuid NOT NULL,
    seq bigint NOT NULL,
    at timestamptz NOT NULL,
    kind text NOT NULL,
    tray jsonb NOT NULL,
    total_cents bigint NOT NULL,
    -- What the rack should have held by the books.
    expected_cents bigint NOT NULL,
    -- Against the last closer, where an opener is not what it said.
    difference_cents bigint,
    recount boolean NOT NULL,
    counted_by bigint NOT NULL,
    verified_at timestamptz,
    verified_by bigint,
    CONSTRAINT inventory_counts_pkey PRIMARY KEY (table_id, seq),
    CONSTRAINT inventory_counts_table_fkey FOREIGN KEY (table_id) REFERENCES tables (table_id),
    CONSTRAINT inventory_counts_kind_known CHECK (kind IN ('opener', 'shift', 'closer')),
    CONSTRAINT inventory_counts_total_not_negative CHECK (total_cents >= 0),
    CONSTRAINT inventory_counts_two_people CHECK (
        (verified_at IS NULL) = (verified_by IS NULL) AND (verified_by IS NULL OR verified_by <> counted_by)
    ),
    CONSTRAINT inventory_counts_recounted CHECK (verified_at IS NULL OR difference_cents IS NULL OR recount)
);
CREATE INDEX inventory_counts_by_time ON inventory_counts (at);

-- The next number of a series is the one after the last: what is added takes it, in the same transaction, or is refused.
CREATE FUNCTION slip_counters_follow() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
    UPDATE public.slip_counters SET last = NEW.number
    WHERE series = CASE WHEN TG_TABLE_NAME = 'slips' THEN to_jsonb(NEW) ->> 'series' ELSE 'drop' END
        AND last = NEW.number - 1;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the number does not follow the last of its series' USING
            ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'slip_numbers_follow', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER slips_number_follows AFTER INSERT ON slips FOR EACH ROW EXECUTE FUNCTION slip_counters_follow();
CREATE TRIGGER drop_boxes_number_follows AFTER INSERT ON drop_boxes
    FOR EACH ROW EXECUTE FUNCTION slip_counters_follow();
-- Directly, nobody moves a counter.
CREATE TRIGGER slip_counters_stand AFTER UPDATE ON slip_counters
    FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION refuse_change('slip_numbers_follow');
CREATE TRIGGER slip_counters_stay BEFORE DELETE ON slip_counters
    FOR EACH ROW EXECUTE FUNCTION refuse_change('slip_numbers_follow');
CREATE TRIGGER slip_counters_no_truncate BEFORE TRUNCATE ON slip_counters
    EXECUTE FUNCTION refuse_change('slip_numbers_follow');

-- What is on record stays: a slip, a box and a count are never taken out, and what they said first never changes.
CREATE TRIGGER slips_stay BEFORE DELETE ON slips FOR EACH ROW EXECUTE FUNCTION refuse_change('slips_stay');
CREATE TRIGGER slips_no_truncate BEFORE TRUNCATE ON slips EXECUTE FUNCTION refuse_change('slips_stay');
CREATE TRIGGER slips_unchanged BEFORE UPDATE ON slips FOR EACH ROW
    WHEN (
        (OLD.series, OLD.number, OLD.table_id, OLD.tray, OLD.total_cents, OLD.requested_seq, OLD.requested_at, OLD.requested_by)
        IS DISTINCT FROM
        (NEW.series, NEW.number, NEW.table_id, NEW.tray, NEW.total_cents, NEW.requested_seq, NEW.requested_at, NEW.requested_by)
        OR OLD.state IN ('received', 'void')
    )
    EXECUTE FUNCTION refuse_change('slips_stay');
CREATE TRIGGER drop_boxes_stay BEFORE DELETE ON drop_boxes
    FOR EACH ROW EXECUTE FUNCTION refuse_change('drop_boxes_stay');
CREATE TRIGGER drop_boxes_no_truncate BEFORE TRUNCATE ON drop_boxes EXECUTE FUNCTION refuse_change('drop_boxes_stay');
CREATE TRIGGER drop_boxes_unchanged BEFORE UPDATE ON drop_boxes FOR EACH ROW
    WHEN (
        (OLD.number, OLD.table_id, OLD.recorded_cents, OLD.removed_seq, OLD.removed_at, OLD.removed_by)
        IS DISTINCT FROM
        (NEW.number, NEW.table_id, NEW.recorded_cents, NEW.removed_seq, NEW.removed_at, NEW.removed_by)
        OR OLD.verified_at IS NOT NULL
    )
    EXECUTE FUNCTION refuse_change('drop_boxes_stay');
CREATE TRIGGER inventory_counts_stay BEFORE DELETE ON inventory_counts
    FOR EACH ROW EXECUTE FUNCTION refuse_change('inventory_counts_stay');
CREATE TRIGGER inventory_counts_no_truncate BEFORE TRUNCATE ON inventory_counts
    EXECUTE FUNCTION refuse_change('inventory_counts_stay');
CREATE TRIGGER inventory_counts_unchanged BEFORE UPDATE ON inventory_counts FOR EACH ROW
    WHEN (
        (OLD.table_id, OLD.seq, OLD.at, OLD.kind, OLD.tray, OLD.total_cents, OLD.expected_cents, OLD.counted_by)
        IS DISTINCT FROM
        (NEW.table_id, NEW.seq, NEW.at, NEW.kind, NEW.tray, NEW.total_cents, NEW.expected_cents, NEW.counted_by)
        OR OLD.verified_at IS NOT NULL
    )
    EXECUTE FUNCTION refuse_change('inventory_counts_stay');

GRANT SELECT ON slip_counters TO baize_service;
-- Only the right to update a column lets a row be locked; a trigger refuses every update that no slip causes.
GRANT UPDATE (last) ON slip_counters TO baize_service;
GRANT SELECT, INSERT ON flagged_wagers, slips, drop_boxes, inventory_counts TO baize_service;
GRANT UPDATE (state, issued_at, issued_by, received_seq, received_at, received_by, void_at, void_reason, void_proposed_by,
    void_by) ON slips TO baize_service;
GRANT UPDATE (contents, counted_cents, counted_at, counted_by, verified_at, verified_by) ON drop_boxes TO baize_service;
GRANT UPDATE (verified_at, verified_by) ON inventory_counts TO baize_service;
REVOKE EXECUTE ON FUNCTION slip_counters_follow() FROM PUBLIC;
