//! What `baize verify` claims to hold, held against somebody with every right: each table and each column of money is altered
//! once, and what was altered is named (R60).

use crate::floor::{DEALER, Played};
use crate::world::{Desk, World, later, one_written, two_rounds};
use game_core::command::{Action, Command};
use game_core::event::Event;
use game_core::game::{Seat, StaffId};
use game_core::inventory::{
    self, Contents, CountKind, Denomination, Note, Notes, SlipKind, SlipNumber, Tray, VoidReason,
};
use game_core::money::Cents;
use sqlx::{AssertSqlSafe, Executor, PgConnection};
use store::backup;
use table_host::journal::Journal as _;

const FLOOR: StaffId = StaffId(2);
const CAGE: StaffId = StaffId(5);

fn hundreds(dollars: u32) -> Tray {
    Tray::of(&[(Denomination::Hundred, dollars / 100)])
}

async fn commit(world: &World, desk: &mut Desk, steps: &[inventory::Event]) {
    let steps: Vec<Event> = steps.iter().map(|step| Event::Inventory(*step)).collect();
    commit_all(world, desk, &steps).await;
}

/// Writes what no table would do, each event as an entry of its own.
async fn commit_all(world: &World, desk: &mut Desk, steps: &[Event]) {
    for step in steps {
        let command = Command { actor: DEALER, at: later(), action: Action::ClearTable };
        let events = vec![*step];
        let played = Played { command, decided: events.clone(), events };
        desk.seq = one_written(world.journal.append(desk.append(&played)).await).seq;
    }
}

/// A count, a fill that arrived, one under way, a credit that is void, a box that was counted and one that waits.
async fn money(world: &World, desk: &mut Desk) {
    let (first, second) = (SlipNumber::new(1).unwrap(), SlipNumber::new(2).unwrap());
    let (kind, total, zero) = (SlipKind::Fill, Cents::new(50_000), Cents::ZERO);
    let (opener, dealer) = (CountKind::Opener, StaffId(1));
    let request = |kind| inventory::Event::SlipRequested { kind, number: None, tray: hundreds(500), by: FLOOR };
    let contents = Contents { notes: Notes::of(&[(Note::Hundred, 3)]), ..Contents::default() };
    let counted = inventory::Event::Counted {
        kind: opener,
        tray: hundreds(10_000),
        expected: zero,
        difference: Some(Cents::new(500)),
        recount: true,
        by: dealer,
    };
    let verified = inventory::Event::CountVerified {
        kind: opener,
        tray: hundreds(10_000),
        adjusted: Cents::new(1_000_000),
        first: true,
        dealer,
        by: FLOOR,
    };
    let voided = inventory::Event::SlipVoided {
        kind: SlipKind::Credit,
        number: first,
        reason: VoidReason::NotNeeded,
        returned: zero,
        proposed_by: FLOOR,
        by: CAGE,
    };
    let steps = [
        counted,
        verified,
        request(kind),
        inventory::Event::SlipIssued { kind, number: first, total, by: CAGE },
        inventory::Event::SlipReceived { kind, number: first, total, by: dealer },
        request(kind),
        inventory::Event::SlipIssued { kind, number: second, total, by: CAGE },
        request(SlipKind::Credit),
        voided,
        inventory::Event::BoxRemoved { number: None, recorded: zero, by: FLOOR },
        inventory::Event::DropCounted { number: first, contents, by: StaffId(7) },
        inventory::Event::DropVerified { number: first, total: Cents::new(30_000), recorded: zero, by: StaffId(8) },
        inventory::Event::BoxRemoved { number: None, recorded: zero, by: FLOOR },
    ];
    commit(world, desk, &steps).await;
}

/// What verifying says of the database after a statement by somebody whom nothing stops; then all is as it was.
async fn after(connection: &mut PgConnection, table: &str, statement: &str) -> String {
    let run = async |connection: &mut PgConnection, sql: String| {
        let done = connection.execute(AssertSqlSafe(sql.clone())).await;
        done.unwrap_or_else(|error| panic!("{sql}: {error}")).rows_affected()
    };
    run(connection, format!("CREATE TABLE aside AS TABLE {table}")).await;
    assert!(run(connection, statement.to_owned()).await > 0, "{statement} alters nothing");
    let said = backup::verify(connection).await.map(|verified| format!("nothing in {verified:?}"));
    run(connection, format!("DELETE FROM {table}")).await;
    run(connection, format!("INSERT INTO {table} SELECT * FROM aside")).await;
    run(connection, "DROP TABLE aside".to_owned()).await;
    said.unwrap_or_else(|error| error.to_string())
}

/// Statements that alter a column, and what must be named.
const COLUMNS: [(&str, &str, &str, &str); 38] = [
    ("ledger_postings", "amount_micro = amount_micro + 1", "line = 1", "the postings of entry"),
    ("ledger_postings", "account = 'outside', seat = NULL", "account = 'seat'", "the postings of entry"),
    ("ledger_postings", "seat = 8 - seat", "account = 'seat' AND seat <> 4", "the postings of entry"),
    ("ledger_postings", "line = line + 100", "line = 1", "the postings of entry"),
    ("ledger_postings", "seq = seq + 1000", "line = 1", "the postings of entry"),
    ("ledger_postings", "table_id = gen_random_uuid()", "true", "the postings of entry"),
    ("slips", "total_cents = total_cents + 1", "state = 'received'", "fill 1 of table"),
    ("slips", "tray = '{}'", "state = 'received'", "fill 1 of table"),
    ("slips", "received_seq = received_seq + 1", "state = 'received'", "fill 1 of table"),
    ("slips", "received_by = 77", "state = 'received'", "fill 1 of table"),
    ("slips", "received_at = received_at + interval '1 day'", "state = 'received'", "fill 1 of table"),
    ("slips", "requested_by = 77", "state = 'received'", "fill 1 of table"),
    ("slips", "requested_seq = 1", "state = 'received'", "fill 1 of table"),
    ("slips", "requested_at = requested_at - interval '1 day'", "state = 'received'", "fill 1 of table"),
    ("slips", "issued_by = 77", "state = 'issued'", "fill 2 of table"),
    ("slips", "issued_at = issued_at - interval '1 day'", "state = 'issued'", "fill 2 of table"),
    ("slips", "state = 'requested'", "state = 'issued'", "fill 2 of table"),
    ("slips", "void_reason = 'other'", "state = 'void'", "credit 1 of table"),
    ("slips", "void_by = 77", "state = 'void'", "credit 1 of table"),
    ("slips", "void_proposed_by = 77", "state = 'void'", "credit 1 of table"),
    ("slips", "void_at = void_at + interval '1 day'", "state = 'void'", "credit 1 of table"),
    ("slips", "table_id = gen_random_uuid()", "state = 'void'", "credit 1 of table"),
    ("drop_boxes", "recorded_cents = 1", "number = 2", "drop box 2 of table"),
    ("drop_boxes", "removed_seq = 1", "number = 2", "drop box 2 of table"),
    ("drop_boxes", "removed_by = 77", "number = 2", "drop box 2 of table"),
    ("drop_boxes", "counted_cents = 1", "number = 1", "drop box 1 of table"),
    ("drop_boxes", "contents = '{}'", "number = 1", "drop box 1 of table"),
    ("drop_boxes", "counted_by = 77", "number = 1", "drop box 1 of table"),
    ("drop_boxes", "verified_by = 77", "number = 1", "drop box 1 of table"),
    ("inventory_counts", "total_cents = 1", "true", "the count of entry"),
    ("inventory_counts", "tray = '{}'", "true", "the count of entry"),
    ("inventory_counts", "expected_cents = 1", "true", "the count of entry"),
    ("inventory_counts", "difference_cents = NULL", "true", "the count of entry"),
    ("inventory_counts", "kind = 'shift'", "true", "the count of entry"),
    ("inventory_counts", "at = at + interval '1 day'", "true", "the count of entry"),
    ("inventory_counts", "verified_by = 77", "true", "the count of entry"),
    ("slip_counters", "last = last + 1", "series = 'jackpot'", "1 numbers of slips or boxes are missing"),
    ("slip_counters", "last = last - 1", "series = 'fill'", "the counter of the series fill is behind"),
];

/// Rows taken out, and rows of other tables.
const ROWS: [(&str, &str, &str); 12] = [
    ("ledger_postings", "DELETE FROM ledger_postings WHERE line = 2", "the postings of entry"),
    ("slips", "DELETE FROM slips WHERE state = 'issued'", "fill 2 of table"),
    ("drop_boxes", "DELETE FROM drop_boxes WHERE number = 1", "drop box 1 of table"),
    ("inventory_counts", "DELETE FROM inventory_counts", "the count of entry"),
    (
        "ledger_postings",
        "INSERT INTO ledger_postings (table_id, seq, line, at, account, amount_micro)
         VALUES (gen_random_uuid(), 1, 1, now(), 'rack', 5)",
        "1 postings belong to no table",
    ),
    (
        "ledger_postings",
        "INSERT INTO ledger_postings (table_id, seq, line, at, account, amount_micro)
         SELECT table_id, seq + 1, 1, now(), 'rack', 5 FROM table_heads",
        "the postings of entry",
    ),
    (
        "ledger_postings",
        "INSERT INTO ledger_postings (table_id, seq, line, at, account, amount_micro)
         SELECT table_id, 0, 1, now(), 'rack', 5 FROM table_heads",
        "the postings of entry 0",
    ),
    ("meters", "UPDATE meters SET balance_micro = balance_micro - 1", "meters do not stand"),
    ("meters", "UPDATE meters SET contributed_micro = contributed_micro + 1", "meters do not stand"),
    (
        "meter_entries",
        "UPDATE meter_entries SET amount_micro = amount_micro + 1 WHERE number = 1",
        "meters do not stand",
    ),
    ("journal", "UPDATE journal SET actor = replace(actor, 'dealer', 'cage') WHERE seq = 1", "was altered"),
    ("significant_events", "UPDATE significant_events SET staff_id = 77", "the register of significant events"),
];

#[tokio::test]
async fn r60_whatever_of_the_money_is_altered_is_named() {
    let world = World::new().await;
    let (mut desk, mut played) = (world.desk(0).await, world.desk(0).await);
    money(&world, &mut desk).await;
    world.write(&mut played, &two_rounds(0, later()).played).await;
    let mut connection = world.superuser().await;
    let verified = backup::verify(&mut connection).await.unwrap();
    assert_eq!((verified.tables, verified.entries), (2, desk.seq + played.seq));
    connection.execute("SET session_replication_role = replica").await.unwrap();
    // Whatever the constraints say, too: an intruder takes them away first.
    let constraints: Vec<String> = sqlx::query_scalar(
        "SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) FROM pg_constraint
         WHERE connamespace = 'public'::regnamespace AND contype = 'c' AND coninhcount = 0
             AND conrelid::regclass::text IN ('slips', 'drop_boxes', 'inventory_counts', 'meters', 'ledger_postings', 'meter_entries')",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    for drop in constraints {
        connection.execute(AssertSqlSafe(drop)).await.unwrap();
    }
    for (table, change, which, named) in COLUMNS {
        let said = after(&mut connection, table, &format!("UPDATE {table} SET {change} WHERE {which}")).await;
        assert!(said.contains(named), "{table}: {change}: {said}");
    }
    for (table, statement, named) in ROWS {
        let said = after(&mut connection, table, statement).await;
        assert!(said.contains(named), "{statement}: {said}");
    }
    assert_eq!(backup::verify(&mut connection).await.unwrap(), verified, "all is as it was");
}

/// Entries that do not agree with each other are told although every chain holds: more chips left the cage than the slip says.
#[tokio::test]
async fn chips_on_the_way_that_no_slip_explains_are_told() {
    let world = World::new().await;
    let mut desk = world.desk(0).await;
    let (kind, number, total) = (SlipKind::Fill, SlipNumber::new(1).unwrap(), Cents::new(60_000));
    let request = inventory::Event::SlipRequested { kind, number: None, tray: hundreds(500), by: FLOOR };
    commit(&world, &mut desk, &[request, inventory::Event::SlipIssued { kind, number, total, by: CAGE }]).await;
    let said = backup::verify(&mut world.superuser().await).await.unwrap_err().to_string();
    assert_eq!(said, "slips or boxes of 1 tables are not what the books say");
}

/// A seat or a rack that held less than nothing is told even though every entry balances, and although it was made up for since.
#[tokio::test]
async fn a_seat_or_a_rack_that_ever_held_less_than_nothing_is_told() {
    let (seat, amount) = (Seat::new(3).unwrap(), Cents::new(20_000));
    let (bought, brought) = (Event::BoughtIn { seat, amount }, Event::ChipsBrought { seat, amount });
    let taken = Event::ChipsTaken { seat, amount };
    for (events, said) in [
        (&[brought, taken, taken, brought][..], Some("seat 3 of table T held -$200 after entry 3: less than nothing")),
        (&[brought, bought, taken, taken][..], Some("rack of table T held -$200 after entry 2: less than nothing")),
        (&[brought, taken, brought][..], None),
    ] {
        let world = World::new().await;
        let mut desk = world.desk(0).await;
        commit_all(&world, &mut desk, events).await;
        let found = backup::verify(&mut world.superuser().await).await.err().map(|error| error.to_string());
        assert_eq!(found.map(|found| found.replace(&desk.id.0.to_string(), "T")).as_deref(), said);
    }
}
