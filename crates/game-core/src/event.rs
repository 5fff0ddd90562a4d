//! What happened. State is a fold of these; the journal keeps them; viewers learn of them through their views.

use crate::bets::{AwardSource, BetResult};
use crate::card::Card;
use crate::clause::ClauseId;
use crate::command::{AwardStep, CountResolution, Doubt, FaceReason, ForfeitCause, Proposal};
use crate::commitment::Commitment;
use crate::decision::Decision;
use crate::game::{Millis, PlayerId, Seat, StaffId};
use crate::inventory;
use crate::layout::{Cards, Spot};
use crate::money::{Cents, MicroCents};
use crate::procedure;
use crate::procedure::DeckId;
use crate::rules::MeterRef;
use crate::settlement::Cap;
use crate::switch::{Switch, SwitchReason};
use crate::wager::{Bet, Wager};
use serde::{Deserialize, Serialize};

/// Something that happened at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the fields are named by what they hold; the variants say what happened")]
pub enum Event {
    /// A step of table procedure.
    Procedure(procedure::Event),
    /// A step with the table's money.
    Inventory(inventory::Event),
    /// A player sat down.
    PlayerSeated { seat: Seat, player: PlayerId },
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
    /// The wager just placed is outside the limits, and whoever let it stand: it is settled in full all the same.
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
    ///
    /// A table says what was staked and what the rules take of it. The writer, which owns the meters, puts on each what it
    /// has room for: `amount` on the meter, `overflow` beside it, `reserve` towards the next reset.
    MeterFed {
        meter: MeterRef,
        amount: MicroCents,
        #[serde(default, skip_serializing_if = "MicroCents::is_zero")]
        overflow: MicroCents,
        #[serde(default, skip_serializing_if = "MicroCents::is_zero")]
        reserve: MicroCents,
        #[serde(default)]
        wagers: u8,
        #[serde(default)]
        staked: Cents,
    },
    /// The deal began, from this deck.
    DealStarted { deck: DeckId, at: Millis },
    /// A card was dealt face down.
    CardDealt { spot: Spot, card: Option<Card>, in_error: bool },
    /// The reader reported a card that is already out: nobody knows what lies on the spot.
    CardRepeated { spot: Spot, card: Card },
    /// The reader could not read the card: nobody knows what lies on the spot.
    CardUnread { spot: Spot },
    /// The card on a spot was put right by two people.
    CardCorrected {
        spot: Spot,
        card: Card,
        /// What it was on record as, and how that came about; nothing where nobody knew what lay there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        was: Option<Card>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<FaceReason>,
        proposed_by: StaffId,
        approved_by: StaffId,
        #[serde(default)]
        at: Millis,
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
    AwardHit {
        seat: Seat,
        bet: Bet,
        source: AwardSource,
        clause: ClauseId,
        amount: Option<AwardAmount>,
        /// The cards that won it: the seat's own, then the community's.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Card>))]
        hand: Cards,
    },
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
        /// The person who had proposed the step, where it takes two.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        with: Option<StaffId>,
    },
    /// An irregularity froze the round: only a void can follow.
    RoundFrozen { cause: VoidCause, clause: Option<ClauseId>, reported_by: Option<StaffId> },
    /// A seat lost its wagers by the decision of two people; `amount` is what lay on the layout.
    Forfeited { seat: Seat, cause: ForfeitCause, amount: Cents, proposed_by: StaffId, approved_by: StaffId, at: Millis },
    /// Something was proposed that two people must agree on.
    Proposed { proposal: Proposal, by: StaffId, at: Millis },
    /// A second person agreed; what it brings about follows.
    ProposalApproved { by: StaffId },
    /// The proposal was dropped, by nobody where its time ran out or the round went on without it.
    ProposalDropped {
        by: Option<StaffId>,
        #[serde(default)]
        at: Millis,
    },
    /// A bet came back because the round is void, and what it had won was taken back.
    BetRefunded { seat: Seat, bet: Bet, refund: Cents, from_layout: bool, unpaid: Cents },
    /// A wager may not be placed until further notice, at one stake or at any.
    WagerSuspended { wager: Wager, stake: Option<Cents>, cause: SuspendCause },
    /// The wager may be placed again.
    WagerResumed { wager: Wager, stake: Option<Cents> },
    /// Something was taken out of use until somebody puts it back.
    SwitchedOff { what: Switch, reason: SwitchReason, by: Option<StaffId>, at: Millis },
    /// It was put back.
    SwitchedOn { what: Switch, by: Option<StaffId>, at: Millis },
    /// A fee came back because the round is void.
    FeeRefunded { seat: Seat, amount: Cents },
    /// A bonus was taken back because the round is void.
    BonusReversed { seat: Seat, amount: Cents },
    /// An award went back where it came from because the round is void.
    AwardReversed { seat: Seat, bet: Bet, source: AwardSource, amount: Option<AwardAmount> },
    /// The table took up other rules, those of the entry's version, for all rounds that follow.
    RulesAdopted { proposed_by: StaffId, approved_by: StaffId, at: Millis },
    /// What the round had put on a meter was taken off again, by the operator's rule.
    MeterFeedReversed {
        meter: MeterRef,
        amount: MicroCents,
        #[serde(default, skip_serializing_if = "MicroCents::is_zero")]
        overflow: MicroCents,
        #[serde(default, skip_serializing_if = "MicroCents::is_zero")]
        reserve: MicroCents,
    },
    /// What the round had put on a meter stays there, and the house bears it.
    MeterFeedFunded { meter: MeterRef, amount: MicroCents },
    /// What is left of the bank went back to the player-dealer.
    BankReturned { seat: Seat, amount: Cents },
    /// The round is void.
    RoundVoided { cause: VoidCause, by: StaffId, at: Millis },
    /// The layout was cleared and the round is over.
    RoundCleared { at: Millis },
}

impl Event {
    /// Whether the event only carries chips to a seat, away or along: nothing is won or lost by it.
    #[must_use]
    pub const fn carries_chips(&self) -> bool {
        matches!(
            self,
            Self::BoughtIn { .. } | Self::ChipsBrought { .. } | Self::ChipsTaken { .. } | Self::ChipsMoved { .. }
        )
    }
}

/// Why a deck is in doubt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum DoubtCause {
    /// A device counted this many cards in all.
    Count(u8),
    /// What the shoe said.
    Shoe(Doubt),
}

/// Who entered a decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum DecidedBy {
    /// The player.
    Player,
    /// The dealer, who saw the player's gesture.
    Dealer,
    /// A floorperson, for a player who is away.
    Floorperson,
    /// The clock.
    Clock,
}

/// Why a bonus was paid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum BonusKind {
    /// Another player's qualifying hand.
    Envy,
    /// Another player's wheel.
    Community,
}

/// What a meter held and what it paid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AwardAmount {
    /// What the meter held.
    pub trigger: MicroCents,
    /// What is paid.
    pub paid: Cents,
    /// What is put in for the meter to start again, or to be topped up.
    pub reseed: MicroCents,
    /// How much of that came from the meter's overflow; the house puts in the rest.
    #[serde(default, skip_serializing_if = "MicroCents::is_zero")]
    pub from_overflow: MicroCents,
    /// How much of that came from the meter's reserve.
    #[serde(default, skip_serializing_if = "MicroCents::is_zero")]
    pub from_reserve: MicroCents,
}

impl AwardAmount {
    /// An award that leaves its source as it is: a prize.
    #[must_use]
    pub const fn prize(paid: Cents) -> Self {
        Self {
            trigger: MicroCents::ZERO,
            paid,
            reseed: MicroCents::ZERO,
            from_overflow: MicroCents::ZERO,
            from_reserve: MicroCents::ZERO,
        }
    }
}

/// Why a wager is off the felt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum SuspendCause {
    /// Its progressive is not enabled.
    Disabled,
    /// A level of its progressive is frozen, because it did not reconcile or was fed implausibly.
    Frozen,
    /// Its wheel cannot be trusted.
    Wheel,
    /// The sensors that take it are out of reach or broken.
    Sensor,
}

/// Why a round is void.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum VoidCause {
    /// Cards were found face up during the deal.
    ExposedCards,
    /// A wrong number of cards was dealt somewhere.
    Misdeal,
    /// A community card was seen early.
    CommunityExposed,
    /// The automated shoe failed.
    ShoeFault,
    /// The deck does not have 52 cards.
    DeckError,
    /// Two people decided so.
    Discretion,
}

impl VoidCause {
    /// Whether the deck leaves the table.
    #[must_use]
    pub const fn retires_deck(self) -> bool {
        match self {
            Self::DeckError => true,
            Self::ExposedCards | Self::Misdeal | Self::CommunityExposed | Self::ShoeFault | Self::Discretion => false,
        }
    }
}
