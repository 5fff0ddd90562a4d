//! The games. Each file states what is its own: cards, stages, deal script and settlement; the round engine does the rest.
//!
//! A new game is a variant of [`GameId`] and a file here: the compiler then shows every place that must learn of it.

mod california;
mod clauses;
mod criss_cross;
mod let_it_ride;
pub(crate) mod spins;
mod stud235;

pub(crate) use california::used as coverage_used;
pub use clauses::{Clauses, MethodClauses};
pub use spins::Spin;

use crate::bets::Bets;
use crate::clause::ClauseId;
use crate::decision::Decision;
use crate::game::{GameId, Seat, SeatSet};
use crate::layout::{Cards, DealScript, Spot};
use crate::money::{Cents, Overflow};
use crate::rules::{DealingMethod, Rules};
use crate::settlement::{Hands, Settlement};
use crate::wager::Bet;

/// What is a game's own.
#[derive(Debug)]
pub struct Spec {
    /// The clauses the engine cites.
    pub clauses: &'static Clauses,
    /// Cards each participating seat receives.
    pub own_cards: u8,
    /// How many of them their owner may look at before the others are turned up for all.
    pub own_cards_private: u8,
    /// Community cards.
    pub community_cards: u8,
    /// What happens between the deal and settlement.
    pub stages: &'static [Stage],
    /// The order of the deal.
    pub script: fn(&Deal<'_>) -> DealScript,
    /// Settles what is settled before hole cards are shown, where the game has such a pass.
    pub settle_first: Option<Settle>,
    /// Settles a seat at its turn.
    pub settle: Settle,
    /// Names the hands a seat holds, once its cards and the community cards are known.
    pub hands: fn(&Rules, &Holding) -> Hands,
}

/// A settlement function: reads a seat's cards and bets, writes one result for each bet it settles.
pub type Settle = fn(&Rules, &Holding, &mut Settlement) -> Result<(), Overflow>;

/// What a deal depends on.
#[derive(Clone, Copy, Debug)]
pub struct Deal<'a> {
    /// The rules in force.
    pub rules: &'a Rules,
    /// The dealing method in force.
    pub method: DealingMethod,
    /// The seats that receive cards.
    pub seats: SeatSet,
    /// The player-dealer's seat.
    pub bank: Option<Seat>,
}

/// The cards and bets of one seat at settlement.
#[derive(Clone, Copy, Debug, Default)]
pub struct Holding {
    /// Its own cards in the order dealt.
    pub own: Cards,
    /// The community cards in their order.
    pub community: Cards,
    /// The Six Card Bonus box, where dealt.
    pub six_card_box: Cards,
    /// Its bets.
    pub bets: Bets,
    /// What is left of the player-dealer's wager.
    pub coverage: Cents,
    /// Whether the seat was drawn as Xtreme's Hot Spot.
    pub is_hot_spot: bool,
}

/// A step between the deal and settlement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Each seat decides, 1 up.
    Decide(DecisionPoint),
    /// The dealer turns cards up for all.
    Turn(Turn),
}

/// A round of decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DecisionPoint {
    /// The bet it is about: withdrawn, or added.
    pub bet: Bet,
    /// What a seat may choose.
    pub options: &'static [Decision],
    /// What silence means when a clock runs out (I-08).
    pub by_default: Decision,
    /// The clause that orders the seats.
    pub order: ClauseId,
    /// The clause of a bet that stays or is added.
    pub stays: ClauseId,
    /// The clause of a bet withdrawn, or of everything lost by a fold.
    pub goes: ClauseId,
}

/// Cards turned up together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Community cards, by place.
    Community {
        /// Which.
        places: &'static [u8],
        /// The clause that says when.
        clause: ClauseId,
    },
    /// Every seat's third card, seat 1 up.
    ThirdCards {
        /// The clause that says when.
        clause: ClauseId,
    },
    /// The Six Card Bonus box, where dealt.
    SixCardBox {
        /// The clause that says when.
        clause: ClauseId,
    },
}

impl Turn {
    /// The clause that says when the cards are turned.
    #[must_use]
    pub const fn clause(self) -> ClauseId {
        match self {
            Self::Community { clause, .. } | Self::ThirdCards { clause } | Self::SixCardBox { clause } => clause,
        }
    }

    /// The spots that are turned, given the seats that hold cards.
    pub fn spots(self, seats: SeatSet) -> impl Iterator<Item = Spot> {
        let places: &'static [u8] = match self {
            Self::Community { places, .. } => places,
            Self::SixCardBox { .. } => &[0, 1, 2],
            Self::ThirdCards { .. } => &[],
        };
        let thirds = if matches!(self, Self::ThirdCards { .. }) { seats } else { SeatSet::EMPTY };
        let in_box = matches!(self, Self::SixCardBox { .. });
        places
            .iter()
            .map(move |place| if in_box { Spot::SixCardBox(*place) } else { Spot::Community(*place) })
            .chain(thirds.iter().map(|seat| Spot::Own { seat, place: 2 }))
    }
}

/// What a game states of itself.
#[must_use]
pub const fn spec(game: GameId) -> &'static Spec {
    match game {
        GameId::LetItRide => &let_it_ride::SPEC,
        GameId::Stud235 => &stud235::SPEC,
        GameId::CrissCross => &criss_cross::SPEC,
        GameId::California => &california::SPEC,
    }
}

/// A clause cited in a game's tables. A test holds every such literal against the register.
const fn clause(id: &'static str) -> ClauseId {
    ClauseId::new(id)
}

/// A round of decisions, with the clauses of its order, of what stays and of what goes.
const fn decide(
    bet: Bet,
    options: &'static [Decision],
    by_default: Decision,
    [order, stays, goes]: [&'static str; 3],
) -> Stage {
    let (order, stays, goes) = (clause(order), clause(stays), clause(goes));
    Stage::Decide(DecisionPoint { bet, options, by_default, order, stays, goes })
}

/// Let It Ride's decision, the same in both states: not withdrawing is riding.
const fn ride_or_withdraw(bet: Bet, order: &'static str, stays: &'static str, goes: &'static str) -> Stage {
    decide(bet, &[Decision::Ride, Decision::Withdraw], Decision::Ride, [order, stays, goes])
}

/// The seats' own cards one at a time: the nth card of each, clockwise.
fn pass(seats: SeatSet, place: u8) -> impl Iterator<Item = Spot> {
    seats.iter().map(move |seat| Spot::Own { seat, place })
}

/// A seat's own cards as one stack.
fn stack_of(seat: Seat, cards: u8) -> impl Iterator<Item = Spot> {
    (0..cards).map(move |place| Spot::Own { seat, place })
}
