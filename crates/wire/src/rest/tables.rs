//! `/v1/tables`: make, list, see, change rules, ask for limits.

use crate::hash::ViewHash;
use crate::id::{SubmissionId, TableId};
use crate::step::Step;
use crate::view::ViewDocument;
use game_core::clause::ClauseId;
use game_core::game::{GameId, Seat};
use game_core::money::Cents;
use game_core::switch::SwitchedOff;
use game_core::wager::Wager;
use game_core::{procedure, round, rules};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// `POST /v1/tables`: makes a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// Its name on the floor, which no other table has.
    pub name: String,
    /// The Rules Submission it is played by: approved, and effective.
    pub submission: SubmissionId,
    /// Whether people learn there: its chips are worth nothing, and it is told apart everywhere. It stays so.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub training: bool,
}

/// Which tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct TablesQuery {
    /// Only tables made after this one; from the first, when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<TableId>,
    /// How many at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[param(minimum = 1, maximum = 200)]
    pub limit: Option<u32>,
}

/// Tables in the order they were made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TablesPage {
    /// The tables.
    pub tables: Vec<TableSummary>,
    /// `after` of the next page, if there is more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<TableId>,
}

/// A table as the caller sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TableState {
    /// The table in a few words.
    pub table: TableSummary,
    /// The number of the last entry the view knows of.
    pub seq: u64,
    /// The view: a terminal's with its own boxes, everybody else's without.
    pub view: ViewDocument,
    /// The hash of the view.
    pub hash: ViewHash,
}

/// A table in a few words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TableSummary {
    /// Its id.
    pub id: TableId,
    /// Its name on the floor.
    pub name: String,
    /// Its game.
    pub game: GameId,
    /// The version of the rules in force.
    pub rules_version: String,
    /// Whether a virtual shoe deals.
    pub virtual_shoe: bool,
    /// Whether it is open.
    pub phase: TablePhase,
    /// The round in progress.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<RoundBrief>,
    /// What a person took out of use, and why.
    pub switched_off: Vec<SwitchedOff>,
    /// Whether people learn there: then no chip is worth anything.
    pub training: bool,
    /// How many seats are taken.
    pub seats_taken: u8,
    /// The number of entries in its journal.
    pub seq: u64,
    /// Who could take it on, and how.
    pub waiting_for: Vec<Waiting>,
}

/// Whether a table is open.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = TablePhaseName)]
pub enum TablePhase {
    /// No gaming.
    Closed,
    /// Open for gaming.
    Open,
    /// Open, with nobody playing: the cards lie spread on the layout.
    Idle,
}

impl From<procedure::Phase> for TablePhase {
    fn from(phase: procedure::Phase) -> Self {
        match phase {
            procedure::Phase::Closed => Self::Closed,
            procedure::Phase::Open => Self::Open,
            procedure::Phase::Idle { .. } => Self::Idle,
        }
    }
}

/// A round in progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RoundBrief {
    /// Its number at the table.
    pub number: u64,
    /// What is going on.
    pub phase: RoundPhase,
}

/// What is going on in a round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RoundPhaseName)]
pub enum RoundPhase {
    /// The bank is offered, seat by seat.
    BankOffer,
    /// Wagers are placed.
    Betting,
    /// Wagers are locked, collected and counted.
    Collecting,
    /// Cards are dealt.
    Dealing,
    /// The reader reported a card twice: a floorperson looks.
    Halted,
    /// The stub is counted.
    CountingStub,
    /// A seat decides.
    Deciding,
    /// The dealer turns cards up.
    Turning,
    /// Seats are settled on what needs no hole cards.
    SettlingFirst,
    /// The Hot Spot is drawn.
    DrawingHotSpot,
    /// Seats are turned up and settled.
    Settling,
    /// A wheel spins.
    Spinning,
    /// Envy bonuses are due.
    PayingEnvy,
    /// All is settled but for awards that wait.
    Settled,
    /// An irregularity: only a void can follow.
    Frozen,
}

impl From<round::Phase> for RoundPhase {
    fn from(phase: round::Phase) -> Self {
        match phase {
            round::Phase::BankOffer { .. } => Self::BankOffer,
            round::Phase::Betting => Self::Betting,
            round::Phase::Collecting(_) => Self::Collecting,
            round::Phase::Dealing => Self::Dealing,
            round::Phase::Halted => Self::Halted,
            round::Phase::CountingStub => Self::CountingStub,
            round::Phase::Deciding { .. } => Self::Deciding,
            round::Phase::Turning { .. } => Self::Turning,
            round::Phase::SettlingFirst { .. } => Self::SettlingFirst,
            round::Phase::DrawingHotSpot => Self::DrawingHotSpot,
            round::Phase::Settling { .. } => Self::Settling,
            round::Phase::Spinning { .. } => Self::Spinning,
            round::Phase::PayingEnvy => Self::PayingEnvy,
            round::Phase::Settled => Self::Settled,
            round::Phase::Frozen { .. } => Self::Frozen,
        }
    }
}

/// Somebody a table waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Waiting {
    /// Who.
    pub who: WaitingFor,
    /// At which seat, where it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// For what.
    pub what: Step,
}

/// Whom a table waits for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WaitingFor {
    /// The dealer.
    Dealer,
    /// A floorperson.
    Floorperson,
    /// The cage.
    Cage,
    /// A player.
    Player,
    /// The shoe.
    Shoe,
    /// The wheel.
    Wheel,
}

/// `GET /v1/tables/{id}/limits`: what may be wagered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct LimitsAnswer {
    /// The version of the rules in force.
    pub rules_version: String,
    /// Each wager offered, the base wager first.
    pub limits: Vec<WagerLimit>,
    /// What one box may win in a round on the wagers this limit covers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payout_limit_cents: Option<Cents>,
}

/// What may be staked on a wager; on a base wager, on each of its bets.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct WagerLimit {
    /// The wager.
    pub wager: Wager,
    /// The stakes permitted.
    pub stakes: Stakes,
    /// The clause behind it, where one is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<ClauseId>,
}

/// The stakes permitted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stakes {
    /// Any amount between two.
    Between {
        /// The least.
        min_cents: Cents,
        /// The most.
        max_cents: Cents,
    },
    /// One of these amounts.
    OneOfCents(Vec<Cents>),
}

impl From<&rules::Stakes> for Stakes {
    fn from(stakes: &rules::Stakes) -> Self {
        match stakes {
            rules::Stakes::Between { min, max } => Self::Between { min_cents: *min, max_cents: *max },
            rules::Stakes::OneOf(amounts) => Self::OneOfCents(amounts.clone()),
        }
    }
}
