//! People: their accounts, and who could do what when. A password is known here by its Argon2id hash alone.

mod change;
mod history;
mod reset;
mod role;

pub use change::{failed, put_in_force, rehash, reseal_totp, set_password, set_totp, succeeded, use_totp};
pub use history::{Standing, could, history};
pub use reset::{carry_out_reset, keep_reset};
pub use role::{Role, State};

use crate::open::StoreError;
use crate::times::millis;
use game_core::game::{Millis, StaffId};
use sqlx::PgConnection;
use std::fmt;
use table_host::ids::{BodyDigest, CommandId};
use time::OffsetDateTime;

/// An account, without what it is opened with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// The person.
    pub staff: StaffId,
    /// The name to log in by; upper and lower case are the same.
    pub login: String,
    /// What people call the person.
    pub display_name: String,
    /// What the person may do.
    pub role: Role,
    /// Whether the account can be used.
    pub state: State,
    /// Whether the password must be changed before anything else.
    pub must_change: bool,
    /// Whether one-time codes are asked for.
    pub totp: bool,
    /// When it was made.
    pub created_at: Millis,
}

/// An account to be kept.
#[derive(Clone)]
pub struct NewAccount {
    /// The name to log in by.
    pub login: String,
    /// What people call the person.
    pub display_name: String,
    /// What the person may do.
    pub role: Role,
    /// Whether it can be used at once.
    pub state: State,
    /// Argon2id of the password.
    pub password_hash: String,
    /// Whether the password must be changed before anything else.
    pub must_change: bool,
    /// Who made it; nobody at the console.
    pub by: Option<StaffId>,
    /// Under which key it was asked for, and what was asked: a retry finds it.
    pub request: Option<(CommandId, BodyDigest)>,
}

/// Logs never show the hash.
impl fmt::Debug for NewAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewAccount").field("login", &self.login).field("role", &self.role).finish_non_exhaustive()
    }
}

/// Why an account cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum PeopleError {
    /// Somebody else has the login.
    #[error("somebody else has this login")]
    LoginTaken,
    /// The login or the display name is not one.
    #[error("a login has 1 to 64 letters, digits, '.', '_' and '-'; a display name 1 to 100 characters")]
    NameInvalid,
    /// The key was used for another account.
    #[error("the key was used for another account")]
    KeyReused,
    /// The database failed or refused for another reason.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for PeopleError {
    fn from(error: sqlx::Error) -> Self {
        let error = StoreError::from(error);
        match error.constraint() {
            Some("accounts_login_key") => Self::LoginTaken,
            Some("accounts_login_form" | "accounts_display_name_length") => Self::NameInvalid,
            Some("accounts_request_key") => Self::KeyReused,
            _ => Self::Store(error),
        }
    }
}

struct Row {
    staff_id: i64,
    login: String,
    display_name: String,
    role: String,
    state: String,
    must_change: bool,
    totp_confirmed: bool,
    created_at: OffsetDateTime,
}

impl Row {
    fn read(self) -> Result<Account, StoreError> {
        Ok(Account {
            staff: read_staff(self.staff_id)?,
            role: Role::read(&self.role)?,
            state: State::read(&self.state)?,
            login: self.login,
            display_name: self.display_name,
            must_change: self.must_change,
            totp: self.totp_confirmed,
            created_at: millis(self.created_at),
        })
    }
}

/// A number of staff as it is kept.
pub(crate) fn read_staff(number: i64) -> Result<StaffId, StoreError> {
    let number = u64::try_from(number).map_err(|error| StoreError::unreadable("a number of staff", error))?;
    Ok(StaffId(number))
}

/// A number of staff to be kept.
pub(crate) fn staff_number(staff: StaffId) -> Result<i64, StoreError> {
    i64::try_from(staff.0).map_err(|error| StoreError::unreadable("a number of staff", error))
}

/// Keeps an account. The same request again is answered with the account it made first.
///
/// # Errors
/// When the login is taken or no login, the key was used for another account, or the database fails.
pub async fn create(connection: &mut PgConnection, account: &NewAccount) -> Result<Account, PeopleError> {
    if let Some((request, digest)) = account.request {
        let row = sqlx::query!("SELECT staff_id, request_digest FROM accounts WHERE request_id = $1", request.0);
        if let Some(row) = row.fetch_optional(&mut *connection).await? {
            let first = one(connection, read_staff(row.staff_id)?).await?;
            return match first {
                Some(account) if row.request_digest.as_deref() == Some(&digest.0[..]) => Ok(account),
                Some(_) | None => Err(PeopleError::KeyReused),
            };
        }
    }
    let by = account.by.map(staff_number).transpose()?;
    let (request, digest) = account.request.unzip();
    let row = sqlx::query_as!(
        Row,
        "INSERT INTO accounts (login, display_name, role, password_hash, must_change, changed_by, request_id, request_digest, state)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         RETURNING staff_id, login, display_name, role, state, must_change, totp_confirmed, created_at",
        account.login,
        account.display_name,
        account.role.name(),
        account.password_hash,
        account.must_change,
        by,
        request.map(|request| request.0),
        digest.as_ref().map(|digest| &digest.0[..]),
        account.state.name()
    );
    Ok(row.fetch_one(connection).await?.read()?)
}

/// One person's account.
///
/// # Errors
/// When the database fails or the row cannot be read.
pub async fn one(connection: &mut PgConnection, staff: StaffId) -> Result<Option<Account>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        "SELECT staff_id, login, display_name, role, state, must_change, totp_confirmed, created_at
         FROM accounts WHERE staff_id = $1",
        staff_number(staff)?
    );
    row.fetch_optional(connection).await?.map(Row::read).transpose()
}

/// The accounts after one, by their numbers.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn page(connection: &mut PgConnection, after: StaffId, limit: u32) -> Result<Vec<Account>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT staff_id, login, display_name, role, state, must_change, totp_confirmed, created_at
         FROM accounts WHERE staff_id > $1 ORDER BY staff_id LIMIT $2",
        staff_number(after)?,
        i64::from(limit)
    );
    rows.fetch_all(connection).await?.into_iter().map(Row::read).collect()
}

/// What an account is opened with.
#[derive(Clone)]
pub struct Credentials {
    /// The account.
    pub account: Account,
    /// Argon2id of the password.
    pub password_hash: String,
    /// Attempts that failed since the last one that did not.
    pub failures: u32,
    /// The shared secret of one-time codes, confirmed or not.
    pub totp_secret: Option<Vec<u8>>,
    /// The last step a code was used of.
    pub totp_step: Option<u64>,
}

/// Logs never show the hash.
impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Credentials").field("account", &self.account).finish_non_exhaustive()
    }
}

/// What the account of a login is opened with.
///
/// # Errors
/// When the database fails or the row cannot be read.
pub async fn credentials(connection: &mut PgConnection, login: &str) -> Result<Option<Credentials>, StoreError> {
    let found = sqlx::query_scalar!("SELECT staff_id FROM accounts WHERE lower(login) = lower($1)", login);
    let Some(staff) = found.fetch_optional(&mut *connection).await? else { return Ok(None) };
    credentials_of(connection, read_staff(staff)?).await
}

/// What a person's account is opened with.
///
/// # Errors
/// When the database fails or the row cannot be read.
pub async fn credentials_of(connection: &mut PgConnection, staff: StaffId) -> Result<Option<Credentials>, StoreError> {
    let Some(account) = one(connection, staff).await? else { return Ok(None) };
    let row = sqlx::query!(
        "SELECT password_hash, failures, totp_secret, totp_step FROM accounts WHERE staff_id = $1",
        staff_number(staff)?
    );
    let row = row.fetch_one(connection).await?;
    let failures = u32::try_from(row.failures).unwrap_or(0);
    let totp_step = row.totp_step.and_then(|step| u64::try_from(step).ok());
    let (password_hash, totp_secret) = (row.password_hash, row.totp_secret);
    Ok(Some(Credentials { account, password_hash, failures, totp_secret, totp_step }))
}
