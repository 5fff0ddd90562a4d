//! One round, from betting to a cleared layout: its phase, its boxes, its cards.

mod advance;
mod apply;
mod cards;
mod decisions;
mod phase;

pub use phase::{CollectStep, Phase};

use crate::bets::{AwardSource, BetRecord, BetStatus, Bets};
use crate::card::{Card, CardSet};
use crate::command::{AwardStep, Proposal};
use crate::commitment::Commitment;
use crate::decision::Decision;
use crate::event::AwardAmount;
use crate::game::{Millis, PlayerId, Seat, SeatSet, StaffId};
use crate::games::{Spec, Spin, Stage, spec};
use crate::layout::{DealScript, Short, Slot, Spot};
use crate::money::{Cents, MicroCents};
use crate::procedure::DeckId;
use crate::rules::{DealingMethod, MeterRef, Rules};
use crate::wager::{Bet, Wager};
use serde::{Deserialize, Serialize};

/// A round in progress.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Round {
    /// Its number at this table.
    pub(crate) number: u64,
    /// When it opened.
    pub(crate) opened: Millis,
    /// The deck it is dealt from.
    pub(crate) deck: DeckId,
    /// The dealing method it is dealt by.
    pub(crate) method: DealingMethod,
    /// What the virtual shoe committed to.
    pub(crate) commitment: Option<Commitment>,
    /// What is going on.
    pub(crate) phase: Phase,
    /// The boxes, by seat.
    pub(crate) boxes: [BoxState; Seat::MAX],
    /// The seats dealt in.
    pub(crate) seats: SeatSet,
    /// The player-dealer.
    pub(crate) bank: Option<Bank>,
    pub(crate) community: [Slot; 5],
    pub(crate) six_card_box: [Slot; 3],
    /// Wagers whose chips are in the rack.
    pub(crate) collected: Short<Wager, 4>,
    /// A count of chips that differs from the wagers accepted and is not explained yet.
    #[serde(default)]
    pub(crate) difference: Option<Difference>,
    /// The order of the deal, and how far it has come.
    pub(crate) script: DealScript,
    pub(crate) dealt: u8,
    /// Cards put aside out of play: found face up, or dropped unseen from a stack.
    pub(crate) set_aside: Short<Slot, 4>,
    /// Cards found face up during the deal.
    pub(crate) face_up_found: u8,
    /// Every card whose face is known, wherever it lies.
    pub(crate) out: CardSet,
    /// Spots whose card the reader reported twice, in order, with what it reported.
    #[serde(alias = "repeated")]
    pub(crate) in_doubt: Short<(Spot, Option<Card>), 8>,
    /// What the round was at when it was held, to which it goes back, the latest last.
    #[serde(default)]
    pub(crate) paused: Short<Phase, 3>,
    /// Xtreme's Hot Spot.
    pub(crate) hot_spot: Option<Seat>,
    /// Wheels that wait, next first.
    pub(crate) spins: Short<Spin, 6>,
    /// Meter and prize awards.
    pub(crate) awards: Short<Award, 8>,
    /// What this round put on meters.
    pub(crate) fed: Short<Fed, 8>,
    /// What one person has proposed.
    pub(crate) proposal: Option<Pending>,
}

/// What one person has proposed and another may agree to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pending {
    /// What.
    pub proposal: Proposal,
    /// Who proposed it.
    pub by: StaffId,
    /// When.
    pub since: Millis,
}

impl Pending {
    /// How long a proposal waits for a second person.
    pub const LASTS_MS: u64 = 15 * 60 * 1000;

    /// When its time has run out.
    #[must_use]
    pub const fn ends(&self) -> Millis {
        Millis(self.since.0.saturating_add(Self::LASTS_MS))
    }
}

/// A count of chips that differs from the wagers accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = CountDifference))]
pub struct Difference {
    /// Whose chips were counted.
    pub wager: Wager,
    /// How many there were.
    pub counted: u8,
    /// How many wagers had been accepted.
    pub accepted: u8,
}

/// What a round put on a meter, beside it and in its reserve.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Fed {
    pub(crate) meter: MeterRef,
    pub(crate) amount: MicroCents,
    pub(crate) overflow: MicroCents,
    pub(crate) reserve: MicroCents,
}

/// One box of the round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct BoxState {
    /// Who plays it.
    pub(crate) player: Option<PlayerId>,
    /// Its bets.
    pub(crate) bets: Bets,
    /// Its cards.
    pub(crate) cards: [Slot; 3],
    /// What it decided, stage by stage.
    pub(crate) decisions: Short<Decision, 3>,
    /// Whether it folded.
    pub(crate) folded: bool,
    /// Whether it lost its wagers by a floorperson's decision.
    pub(crate) forfeited: bool,
    /// Whether its turn to be settled is over.
    pub(crate) settled: bool,
    /// Fees taken.
    pub(crate) fees: Cents,
    /// Envy and community awards received.
    pub(crate) bonuses: Cents,
}

/// The player-dealer's place in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bank {
    /// The seat.
    pub(crate) seat: Seat,
    /// What was put up.
    pub(crate) stake: Cents,
    /// How much of it is not used up (I-95).
    pub(crate) coverage: Cents,
    /// What lies in the bank: the stake, less payoffs, plus losing bets.
    pub(crate) holds: Cents,
    /// The fee taken.
    pub(crate) fee: Cents,
}

/// An award on its way to be validated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Award {
    /// The seat.
    pub seat: Seat,
    /// The bet that won it.
    pub bet: Bet,
    /// A meter's share or a prize.
    pub source: AwardSource,
    /// The amount, filled in by whoever owns the meters.
    pub amount: Option<AwardAmount>,
    /// The last step taken.
    pub last: Option<AwardStep>,
}

impl Award {
    /// Whether the award is paid or refused.
    #[must_use]
    pub fn is_resolved(&self) -> bool {
        matches!(self.last, Some(AwardStep::Validate | AwardStep::Refuse))
    }

    /// Whether two people must take the step: every refusal, and the validation of what the operator calls large.
    #[must_use]
    pub fn takes_two(&self, rules: &Rules, step: AwardStep) -> bool {
        let large = || {
            let paid = self.amount.map_or(Cents::ZERO, |amount| amount.paid);
            rules.second_person_from.is_some_and(|from| paid >= from)
        };
        match step {
            AwardStep::Hand | AwardStep::Light => false,
            AwardStep::Validate => large(),
            AwardStep::Refuse => true,
        }
    }

    /// The step that is due, in order: hand, light, then validation or refusal.
    #[must_use]
    pub const fn admits(&self, step: AwardStep) -> bool {
        match (self.last, step) {
            (None, AwardStep::Hand)
            | (Some(AwardStep::Hand), AwardStep::Light)
            | (Some(AwardStep::Light), AwardStep::Validate) => true,
            (None | Some(AwardStep::Hand | AwardStep::Light), AwardStep::Refuse) => true,
            (None, AwardStep::Light | AwardStep::Validate)
            | (Some(AwardStep::Hand), AwardStep::Hand | AwardStep::Validate)
            | (Some(AwardStep::Light), AwardStep::Hand | AwardStep::Light)
            | (Some(AwardStep::Validate | AwardStep::Refuse), _) => false,
        }
    }
}

impl Round {
    pub(crate) fn new(number: u64, deck: DeckId, at: Millis, method: DealingMethod, phase: Phase) -> Self {
        Self {
            number,
            opened: at,
            deck,
            method,
            commitment: None,
            phase,
            boxes: [BoxState::default(); Seat::MAX],
            seats: SeatSet::EMPTY,
            bank: None,
            community: [Slot::Empty; 5],
            six_card_box: [Slot::Empty; 3],
            collected: Short::new(),
            difference: None,
            script: DealScript::default(),
            dealt: 0,
            set_aside: Short::new(),
            face_up_found: 0,
            out: CardSet::EMPTY,
            in_doubt: Short::new(),
            paused: Short::new(),
            hot_spot: None,
            spins: Short::new(),
            awards: Short::new(),
            fed: Short::new(),
            proposal: None,
        }
    }

    /// What one person has proposed, while it waits for another.
    #[must_use]
    pub const fn pending(&self) -> Option<Pending> {
        self.proposal
    }

    /// The round's number at this table.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// What is going on.
    #[must_use]
    pub const fn phase(&self) -> &Phase {
        &self.phase
    }

    /// Whether the round is open for wagers, or for the bank, and nobody has put up anything.
    pub(crate) fn is_untouched(&self) -> bool {
        let open = matches!(self.phase, Phase::BankOffer { .. } | Phase::Betting);
        let funded = self.bank.is_some_and(|bank| bank.stake > Cents::ZERO);
        open && !funded && self.boxes.iter().all(|spot| spot.bets.is_empty())
    }

    /// Whether the order of the cards is bound: by the shuffle, or at a virtual shoe by what it published.
    pub(crate) const fn is_committed(&self, rules: &Rules) -> bool {
        !rules.virtual_shoe() || self.commitment.is_some()
    }

    /// Whether a virtual shoe may still commit to an order.
    pub(crate) const fn awaits_commitment(&self, rules: &Rules) -> bool {
        !self.is_committed(rules) && matches!(self.phase, Phase::BankOffer { .. } | Phase::Betting)
    }

    /// When it opened.
    #[must_use]
    pub const fn opened(&self) -> Millis {
        self.opened
    }

    /// Whether a card has left the deck.
    #[must_use]
    pub const fn has_cards_out(&self) -> bool {
        self.dealt > 0 || self.face_up_found > 0
    }

    /// The spots of the stack that is dealt next, or of what is left of it.
    #[must_use]
    pub fn next_stack(&self) -> Vec<Spot> {
        let next = usize::from(self.dealt);
        (next..next + self.script.left_in_stack(next)).filter_map(|nth| self.script.spot(nth)).collect()
    }

    /// The cards to be turned up now whose faces nobody knows yet, in order.
    pub fn unknown_to_turn(&self, rules: &Rules) -> impl Iterator<Item = Spot> + '_ {
        let turn = match self.phase {
            Phase::Turning { stage } => match Self::spec(rules).stages.get(usize::from(stage)) {
                Some(Stage::Turn(turn)) => Some(*turn),
                Some(Stage::Decide(_)) | None => None,
            },
            _ => None,
        };
        let spots = turn.into_iter().flat_map(|turn| self.turn_spots(rules, turn)).collect::<Vec<_>>();
        spots.into_iter().filter(|spot| self.slot(*spot).card().is_none())
    }

    /// The cards of the seat to be settled now whose faces nobody knows yet, in order.
    pub fn unknown_to_settle<'a>(&'a self, rules: &'a Rules) -> impl Iterator<Item = Spot> + 'a {
        let seat = match self.phase {
            Phase::Settling { seat } => Some(seat),
            _ => None,
        };
        let spots = seat.into_iter().flat_map(|seat| Self::own_spots(seat, Self::spec(rules)));
        spots.filter(|spot| self.slot(*spot).card().is_none())
    }

    pub(crate) fn at(&self, seat: Seat) -> &BoxState {
        &self.boxes[seat.index()]
    }

    pub(crate) fn at_mut(&mut self, seat: Seat) -> &mut BoxState {
        &mut self.boxes[seat.index()]
    }

    /// The seats with a base wager on the layout.
    pub(crate) fn bettors(&self, base: Wager) -> SeatSet {
        Seat::first(7).filter(|seat| self.at(*seat).bets.stake(base).is_some()).collect()
    }

    /// The seats with a live stake on a side wager.
    pub(crate) fn with_live(&self, bet: Bet) -> SeatSet {
        Seat::first(7).filter(|seat| self.at(*seat).bets.live(bet).is_some()).collect()
    }

    /// The seats that put up a bet and did not forfeit it.
    pub(crate) fn with_bet(&self, bet: Bet) -> SeatSet {
        let took_part = |record: BetRecord| record.status != BetStatus::Forfeited;
        Seat::first(7).filter(|seat| self.at(*seat).bets.of(bet).is_some_and(took_part)).collect()
    }

    /// The seats still in the main game: dealt in, not folded, not forfeited.
    pub(crate) fn in_play(&self) -> SeatSet {
        self.seats.iter().filter(|seat| !self.at(*seat).folded && !self.at(*seat).forfeited).collect()
    }

    /// The seats whose turn comes in the main pass of settlement: a folded hand is kept only for a live spin wager (I-72).
    pub(crate) fn to_settle(&self) -> SeatSet {
        let spins = |seat: Seat| {
            let bets = &self.at(seat).bets;
            bets.live(Bet::BonusSpinProgressive).or(bets.live(Bet::BonusSpinXtremeProgressive)).is_some()
        };
        let due = |seat: &Seat| !self.at(*seat).forfeited && (!self.at(*seat).folded || spins(*seat));
        self.seats.iter().filter(due).collect()
    }

    /// Whether a bet still lies on the layout.
    pub(crate) fn lies_on_layout(&self, record: &BetRecord) -> bool {
        record.status == BetStatus::Live && !self.is_collected(record.bet)
    }

    /// Whether a bet's chips were collected before the deal.
    pub(crate) fn is_collected(&self, bet: Bet) -> bool {
        self.collected.iter().any(|wager| wager.bets().contains(&bet))
    }

    /// Whether an irregularity has frozen the round.
    pub(crate) const fn is_frozen(&self) -> bool {
        matches!(self.phase, Phase::Frozen { .. })
    }

    /// Whether the round waits for people: awards are looked into when it goes on.
    pub(crate) const fn is_held(&self) -> bool {
        self.is_frozen() || !self.paused.is_empty()
    }

    /// Whether every award is paid or refused.
    pub(crate) fn awards_resolved(&self) -> bool {
        self.awards.iter().all(|award| award.is_resolved())
    }

    /// The award a bet of a seat won.
    pub(crate) fn award(&self, seat: Seat, bet: Bet) -> Option<Award> {
        self.awards.iter().find(|award| award.seat == seat && award.bet == bet)
    }

    /// The spec of the game the rules are for.
    pub(crate) const fn spec(rules: &Rules) -> &'static Spec {
        spec(rules.game())
    }
}
