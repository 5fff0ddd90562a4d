//! Terminals' keys and shuffles: kept once, found, revoked for ever, never changed.

use crate::world::{World, refusal};
use game_core::game::Seat;
use sqlx::{AssertSqlSafe, Executor};
use store::keys::{self, KeyDigest, KeyError, KeyId, NewKey};
use store::people::Role;
use store::shuffles::{self, Shuffle};
use store::testing;
use table_host::ids::{CommandId, TableId};
use uuid::Uuid;

fn new_key(secret: u8, table: TableId) -> NewKey {
    let (digest, label) = (KeyDigest::of(&[secret; 32]), format!("key {secret}"));
    NewKey { digest, label, table, seat: Seat::new(3).unwrap(), by: None, request: None }
}

#[tokio::test]
async fn a_key_is_found_by_its_digest_until_it_is_revoked() {
    let world = World::new().await;
    let table = world.desk(0).await.id;
    let mut connection = world.connection().await;
    let mut made = Vec::new();
    for secret in 0..3 {
        let key = keys::create(&mut connection, &new_key(secret, table)).await.unwrap();
        assert_eq!((key.table, key.seat, key.revoked_at), (table, Seat::new(3).unwrap(), None));
        let found = keys::find(&mut connection, KeyDigest::of(&[secret; 32])).await.unwrap();
        assert_eq!(found.as_ref(), Some(&key));
        made.push(key);
    }
    assert_eq!(keys::list(&mut connection).await.unwrap(), made);
    assert_eq!(keys::find(&mut connection, KeyDigest::of(&[99; 32])).await.unwrap(), None);

    assert!(keys::revoke(&mut connection, made[1].id, None).await.unwrap());
    assert_eq!(keys::find(&mut connection, KeyDigest::of(&[1; 32])).await.unwrap(), None);
    let revoked = keys::list(&mut connection).await.unwrap()[1].revoked_at;
    assert!(revoked.is_some());
    // Again changes nothing; what there is not cannot be revoked.
    assert!(keys::revoke(&mut connection, made[1].id, None).await.unwrap());
    assert_eq!(keys::list(&mut connection).await.unwrap()[1].revoked_at, revoked);
    assert!(!keys::revoke(&mut connection, KeyId(Uuid::now_v7()), None).await.unwrap());
}

#[tokio::test]
async fn a_key_that_cannot_be_is_refused() {
    let world = World::new().await;
    let table = world.desk(0).await.id;
    let mut connection = world.connection().await;
    let nowhere = new_key(1, TableId::new());
    assert!(matches!(keys::create(&mut connection, &nowhere).await, Err(KeyError::UnknownTable)));
    let long = NewKey { label: "x".repeat(201), ..new_key(1, table) };
    assert!(matches!(keys::create(&mut connection, &long).await, Err(KeyError::LabelTooLong)));
    let request = Some(CommandId(Uuid::now_v7()));
    keys::create(&mut connection, &NewKey { request, ..new_key(1, table) }).await.unwrap();
    assert!(keys::create(&mut connection, &new_key(1, table)).await.is_err(), "the same secret twice");
    let again = NewKey { request, ..new_key(2, table) };
    assert!(matches!(keys::create(&mut connection, &again).await, Err(KeyError::AlreadyMade)));
    let mut superuser = world.superuser().await;
    for (columns, values, constraint) in [
        ("role", "'owner'", "access_keys_role_known"),
        ("role, staff_id", "'dealer', 1", "access_keys_terminals_only"),
        ("role", "'admin'", "access_keys_terminals_only"),
        ("role, staff_id", "'auditor', 5", "access_keys_staff_named"),
        ("role, seat", "'terminal', 1", "access_keys_table_named"),
        ("role, seat, revoked_at", "'admin', 1, now()", "access_keys_seat_named"),
    ] {
        let insert = format!(
            "INSERT INTO access_keys (key_id, digest, label, {columns}) VALUES (gen_random_uuid(), sha256('x'), '', {values})"
        );
        let error = superuser.execute(AssertSqlSafe(insert)).await.unwrap_err();
        assert_eq!(error.as_database_error().unwrap().constraint(), Some(constraint), "{columns} {values}");
    }
}

/// R57: a key that somebody enrolled opens nothing before another person agreed; the database takes no agreement of the same
/// person, of nobody, a second one, or another later.
#[tokio::test]
async fn r57_a_key_opens_nothing_before_a_second_person_agreed() {
    let world = World::new().await;
    let table = world.desk(0).await.id;
    let mut connection = world.connection().await;
    let maker = testing::hire(&mut connection, Role::DeviceAdmin, "$argon2id$x").await.unwrap().staff;
    let other = testing::hire(&mut connection, Role::DeviceAdmin, "$argon2id$x").await.unwrap().staff;
    let enrolled = |secret| NewKey { by: Some(maker), ..new_key(secret, table) };
    let key = keys::create(&mut connection, &enrolled(1)).await.unwrap();
    let digest = KeyDigest::of(&[1; 32]);
    assert_eq!((key.active, keys::find(&mut connection, digest).await.unwrap()), (false, None));
    let same = keys::agree(&mut connection, key.id, maker).await.unwrap_err();
    assert_eq!(same.constraint(), Some("key_agreements_second_person"));
    let mut superuser = world.superuser().await;
    let agreement = |by: &str| {
        format!(
            "INSERT INTO key_agreements (key_id, agreed_by) SELECT key_id, {by} FROM access_keys WHERE role = 'terminal'"
        )
    };
    for by in ["NULL".to_owned(), maker.0.to_string()] {
        assert_eq!(refusal(&mut superuser, &agreement(&by)).await, "key_agreements_second_person", "{by}");
    }
    assert_eq!(keys::find(&mut connection, digest).await.unwrap(), None);
    assert!(keys::agree(&mut connection, key.id, other).await.unwrap());
    let found = keys::find(&mut connection, digest).await.unwrap().unwrap();
    assert_eq!((found.id, found.active), (key.id, true));
    assert_eq!(refusal(&mut superuser, &agreement(&other.0.to_string())).await, "key_agreements_pkey");
    for statement in
        ["UPDATE key_agreements SET agreed_by = NULL", "DELETE FROM key_agreements", "TRUNCATE key_agreements"]
    {
        assert_eq!(refusal(&mut superuser, statement).await, "key_agreements_append_only", "{statement}");
    }
    let revoked = keys::create(&mut connection, &enrolled(2)).await.unwrap();
    assert!(keys::revoke(&mut connection, revoked.id, None).await.unwrap());
    assert!(!keys::agree(&mut connection, revoked.id, other).await.unwrap(), "nobody agrees to what was revoked");
}

#[tokio::test]
async fn the_first_shuffle_of_a_round_stands() {
    let world = World::new().await;
    let (table, other) = (world.desk(0).await.id, world.desk(0).await.id);
    let mut connection = world.connection().await;
    let shuffle = |byte| Shuffle { commitment: [byte; 32], salt: [byte; 32], order: [byte; 52] };
    assert_eq!(shuffles::of_round(&mut connection, table, 1).await.unwrap(), None);
    let first = shuffles::keep(&mut connection, table, 1, &shuffle(1)).await.unwrap();
    assert_eq!(first.shuffle, shuffle(1));
    assert_eq!(shuffles::keep(&mut connection, table, 1, &shuffle(2)).await.unwrap(), first);
    assert_eq!(shuffles::of_round(&mut connection, table, 1).await.unwrap(), Some(first));
    for (table, round) in [(table, 2), (other, 1)] {
        assert_eq!(shuffles::keep(&mut connection, table, round, &shuffle(3)).await.unwrap().shuffle, shuffle(3));
    }
    assert!(shuffles::keep(&mut connection, TableId::new(), 1, &shuffle(1)).await.is_err());
    // What is printed shows no card.
    assert_eq!(format!("{:?}", first.shuffle), "Shuffle(..)");
}

#[tokio::test]
async fn neither_is_ever_changed() {
    let world = World::new().await;
    let table = world.desk(0).await.id;
    let mut connection = world.connection().await;
    let key = keys::create(&mut connection, &new_key(1, table)).await.unwrap();
    let shuffle = Shuffle { commitment: [1; 32], salt: [1; 32], order: [1; 52] };
    shuffles::keep(&mut connection, table, 1, &shuffle).await.unwrap();
    let mut superuser = world.superuser().await;
    keys::create(&mut connection, &new_key(2, table)).await.unwrap();
    keys::revoke(&mut connection, key.id, None).await.unwrap();
    for (statement, constraint, service) in [
        ("UPDATE access_keys SET revoked_at = NULL", "access_keys_only_revoked", "23001"),
        ("UPDATE access_keys SET role = 'auditor', revoked_at = now()", "access_keys_only_revoked", "42501"),
        ("DELETE FROM access_keys", "access_keys_only_revoked", "42501"),
        ("TRUNCATE access_keys CASCADE", "access_keys_only_revoked", "42501"),
        ("UPDATE virtual_shuffles SET round_number = 9", "virtual_shuffles_append_only", "42501"),
        ("DELETE FROM virtual_shuffles", "virtual_shuffles_append_only", "42501"),
        ("TRUNCATE virtual_shuffles", "virtual_shuffles_append_only", "42501"),
    ] {
        let error = superuser.execute(statement).await.expect_err(statement);
        assert_eq!(error.as_database_error().unwrap().constraint(), Some(constraint), "{statement}");
        let error = connection.execute(statement).await.expect_err(statement);
        assert_eq!(error.as_database_error().unwrap().code().as_deref(), Some(service), "{statement}");
    }
}
