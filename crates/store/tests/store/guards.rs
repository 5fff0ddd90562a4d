//! What the database refuses whoever asks: changed history, money from nowhere, gaps and forks.

use crate::world::{Desk, World, later, refusal, two_rounds};
use sqlx::{AssertSqlSafe, Executor};
use store::journal::{ChainError, verify_chain};

async fn written() -> (World, Desk) {
    let world = World::new().await;
    let mut desk = world.desk(0).await;
    world.write(&mut desk, &two_rounds(0, later()).played).await;
    (world, desk)
}

#[tokio::test]
async fn nobody_changes_history() {
    let (world, _) = written().await;
    let mut superuser = world.superuser().await;
    for (statement, constraint) in [
        ("UPDATE journal SET epoch = 5", "journal_append_only"),
        ("UPDATE journal_default SET epoch = 5", "journal_append_only"),
        ("DELETE FROM journal", "journal_append_only"),
        ("DELETE FROM journal_default", "journal_append_only"),
        ("TRUNCATE journal", "journal_append_only"),
        ("TRUNCATE journal_default", "journal_append_only"),
        ("UPDATE ledger_postings SET amount_micro = 5", "ledger_append_only"),
        ("DELETE FROM ledger_postings", "ledger_append_only"),
        ("DELETE FROM ledger_postings_default", "ledger_append_only"),
        ("TRUNCATE ledger_postings", "ledger_append_only"),
        ("TRUNCATE ledger_postings_default", "ledger_append_only"),
        ("UPDATE table_heads SET seq = seq + 1", "table_heads_follow_journal"),
        ("UPDATE table_heads SET hash = sha256('x')", "table_heads_follow_journal"),
        ("UPDATE table_heads SET epoch = 0", "table_heads_epoch_rises"),
        ("DELETE FROM table_heads", "table_heads_follow_journal"),
        ("TRUNCATE table_heads", "table_heads_follow_journal"),
        ("UPDATE command_keys SET seq = 1", "command_keys_append_only"),
        ("UPDATE rules_versions SET submission = '{}'", "rules_versions_append_only"),
    ] {
        assert_eq!(refusal(&mut superuser, statement).await, constraint, "{statement}");
    }
    // The months made ahead are guarded like the default.
    let truncate: String = sqlx::query_scalar("SELECT 'TRUNCATE journal_' || to_char(now(), 'YYYY_MM')")
        .fetch_one(&mut superuser)
        .await
        .unwrap();
    assert_eq!(refusal(&mut superuser, &truncate).await, "journal_append_only");
}

#[tokio::test]
async fn the_service_has_no_grant_to_try() {
    let (world, _) = written().await;
    let mut service = world.connection().await;
    let role: String = sqlx::query_scalar("SELECT current_user::text").fetch_one(&mut service).await.unwrap();
    assert_eq!(role, "baize_service");
    for statement in [
        "UPDATE journal SET epoch = 5",
        "DELETE FROM journal",
        "TRUNCATE journal",
        "INSERT INTO journal_default SELECT * FROM journal",
        "UPDATE ledger_postings SET amount_micro = 5",
        "DELETE FROM ledger_postings",
        "TRUNCATE ledger_postings",
        "UPDATE table_heads SET seq = 0",
        "UPDATE table_heads SET appended_after = 0",
        "DELETE FROM table_heads",
        "UPDATE command_keys SET seq = 1",
        "DELETE FROM command_keys",
        "DELETE FROM rounds",
        "DROP TABLE journal",
        "ALTER TABLE journal DISABLE TRIGGER ALL",
    ] {
        assert_eq!(refusal(&mut service, statement).await, "42501", "{statement}");
    }
}

#[tokio::test]
async fn money_from_nowhere_is_refused() {
    let (world, desk) = written().await;
    let mut superuser = world.superuser().await;
    let post = |seq: u64, lines: &str| {
        format!(
            "INSERT INTO ledger_postings (table_id, seq, line, at, account, seat, meter, amount_micro)
             SELECT '{}', {seq}, line, now(), account, seat, meter, amount FROM (VALUES {lines})
             AS given (line, account, seat, meter, amount)",
            desk.id
        )
    };
    let (head, seat, no_seat) = (desk.seq, "CAST(1 AS smallint)", "CAST(NULL AS smallint)");
    let (no_meter, rack) = ("CAST(NULL AS text)", "'rack'");
    let balanced = format!("(91, {rack}, {no_seat}, {no_meter}, -5), (92, 'seat', {seat}, {no_meter}, 5)");
    for (statement, constraint) in [
        (post(head, &format!("(91, {rack}, {no_seat}, {no_meter}, 5)")), "ledger_entry_balances"),
        (
            post(head, &format!("(91, {rack}, {no_seat}, {no_meter}, -5), (92, 'house', {no_seat}, {no_meter}, 4)")),
            "ledger_entry_balances",
        ),
        (post(head, &balanced), "ledger_follows_journal"),
        (post(head + 1, &balanced), "ledger_follows_journal"),
        (post(head - 1, &balanced), "ledger_follows_journal"),
        (post(head, &format!("(91, 'pocket', {no_seat}, {no_meter}, 5)")), "ledger_postings_account_known"),
        (post(head, &format!("(91, 'seat', {no_seat}, {no_meter}, 5)")), "ledger_postings_seat_named"),
        (post(head, &format!("(91, 'meter', {no_seat}, {no_meter}, 5)")), "ledger_postings_meter_named"),
        (post(head, &format!("(91, {rack}, {no_seat}, {no_meter}, 0)")), "ledger_postings_amount_not_zero"),
    ] {
        assert_eq!(refusal(&mut superuser, &statement).await, constraint, "{statement}");
        let direct = statement.replace("INTO ledger_postings", "INTO ledger_postings_default");
        let direct = direct.replace("now()", "to_timestamp(0)");
        assert_eq!(refusal(&mut superuser, &direct).await, constraint, "{direct}");
    }
}

#[tokio::test]
async fn gaps_and_forks_are_refused() {
    let (world, desk) = written().await;
    let mut superuser = world.superuser().await;
    let entry = |seq: u64, previous: &str, epoch: u64, table: &str| {
        format!(
            "INSERT INTO {table} (table_id, seq, at, epoch, actor, command_id, command, events, encoding, rules_version,
                 previous, hash)
             VALUES ('{}', {seq}, to_timestamp(0), {epoch}, '\"shoe\"', gen_random_uuid(), '{{}}', '[]', 1, 'rules',
                 {previous}, sha256('new'))",
            desk.id
        )
    };
    let head = format!("(SELECT hash FROM table_heads WHERE table_id = '{}')", desk.id);
    for table in ["journal", "journal_default"] {
        for statement in [
            entry(desk.seq + 2, &head, 1, table),
            entry(desk.seq, &head, 1, table),
            entry(desk.seq + 1, "sha256('other')", 1, table),
            entry(desk.seq + 1, &head, 2, table),
        ] {
            assert_eq!(refusal(&mut superuser, &statement).await, "journal_follows_head", "{statement}");
        }
    }
    let unknown = entry(1, &head, 1, "journal").replace(&format!("'{}', 1", desk.id), "gen_random_uuid(), 1");
    assert_eq!(refusal(&mut superuser, &unknown).await, "journal_follows_head");
    let head_from_nowhere = format!(
        "INSERT INTO table_heads SELECT table_id, 7, sha256('x'), 1 FROM tables WHERE table_id <> '{}'",
        desk.id
    );
    world.desk(1).await;
    assert_eq!(refusal(&mut superuser, &head_from_nowhere).await, "table_heads_follow_journal");
    superuser.execute(AssertSqlSafe(entry(desk.seq + 1, &head, 1, "journal"))).await.unwrap();
}

#[tokio::test]
async fn a_chain_of_entries_in_one_statement_is_held_together() {
    let (world, desk) = written().await;
    let mut superuser = world.superuser().await;
    let head = format!("(SELECT hash FROM table_heads WHERE table_id = '{}')", desk.id);
    // Each entry: its number after the head, what it follows, its hash and its epoch.
    let entries = |table: &str, entries: &[(u64, &str, &str, u64)]| {
        let rows = entries.iter().map(|(after, previous, hash, epoch)| {
            let previous = if *previous == "head" { head.clone() } else { format!("sha256('{previous}')") };
            format!(
                "('{}'::uuid, {}, to_timestamp({after}), {epoch}, '\"shoe\"', gen_random_uuid(), '{{}}', '[]', 1, 'rules',
                 {previous}, sha256('{hash}'))",
                desk.id,
                desk.seq + after
            )
        });
        format!(
            "INSERT INTO {table} (table_id, seq, at, epoch, actor, command_id, command, events, encoding, rules_version,
                 previous, hash) VALUES {}",
            rows.collect::<Vec<_>>().join(", ")
        )
    };
    for table in ["journal", "journal_default"] {
        for broken in [
            [(1, "head", "a", 1), (3, "a", "b", 1), (4, "b", "c", 1)],
            [(1, "head", "a", 1), (2, "other", "b", 1), (3, "b", "c", 1)],
            [(1, "head", "a", 1), (2, "head", "b", 1), (3, "b", "c", 1)],
            [(1, "head", "a", 1), (2, "a", "b", 2), (3, "b", "c", 1)],
            [(1, "head", "a", 1), (2, "a", "b", 2), (3, "b", "c", 2)],
            [(1, "head", "a", 1), (1, "a", "b", 1), (3, "b", "c", 1)],
            [(2, "head", "a", 1), (3, "a", "b", 1), (4, "b", "c", 1)],
            [(0, "head", "a", 1), (1, "a", "b", 1), (2, "b", "c", 1)],
            [(1, "other", "a", 1), (2, "a", "b", 1), (3, "b", "c", 1)],
        ] {
            let statement = entries(table, &broken);
            let refused = refusal(&mut superuser, &statement).await;
            // The same number twice is refused by the key before it is by the chain.
            assert!(refused == "journal_follows_head" || refused.ends_with("_pkey"), "{refused}: {statement}");
        }
    }
    let whole = entries("journal", &[(3, "b", "c", 1), (1, "head", "a", 1), (2, "a", "b", 1)]);
    superuser.execute(AssertSqlSafe(whole)).await.unwrap();
    let (seq, after): (i64, i64) =
        sqlx::query_as("SELECT seq, appended_after FROM table_heads").fetch_one(&mut superuser).await.unwrap();
    assert_eq!((seq, after), (i64::try_from(desk.seq).unwrap() + 3, i64::try_from(desk.seq).unwrap()));
}

#[tokio::test]
async fn a_flipped_byte_a_dropped_row_and_a_cut_tail_are_found() {
    let (world, desk) = written().await;
    let mut superuser = world.superuser().await;
    verify_chain(&mut superuser, desk.id).await.unwrap();
    superuser.execute("ALTER TABLE journal DISABLE TRIGGER ALL").await.unwrap();
    superuser.execute("ALTER TABLE journal_default DISABLE TRIGGER ALL").await.unwrap();

    superuser.execute("BEGIN; UPDATE journal SET at = at + interval '1 millisecond' WHERE seq = 9").await.unwrap();
    assert!(matches!(verify_chain(&mut superuser, desk.id).await, Err(ChainError::Altered { seq: 9 })));
    superuser.execute("ROLLBACK; BEGIN").await.unwrap();
    let flip = r#"UPDATE journal SET events = regexp_replace(events, '"amount":(\d)', '"amount":1\1')
                  WHERE events LIKE '%"amount":%'"#;
    assert!(superuser.execute(flip).await.unwrap().rows_affected() > 0);
    assert!(matches!(verify_chain(&mut superuser, desk.id).await, Err(ChainError::Altered { .. })));
    superuser.execute("ROLLBACK; BEGIN; DELETE FROM journal WHERE seq = 9").await.unwrap();
    assert!(matches!(verify_chain(&mut superuser, desk.id).await, Err(ChainError::Broken { after: 8, found: 10 })));
    superuser.execute("ROLLBACK; BEGIN; DELETE FROM journal WHERE seq > 20").await.unwrap();
    assert!(matches!(verify_chain(&mut superuser, desk.id).await, Err(ChainError::Cut { seq: 20, .. })));
    superuser.execute("ROLLBACK; BEGIN").await.unwrap();
    let flip = "UPDATE journal SET hash = set_byte(hash, 3, get_byte(hash, 3) # 1) WHERE seq = 4";
    superuser.execute(flip).await.unwrap();
    assert!(matches!(verify_chain(&mut superuser, desk.id).await, Err(ChainError::Altered { seq: 4 })));
    superuser.execute("ROLLBACK").await.unwrap();
    verify_chain(&mut superuser, desk.id).await.unwrap();
}

#[tokio::test]
async fn every_constraint_is_named_by_us() {
    let world = World::new().await;
    // What PostgreSQL names itself ends in a type or a number, as in `journal_check1`.
    let unnamed = world
        .count("SELECT count(*) FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND conname ~ '_(check|excl)[0-9]*$'")
        .await;
    assert_eq!(unnamed, 0);
}
