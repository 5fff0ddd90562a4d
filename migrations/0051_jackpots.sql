-- Awards on their way from the hit to the slip: a projection of the journal, written in the same transaction. What an award
-- is worth and who won it never changes; its state only goes forward, and payment without a complete record is refused.

-- The last number of each kind of slip. A number is taken in the transaction that uses it, so that none is ever missing.
CREATE TABLE slip_numbers (
    kind text NOT NULL,
    last_number bigint NOT NULL DEFAULT 0,
    CONSTRAINT slip_numbers_pkey PRIMARY KEY (kind),
    CONSTRAINT slip_numbers_only_grow CHECK (last_number >= 0)
);
INSERT INTO slip_numbers (kind) VALUES ('jackpot');

CREATE TABLE jackpots (
    jackpot_id uuid NOT NULL,
    table_id uuid NOT NULL,
    round_id uuid,
    seat smallint NOT NULL,
    player_id bigint,
    bet text NOT NULL,
    stake_cents bigint NOT NULL,
    -- The meter and the share of it, or none of both for a fixed prize.
    meter_id uuid,
    percent smallint,
    clause text NOT NULL,
    hand text NOT NULL,
    trigger_micro bigint NOT NULL,
    paid_cents bigint NOT NULL,
    reseed_micro bigint NOT NULL,
    -- The number of the meter's entry that took it: the order of hits, decided once.
    meter_entry bigint,
    hit_seq bigint NOT NULL,
    hit_line smallint NOT NULL,
    hit_at timestamptz NOT NULL,
    tax_form boolean NOT NULL,
    tax_withholding boolean NOT NULL,
    state text NOT NULL DEFAULT 'hit',
    hand_by bigint,
    hand_at timestamptz,
    light_by bigint,
    light_at timestamptz,
    -- The floorperson who validated or refused, and the second person where it took two.
    decided_by bigint,
    second_by bigint,
    decided_at timestamptz,
    paid_by bigint,
    paid_from text,
    slip_number bigint,
    CONSTRAINT jackpots_pkey PRIMARY KEY (jackpot_id),
    CONSTRAINT jackpots_hit_key UNIQUE (table_id, hit_seq, hit_line),
    CONSTRAINT jackpots_slip_key UNIQUE (slip_number),
    CONSTRAINT jackpots_table_fkey FOREIGN KEY (table_id) REFERENCES tables (table_id),
    CONSTRAINT jackpots_meter_fkey FOREIGN KEY (meter_id) REFERENCES meters (meter_id),
    CONSTRAINT jackpots_seat_exists CHECK (seat BETWEEN 1 AND 7),
    CONSTRAINT jackpots_state_known CHECK (state IN ('hit', 'hand_verified', 'light_verified', 'paid', 'refused', 'void')),
    CONSTRAINT jackpots_amounts_not_negative CHECK (paid_cents >= 0 AND reseed_micro >= 0 AND trigger_micro >= 0),
    CONSTRAINT jackpots_meter_named CHECK ((meter_id IS NULL) = (meter_entry IS NULL) AND (meter_id IS NULL) = (percent IS NULL)),
    CONSTRAINT jackpots_slip_when_paid CHECK ((state = 'paid') = (slip_number IS NOT NULL)),
    CONSTRAINT jackpots_paid_is_complete CHECK (
        state <> 'paid' OR (
            round_id IS NOT NULL AND player_id IS NOT NULL AND length(hand) > 0 AND hand_by IS NOT NULL AND hand_at IS NOT NULL
            AND light_by IS NOT NULL AND light_at IS NOT NULL AND decided_by IS NOT NULL AND decided_at IS NOT NULL
            AND paid_by IS NOT NULL AND paid_from IS NOT NULL AND decided_by NOT IN (hand_by, light_by, paid_by)
        )
    ),
    CONSTRAINT jackpots_refused_by_two
        CHECK (state <> 'refused' OR (decided_by IS NOT NULL AND second_by IS NOT NULL AND decided_by <> second_by)),
    CONSTRAINT jackpots_paid_from_known CHECK (paid_from IN ('table_inventory', 'cage'))
);
CREATE INDEX jackpots_newest ON jackpots (jackpot_id DESC);
CREATE INDEX jackpots_of_meter ON jackpots (meter_id, meter_entry DESC) WHERE meter_id IS NOT NULL;
CREATE INDEX jackpots_open ON jackpots (table_id) WHERE state IN ('hit', 'hand_verified', 'light_verified');

CREATE TRIGGER jackpots_go_forward BEFORE UPDATE ON jackpots
    FOR EACH ROW WHEN (
        NOT (
            (OLD.state = 'hit' AND NEW.state IN ('hand_verified', 'refused', 'void'))
            OR (OLD.state = 'hand_verified' AND NEW.state IN ('light_verified', 'refused', 'void'))
            OR (OLD.state = 'light_verified' AND NEW.state IN ('paid', 'refused', 'void'))
        )
        OR ROW (
            NEW.jackpot_id, NEW.table_id, NEW.round_id, NEW.seat, NEW.player_id, NEW.bet, NEW.stake_cents, NEW.meter_id,
            NEW.percent, NEW.clause, NEW.hand, NEW.trigger_micro, NEW.paid_cents, NEW.reseed_micro, NEW.meter_entry,
            NEW.hit_seq, NEW.hit_line, NEW.hit_at, NEW.tax_form, NEW.tax_withholding
        ) IS DISTINCT FROM ROW (
            OLD.jackpot_id, OLD.table_id, OLD.round_id, OLD.seat, OLD.player_id, OLD.bet, OLD.stake_cents, OLD.meter_id,
            OLD.percent, OLD.clause, OLD.hand, OLD.trigger_micro, OLD.paid_cents, OLD.reseed_micro, OLD.meter_entry,
            OLD.hit_seq, OLD.hit_line, OLD.hit_at, OLD.tax_form, OLD.tax_withholding
        )
        OR (OLD.hand_by IS NOT NULL AND (NEW.hand_by, NEW.hand_at) IS DISTINCT FROM (OLD.hand_by, OLD.hand_at))
        OR (OLD.light_by IS NOT NULL AND (NEW.light_by, NEW.light_at) IS DISTINCT FROM (OLD.light_by, OLD.light_at))
    ) EXECUTE FUNCTION refuse_change('jackpots_go_forward');
CREATE TRIGGER jackpots_stay BEFORE DELETE ON jackpots
    FOR EACH ROW EXECUTE FUNCTION refuse_change('jackpots_go_forward');
CREATE TRIGGER jackpots_no_truncate BEFORE TRUNCATE ON jackpots EXECUTE FUNCTION refuse_change('jackpots_go_forward');

-- A number is never given back.
CREATE TRIGGER slip_numbers_grow BEFORE UPDATE ON slip_numbers
    FOR EACH ROW WHEN (NEW.last_number <= OLD.last_number OR NEW.kind <> OLD.kind)
    EXECUTE FUNCTION refuse_change('slip_numbers_only_grow');
CREATE TRIGGER slip_numbers_stay BEFORE DELETE ON slip_numbers
    FOR EACH ROW EXECUTE FUNCTION refuse_change('slip_numbers_only_grow');
CREATE TRIGGER slip_numbers_no_truncate BEFORE TRUNCATE ON slip_numbers
    EXECUTE FUNCTION refuse_change('slip_numbers_only_grow');

GRANT SELECT, INSERT ON jackpots TO baize_service;
GRANT UPDATE (state, hand_by, hand_at, light_by, light_at, decided_by, second_by, decided_at, paid_by, paid_from, slip_number)
    ON jackpots TO baize_service;
GRANT SELECT ON slip_numbers TO baize_service;
GRANT UPDATE (last_number) ON slip_numbers TO baize_service;
