-- Monthly partitions: made ahead of time by whoever runs the store; what no month covers goes to the default.

CREATE FUNCTION create_month(parent text, month date) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
    part text := format('%s_%s', parent, to_char(month, 'YYYY_MM'));
    starts timestamptz := month::timestamp AT TIME ZONE 'UTC';
    ends timestamptz := (month + interval '1 month') AT TIME ZONE 'UTC';
    guard record;
BEGIN
    IF to_regclass('public.' || part) IS NOT NULL THEN
        RETURN false;
    END IF;
    EXECUTE format('CREATE TABLE public.%I PARTITION OF public.%I FOR VALUES FROM (%L) TO (%L)', part, parent, starts, ends);
    -- Statement triggers are not inherited: each partition gets those of its parent.
    FOR guard IN
        SELECT pg_get_triggerdef(oid) AS definition FROM pg_trigger
        WHERE tgrelid = ('public.' || parent)::regclass AND NOT tgisinternal AND tgtype & 1 = 0
    LOOP
        EXECUTE replace(guard.definition, format(' ON public.%I ', parent), format(' ON public.%I ', part));
    END LOOP;
    RETURN true;
EXCEPTION
    -- Rows of that month already lie in the default partition: they stay there, and so do its later ones.
    WHEN check_violation THEN
        RAISE WARNING '% cannot be made: the default partition holds rows of that month', part;
        RETURN false;
    -- Somebody else made it meanwhile.
    WHEN duplicate_table OR unique_violation THEN
        RETURN false;
END
$$;

-- Makes the partitions of the month of `first` and of the months after it; says how many were new.
CREATE FUNCTION create_months(first timestamptz, months integer) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    SELECT count(*) FILTER (
        WHERE public.create_month(parent, (date_trunc('month', first AT TIME ZONE 'UTC') + ahead * interval '1 month')::date)
    )::integer
    FROM unnest(ARRAY['journal', 'ledger_postings', 'meter_entries']) AS parent,
        generate_series(0, least(months, 24) - 1) AS ahead
$$;

SELECT create_months(now(), 3);
