//! Databases of earlier versions. From before tables could share meters: what each table's meters held is carried over to the
//! micro-cent, and a table can leave its own progressive and come back to it. From before what devices say was kept by month: not
//! a message and not an answer is lost.

use crate::floor::SUBMISSIONS;
use crate::meters::{commit, fed};
use crate::progressives::{linked, rules};
use crate::world::{Desk, World};
use game_core::game::StaffId;
use game_core::meters::meters as described;
use game_core::money::{Cents, MicroCents};
use game_core::rules::MeterRef;
use game_core::submission;
use game_core::wager::Wager;
use sqlx::migrate::Migrator;
use sqlx::{ConnectOptions, PgConnection};
use store::journal::Options;
use store::meters::{self, reconcile};
use store::progressives::join;
use store::tables;
use store::testing;
use table_host::ids::TableId;
use uuid::Uuid;

static ALL: Migrator = sqlx::migrate!("../../migrations");

/// The migration that brought progressives.
const PROGRESSIVES: i64 = 50;

/// The migration that brought the months of what devices say.
const DEVICE_MONTHS: i64 = 91;

/// Two devices that spoke for four months; the last message of the second was never answered.
const OLD_DEVICES: &str = "
    SET session_replication_role = replica;
    INSERT INTO devices (device_id, kind, make, model, serial, public_key, table_id, status, version)
    SELECT gen_random_uuid(), kind, 'Acme', 'One', kind, sha256(kind::bytea), gen_random_uuid(), 'enabled', 1
    FROM unnest(ARRAY['shoe', 'shuffler']) AS kind;
    INSERT INTO device_messages
    SELECT
        device_id, sequence, now() - (9 - sequence) * interval '12 days', now(), 'card_drawn', '{}',
        sha256((kind || sequence)::bytea), decode(repeat('00', 64), 'hex'), table_id
    FROM devices, generate_series(1, 9) AS sequence;
    INSERT INTO device_answers
    SELECT device_id, sequence, received_at + interval '1 second', 'wrong_phase', 'LIR-7-C', NULL
    FROM device_messages JOIN devices USING (device_id) WHERE NOT (sequence = 9 AND devices.kind = 'shuffler');
    SET session_replication_role = origin;";

/// Every message with its answer, in one line each.
const SAID: &str = "
    SELECT concat_ws(' ', m.device_id, m.sequence, m.received_at, m.sent_at, m.kind, m.body, m.digest, m.signature, m.table_id,
        a.answered_at, a.code, a.clause, a.table_seq)
    FROM device_messages AS m LEFT JOIN device_answers AS a USING (device_id, sequence) ORDER BY m.device_id, m.sequence";

/// A table of that time with its meters, each at an odd amount; answers with what they hold.
async fn old_table(connection: &mut PgConnection, game: usize) -> (Desk, Vec<(MeterRef, MicroCents)>) {
    let (_, rules) = submission::check(SUBMISSIONS[game]).unwrap();
    let (id, rules_version) = (TableId::new(), format!("rules {game}"));
    sqlx::query("INSERT INTO rules_versions (rules_version, game, submission) VALUES ($1, $2, $3::jsonb)")
        .bind(&rules_version)
        .bind(rules.game().name())
        .bind(SUBMISSIONS[game])
        .execute(&mut *connection)
        .await
        .unwrap();
    sqlx::query(
        "INSERT INTO tables (table_id, name, game, rules_version, request_id, request_digest)
         VALUES ($1, $2, $3, $4, $5, decode(repeat('00', 32), 'hex'))",
    )
    .bind(id.0)
    .bind(format!("Old {game}"))
    .bind(rules.game().name())
    .bind(&rules_version)
    .bind(Uuid::now_v7())
    .execute(&mut *connection)
    .await
    .unwrap();
    sqlx::query(
        "INSERT INTO table_heads (table_id, seq, hash, epoch) VALUES ($1, 0, decode(repeat('00', 32), 'hex'), 1)",
    )
    .bind(id.0)
    .execute(&mut *connection)
    .await
    .unwrap();
    let mut held = Vec::new();
    for (nth, (meter, of_meter)) in (0_i64..).zip(described(&rules)) {
        let holds = of_meter.initial.get() * 1_000_000 + 7_654_321 + nth;
        for statement in [
            "INSERT INTO meters (table_id, wager, stake_cents, level) SELECT $1, $2, $3, $4 WHERE $5::bigint > 0",
            "INSERT INTO meter_entries (table_id, seq, line, at, wager, stake_cents, level, kind, amount_micro, before_micro,
                 after_micro) VALUES ($1, 0, 0, now(), $2, $3, $4, 'seed', $5, 0, $5)",
        ] {
            sqlx::query(statement)
                .bind(id.0)
                .bind(meter.wager.name())
                .bind(meter.stake.get())
                .bind(meter.level.name())
                .bind(holds)
                .execute(&mut *connection)
                .await
                .unwrap();
        }
        held.push((meter, MicroCents::new(holds)));
    }
    (Desk { id, game: rules.game(), rules_version, seq: 0, epoch: 1 }, held)
}

/// Brings an empty database to where it stood before a migration.
async fn migrate_before(connection: &mut PgConnection, version: i64) {
    let early: Vec<_> = ALL.iter().filter(|migration| migration.version < version).cloned().collect();
    Migrator { migrations: early.into(), ..Migrator::DEFAULT }.run(connection).await.unwrap();
}

async fn held(connection: &mut PgConnection, table: TableId) -> Vec<(MeterRef, MicroCents)> {
    let mut all = meters::of_table(connection, table).await.unwrap();
    all.sort_by_key(|meter| meter.meter);
    all.iter().map(|meter| (meter.meter, meter.balance)).collect()
}

#[tokio::test]
async fn r13_what_meters_held_before_they_could_be_shared_is_carried_over_and_reconciles() {
    let database = testing::empty_database().await.unwrap();
    let mut connection = database.superuser.connect().await.unwrap();
    migrate_before(&mut connection, PROGRESSIVES).await;
    let mut old = Vec::new();
    for game in 0..3 {
        old.push(old_table(&mut connection, game).await);
    }
    drop(connection);
    // Opening the store brings the database up to date.
    let world = World::with(database.open().await.unwrap(), Options::default());
    let mut connection = world.connection().await;
    for (desk, before) in &mut old {
        before.sort_by_key(|(meter, _)| *meter);
        assert!(before.len() >= 2);
        assert_eq!(held(&mut connection, desk.id).await, *before);
        assert_eq!(tables::one(&mut connection, desk.id).await.unwrap().unwrap().seq, 0);
    }
    assert_eq!(reconcile(&mut connection).await.unwrap(), 0);
    // A table grows its own meter as before, plays for a shared one, and comes back to its own where it stood.
    let (desk, before) = &mut old[0];
    commit(&world, desk, vec![fed(MicroCents::new(5))]).await;
    let grown = held(&mut connection, desk.id).await;
    let differing: Vec<_> = grown.iter().zip(before.iter()).filter(|(now, before)| now != before).collect();
    assert_eq!(differing.len(), 1);
    assert_eq!(differing[0].0.1.get(), differing[0].1.1.get() + 5);
    let (id, stake) = (linked(&mut connection, "Shared").await, Cents::new(100));
    for (to, same) in [(Some(id), false), (None, true)] {
        join(&mut connection, desk.id, &rules(), Wager::ProgressivePayout, stake, to, StaffId(7)).await.unwrap();
        assert_eq!(held(&mut connection, desk.id).await == grown, same);
    }
    assert_eq!(reconcile(&mut connection).await.unwrap(), 0);
}

#[tokio::test]
async fn r38_what_devices_said_before_it_was_kept_by_month_is_carried_over_whole() {
    let database = testing::empty_database().await.unwrap();
    let mut connection = database.superuser.connect().await.unwrap();
    migrate_before(&mut connection, DEVICE_MONTHS).await;
    sqlx::raw_sql(OLD_DEVICES).execute(&mut connection).await.unwrap();
    let said: Vec<String> = sqlx::query_scalar(SAID).fetch_all(&mut connection).await.unwrap();
    assert_eq!(said.len(), 18);
    let _database = database.open().await.unwrap();
    let after: Vec<String> = sqlx::query_scalar(SAID).fetch_all(&mut connection).await.unwrap();
    assert_eq!(after, said);
    let elsewhere = "SELECT count(*) FROM device_messages_default";
    assert_eq!(
        sqlx::query_scalar::<_, i64>(elsewhere).fetch_one(&mut connection).await.unwrap(),
        0,
        "each in its month"
    );
    let heads = "SELECT sequence FROM device_heads";
    assert_eq!(sqlx::query_scalar::<_, i64>(heads).fetch_all(&mut connection).await.unwrap(), [9, 9]);
    // What follows the head is taken, and what does not is refused, as for every device.
    let next = "INSERT INTO device_messages SELECT device_id, $1, now(), now(), kind, body, digest, signature, table_id
                FROM device_messages WHERE sequence = 9";
    assert!(sqlx::query(next).bind(9_i64).execute(&mut connection).await.is_err());
    assert_eq!(sqlx::query(next).bind(10_i64).execute(&mut connection).await.unwrap().rows_affected(), 2);
}
