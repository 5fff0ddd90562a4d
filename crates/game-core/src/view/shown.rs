//! An event as everybody at the table may hear it: without a face that does not lie up, without who a patron is.

use crate::bets::{AwardSource, BetResult};
use crate::card::Card;
use crate::clause::ClauseId;
use crate::command::{AwardStep, CountResolution, FaceReason, ForfeitCause, Proposal};
use crate::commitment::Commitment;
use crate::decision::Decision;
use crate::event::{AwardAmount, BonusKind, DecidedBy, DoubtCause, Event, SuspendCause, VoidCause};
use crate::game::{Millis, Seat, StaffId};
use crate::inventory;
use crate::layout::Spot;
use crate::money::{Cents, MicroCents};
use crate::procedure;
use crate::procedure::DeckId;
use crate::rules::MeterRef;
use crate::settlement::Cap;
use crate::switch::{Switch, SwitchReason};
use crate::wager::{Bet, Wager};
use serde::{Deserialize, Serialize};

/// The twin of [`Event`] that anybody may hear. It is written like the event, less what it leaves out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the fields are those of the event of the same name, less what nobody else may know")]
pub enum Shown {
    /// A step of table procedure.
    Procedure(procedure::Event),
    /// A step with the table's money, without its figures.
    Inventory(inventory::Step),
    /// A player sat down.
    PlayerSeated { seat: Seat },
    /// A seat was given up.
    PlayerLeft { seat: Seat },
    /// A player left in the middle of a round; the seat stays locked.
    PlayerAway { seat: Seat },
    /// The player came back.
    PlayerBack { seat: Seat },
    /// A player bought chips from the rack; the cash went into the drop box.
    BoughtIn { seat: Seat, amount: Cents },
    /// A player put chips on the table that came from elsewhere.
    ChipsBrought { seat: Seat, amount: Cents },
    /// A player took chips away from the table.
    ChipsTaken { seat: Seat, amount: Cents },
    /// A player changed seats and took the chips along.
    ChipsMoved { from: Seat, to: Seat, amount: Cents },
    /// Betting, or the offer of the bank, opened.
    RoundOpened { number: u64, deck: DeckId, at: Millis },
    /// A seat passed the bank on.
    BankDeclined { seat: Seat },
    /// A seat took the bank.
    BankAccepted { seat: Seat },
    /// Nobody took the bank: there is no round.
    NoBank,
    /// Nobody wagered: there is no round.
    RoundCancelled { at: Millis },
    /// The player-dealer put up the bank; `was` is what stood there before.
    BankPlaced { seat: Seat, amount: Cents, was: Cents },
    /// A wager was placed or changed; `was` is what stood there before.
    WagerPlaced { seat: Seat, wager: Wager, amount: Cents, was: Cents },
    /// The wager just placed is outside the limits, and whoever let it stand.
    WagerFlagged { seat: Seat, wager: Wager, amount: Cents, by: StaffId },
    /// A wager was taken off.
    WagerRemoved { seat: Seat, wager: Wager, amount: Cents },
    /// The virtual shoe committed to the order in which it will deal.
    ShuffleCommitted { commitment: Commitment, at: Millis },
    /// "No more bets" was announced.
    BetsClosed { at: Millis },
    /// A flat fee was taken.
    FeeCharged { seat: Seat, amount: Cents },
    /// The dealer counted other chips than wagers were accepted: nothing is collected until a floorperson has explained it.
    CountDiffered { wager: Wager, counted: u8, accepted: u8, by: StaffId },
    /// A floorperson said how the chips counted came to differ from the wagers accepted; where a wager was struck out, whose.
    CountResolved {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        wager: Wager,
        resolution: CountResolution,
        by: StaffId,
    },
    /// The progressive system was locked.
    WagersLocked { at: Millis },
    /// A wager's chips were collected into the rack and marked.
    WagersCollected { wager: Wager, count: u8, total: Cents },
    /// A meter took its part of the stakes collected.
    MeterFed { meter: MeterRef, amount: MicroCents },
    /// The deal began, from this deck.
    DealStarted { deck: DeckId, at: Millis },
    /// A card was dealt face down.
    CardDealt { spot: Spot, in_error: bool },
    /// The reader reported a card that is already out: nobody knows what lies on the spot.
    CardRepeated { spot: Spot },
    /// The reader could not read the card: nobody knows what lies on the spot.
    CardUnread { spot: Spot },
    /// The card on a spot was put right by two people.
    CardCorrected {
        spot: Spot,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<FaceReason>,
        proposed_by: StaffId,
        approved_by: StaffId,
    },
    /// A card found face up was set aside.
    CardSetAside { card: Card },
    /// Every card is dealt; the stub goes to the discards unless it is to be counted.
    DealCompleted { at: Millis },
    /// The stub was counted and agrees.
    StubCounted { stub: u8, at: Millis },
    /// The shoe counted the stub that was taken out of it; `on_table` is what had been dealt from the deck.
    StubReported { stub: u8, on_table: u8, at: Millis },
    /// A device said what does not go with a whole deck: the round is held until the dealer has counted the stub.
    DeckDoubted { deck: DeckId, cause: DoubtCause, at: Millis },
    /// A seat decided about a bet; `amount` is what it put up, took back or lost by it.
    Decided { seat: Seat, bet: Bet, decision: Decision, amount: Cents, by: DecidedBy, at: Millis },
    /// A decision was put right: what the first had moved is undone, what the second moves is done.
    DecisionCorrected {
        seat: Seat,
        bet: Bet,
        from: Decision,
        undone: Cents,
        to: Decision,
        amount: Cents,
        proposed_by: StaffId,
        approved_by: StaffId,
    },
    /// A card was turned up.
    CardTurned { spot: Spot, card: Card },
    /// The cards due at this stage are all turned up.
    TurnCompleted { at: Millis },
    /// The Hot Spot was drawn.
    HotSpotDrawn { seat: Seat },
    /// A bet was settled, from the layout or, collected before the deal, from the rack.
    BetSettled { seat: Seat, result: BetResult, from_layout: bool },
    /// A seat's hand lies open, and what it won is paid once the rack holds so much more.
    PayoutWaits { seat: Seat, missing: Cents },
    /// A payout limit took something away from a seat.
    PayoutCapped { seat: Seat, cap: Cap },
    /// An award is due that waits for validation. The writer, which owns the meters, fills in the amount.
    AwardHit { seat: Seat, bet: Bet, source: AwardSource, clause: ClauseId, amount: Option<AwardAmount> },
    /// A seat is settled, but for its wheels and awards.
    SeatSettled { seat: Seat },
    /// A wheel stopped.
    WheelStopped { segment: u8 },
    /// An envy bonus or community award was paid.
    BonusPaid { seat: Seat, kind: BonusKind, from: Seat, amount: Cents, clause: ClauseId },
    /// All envy bonuses are paid.
    EnvyPaid,
    /// A step of an award's verification was taken.
    AwardVerified {
        seat: Seat,
        bet: Bet,
        step: AwardStep,
        source: AwardSource,
        amount: Option<AwardAmount>,
        by: StaffId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        with: Option<StaffId>,
    },
    /// A wager may not be placed until further notice, at one stake or at any.
    WagerSuspended { wager: Wager, stake: Option<Cents>, cause: SuspendCause },
    /// The wager may be placed again.
    WagerResumed { wager: Wager, stake: Option<Cents> },
    /// The table took up other rules for all rounds that follow.
    RulesAdopted { proposed_by: StaffId, approved_by: StaffId, at: Millis },
    /// Something was taken out of use until somebody puts it back.
    SwitchedOff { what: Switch, reason: SwitchReason, by: Option<StaffId>, at: Millis },
    /// It was put back.
    SwitchedOn { what: Switch, by: Option<StaffId>, at: Millis },
    /// An irregularity froze the round: only a void can follow.
    RoundFrozen { cause: VoidCause, clause: Option<ClauseId>, reported_by: Option<StaffId> },
    /// A seat lost its wagers by the decision of two people; `amount` is what lay on the layout.
    Forfeited { seat: Seat, cause: ForfeitCause, amount: Cents, proposed_by: StaffId, approved_by: StaffId, at: Millis },
    /// Something was proposed that two people must agree on.
    Proposed { proposal: ShownProposal, by: StaffId, at: Millis },
    /// A second person agreed; what it brings about follows.
    ProposalApproved { by: StaffId },
    /// The proposal was dropped, by nobody where its time ran out or the round went on without it.
    ProposalDropped { by: Option<StaffId> },
    /// A bet came back because the round is void, and what it had won was taken back.
    BetRefunded { seat: Seat, bet: Bet, refund: Cents, from_layout: bool, unpaid: Cents },
    /// A fee came back because the round is void.
    FeeRefunded { seat: Seat, amount: Cents },
    /// A bonus was taken back because the round is void.
    BonusReversed { seat: Seat, amount: Cents },
    /// An award went back where it came from because the round is void.
    AwardReversed { seat: Seat, bet: Bet, source: AwardSource, amount: Option<AwardAmount> },
    /// What the round had put on a meter was taken off again, by the operator's rule.
    MeterFeedReversed { meter: MeterRef, amount: MicroCents },
    /// What the round had put on a meter stays there, and the house bears it.
    MeterFeedFunded { meter: MeterRef, amount: MicroCents },
    /// What is left of the bank went back to the player-dealer.
    BankReturned { seat: Seat, amount: Cents },
    /// The round is void.
    RoundVoided { cause: VoidCause, by: StaffId, at: Millis },
    /// The layout was cleared and the round is over.
    RoundCleared { at: Millis },
}

/// The twin of [`Proposal`]: what was proposed, without the card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each variant is the twin of the proposal of the same name")]
pub enum ShownProposal {
    Void,
    CorrectCard,
    CorrectFace { spot: Spot, reason: FaceReason },
    Forfeit { seat: Seat, cause: ForfeitCause },
    CorrectDecision { seat: Seat, decision: Decision },
    Award { seat: Seat, bet: Bet, step: AwardStep },
}

impl From<Proposal> for ShownProposal {
    fn from(proposal: Proposal) -> Self {
        match proposal {
            Proposal::Void => Self::Void,
            Proposal::CorrectCard { card: _ } => Self::CorrectCard,
            Proposal::CorrectFace { spot, card: _, reason } => Self::CorrectFace { spot, reason },
            Proposal::Forfeit { seat, cause } => Self::Forfeit { seat, cause },
            Proposal::CorrectDecision { seat, decision } => Self::CorrectDecision { seat, decision },
            Proposal::Award { seat, bet, step } => Self::Award { seat, bet, step },
        }
    }
}

/// The event as everybody may hear it.
#[must_use]
pub fn shown(event: &Event) -> Shown {
    match *event {
        Event::Procedure(event) => Shown::Procedure(event),
        Event::Inventory(event) => Shown::Inventory(event.step()),
        Event::PlayerSeated { seat, player: _ } => Shown::PlayerSeated { seat },
        Event::PlayerLeft { seat } => Shown::PlayerLeft { seat },
        Event::PlayerAway { seat } => Shown::PlayerAway { seat },
        Event::PlayerBack { seat } => Shown::PlayerBack { seat },
        Event::BoughtIn { seat, amount } => Shown::BoughtIn { seat, amount },
        Event::ChipsBrought { seat, amount } => Shown::ChipsBrought { seat, amount },
        Event::ChipsTaken { seat, amount } => Shown::ChipsTaken { seat, amount },
        Event::ChipsMoved { from, to, amount } => Shown::ChipsMoved { from, to, amount },
        Event::RoundOpened { number, deck, at } => Shown::RoundOpened { number, deck, at },
        Event::BankDeclined { seat } => Shown::BankDeclined { seat },
        Event::BankAccepted { seat } => Shown::BankAccepted { seat },
        Event::NoBank => Shown::NoBank,
        Event::RoundCancelled { at } => Shown::RoundCancelled { at },
        Event::BankPlaced { seat, amount, was } => Shown::BankPlaced { seat, amount, was },
        Event::WagerPlaced { seat, wager, amount, was } => Shown::WagerPlaced { seat, wager, amount, was },
        Event::WagerFlagged { seat, wager, amount, by } => Shown::WagerFlagged { seat, wager, amount, by },
        Event::WagerRemoved { seat, wager, amount } => Shown::WagerRemoved { seat, wager, amount },
        Event::ShuffleCommitted { commitment, at } => Shown::ShuffleCommitted { commitment, at },
        Event::BetsClosed { at } => Shown::BetsClosed { at },
        Event::FeeCharged { seat, amount } => Shown::FeeCharged { seat, amount },
        Event::CountDiffered { wager, counted, accepted, by } => Shown::CountDiffered { wager, counted, accepted, by },
        Event::CountResolved { seat, wager, resolution, by } => Shown::CountResolved { seat, wager, resolution, by },
        Event::WagersLocked { at } => Shown::WagersLocked { at },
        Event::WagersCollected { wager, count, total } => Shown::WagersCollected { wager, count, total },
        Event::MeterFed { meter, amount, .. } => Shown::MeterFed { meter, amount },
        Event::DealStarted { deck, at } => Shown::DealStarted { deck, at },
        Event::CardDealt { spot, card: _, in_error } => Shown::CardDealt { spot, in_error },
        Event::CardRepeated { spot, card: _ } => Shown::CardRepeated { spot },
        Event::CardUnread { spot } => Shown::CardUnread { spot },
        Event::CardCorrected { spot, card: _, was: _, reason, proposed_by, approved_by, at: _ } => {
            Shown::CardCorrected { spot, reason, proposed_by, approved_by }
        }
        Event::CardSetAside { card } => Shown::CardSetAside { card },
        Event::DealCompleted { at } => Shown::DealCompleted { at },
        Event::StubCounted { stub, at } => Shown::StubCounted { stub, at },
        Event::StubReported { stub, on_table, at } => Shown::StubReported { stub, on_table, at },
        Event::DeckDoubted { deck, cause, at } => Shown::DeckDoubted { deck, cause, at },
        Event::Decided { seat, bet, decision, amount, by, at } => {
            Shown::Decided { seat, bet, decision, amount, by, at }
        }
        Event::DecisionCorrected { seat, bet, from, undone, to, amount, proposed_by, approved_by } => {
            Shown::DecisionCorrected { seat, bet, from, undone, to, amount, proposed_by, approved_by }
        }
        Event::CardTurned { spot, card } => Shown::CardTurned { spot, card },
        Event::TurnCompleted { at } => Shown::TurnCompleted { at },
        Event::HotSpotDrawn { seat } => Shown::HotSpotDrawn { seat },
        Event::BetSettled { seat, result, from_layout } => Shown::BetSettled { seat, result, from_layout },
        Event::PayoutWaits { seat, missing } => Shown::PayoutWaits { seat, missing },
        Event::PayoutCapped { seat, cap } => Shown::PayoutCapped { seat, cap },
        Event::AwardHit { seat, bet, source, clause, amount, hand: _ } => {
            Shown::AwardHit { seat, bet, source, clause, amount }
        }
        Event::SeatSettled { seat } => Shown::SeatSettled { seat },
        Event::WheelStopped { segment } => Shown::WheelStopped { segment },
        Event::BonusPaid { seat, kind, from, amount, clause } => Shown::BonusPaid { seat, kind, from, amount, clause },
        Event::EnvyPaid => Shown::EnvyPaid,
        Event::AwardVerified { seat, bet, step, source, amount, by, with } => {
            Shown::AwardVerified { seat, bet, step, source, amount, by, with }
        }
        Event::WagerSuspended { wager, stake, cause } => Shown::WagerSuspended { wager, stake, cause },
        Event::WagerResumed { wager, stake } => Shown::WagerResumed { wager, stake },
        Event::RulesAdopted { proposed_by, approved_by, at } => Shown::RulesAdopted { proposed_by, approved_by, at },
        Event::SwitchedOff { what, reason, by, at } => Shown::SwitchedOff { what, reason, by, at },
        Event::SwitchedOn { what, by, at } => Shown::SwitchedOn { what, by, at },
        Event::RoundFrozen { cause, clause, reported_by } => Shown::RoundFrozen { cause, clause, reported_by },
        Event::Forfeited { seat, cause, amount, proposed_by, approved_by, at } => {
            Shown::Forfeited { seat, cause, amount, proposed_by, approved_by, at }
        }
        Event::Proposed { proposal, by, at } => Shown::Proposed { proposal: proposal.into(), by, at },
        Event::ProposalApproved { by } => Shown::ProposalApproved { by },
        Event::ProposalDropped { by, at: _ } => Shown::ProposalDropped { by },
        Event::BetRefunded { seat, bet, refund, from_layout, unpaid } => {
            Shown::BetRefunded { seat, bet, refund, from_layout, unpaid }
        }
        Event::FeeRefunded { seat, amount } => Shown::FeeRefunded { seat, amount },
        Event::BonusReversed { seat, amount } => Shown::BonusReversed { seat, amount },
        Event::AwardReversed { seat, bet, source, amount } => Shown::AwardReversed { seat, bet, source, amount },
        Event::MeterFeedReversed { meter, amount, .. } => Shown::MeterFeedReversed { meter, amount },
        Event::MeterFeedFunded { meter, amount } => Shown::MeterFeedFunded { meter, amount },
        Event::BankReturned { seat, amount } => Shown::BankReturned { seat, amount },
        Event::RoundVoided { cause, by, at } => Shown::RoundVoided { cause, by, at },
        Event::RoundCleared { at } => Shown::RoundCleared { at },
    }
}
