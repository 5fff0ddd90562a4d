-- The register of significant events is a chain: each link has the hash of what it is about and of the link before it, so that
-- nothing can be taken out, put in or altered behind the guards without that showing. Links are made when a transaction
-- commits, so that nobody waits for anybody else's.

CREATE TABLE significant_links (
    number bigint NOT NULL,
    event_id uuid NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT significant_links_pkey PRIMARY KEY (number),
    CONSTRAINT significant_links_event_key UNIQUE (event_id),
    CONSTRAINT significant_links_event_fkey FOREIGN KEY (event_id) REFERENCES significant_events (event_id),
    CONSTRAINT significant_links_hash_length CHECK (octet_length(hash) = 32)
);

-- The end of the chain.
CREATE TABLE significant_head (
    only_one boolean NOT NULL DEFAULT true,
    number bigint NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT significant_head_pkey PRIMARY KEY (only_one),
    CONSTRAINT significant_head_only_one CHECK (only_one),
    CONSTRAINT significant_head_hash_length CHECK (octet_length(hash) = 32)
);
INSERT INTO significant_head (number, hash) VALUES (0, sha256('baize significant events'));

-- What is hashed of an event: every field, told apart from every other.
CREATE FUNCTION significant_text(event significant_events) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, public AS $$
    SELECT jsonb_build_array(
        event.event_id, (extract(epoch FROM event.at) * 1000000)::bigint, event.kind, event.severity, event.table_id,
        event.round_id, event.staff_id, event.device, event.details
    )::text
$$;

CREATE FUNCTION significant_link() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
    WITH head AS (
        UPDATE public.significant_head
        SET number = number + 1, hash = sha256(hash || convert_to(public.significant_text(NEW), 'UTF8'))
        RETURNING number, hash
    )
    INSERT INTO public.significant_links (number, event_id, hash) SELECT number, NEW.event_id, hash FROM head;
    RETURN NULL;
END
$$;

DO $$
DECLARE
    event significant_events;
BEGIN
    FOR event IN SELECT * FROM significant_events ORDER BY event_id LOOP
        WITH head AS (
            UPDATE significant_head SET number = number + 1, hash = sha256(hash || convert_to(significant_text(event), 'UTF8'))
            RETURNING number, hash
        )
        INSERT INTO significant_links (number, event_id, hash) SELECT number, event.event_id, hash FROM head;
    END LOOP;
END
$$;

CREATE CONSTRAINT TRIGGER significant_events_linked AFTER INSERT ON significant_events
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION significant_link();
CREATE TRIGGER significant_head_follows AFTER UPDATE ON significant_head
    FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION refuse_change('significant_head_follows');
CREATE TRIGGER significant_head_stays BEFORE DELETE ON significant_head
    FOR EACH ROW EXECUTE FUNCTION refuse_change('significant_head_follows');
CREATE TRIGGER significant_head_no_truncate BEFORE TRUNCATE ON significant_head
    EXECUTE FUNCTION refuse_change('significant_head_follows');
CREATE TRIGGER significant_links_append_only BEFORE UPDATE OR DELETE ON significant_links
    FOR EACH ROW EXECUTE FUNCTION refuse_change('significant_links_append_only');
CREATE TRIGGER significant_links_no_truncate BEFORE TRUNCATE ON significant_links
    EXECUTE FUNCTION refuse_change('significant_links_append_only');

GRANT SELECT ON significant_links, significant_head TO baize_service;
REVOKE EXECUTE ON FUNCTION significant_link(), significant_text(significant_events) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION significant_text(significant_events) TO baize_service;
