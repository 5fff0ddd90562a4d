-- The role the service works as: it adds to the journal and the books, and may change neither.

DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'baize_service') THEN
        CREATE ROLE baize_service NOLOGIN;
    END IF;
    IF NOT pg_has_role(current_user, 'baize_service', 'MEMBER') THEN
        EXECUTE format('GRANT baize_service TO %I', current_user);
    END IF;
END
$$;

REVOKE ALL ON ALL TABLES IN SCHEMA public FROM PUBLIC;
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO baize_service;

GRANT SELECT ON ALL TABLES IN SCHEMA public TO baize_service;
GRANT INSERT ON rules_versions, tables, table_heads, journal, command_keys, ledger_postings, meters, meter_entries,
    access_keys, virtual_shuffles TO baize_service;
GRANT INSERT, UPDATE ON rounds, round_seats, round_wagers, snapshots, table_seats TO baize_service;
GRANT DELETE ON snapshots, table_seats TO baize_service;
GRANT UPDATE (rules_version) ON tables TO baize_service;
-- Only the right to update a column lets a row be locked; a trigger refuses every update that no entry causes.
GRANT UPDATE (balance_micro) ON meters TO baize_service;
-- The epoch fences a table's former owner; sequence and hash move with the journal alone.
GRANT UPDATE (epoch) ON table_heads TO baize_service;
GRANT UPDATE (revoked_at) ON access_keys TO baize_service;
GRANT SELECT, UPDATE ON SEQUENCE staff_ids TO baize_service;
GRANT EXECUTE ON FUNCTION create_months(timestamptz, integer) TO baize_service;
