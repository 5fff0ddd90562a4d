//! `GET /v1/jackpots`: awards on their way from the hit to the slip, and every one that ever was.

use crate::id::{JackpotId, ProgressiveId, RoundId, TableId};
use crate::timestamp::Timestamp;
use game_core::game::{Seat, StaffId};
use game_core::money::{Cents, MicroCents};
use game_core::tax;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Which jackpots a page shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct JackpotsQuery {
    /// Only those that still wait to be paid or refused.
    #[serde(default)]
    pub open: bool,
    /// Those before this one.
    pub before: Option<JackpotId>,
    /// How many; 50 when left out.
    pub limit: Option<u32>,
}

/// A page of jackpots, newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct JackpotsPage {
    /// The jackpots.
    pub jackpots: Vec<Jackpot>,
    /// What to ask for next, where there is more.
    pub next: Option<JackpotId>,
}

/// A jackpot on record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Jackpot {
    /// Its id.
    pub id: JackpotId,
    /// Where it was hit.
    pub table: TableId,
    /// In which round.
    pub round: Option<RoundId>,
    /// At which seat.
    pub seat: Seat,
    /// The bet that won it.
    pub bet: String,
    /// What was staked.
    pub stake_cents: Cents,
    /// The meter's share; none for a fixed prize.
    pub share: Option<JackpotShare>,
    /// The clause that pays it.
    pub clause: String,
    /// The cards that won it.
    pub hand: String,
    /// What the meter held when it was hit.
    pub trigger_micro: MicroCents,
    /// What is paid.
    pub paid_cents: Cents,
    /// When it was hit.
    pub hit_at: Timestamp,
    /// How far it has come.
    pub state: JackpotState,
    /// Whether a tax form is due, and whether tax is withheld.
    pub tax: tax::Flags,
    /// Who verified the hand.
    pub hand_verified: Option<JackpotStep>,
    /// Who verified that the wager was accepted.
    pub light_verified: Option<JackpotStep>,
    /// Who validated or refused it.
    pub decided: Option<JackpotStep>,
    /// The second person, where it took two.
    pub second: Option<StaffId>,
    /// Who handed it over.
    pub paid_by: Option<StaffId>,
    /// Out of what.
    pub paid_from: Option<String>,
    /// The number of its slip.
    pub slip: Option<u64>,
}

/// The part of a meter that was won.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct JackpotShare {
    /// The progressive.
    pub progressive: ProgressiveId,
    /// Its name.
    pub name: String,
    /// The level.
    pub level: String,
    /// The share, in percent.
    pub percent: u8,
    /// The number of the meter's entry that took it: the order of hits, decided once.
    pub entry: u64,
}

/// A step in a jackpot's life.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct JackpotStep {
    /// By whom.
    pub by: StaffId,
    /// When.
    pub at: Timestamp,
}

/// How far a jackpot has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum JackpotState {
    /// Its amount is locked away.
    Hit,
    /// The hand is verified.
    HandVerified,
    /// The accepted wager is verified too; it waits for a floorperson.
    LightVerified,
    /// It is paid.
    Paid,
    /// Two people refused it; the amount is back on the meter.
    Refused,
    /// Its round is void; the amount is back on the meter.
    Void,
}
