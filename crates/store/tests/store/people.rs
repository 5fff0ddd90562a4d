//! People and their sessions: who could do what when, and sessions that end for good.

use crate::world::World;
use game_core::game::{Millis, StaffId};
use sqlx::{AssertSqlSafe, Executor};
use std::time::Duration;
use store::keys::KeyDigest;
use store::people::{self, NewAccount, PeopleError, Role, State};
use store::sessions::{self, End, NewSession};
use store::testing;
use table_host::ids::{BodyDigest, CommandId};
use uuid::Uuid;

fn person(login: &str, role: Role) -> NewAccount {
    NewAccount {
        login: login.to_owned(),
        display_name: "Somebody".to_owned(),
        role,
        password_hash: "$argon2id$".to_owned(),
        state: State::Active,
        must_change: false,
        by: None,
        request: None,
    }
}

#[tokio::test]
async fn a_login_is_one_persons_however_it_is_typed() {
    let world = World::new().await;
    let mut connection = world.connection().await;
    let ann = people::create(&mut connection, &person("Ann", Role::Dealer)).await.unwrap();
    assert_eq!((ann.staff, ann.role, ann.state, ann.totp), (StaffId(1), Role::Dealer, State::Active, false));
    let found = people::credentials(&mut connection, "aNN").await.unwrap().unwrap();
    assert_eq!((found.account, found.failures), (ann.clone(), 0));
    assert!(people::credentials(&mut connection, "anne").await.unwrap().is_none());
    let taken = people::create(&mut connection, &person("ANN", Role::Auditor)).await;
    assert!(matches!(taken, Err(PeopleError::LoginTaken)), "{taken:?}");
    for login in ["", " ann", "a b", ".a", "é", &"x".repeat(65)] {
        let refused = people::create(&mut connection, &person(login, Role::Dealer)).await;
        assert!(matches!(refused, Err(PeopleError::NameInvalid)), "{login}: {refused:?}");
    }
    for role in Role::ALL {
        let made = people::create(&mut connection, &person(role.name(), role)).await.unwrap();
        assert_eq!(people::one(&mut connection, made.staff).await.unwrap().unwrap().role, role);
        assert_eq!(Role::named(role.name()), Some(role));
    }
    assert_eq!(people::page(&mut connection, ann.staff, 100).await.unwrap().len(), Role::ALL.len());
}

#[tokio::test]
async fn the_same_request_makes_one_account() {
    let world = World::new().await;
    let mut connection = world.connection().await;
    let key = CommandId(Uuid::now_v7());
    let asked = |text: &[u8]| NewAccount { request: Some((key, BodyDigest::of(text))), ..person("ann", Role::Cage) };
    let first = people::create(&mut connection, &asked(b"ann")).await.unwrap();
    assert_eq!(people::create(&mut connection, &asked(b"ann")).await.unwrap(), first);
    let other = people::create(&mut connection, &asked(b"bob")).await;
    assert!(matches!(other, Err(PeopleError::KeyReused)), "{other:?}");
}

/// Waits until what happens now has another moment than what happened last.
async fn a_millisecond() {
    let then = table_host::now().0;
    testing::until("the clock goes on", async || table_host::now().0 > then + 1).await;
}

/// Q13: who could do what on a date is one query, and its answer for a date that is past does not change.
#[tokio::test]
async fn who_could_do_what_is_known_for_every_moment() {
    let world = World::new().await;
    let mut connection = world.connection().await;
    let before = table_host::now();
    let ann = people::create(&mut connection, &person("ann", Role::Dealer)).await.unwrap();
    let bob = people::create(&mut connection, &person("bob", Role::SecurityAdmin)).await.unwrap();
    let made = people::history(&mut connection, bob.staff).await.unwrap()[0].since;
    let (promote, disable) = (
        format!("UPDATE accounts SET role = 'floorperson', changed_by = {} WHERE staff_id = 1", bob.staff.0),
        "UPDATE accounts SET state = 'disabled' WHERE staff_id = 1",
    );
    a_millisecond().await;
    connection.execute(AssertSqlSafe(promote)).await.unwrap();
    connection
        .execute("UPDATE accounts SET failures = 2, password_hash = '$argon2id$x' WHERE staff_id = 1")
        .await
        .unwrap();
    a_millisecond().await;
    connection.execute(disable).await.unwrap();
    let history = people::history(&mut connection, ann.staff).await.unwrap();
    let steps: Vec<_> = history.iter().map(|one| (one.role, one.state, one.by)).collect();
    assert_eq!(
        steps,
        [
            (Role::Dealer, State::Active, None),
            (Role::Floorperson, State::Active, Some(bob.staff)),
            (Role::Floorperson, State::Disabled, Some(bob.staff)),
        ]
    );
    let mut could = async |moment| {
        let everybody = people::could(&mut connection, moment).await.unwrap();
        everybody.into_iter().map(|one| (one.login, one.role, one.state)).collect::<Vec<_>>()
    };
    assert_eq!(could(Millis(before.0 - 1)).await, []);
    let bobs = ("bob".to_owned(), Role::SecurityAdmin, State::Active);
    let anns = |role, state| ("ann".to_owned(), role, state);
    assert_eq!(could(made).await, [anns(Role::Dealer, State::Active), bobs.clone()]);
    assert_eq!(could(history[1].since).await, [anns(Role::Floorperson, State::Active), bobs.clone()]);
    assert_eq!(could(history[2].since).await, [anns(Role::Floorperson, State::Disabled), bobs]);
}

#[tokio::test]
async fn a_session_is_found_until_it_ends_or_its_account_cannot_be_used() {
    let world = World::new().await;
    let mut connection = world.connection().await;
    let ann = people::create(&mut connection, &person("ann", Role::Dealer)).await.unwrap();
    let begun = Millis(1_000_000);
    let idle = Duration::from_secs(300);
    let session = |byte| NewSession {
        digest: KeyDigest::of(&[byte; 32]),
        staff: ann.staff,
        created_at: begun,
        idle,
        expires_at: Millis(begun.0 + 3_600_000),
    };
    let mut made = Vec::new();
    for byte in 0..5 {
        made.push(sessions::create(&mut connection, &session(byte)).await.unwrap());
    }
    let found = sessions::find(&mut connection, KeyDigest::of(&[1; 32])).await.unwrap().unwrap();
    assert_eq!((found.id, found.staff, found.role, found.idle), (made[1], ann.staff, Role::Dealer, idle));
    assert_eq!((found.used_at, found.expires_at), (begun, Millis(begun.0 + 3_600_000)));
    assert!(sessions::find(&mut connection, KeyDigest::of(&[9; 32])).await.unwrap().is_none());

    assert_eq!(sessions::end(&mut connection, &made[..1], End::LoggedOut, None).await.unwrap(), &made[..1]);
    assert_eq!(sessions::end(&mut connection, &made[..1], End::Revoked, Some(ann.staff)).await.unwrap(), []);
    assert!(sessions::find(&mut connection, KeyDigest::of(&[0; 32])).await.unwrap().is_none());

    // The second is used a little later than the others, so they are idle first.
    let later = Millis(begun.0 + 60_000);
    sessions::used(&mut connection, &[(made[1], later), (made[0], later)]).await.unwrap();
    sessions::used(&mut connection, &[(made[1], begun)]).await.unwrap();
    assert_eq!(sessions::find(&mut connection, KeyDigest::of(&[1; 32])).await.unwrap().unwrap().used_at, later);
    let just = Millis(begun.0 + 300_000);
    assert_eq!(sessions::end_idle(&mut connection, Millis(just.0 - 1)).await.unwrap(), []);
    assert_eq!(sessions::end_idle(&mut connection, just).await.unwrap().len(), 3);
    assert_eq!(sessions::open(&mut connection, Some(ann.staff)).await.unwrap().len(), 1);
    sessions::used(&mut connection, &[(made[1], Millis(begun.0 + 3_599_999))]).await.unwrap();
    assert_eq!(sessions::end_idle(&mut connection, Millis(begun.0 + 3_600_000)).await.unwrap(), &made[1..2]);

    let (kept, other) = (session(6), session(7));
    let kept_id = sessions::create(&mut connection, &kept).await.unwrap();
    let other_id = sessions::create(&mut connection, &other).await.unwrap();
    let ended = sessions::end_all(&mut connection, ann.staff, Some(kept_id), End::AccountChanged, None).await.unwrap();
    assert_eq!(ended, [other_id]);
    let since = Millis(table_host::now().0 - 60_000);
    assert_eq!(sessions::ended_since(&mut connection, since).await.unwrap().len(), 6);
    // Whoever guesses at a login locks it, and must not throw out whoever is in.
    connection.execute("UPDATE accounts SET state = 'locked' WHERE staff_id = 1").await.unwrap();
    assert!(sessions::find(&mut connection, kept.digest).await.unwrap().is_some());
    connection.execute("UPDATE accounts SET state = 'disabled' WHERE staff_id = 1").await.unwrap();
    assert!(sessions::find(&mut connection, kept.digest).await.unwrap().is_none());
}

#[tokio::test]
async fn nobody_rewrites_people() {
    let world = World::new().await;
    let mut connection = world.connection().await;
    let ann = people::create(&mut connection, &person("ann", Role::Dealer)).await.unwrap();
    let session = NewSession {
        digest: KeyDigest::of(&[1; 32]),
        staff: ann.staff,
        created_at: Millis(1),
        idle: Duration::from_secs(1),
        expires_at: Millis(2),
    };
    let id = sessions::create(&mut connection, &session).await.unwrap();
    sessions::end(&mut connection, &[id], End::LoggedOut, None).await.unwrap();
    let mut superuser = world.superuser().await;
    for (statement, constraint, service) in [
        ("UPDATE accounts SET login = 'bob'", "accounts_keep_identity", "42501"),
        ("DELETE FROM accounts", "accounts_stay", "42501"),
        ("TRUNCATE accounts CASCADE", "accounts_stay", "42501"),
        ("UPDATE account_history SET role = 'auditor'", "account_history_append_only", "42501"),
        ("DELETE FROM account_history", "account_history_append_only", "42501"),
        ("TRUNCATE account_history", "account_history_append_only", "42501"),
        ("UPDATE sessions SET ended_at = NULL, end_reason = NULL", "sessions_stay_ended", "23001"),
        ("DELETE FROM sessions", "sessions_stay_ended", "42501"),
        ("TRUNCATE sessions", "sessions_stay_ended", "42501"),
    ] {
        let error = superuser.execute(statement).await.expect_err(statement);
        assert_eq!(error.as_database_error().unwrap().constraint(), Some(constraint), "{statement}");
        let error = connection.execute(statement).await.expect_err(statement);
        assert_eq!(error.as_database_error().unwrap().code().as_deref(), Some(service), "{statement}");
    }
    let forged = "INSERT INTO account_history (staff_id, role, state, at) VALUES (1, 'auditor', 'active', now())";
    let error = connection.execute(forged).await.unwrap_err();
    assert_eq!(error.as_database_error().unwrap().code().as_deref(), Some("42501"));
}
