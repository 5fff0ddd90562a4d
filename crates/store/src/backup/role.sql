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
