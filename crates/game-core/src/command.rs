//! What can be asked of a table. The enum is closed: an unknown command is an error at the edge, never a surprise here.

use crate::actor::Actor;
use crate::card::Card;
use crate::commitment::Commitment;
use crate::decision::Decision;
use crate::event::SuspendCause;
use crate::game::{Millis, PlayerId, Seat, StaffId};
use crate::inventory;
use crate::layout::{Arrivals, Cards, Spot};
use crate::money::Cents;
use crate::procedure::{self, DeckId};
use crate::switch::{Switch, SwitchReason};
use crate::wager::{Bet, Wager};
use serde::{Deserialize, Serialize};

mod reasons;

pub use reasons::{AwardStep, CountResolution, Doubt, FaceReason, ForfeitCause, Irregularity};

/// An action, who asks for it and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Command {
    /// Who asks.
    pub actor: Actor,
    /// When it was asked.
    pub at: Millis,
    /// What is asked.
    pub action: Action,
}

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// A step of the table's procedure around the rounds.
    Procedure(procedure::Action),
    /// A step with the table's money: counts, slips and the drop.
    Inventory(inventory::Action),
    /// A player takes a seat, or another box.
    SeatPlayer {
        /// The seat.
        seat: Seat,
        /// Who.
        player: PlayerId,
    },
    /// The player gives the seat up.
    LeaveSeat {
        /// The seat.
        seat: Seat,
    },
    /// The player buys chips from the rack for cash.
    BuyIn {
        /// The seat.
        seat: Seat,
        /// How much.
        amount: Cents,
    },
    /// Chips that the player brought from elsewhere are put on record.
    BringChips {
        /// The seat.
        seat: Seat,
        /// How much.
        amount: Cents,
    },
    /// The player takes chips off the table.
    CashOut {
        /// The seat.
        seat: Seat,
        /// How much.
        amount: Cents,
    },
    /// The player changes seats, and the chips go along.
    MoveSeat {
        /// The seat given up.
        from: Seat,
        /// The seat taken.
        to: Seat,
    },
    /// The player has left in the middle of a round.
    ReportAway {
        /// The seat.
        seat: Seat,
    },
    /// The player is back.
    ReportBack {
        /// The seat.
        seat: Seat,
    },
    /// Betting opens.
    OpenRound,
    /// Betting closes again because nobody wagers.
    CancelRound,
    /// A seat takes the bank or passes it on.
    AnswerBankOffer {
        /// The seat.
        seat: Seat,
        /// Whether it takes the bank.
        accept: bool,
    },
    /// The player-dealer puts up the bank.
    PlaceBank {
        /// How much.
        amount: Cents,
    },
    /// A wager is placed or changed.
    PlaceWager {
        /// The box.
        seat: Seat,
        /// Which wager.
        wager: Wager,
        /// The stake; of a base wager, of each of its bets.
        amount: Cents,
    },
    /// The dealer or a floorperson lets a wager stand as it lies, whatever the limits say.
    AcceptWager {
        /// The box.
        seat: Seat,
        /// Which wager.
        wager: Wager,
        /// The stake; of a base wager, of each of its bets.
        amount: Cents,
    },
    /// A wager is taken off.
    RemoveWager {
        /// The box.
        seat: Seat,
        /// Which wager.
        wager: Wager,
    },
    /// A virtual shoe commits to the order in which it will deal.
    CommitShuffle {
        /// The digest of the order.
        commitment: Commitment,
    },
    /// "No more bets."
    NoMoreBets,
    /// The chips of a wager are collected and counted.
    CollectWagers {
        /// Which wager.
        wager: Wager,
        /// How many wagers the chips on the layout are.
        count: u8,
    },
    /// A wager whose chip is not there is struck out, so that the count agrees.
    StrikeWager {
        /// The box.
        seat: Seat,
        /// Which wager.
        wager: Wager,
        /// How the difference came about.
        resolution: CountResolution,
    },
    /// A difference between the chips counted and the wagers accepted is explained without a wager being struck out.
    ResolveCount {
        /// Which wager.
        wager: Wager,
        /// How the difference came about.
        resolution: CountResolution,
    },
    /// The progressive system is locked.
    LockWagers,
    /// Cards arrive from the shoe or the hand.
    Deal {
        /// The cards in the order they lie; none is a card nobody has read.
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Option<Card>>))]
        cards: Arrivals,
    },
    /// The stub is counted, face down.
    CountStub {
        /// Cards in the stub.
        stub: u8,
        /// Cards on the layout and set aside.
        on_table: u8,
    },
    /// The shoe has counted the stub that was taken out of it.
    ReportStub {
        /// Cards in the stub.
        stub: u8,
    },
    /// A shoe or shuffler has counted a deck and found it not to be whole.
    ReportCount {
        /// The deck.
        deck: DeckId,
        /// What it counted.
        count: u8,
    },
    /// The shoe says something that does not go with a whole deck rightly dealt.
    DoubtDeck {
        /// What.
        cause: Doubt,
    },
    /// A seat decides.
    Decide {
        /// The seat.
        seat: Seat,
        /// What.
        decision: Decision,
    },
    /// The time to decide has run out.
    ExpireDecision,
    /// The next cards due are turned up.
    TurnUp {
        /// Their faces, where no reader knows them.
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Card>))]
        cards: Cards,
    },
    /// The Hot Spot is drawn.
    DrawHotSpot {
        /// Which seat.
        seat: Seat,
    },
    /// The next seat is turned up and settled.
    Settle {
        /// Its faces, where no reader knows them.
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Card>))]
        cards: Cards,
    },
    /// The wheel that waits stops.
    StopWheel {
        /// On which segment, from 0.
        segment: u8,
    },
    /// Envy bonuses are paid.
    PayEnvy,
    /// A step of an award's verification.
    VerifyAward {
        /// The seat.
        seat: Seat,
        /// The bet that won it.
        bet: Bet,
        /// Which step.
        step: AwardStep,
    },
    /// Something is taken out of use until somebody puts it back; the round in progress goes on to its end.
    SwitchOff {
        /// What.
        what: Switch,
        /// Why.
        reason: SwitchReason,
    },
    /// What was switched off is put back.
    SwitchOn {
        /// What.
        what: Switch,
    },
    /// The layout is cleared and the round is over.
    ClearTable,
    /// A wager is taken off the felt until further notice; what is placed on it and not yet collected goes back.
    SuspendWager {
        /// Which wager.
        wager: Wager,
        /// The stake, or every stake.
        stake: Option<Cents>,
        /// Why.
        cause: SuspendCause,
    },
    /// The wager may be placed again.
    ResumeWager {
        /// Which wager.
        wager: Wager,
        /// The stake, or every stake.
        stake: Option<Cents>,
    },
    /// A card is found face up during the deal.
    FaceUpCard {
        /// Which.
        card: Card,
    },
    /// A card is drawn in error, unexposed.
    DrawnInError {
        /// Its face, where a reader knows it.
        card: Option<Card>,
    },
    /// An irregularity that voids the round.
    Report(Irregularity),
    /// A floorperson confirms a void that the rules force.
    ConfirmVoid,
    /// One person proposes what two must agree on.
    Propose(Proposal),
    /// A second person agrees.
    Approve,
    /// The proposal is dropped.
    Decline,
    /// Nobody agreed to the proposal in time.
    ExpireProposal,
    /// Other rules of the same game, whose time has come, are in force from the next round on.
    AdoptRules {
        /// Who proposed them for this table.
        proposed_by: StaffId,
        /// Who agreed.
        approved_by: StaffId,
    },
}

/// What two people must agree on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Proposal {
    /// The round is void at somebody's discretion.
    Void,
    /// A card that the reader reported twice is really another one.
    CorrectCard {
        /// What it really is.
        card: Card,
    },
    /// A card is on record as one that it is not: the reader read it wrongly, or somebody typed it so.
    CorrectFace {
        /// Where it lies.
        spot: Spot,
        /// What it really is.
        card: Card,
        /// How the record came to be wrong.
        reason: FaceReason,
    },
    /// A seat loses its wagers.
    Forfeit {
        /// The seat.
        seat: Seat,
        /// Why.
        cause: ForfeitCause,
    },
    /// A decision entered wrongly is put right before the next card is turned.
    CorrectDecision {
        /// The seat.
        seat: Seat,
        /// What it should have been.
        decision: Decision,
    },
    /// An award is refused, or a large one validated.
    Award {
        /// The seat.
        seat: Seat,
        /// The bet that won it.
        bet: Bet,
        /// Which of the two.
        step: AwardStep,
    },
}
