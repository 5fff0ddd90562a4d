-- Staff without a number get the next one; a number that is given is never given out again.
WITH given AS (
    SELECT CASE
        WHEN $3::text NOT IN ('dealer', 'floorperson') THEN NULL
        WHEN $5::bigint IS NULL THEN nextval('staff_ids')
        WHEN $5 >= (SELECT last_value FROM staff_ids) THEN setval('staff_ids', $5)
        ELSE $5
    END AS staff_id
)
INSERT INTO access_keys (key_id, digest, role, label, staff_id, table_id, seat)
SELECT $1, $2, $3, $4, given.staff_id, $6, $7
FROM given
RETURNING key_id, role, label, staff_id, table_id, seat, created_at, revoked_at
