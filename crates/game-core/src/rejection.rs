//! A refusal as data: what was wrong, which clause says so, and what would have been accepted.

use crate::clause::ClauseId;
use crate::money::Overflow;
use crate::values::Values;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a command was refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The actor's role may not do this.
    WrongActor,
    /// The seat or box belongs to somebody else, or to nobody.
    NotYourSeat,
    /// The seat does not exist at this table.
    NoSuchSeat,
    /// The seat is taken.
    SeatTaken,
    /// The seat has wagers or cards in the round.
    SeatLocked,
    /// More boxes than one person may play, or boxes that do not touch.
    TooManyBoxes,
    /// It is not the time for this.
    WrongPhase,
    /// It is not this seat's turn.
    NotYourTurn,
    /// The wager, or the step, is not offered at this table.
    NotOffered,
    /// The stake is outside the permitted values.
    StakeNotPermitted,
    /// A side wager without the base wager, or a base wager removed under a side wager.
    BaseWagerFirst,
    /// There is nothing to remove.
    NoSuchWager,
    /// The decision is not one of those open to the seat.
    DecisionNotPermitted,
    /// Nobody has a wager.
    NoWagers,
    /// A count does not agree with the record.
    CountMismatch,
    /// Too many, too few, known where they must be hidden, or hidden where they must be known.
    WrongCards,
    /// The card has been seen already in this round.
    CardAlreadyOut,
    /// No such stop on the wheel.
    NoSuchSegment,
    /// The deck is not ready for a round.
    DeckNotReady,
    /// No such deck at the table.
    NoSuchDeck,
    /// The table has as many decks as it may have.
    TooManyDecks,
    /// The other deck has a back of this colour.
    BackTaken,
    /// The deck must be changed first.
    DeckExpired,
    /// The cut is not deep enough, or too deep.
    CutDepth,
    /// The step does not follow the one before it.
    OutOfOrder,
    /// A device is out of order and not yet covered or marked.
    DeviceNotMarked,
    /// A device is out of order, and the method needs it.
    DeviceOutOfOrder,
    /// The table has no such device, or does not use it.
    NoSuchDevice,
    /// The method is not one the submission lists.
    MethodNotApproved,
    /// The table is closed, or open already.
    TableState,
    /// Two different people are needed.
    SecondPersonNeeded,
    /// There is no player-dealer.
    NoBank,
    /// No such award.
    NoSuchAward,
    /// The award still waits for a step before this.
    AwardNotReady,
    /// The decision clock has not run out, or there is none.
    ClockNotExpired,
    /// An amount too large to keep.
    AmountTooLarge,
}

/// A refused command: nothing changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rejection {
    /// Why.
    pub code: Code,
    /// The clause it breaks, where a clause says so.
    pub clause: Option<ClauseId>,
    /// What would have been accepted.
    pub accepted: Values,
}

impl Rejection {
    /// A refusal for this reason.
    #[must_use]
    pub const fn new(code: Code) -> Self {
        Self { code, clause: None, accepted: Values::Nothing }
    }

    /// The same refusal, by this clause.
    #[must_use]
    pub fn by(mut self, clause: ClauseId) -> Self {
        self.clause = Some(clause);
        self
    }

    /// The same refusal, saying what would have been accepted.
    #[must_use]
    pub fn accepting(mut self, accepted: Values) -> Self {
        self.accepted = accepted;
        self
    }
}

impl From<Code> for Rejection {
    fn from(code: Code) -> Self {
        Self::new(code)
    }
}

impl From<Overflow> for Rejection {
    fn from(_: Overflow) -> Self {
        Self::new(Code::AmountTooLarge)
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.code)?;
        if let Some(clause) = self.clause {
            write!(f, " ({clause})")?;
        }
        if self.accepted != Values::Nothing {
            write!(f, "; would accept {}", self.accepted)?;
        }
        Ok(())
    }
}

impl std::error::Error for Rejection {}
