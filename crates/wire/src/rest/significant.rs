//! `GET /v1/significant-events` and what takes note of one: the register of what must be found again.

use crate::id::{EventId, RoundId, TableId};
use crate::timestamp::Timestamp;
use game_core::game::StaffId;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

/// Which events: those for which everything that is said holds.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SignificantQuery {
    /// Of this kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<SignificantKind>,
    /// As grave as this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<Severity>,
    /// Not before this moment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Timestamp>,
    /// Before this moment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
    /// At this table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableId>,
    /// In this round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<RoundId>,
    /// By or about this member of staff.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub staff: Option<StaffId>,
    /// Of this device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// With this text, in whatever case, somewhere in the details.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// That somebody has taken note of, or nobody has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acknowledged: Option<bool>,
    /// Recorded before this one: `next` of the page before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<EventId>,
    /// How many at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[param(minimum = 1, maximum = 200)]
    pub limit: Option<u32>,
}

/// Significant events, the latest first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SignificantPage {
    /// The events.
    pub events: Vec<SignificantEvent>,
    /// `before` of the next page, if there may be more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<EventId>,
}

/// Something that happened and must be found again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SignificantEvent {
    /// Its name.
    pub id: EventId,
    /// What kind of thing.
    pub kind: SignificantKind,
    /// How grave.
    pub severity: Severity,
    /// When.
    pub at: Timestamp,
    /// At which table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableId>,
    /// In which round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<RoundId>,
    /// By or about which member of staff.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub staff: Option<StaffId>,
    /// Which device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// What else there is to say, by name.
    #[schema(value_type = Object)]
    pub details: Value,
    /// Who has taken note of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acknowledged: Option<Acknowledged>,
}

/// That somebody has taken note of an event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Acknowledged {
    /// Who.
    pub by: StaffId,
    /// When.
    pub at: Timestamp,
    /// What they said.
    pub note: String,
}

/// Taking note of an event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Acknowledge {
    /// What there is to say of it; it may be empty.
    #[schema(max_length = 1000)]
    pub note: String,
}

/// How grave an event is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// To be found again.
    Notice,
    /// To be looked at.
    Warning,
    /// To be acted on.
    Alarm,
}

/// What kind of thing happened.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SignificantKind {
    /// The server started.
    Start,
    /// The server stopped in order.
    Stop,
    /// The database was away; the details say from when to when.
    Outage,
    /// This register could not be written for a while, and the server answered nobody.
    LogUnwritable,
    /// The machine's clock jumped.
    ClockChange,
    /// The program is not the one that was recorded.
    SoftwareMismatch,
    /// The configuration is not the one that was recorded.
    ConfigurationMismatch,
    /// The paytables are not those that were recorded.
    PaytableMismatch,
    /// The database's schema is not the one that was recorded.
    SchemaMismatch,
    /// Kept data was changed outside the program: a chain, the books or a meter does not verify.
    LiveDataChange,
    /// A backup was made.
    Backup,
    /// The data was restored from a backup.
    Restore,
    /// A login was refused.
    FailedLogin,
    /// An account was locked after too many failures.
    AccountLocked,
    /// A key, session or device did not prove to be what it claimed.
    AuthenticationMismatch,
    /// An account was made, changed, disabled or given other powers.
    AccountChange,
    /// An administrator was made at the console, outside the approvals.
    AdministratorMade,
    /// Something that needs two people was approved, declined or ran out.
    ApprovalDecided,
    /// Play, a table, a wager or a terminal was switched off or on.
    SwitchUsed,
    /// A wager at or above the threshold was placed.
    LargeWager,
    /// A seat won at least the threshold.
    LargeWin,
    /// A player brought at least the threshold in chips to a table.
    ChipsBrought,
    /// A dealer accepted a wager outside the table's limits.
    WagerOutsideLimits,
    /// A wager was tried after no more bets.
    LockViolation,
    /// An irregularity froze a round.
    RoundFrozen,
    /// A round was declared void.
    Void,
    /// A card or a decision was put right by people.
    Correction,
    /// Somebody decided against the ordinary course: a forfeiture, a slip void, a meter adjustment.
    Override,
    /// A device failed, was marked, came back or reported nonsense.
    DeviceEvent,
    /// Rules, a paytable, a limit or another parameter of a table changed.
    ParameterChange,
    /// The opening count differs from the closing count before it.
    OpeningDifference,
    /// A meter was adjusted, moved, reset or out of reach.
    MeterEvent,
}
