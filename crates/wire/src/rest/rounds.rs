//! `GET /v1/tables/{id}/rounds`, `GET /v1/rounds/{id}` and `GET /v1/rounds/{id}/shuffle`: what was played.

use super::events::JournalEntry;
use crate::hex::Hex32;
use crate::id::{RoundId, TableId};
use crate::timestamp::Timestamp;
use game_core::card::Card;
use game_core::clause::ClauseId;
use game_core::commitment::Commitment;
use game_core::decision::Decision;
use game_core::event::VoidCause;
use game_core::game::{GameId, PlayerId, Seat, StaffId};
use game_core::money::Cents;
use game_core::wager::{Bet, Wager};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Which rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RoundsQuery {
    /// Only rounds with a smaller number; from the latest, when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<u64>,
    /// How many at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[param(minimum = 1, maximum = 200)]
    pub limit: Option<u32>,
}

/// Rounds of a table, the latest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RoundsPage {
    /// The rounds.
    pub rounds: Vec<RoundSummary>,
    /// `before` of the next page, if there is more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<u64>,
}

/// A round in a few words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RoundSummary {
    /// Its id.
    pub id: RoundId,
    /// Its table.
    pub table: TableId,
    /// Its number at the table.
    pub number: u64,
    /// Its game.
    pub game: GameId,
    /// The version of the rules it was played under.
    pub rules_version: String,
    /// Who dealt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dealer: Option<StaffId>,
    /// How far it is, or how it ended.
    pub status: RoundStatus,
    /// Why it is void.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub void_cause: Option<VoidCause>,
    /// When betting opened.
    pub opened_at: Timestamp,
    /// When "no more bets" was announced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bets_closed_at: Option<Timestamp>,
    /// When it was over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<Timestamp>,
    /// Its first entry in the table's journal.
    pub first_seq: u64,
    /// Its last entry, when it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_seq: Option<u64>,
    /// Whether its cards came from a virtual shoe.
    pub virtual_shoe: bool,
    /// Whether it was played at a training table: then nothing in it was worth money.
    pub training: bool,
}

/// How far a round is, or how it ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RoundStatus {
    /// It is played.
    InProgress,
    /// It stands still: halted, or frozen by an irregularity.
    Interrupted,
    /// It was played to the end.
    Complete,
    /// It is void, and everything went back.
    Void,
    /// Nobody took the bank.
    NoBank,
    /// Nobody wagered.
    Cancelled,
}

/// Everything there is to know of a round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RoundRecord {
    /// The round in a few words.
    pub round: RoundSummary,
    /// Its seats.
    pub seats: Vec<RoundSeat>,
    /// Its bets.
    pub wagers: Vec<RoundWager>,
    /// Its wagers outside the limits, with whoever let them stand.
    pub flagged: Vec<FlaggedWager>,
    /// Every entry from its first to its last; in full, card by card, once the round is over.
    pub entries: Vec<JournalEntry>,
}

/// A seat of a round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RoundSeat {
    /// The seat.
    pub seat: Seat,
    /// Who sat there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// What was decided, in order, corrections made.
    pub decisions: Vec<Decision>,
    /// What the seat gained or lost.
    pub net_cents: Cents,
}

/// A wager outside the limits that somebody let stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct FlaggedWager {
    /// The seat.
    pub seat: Seat,
    /// Which wager.
    pub wager: Wager,
    /// The stake; of a base wager, of each of its bets.
    pub amount_cents: Cents,
    /// Who let it stand.
    pub accepted_by: StaffId,
    /// When.
    pub at: Timestamp,
}

/// A bet of a round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RoundWager {
    /// The seat.
    pub seat: Seat,
    /// Which bet.
    pub bet: Bet,
    /// What was put up.
    pub stake_cents: Cents,
    /// How it ended, if it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<WagerOutcome>,
    /// What was paid on top.
    pub win_cents: Cents,
    /// What came back of the stake.
    pub back_cents: Cents,
    /// The clause that pays it or says why it ended so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<ClauseId>,
}

/// How a bet of a round ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WagerOutcome {
    /// It won.
    Win,
    /// It lost.
    Lose,
    /// The stake came back, nothing won or lost.
    Push,
    /// The player took it back at a decision.
    Withdrawn,
    /// The player folded.
    Folded,
    /// It came back undecided.
    Returned,
    /// It was taken off before "no more bets".
    Removed,
    /// It was lost by a floorperson's decision.
    Forfeited,
    /// It came back because the round is void.
    Refunded,
}

/// A virtual shoe's shuffle, opened after the round so that anybody can check it against the commitment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ShuffleOpening {
    /// The table.
    pub table: TableId,
    /// The round.
    pub round: RoundId,
    /// The round's number at the table, which is part of what was committed to.
    pub number: u64,
    /// What was published before betting closed.
    pub commitment: Commitment,
    /// The salt.
    pub salt: Hex32,
    /// The fifty-two cards in the order they lay.
    pub order: Vec<Card>,
    /// The cards that left the shoe in this round, in order: the first of the fifty-two.
    pub dealt: Vec<Card>,
}
