//! The cards of a round: what lies where, what everybody has seen, and what settlement reads.

use super::Round;
use crate::card::CardSet;
use crate::game::Seat;
use crate::games::{Holding, Spec};
use crate::layout::{Cards, Slot, Spot};
use crate::money::Cents;

impl Round {
    /// A seat's own spots, in order.
    pub(crate) fn own_spots(seat: Seat, spec: &Spec) -> impl Iterator<Item = Spot> + Clone {
        (0..spec.own_cards).map(move |place| Spot::Own { seat, place })
    }

    /// A seat's own spots that do not lie open, in order.
    pub(crate) fn face_down(&self, seat: Seat, spec: &Spec) -> Vec<Spot> {
        Self::own_spots(seat, spec).filter(|spot| self.slot(*spot).face_up().is_none()).collect()
    }

    pub(crate) fn slot(&self, spot: Spot) -> Slot {
        match spot {
            Spot::Own { seat, place } => self.at(seat).cards.get(usize::from(place)).copied().unwrap_or_default(),
            Spot::Community(place) => self.community.get(usize::from(place)).copied().unwrap_or_default(),
            Spot::SixCardBox(place) => self.six_card_box.get(usize::from(place)).copied().unwrap_or_default(),
            Spot::Discard => Slot::Empty,
        }
    }

    /// How many cards with known faces have left the deck.
    #[must_use]
    pub fn cards_out(&self) -> usize {
        self.out.iter().count()
    }

    /// Cards dealt and set aside, whether or not anybody knows their faces: with the stub, fifty-two.
    #[must_use]
    pub fn cards_on_table(&self) -> u8 {
        let face_up = self.set_aside.iter().filter(|slot| slot.face_up().is_some()).count();
        self.dealt.saturating_add(u8::try_from(face_up).unwrap_or(u8::MAX))
    }

    /// The cards whose faces everybody has seen. What is only read by the shoe is never told to anybody.
    pub(crate) fn seen(&self) -> CardSet {
        let own = self.boxes.iter().flat_map(|spot| &spot.cards);
        let shared = self.community.iter().chain(&self.six_card_box);
        own.chain(shared).copied().chain(self.set_aside.iter()).filter_map(Slot::face_up).collect()
    }

    /// A seat's cards and bets as settlement reads them, with faces given for those no reader knows.
    pub(crate) fn holding(&self, seat: Seat, given: &Cards) -> Holding {
        let mut given = given.iter();
        let own = self.at(seat).cards.iter().filter(|slot| **slot != Slot::Empty);
        Holding {
            own: own.filter_map(|slot| slot.card().or_else(|| given.next())).collect(),
            community: self.community.iter().filter_map(|slot| slot.face_up()).collect(),
            six_card_box: self.six_card_box.iter().filter_map(|slot| slot.face_up()).collect(),
            bets: self.at(seat).bets,
            coverage: self.bank.map_or(Cents::ZERO, |bank| bank.coverage),
            is_hot_spot: self.hot_spot == Some(seat),
        }
    }

    /// How many of a spot list's cards nobody knows.
    pub(crate) fn unknown(&self, spots: impl Iterator<Item = Spot>) -> u8 {
        let unknown = spots.filter(|spot| self.slot(*spot).card().is_none()).count();
        u8::try_from(unknown).unwrap_or(u8::MAX)
    }
}
