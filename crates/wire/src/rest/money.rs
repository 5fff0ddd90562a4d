//! `GET /v1/reports/win`, `/v1/reports/missing-numbers`, `/v1/slips`, `/v1/drop-boxes`, `/v1/tables/{id}/inventory` and
//! `/v1/tables/{id}/counts`: the table's money.

use crate::id::TableId;
use crate::timestamp::Timestamp;
use game_core::game::StaffId;
use game_core::inventory::{Contents, Count, CountKind, DropBox, Slip, SlipKind, Standing, Tray, VoidReason};
use game_core::money::Cents;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A signature: who, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Signature {
    /// Who.
    pub by: StaffId,
    /// When.
    pub at: Timestamp,
}

/// How a table's money stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TableInventory {
    /// The last entry of the journal it takes in.
    pub seq: u64,
    /// Whether the rack is open.
    pub standing: Standing,
    /// What the rack holds by the books.
    pub rack_cents: Cents,
    /// What buy-ins have put into the box on the table.
    pub dropped_cents: Cents,
    /// The count that waits for its second signature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<Count>,
    /// Slips under way.
    pub slips: Vec<Slip>,
    /// Boxes that wait for their count, or for its second signature.
    pub boxes: Vec<DropBox>,
}

/// Which counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CountsQuery {
    /// Only openers that differ from the last closer.
    #[serde(default)]
    pub differing: bool,
    /// Only counts after this entry of the journal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<u32>,
    /// How many at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[param(minimum = 1, maximum = 200)]
    pub limit: Option<u32>,
}

/// Counts of a rack, the earliest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct CountsPage {
    /// The counts.
    pub counts: Vec<CountRecord>,
    /// `after` of the next page, if there is more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<u64>,
}

/// A count of a rack on record; one that nobody signed stays too.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct CountRecord {
    /// Its entry in the table's journal.
    pub seq: u64,
    /// What for.
    pub kind: CountKind,
    /// The chips.
    pub tray: Tray,
    /// What they are worth.
    pub total_cents: Cents,
    /// What the books said they should be.
    pub expected_cents: Cents,
    /// Against the last closer, where an opener is not what it said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference_cents: Option<Cents>,
    /// Who is told of the difference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<DifferenceReport>,
    /// Whether it was made again because of a difference.
    pub recount: bool,
    /// The dealer's signature.
    pub counted: Signature,
    /// The floorperson's signature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verified: Option<Signature>,
}

/// Who is told of a difference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DifferenceReport {
    /// It stays on record.
    Noted,
    /// It is reported in writing.
    Written,
    /// The regulator gets a copy of the report.
    Regulator,
}

/// Which slips.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SlipsQuery {
    /// Fills or credits.
    pub kind: SlipKind,
    /// Of this table alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableId>,
    /// In this state alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<SlipStatus>,
    /// Only larger numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<u32>,
    /// How many at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[param(minimum = 1, maximum = 200)]
    pub limit: Option<u32>,
}

/// How far a slip is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SlipStatus {
    /// A floorperson asked for it.
    Requested,
    /// The chips are on their way.
    Issued,
    /// The chips have arrived.
    Received,
    /// It is void, and keeps its number.
    Void,
}

impl SlipStatus {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Requested => "requested",
            Self::Issued => "issued",
            Self::Received => "received",
            Self::Void => "void",
        }
    }
}

/// Slips in the order of their numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SlipsPage {
    /// The slips.
    pub slips: Vec<SlipRecord>,
    /// `after` of the next page, if there is more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<u64>,
}

/// A slip on record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SlipRecord {
    /// Fill or credit.
    pub kind: SlipKind,
    /// Its number in the facility.
    pub number: u64,
    /// Its table.
    pub table: TableId,
    /// The chips.
    pub tray: Tray,
    /// What they are worth.
    pub total_cents: Cents,
    /// How far it is.
    pub state: SlipStatus,
    /// The floorperson's signature.
    pub requested: Signature,
    /// The signature of whoever let the chips go: the cage of a fill, the dealer of a credit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub issued: Option<Signature>,
    /// The signature of whoever got the chips.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub received: Option<Signature>,
    /// Why and by whom it is void.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub void: Option<SlipVoid>,
}

/// Why and by whom a slip is void.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SlipVoid {
    /// Why.
    pub reason: VoidReason,
    /// Who proposed it.
    pub proposed_by: StaffId,
    /// The second signature.
    pub approved: Signature,
}

/// Which boxes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct BoxesQuery {
    /// Of this table alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableId>,
    /// Only larger numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<u32>,
    /// How many at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[param(minimum = 1, maximum = 200)]
    pub limit: Option<u32>,
}

/// Drop boxes in the order of their numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct BoxesPage {
    /// The boxes.
    pub boxes: Vec<BoxRecord>,
    /// `after` of the next page, if there is more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<u64>,
}

/// A drop box on record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct BoxRecord {
    /// Its number in the facility.
    pub number: u64,
    /// Its table.
    pub table: TableId,
    /// What buy-ins say it holds.
    pub recorded_cents: Cents,
    /// Who took it off the table.
    pub removed: Signature,
    /// What it held.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contents: Option<Contents>,
    /// What that is worth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted_cents: Option<Cents>,
    /// The signature of whoever entered the count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<Signature>,
    /// The second signature of the count room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verified: Option<Signature>,
}

/// Numbers that are missing from their series.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct MissingNumbers {
    /// Each number that should be on record and is not. There is none, unless somebody changed the data by other means.
    pub missing: Vec<MissingNumber>,
}

/// A number that is missing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct MissingNumber {
    /// `fill`, `credit`, `drop` or `jackpot`.
    pub series: String,
    /// The number.
    pub number: u64,
}

/// Which days and tables, and in which form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct WinQuery {
    /// The first gaming day, as `2026-11-16`.
    pub from: String,
    /// The last gaming day, itself included; the first, when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Of this table alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableId>,
    /// `csv` for a table of comma-separated values, as with `Accept: text/csv`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[param(inline)]
    pub format: Option<ReportFormat>,
}

/// The form of a report.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReportFormat {
    /// JSON.
    Json,
    /// Comma-separated values.
    Csv,
}

/// What stands on top of a report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ReportHeader {
    /// The operator.
    pub operator: String,
    /// What it is.
    pub title: String,
    /// The facility's time zone.
    pub time_zone: String,
    /// The first gaming day.
    pub first_day: String,
    /// The last gaming day.
    pub last_day: String,
    /// When the first day begins.
    pub from: Timestamp,
    /// When the last day is over.
    pub until: Timestamp,
    /// When the report was made.
    pub generated_at: Timestamp,
}

/// Win and hold, by table, shift, gaming day and month. Every total is the sum of its parts, column by column.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct WinReport {
    /// What stands on top.
    pub header: ReportHeader,
    /// `no activity` where there is nothing to report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Each table in each shift.
    pub shifts: Vec<WinRow>,
    /// Each table on each gaming day.
    pub days: Vec<WinRow>,
    /// Each table in each month.
    pub months: Vec<WinRow>,
    /// Each table.
    pub tables: Vec<WinRow>,
    /// All tables on each gaming day.
    pub floor_days: Vec<WinRow>,
    /// All tables in all of it.
    pub total: WinFigures,
}

/// A line of the report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct WinRow {
    /// The table, of one table's line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableId>,
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table_name: Option<String>,
    /// The month, of a month's line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub month: Option<String>,
    /// The gaming day, of a day's or shift's line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<String>,
    /// The shift, of a shift's line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shift: Option<String>,
    /// The figures.
    #[serde(flatten)]
    pub figures: WinFigures,
}

/// The figures of a line. `win = drop + closing + credits - opening - fills`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct WinFigures {
    /// Whether every rack is closed and every box counted and signed; otherwise the figures are estimates.
    #[serde(rename = "final")]
    pub is_final: bool,
    /// Openers.
    pub opening_cents: Cents,
    /// Chips that came from the cage.
    pub fills_cents: Cents,
    /// Chips that went to the cage.
    pub credits_cents: Cents,
    /// Closers; of a rack that is open, what the books say it holds.
    pub closing_cents: Cents,
    /// What was in the boxes; of boxes that are not counted, what buy-ins say.
    pub drop_cents: Cents,
    /// What the house won.
    pub win_cents: Cents,
    /// Win of drop in percent, to one place; none without drop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hold_percent: Option<String>,
    /// What closers found more than the books said.
    pub over_short_cents: Cents,
    /// What was staked in completed rounds.
    pub handle_cents: Cents,
    /// What of it is on wagers whose house edge is not known.
    pub handle_without_edge_cents: Cents,
    /// Handle times house edge, with best play, to the cent.
    pub theoretical_win_cents: Cents,
}
