INSERT INTO ledger_postings (table_id, seq, line, at, round_id, account, seat, meter, amount_micro)
SELECT
    unnest($1::uuid[]), unnest($2::bigint[]), unnest($3::smallint[]), unnest($4::timestamptz[]), unnest($5::uuid[]),
    unnest($6::text[]), unnest($7::smallint[]), unnest($8::text[]), unnest($9::bigint[])
