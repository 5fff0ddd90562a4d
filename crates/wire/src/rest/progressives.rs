//! `GET /v1/progressives`: what can be won, how much it is, and who won last.

use crate::id::{ProgressiveId, TableId};
use crate::timestamp::Timestamp;
use game_core::game::Seat;
use game_core::money::{Cents, MicroCents};
use game_core::progressive::{Change, Game, NewProgressive};
use game_core::wager::{Level, Wager};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Every progressive.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ProgressivesAnswer {
    /// When the values were read.
    pub at: Timestamp,
    /// The progressives, by name.
    pub progressives: Vec<Progressive>,
}

/// A progressive: one stake, and a level or several.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Progressive {
    /// Its id.
    pub id: ProgressiveId,
    /// Its name on displays.
    pub name: String,
    /// The stake that plays for it.
    pub stake_cents: Cents,
    /// Whether it can be played for.
    pub status: ProgressiveStatus,
    /// How often it was changed.
    pub version: u32,
    /// The only table that may take part, of one that a table brought along.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own_table: Option<TableId>,
    /// The games that may take part, and by which letter each pays.
    pub games: Vec<Game>,
    /// The tables that take part.
    pub tables: Vec<TableId>,
    /// Its levels, the highest first.
    pub levels: Vec<ProgressiveLevel>,
}

/// Whether a progressive can be played for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProgressiveStatus {
    /// Two people agreed to make it; it was never enabled.
    Approved,
    /// It can be played for.
    Enabled,
    /// It was taken out of play.
    Disabled,
    /// A level of it is frozen until two people release it.
    Frozen,
    /// It was given up for good.
    Retired,
}

/// A level of a progressive.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ProgressiveLevel {
    /// Which.
    pub level: Level,
    /// What it holds, in whole cents.
    pub value_cents: Cents,
    /// What it holds, exactly.
    pub value_micro: MicroCents,
    /// What it had no room for.
    pub overflow_micro: MicroCents,
    /// What is put by for its next reset.
    pub reserve_micro: MicroCents,
    /// Why it is frozen, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frozen: Option<String>,
    /// How it works.
    pub terms: LevelTerms,
    /// What it counted since it was made; these only grow.
    pub counters: LevelCounters,
    /// The last hits, newest first.
    pub hits: Vec<LevelHit>,
}

/// How a level works.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct LevelTerms {
    /// What it started at.
    pub initial_cents: Cents,
    /// What it starts again at.
    pub reset_cents: Cents,
    /// The part of each stake it takes, in millionths.
    pub rate_ppm: u32,
    /// The rate from the next reset on, where another waits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_rate_ppm: Option<u32>,
    /// What it may grow to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit_cents: Option<Cents>,
    /// The part of each stake that is put by, in millionths.
    pub reserve_ppm: u32,
    /// The most that one collection of a table may put on it.
    pub plausible_micro: MicroCents,
}

/// What a level counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct LevelCounters {
    /// Qualifying wagers.
    pub wagers: u64,
    /// What they staked.
    pub wagered_cents: Cents,
    /// What it took of that.
    pub contributed_micro: MicroCents,
    /// How often it was hit.
    pub hits: u64,
    /// What was won.
    pub won_micro: MicroCents,
    /// What it had no room for.
    pub overflowed_micro: MicroCents,
    /// What was put by.
    pub reserved_micro: MicroCents,
}

/// A hit of a level.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct LevelHit {
    /// Where.
    pub table: TableId,
    /// At which seat.
    pub seat: Seat,
    /// When.
    pub at: Timestamp,
    /// What is paid.
    pub paid_cents: Cents,
    /// How far the award has come.
    pub state: String,
}

/// A progressive with every step in its life.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ProgressiveState {
    /// The progressive.
    pub progressive: Progressive,
    /// What became of it, oldest first: what it was, what it is, who asked, who agreed, by which approval.
    #[schema(value_type = Vec<Object>)]
    pub changes: Vec<serde_json::Value>,
}

/// Asks for a progressive to be made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProgressiveProposal {
    /// The progressive.
    pub progressive: NewProgressive,
    /// Why.
    pub reason: String,
}

/// Asks for a change that takes two people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProgressiveChangeProposal {
    /// The change.
    pub change: Change,
    /// Why.
    pub reason: String,
}

/// Takes a progressive out of play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DisableRequest {
    /// Why.
    pub reason: String,
}

/// Lets a closed and empty table play for a progressive.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ParticipationRequest {
    /// The wager.
    pub wager: Wager,
    /// The stake.
    pub stake_cents: Cents,
    /// The progressive; left out, the table's own again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progressive: Option<ProgressiveId>,
}
