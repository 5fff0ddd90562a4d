//! A request that was found sound: what lies on the table, in the types the engine settles.

use crate::bets::Bets;
use crate::game::Seat;
use crate::games::{Holding, Spin};
use crate::layout::Cards;
use crate::money::Cents;
use crate::rules::{Rules, WheelSegment};

/// A round ready to be settled.
#[derive(Debug)]
pub(super) struct Facts {
    pub(super) rules: Rules,
    pub(super) community: Cards,
    pub(super) six_card_box: Cards,
    /// The boxes in the order of settlement: highest seat first.
    pub(super) boxes: Vec<BoxFacts>,
    /// The player-dealer's wager.
    pub(super) bank: Option<Cents>,
    pub(super) hot_spot: Option<Seat>,
    /// Every wheel that is spun, with its stop, in the order of settlement.
    pub(super) stops: Vec<(Spin, WheelSegment)>,
}

/// One box.
#[derive(Clone, Debug)]
pub(super) struct BoxFacts {
    pub(super) seat: Seat,
    pub(super) person: Person,
    pub(super) own: Cards,
    pub(super) bets: Bets,
}

/// Who plays a box: a person named in the request, or somebody of whom only the seat is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Person {
    Named(String),
    At(Seat),
}

impl Facts {
    /// A box as settlement reads it, with what is left of the player-dealer's wager.
    pub(super) fn holding(&self, of: &BoxFacts, coverage: Cents) -> Holding {
        Holding {
            own: of.own,
            community: self.community,
            six_card_box: self.six_card_box,
            bets: of.bets,
            coverage,
            is_hot_spot: self.hot_spot == Some(of.seat),
        }
    }
}
