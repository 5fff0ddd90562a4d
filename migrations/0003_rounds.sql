-- Rounds as they can be asked for: projections of the journal, written in the same transaction as its entries.
-- Rows change a few times soon after they are made: pages have room for that, so that no index must learn of it.

CREATE TABLE rounds (
    round_id uuid NOT NULL,
    table_id uuid NOT NULL,
    number bigint NOT NULL,
    game text NOT NULL,
    rules_version text NOT NULL,
    dealer_id bigint,
    status text NOT NULL,
    void_cause text,
    opened_at timestamptz NOT NULL,
    bets_closed_at timestamptz,
    ended_at timestamptz,
    first_seq bigint NOT NULL,
    last_seq bigint,
    CONSTRAINT rounds_pkey PRIMARY KEY (round_id),
    CONSTRAINT rounds_number_key UNIQUE (table_id, number),
    CONSTRAINT rounds_table_fkey FOREIGN KEY (table_id) REFERENCES tables (table_id),
    CONSTRAINT rounds_status_known
        CHECK (status IN ('in_progress', 'interrupted', 'complete', 'void', 'no_bank', 'cancelled')),
    CONSTRAINT rounds_over_has_end
        CHECK ((status IN ('in_progress', 'interrupted')) = (last_seq IS NULL AND ended_at IS NULL)),
    CONSTRAINT rounds_void_has_cause CHECK (status <> 'void' OR void_cause IS NOT NULL)
) WITH (fillfactor = 60);

-- A table has one open round at most.
CREATE UNIQUE INDEX rounds_one_open ON rounds (table_id) WHERE last_seq IS NULL;

CREATE TABLE round_seats (
    round_id uuid NOT NULL,
    seat smallint NOT NULL,
    player_id bigint,
    decisions text[] NOT NULL DEFAULT '{}',
    net_micro bigint NOT NULL DEFAULT 0,
    CONSTRAINT round_seats_pkey PRIMARY KEY (round_id, seat),
    CONSTRAINT round_seats_round_fkey FOREIGN KEY (round_id) REFERENCES rounds (round_id),
    CONSTRAINT round_seats_seat_exists CHECK (seat BETWEEN 1 AND 7)
) WITH (fillfactor = 50);

-- The busiest projection: a foreign key would lock its round once for every bet, so it has none.
CREATE TABLE round_wagers (
    round_id uuid NOT NULL,
    seat smallint NOT NULL,
    bet text NOT NULL,
    stake_cents bigint NOT NULL,
    outcome text,
    win_cents bigint NOT NULL DEFAULT 0,
    back_cents bigint NOT NULL DEFAULT 0,
    clause text,
    CONSTRAINT round_wagers_pkey PRIMARY KEY (round_id, seat, bet),
    CONSTRAINT round_wagers_seat_exists CHECK (seat BETWEEN 1 AND 7),
    CONSTRAINT round_wagers_stake_not_negative CHECK (stake_cents >= 0),
    CONSTRAINT round_wagers_outcome_known CHECK (
        outcome IN ('win', 'lose', 'push', 'withdrawn', 'folded', 'returned', 'removed', 'forfeited', 'refunded')
    )
) WITH (fillfactor = 60);
