//! People and terminals of a simulated floor, let in by the database itself: whoever runs this command owns it.

use super::Failure;
use game_core::game::{Millis, Seat, StaffId};
use server::identity::{Cost, Passwords, Role, Secret};
use std::fmt::Display;
use std::time::Duration;
use store::keys::{self, NewKey};
use store::people::{self, NewAccount};
use store::sessions::{self, NewSession};
use store::{PgConnection, Store};
use table_host::ids::TableId;

/// How long somebody simulated stays, idle or not.
const STAY: Duration = Duration::from_secs(24 * 3600);

fn failed(error: impl Display) -> Failure {
    Failure::Failed(error.to_string())
}

/// A session of the person of this login, who is made with this role where there is nobody yet.
pub(super) async fn log_in(store: &Store, login: &str, role: Role) -> Result<String, Failure> {
    let mut connection = store.pool().acquire().await.map_err(failed)?;
    let staff = match people::credentials(&mut connection, login).await.map_err(failed)? {
        Some(known) => known.account.staff,
        // Nobody logs in by the password: nobody knows it.
        None => make(&mut connection, login, role, &Secret::generate().map_err(failed)?.reveal()).await?,
    };
    open_session(&mut connection, staff).await
}

/// A session of somebody new, and the password with which that person agrees to what another proposed.
pub(super) async fn newcomer(store: &Store, name: &str, role: Role) -> Result<(String, String), Failure> {
    let password = Secret::generate().map_err(failed)?.reveal();
    let login = format!("{name}-{}", table_host::now().0);
    let mut connection = store.pool().acquire().await.map_err(failed)?;
    let staff = make(&mut connection, &login, role, &password).await?;
    Ok((open_session(&mut connection, staff).await?, password))
}

async fn make(connection: &mut PgConnection, login: &str, role: Role, password: &str) -> Result<StaffId, Failure> {
    let passwords = Passwords::new(Cost::least(), 1).map_err(failed)?;
    let account = NewAccount {
        login: login.to_owned(),
        display_name: login.to_owned(),
        role,
        password_hash: passwords.hash(password).await.map_err(failed)?,
        must_change: false,
        by: None,
        request: None,
    };
    Ok(people::create(connection, &account).await.map_err(failed)?.staff)
}

async fn open_session(connection: &mut PgConnection, staff: StaffId) -> Result<String, Failure> {
    let secret = Secret::generate().map_err(failed)?;
    let created_at = table_host::now();
    let expires_at = Millis(created_at.0.saturating_add(u64::try_from(STAY.as_millis()).unwrap_or(u64::MAX)));
    let session = NewSession { digest: secret.digest(), staff, created_at, idle: STAY, expires_at };
    sessions::create(connection, &session).await.map_err(failed)?;
    Ok(secret.reveal())
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
