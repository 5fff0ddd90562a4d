//! People and terminals of a simulated floor, let in by the database itself: whoever runs this command owns it.

use super::Failure;
use super::demo::client;
use floor_sim::client::Client;
use game_core::game::{Millis, Seat, StaffId};
use server::identity::{Cost, Passwords, Role, Secret};
use std::fmt::Display;
use std::time::Duration;
use store::Store;
use store::keys::{self, NewKey};
use store::people::{self, NewAccount, State};
use store::sessions::{self, NewSession};
use table_host::ids::TableId;

/// How long somebody simulated stays, idle or not.
const STAY: Duration = Duration::from_secs(24 * 3600);

fn failed(error: impl Display) -> Failure {
    Failure::Failed(error.to_string())
}

/// The person of this login, who is made with this role where there is nobody yet, and has this password from now on.
pub(super) async fn hire(store: &Store, login: &str, role: Role, password: &str) -> Result<StaffId, Failure> {
    let passwords = Passwords::new(Cost::least(), 1).map_err(failed)?;
    let password_hash = passwords.hash(password).await.map_err(failed)?;
    let mut connection = store.connection().await.map_err(failed)?;
    if let Some(known) = people::credentials(&mut connection, login).await.map_err(failed)? {
        people::set_password(&mut connection, known.account.staff, &password_hash, false).await.map_err(failed)?;
        return Ok(known.account.staff);
    }
    let account = NewAccount {
        login: login.to_owned(),
        display_name: login.to_owned(),
        role,
        state: State::Active,
        password_hash,
        must_change: false,
        by: None,
        request: None,
    };
    Ok(people::create(&mut connection, &account).await.map_err(failed)?.staff)
}

/// A session of the person of this login, who is made with this role where there is nobody yet. Nobody knows the password.
pub(super) async fn log_in(store: &Store, login: &str, role: Role) -> Result<(StaffId, String), Failure> {
    log_in_with(store, login, role, &Secret::generate().map_err(failed)?.reveal()).await
}

/// A session of the person of this login, who has this password from now on.
pub(super) async fn log_in_with(
    store: &Store,
    login: &str,
    role: Role,
    password: &str,
) -> Result<(StaffId, String), Failure> {
    let secret = Secret::generate().map_err(failed)?;
    let staff = hire(store, login, role, password).await?;
    let created_at = table_host::now();
    let expires_at = Millis(created_at.0.saturating_add(u64::try_from(STAY.as_millis()).unwrap_or(u64::MAX)));
    let session = NewSession { digest: secret.digest(), staff, created_at, idle: STAY, expires_at };
    sessions::create(&mut *store.connection().await.map_err(failed)?, &session).await.map_err(failed)?;
    Ok((staff, secret.reveal()))
}

/// Somebody with this role, who agrees with the password again to what somebody else proposes.
pub(super) async fn decider(store: &Store, base: &str, login: &str, role: Role) -> Result<Client, Failure> {
    let password = Secret::generate().map_err(failed)?.reveal();
    let (_, token) = log_in_with(store, login, role, &password).await?;
    Ok(client(base, &token)?.whose_password_is(&password))
}

/// The key of a seat's terminal.
pub(super) async fn terminal(store: &Store, table: TableId, seat: Seat) -> Result<String, Failure> {
    let secret = Secret::generate().map_err(failed)?;
    let label = format!("simulated, seat {}", seat.number());
    let key = NewKey { digest: secret.digest(), label, table, seat, by: None, request: None };
    let mut connection = store.pool().acquire().await.map_err(failed)?;
    keys::create(&mut connection, &key).await.map_err(failed)?;
    Ok(secret.reveal())
}
