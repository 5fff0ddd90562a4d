//! `/v1/sessions` and `/v1/accounts`: logging in and out, passwords and one-time codes, and the accounts themselves.

use crate::id::{ApprovalId, SessionId};
use crate::timestamp::Timestamp;
use game_core::game::StaffId;
use serde::{Deserialize, Serialize};
use std::fmt;
use utoipa::{IntoParams, ToSchema};

/// What a person may do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Deals at the table assigned.
    Dealer,
    /// Watches over tables, and decides where the rules ask for a floorperson.
    Floorperson,
    /// Does all a floorperson does, and answers for the pit: its tables and their rules.
    PitManager,
    /// The cage: chips and money between it and the tables.
    Cage,
    /// Counts: meters, drop, win.
    Accounting,
    /// Reads everything and changes nothing.
    Auditor,
    /// Enrols devices and terminals.
    DeviceAdmin,
    /// Makes, changes, unlocks and disables accounts.
    SecurityAdmin,
}

/// Whether an account can be used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AccountState {
    /// It can.
    Active,
    /// Too many attempts to log in failed.
    Locked,
    /// The person does not work here any more, or not yet.
    Disabled,
}

/// A password on its way in. What is printed of it is nothing.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = String, format = Password)]
pub struct Password(pub String);

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password")
    }
}

/// The token of a session, shown once. What is printed of it is nothing.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = String)]
pub struct Token(pub String);

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

/// `POST /v1/sessions`: a person logs in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LogIn {
    /// The login; upper and lower case are the same.
    pub login: String,
    /// The password.
    pub password: Password,
    /// The one-time code of six figures, where the account asks for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub totp: Option<Password>,
}

/// A session that was just opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct OpenedSession {
    /// What the `Authorization` header carries from now on. It is shown only here.
    pub token: Token,
    /// The session.
    pub session: SessionSummary,
}

/// An open session.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SessionSummary {
    /// Its name, by which it is ended. It opens nothing.
    pub id: SessionId,
    /// Whose it is.
    pub staff: StaffId,
    /// What the person may do.
    pub role: Role,
    /// Whether the password must be changed before anything else.
    pub must_change_password: bool,
    /// When it began.
    pub created_at: Timestamp,
    /// How long it may be idle.
    pub idle_seconds: u64,
    /// When it ends, however busy it is.
    pub expires_at: Timestamp,
}

/// The open sessions, in the order they began.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SessionsList {
    /// The sessions.
    pub sessions: Vec<SessionSummary>,
}

/// Which sessions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SessionsQuery {
    /// Only this person's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub staff: Option<StaffId>,
}

/// `PUT /v1/accounts/own/password`: another password. Every other session of the person ends.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangePassword {
    /// The password so far.
    pub password: Password,
    /// The one-time code, where the account asks for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub totp: Option<Password>,
    /// The password from now on.
    pub new_password: Password,
}

/// `POST /v1/accounts/own/totp`: a shared secret for one-time codes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EnrolTotp {
    /// The password.
    pub password: Password,
    /// The one-time code, where the account asks for one already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub totp: Option<Password>,
}

/// A shared secret for one-time codes (RFC 6238: SHA-1, six figures, thirty seconds), shown once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TotpSecret {
    /// The secret in base 32.
    pub secret: Token,
    /// The same as a URI that authenticators read.
    pub uri: Token,
}

/// `POST /v1/accounts/own/totp/confirmation`: a first code. From then on codes are asked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ConfirmTotp {
    /// The one-time code.
    pub totp: Password,
}

/// `POST /v1/accounts`: an account. One with powers waits for a second security administrator.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAccount {
    /// The name to log in by: letters, digits, `.`, `_` and `-`.
    #[schema(min_length = 1, max_length = 64)]
    pub login: String,
    /// What people call the person.
    #[schema(min_length = 1, max_length = 100)]
    pub display_name: String,
    /// What the person may do.
    pub role: Role,
    /// The first password, which the person must change.
    pub password: Password,
}

/// An account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Account {
    /// The person's number, which stays for ever.
    pub staff: StaffId,
    /// The name to log in by.
    pub login: String,
    /// What people call the person.
    pub display_name: String,
    /// What the person may do.
    pub role: Role,
    /// Whether the account can be used.
    pub state: AccountState,
    /// Whether the password must be changed before anything else.
    pub must_change_password: bool,
    /// Whether one-time codes are asked for.
    pub totp: bool,
    /// When it was made.
    pub created_at: Timestamp,
}

/// An account, and what it waits for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ChangedAccount {
    /// The account as it is now.
    pub account: Account,
    /// What a second security administrator must agree to before it is as asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approval: Option<ApprovalId>,
}

/// Which accounts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AccountsQuery {
    /// Only people whose numbers come after this one; from the first, when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<StaffId>,
    /// How many at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[param(minimum = 1, maximum = 200)]
    pub limit: Option<u32>,
}

/// Accounts by their numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct AccountsPage {
    /// The accounts.
    pub accounts: Vec<Account>,
    /// `after` of the next page, if there is more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<StaffId>,
}

/// `PUT /v1/accounts/{staff}/role`: another role. One with powers waits for a second security administrator.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeRole {
    /// The role from now on.
    pub role: Role,
}

/// `PUT /v1/accounts/{staff}/state`: unlocks, enables or disables an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeState {
    /// Whether it can be used from now on.
    pub state: WantedState,
}

/// The states that somebody decides on; accounts lock themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WantedState {
    /// It can be used: a locked one is unlocked, a disabled one enabled.
    Active,
    /// It cannot be used, and whatever the person has open is closed.
    Disabled,
}

/// `POST /v1/accounts/{staff}/password-reset`: another first password, which the person must change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ResetPassword {
    /// The password to log in by next.
    pub password: Password,
    /// Whether one-time codes are given up too, because the authenticator is lost.
    #[serde(default)]
    pub forget_totp: bool,
}

/// What a person could do, from a moment on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Standing {
    /// The person.
    pub staff: StaffId,
    /// The name to log in by.
    pub login: String,
    /// The role.
    pub role: Role,
    /// Whether the account could be used.
    pub state: AccountState,
    /// From when on.
    pub since: Timestamp,
    /// Whose word it was; nobody's when it was the console's or the lock's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<StaffId>,
}

/// Who could do what.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Standings {
    /// A row for each person, or for each change.
    pub standings: Vec<Standing>,
}

/// At which moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AccessQuery {
    /// The moment; now, when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Timestamp>,
}
