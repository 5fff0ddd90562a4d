-- A command that was overtaken by a later one about the same thing, or that nobody wants any more, is not sent again.
CREATE TABLE device_withdrawals (
    device_id uuid NOT NULL,
    number bigint NOT NULL,
    withdrawn_at timestamptz NOT NULL,
    CONSTRAINT device_withdrawals_pkey PRIMARY KEY (device_id, number),
    CONSTRAINT device_withdrawals_command_fkey
        FOREIGN KEY (device_id, number) REFERENCES device_commands (device_id, number)
);
CREATE TRIGGER device_withdrawals_append_only BEFORE UPDATE OR DELETE ON device_withdrawals
    FOR EACH ROW EXECUTE FUNCTION refuse_change('device_withdrawals_append_only');
CREATE TRIGGER device_withdrawals_no_truncate BEFORE TRUNCATE ON device_withdrawals
    EXECUTE FUNCTION refuse_change('device_withdrawals_append_only');
GRANT SELECT, INSERT ON device_withdrawals TO baize_service;
