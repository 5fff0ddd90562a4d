-- What virtual shoes shuffled: the order of each round's deck, the salt, and the commitment to both that was published
-- before betting closed. The first order kept for a round is the one that is dealt, whatever restarts.

CREATE TABLE virtual_shuffles (
    table_id uuid NOT NULL,
    round_number bigint NOT NULL,
    commitment bytea NOT NULL,
    salt bytea NOT NULL,
    card_order bytea NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT virtual_shuffles_pkey PRIMARY KEY (table_id, round_number),
    CONSTRAINT virtual_shuffles_table_fkey FOREIGN KEY (table_id) REFERENCES tables (table_id),
    CONSTRAINT virtual_shuffles_round_positive CHECK (round_number > 0),
    CONSTRAINT virtual_shuffles_commitment_length CHECK (octet_length(commitment) = 32),
    CONSTRAINT virtual_shuffles_salt_length CHECK (octet_length(salt) = 32),
    CONSTRAINT virtual_shuffles_order_length CHECK (octet_length(card_order) = 52)
);

CREATE TRIGGER virtual_shuffles_append_only BEFORE UPDATE OR DELETE ON virtual_shuffles
    FOR EACH ROW EXECUTE FUNCTION refuse_change('virtual_shuffles_append_only');
CREATE TRIGGER virtual_shuffles_no_truncate BEFORE TRUNCATE ON virtual_shuffles
    EXECUTE FUNCTION refuse_change('virtual_shuffles_append_only');
