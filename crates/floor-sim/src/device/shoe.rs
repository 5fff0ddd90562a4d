//! A shoe's insides: the deck of the round, what has left it, and the stack that lies on the table.

use super::script::Mishap;
use crate::dice::Dice;
use crate::stacked::great_hand;
use game_core::card::Card;
use game_core::game::Seat;
use game_core::procedure::FULL_DECK;
use serde::{Deserialize, Serialize};
use wire::device::{Destination, Report};
use wire::problem::{EdgeCode, ProblemCode};

/// A stack that the server asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Due {
    pub(super) round: u64,
    /// How many cards of the round are out before it.
    pub(super) out: u8,
    pub(super) cards: u8,
    pub(super) to: Destination,
}

/// A shoe's insides.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Shoe {
    round: Option<u64>,
    /// The cards that are left, the next one last.
    cards: Vec<Card>,
    /// Those of the round that are not.
    out: Vec<Card>,
    /// The seat that somebody stacked the shoe for: a great hand comes up there now and then.
    #[serde(skip)]
    stacked: Option<Seat>,
    /// What of the round's great hand was not dispensed yet: the community cards, and the seat's own.
    great: (Vec<Card>, Vec<Card>),
    /// The stack that left it last.
    last: Option<Stack>,
    /// Whether it will count one card too few.
    miscounts: bool,
}

/// A stack that has left the shoe.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Stack {
    due: Due,
    cards: Vec<Option<Card>>,
    /// Whether the server has taken the report of it.
    taken: bool,
}

impl Stack {
    fn reported(&self, to: Destination) -> Report {
        match *self.cards.as_slice() {
            [card] => Report::CardDrawn { card, to: Some(to) },
            _ => Report::StackDispensed { cards: self.cards.clone(), to },
        }
    }
}

impl Shoe {
    pub(super) const fn stack(&mut self, seat: Seat) {
        self.stacked = Some(seat);
    }

    /// Whether a mishap can happen to a stack: not to one that lies on the table already, and a card cannot come twice before
    /// another has come.
    pub(super) fn can(&self, due: Due, mishap: Mishap) -> bool {
        let lies = self.last.as_ref().is_some_and(|last| last.due == due);
        let comes_twice = due.cards > 1 || (self.round == Some(due.round) && !self.out.is_empty());
        !lies && (mishap != Mishap::Twice || comes_twice)
    }

    /// Dispenses a stack. One that lies on the table already is not dispensed again: it is reported once more, with the same
    /// cards, if nobody has taken the report yet.
    pub(super) fn dispense(&mut self, due: Due, mishap: Option<Mishap>, dice: &mut Dice) -> Vec<Report> {
        self.load(due.round, dice);
        if let Some(last) = self.last.as_ref().filter(|last| last.due == due) {
            return (!last.taken).then(|| last.reported(due.to)).into_iter().collect();
        }
        match mishap {
            Some(Mishap::Jam) => return vec![Report::Jam { back: None }],
            // It is put aside, and the server asks for the stack again.
            Some(Mishap::FaceUp) => return self.pop().map(|card| Report::FaceUpCard { card }).into_iter().collect(),
            Some(Mishap::StubWrong) => self.miscounts = true,
            _ => {}
        }
        let before = self.out.first().copied();
        let mut cards = self.draw(due.cards, due.to);
        match (mishap, cards.as_mut_slice()) {
            (Some(Mishap::Misread), [first, ..]) => *first = None,
            (Some(Mishap::Twice), [.., last]) if before.is_some() => *last = before,
            (Some(Mishap::Twice), [first, .., last]) => *last = *first,
            _ => {}
        }
        let stack = Stack { due, cards, taken: false };
        let to = if mishap == Some(Mishap::Astray) { elsewhere(due.to) } else { due.to };
        let cover = (mishap == Some(Mishap::CoverCard)).then_some(Report::CoverCardReached {});
        let reports = cover.into_iter().chain([stack.reported(to)]).collect();
        self.last = Some(stack);
        reports
    }

    /// A round's own deck, shuffled, with the cards of its great hand apart.
    fn load(&mut self, round: u64, dice: &mut Dice) {
        if self.round == Some(round) {
            return;
        }
        let mut great = self.stacked.map(|_| great_hand(round)).unwrap_or_default();
        let mut cards: Vec<Card> = Card::deck().filter(|card| !great.contains(card)).collect();
        dice.shuffle(&mut cards);
        let own = great.split_off(great.len().min(2));
        let stacked = self.stacked;
        *self = Self { round: Some(round), cards, great: (great, own), stacked, ..Self::default() };
    }

    fn draw(&mut self, count: u8, to: Destination) -> Vec<Option<Card>> {
        let staged = self.staged(to);
        self.cards.extend(staged);
        (0..count).map_while(|_| self.pop()).map(Some).collect()
    }

    fn pop(&mut self) -> Option<Card> {
        let card = self.cards.pop()?;
        self.out.push(card);
        Some(card)
    }

    /// The cards of the great hand that this stack is stacked with.
    fn staged(&mut self, to: Destination) -> Vec<Card> {
        let (community, own) = &mut self.great;
        match to {
            Destination::Community => std::mem::take(community),
            Destination::Seat(seat) if Some(seat) == self.stacked => std::mem::take(own),
            Destination::Seat(_) | Destination::SixCardBox | Destination::Discard => Vec::new(),
        }
    }

    /// What the server said to the report of a stack. One that went astray is put where it is due, and reported again.
    pub(super) fn answered(&mut self, report: &Report, refused: Option<ProblemCode>) -> Option<Report> {
        let (Report::StackDispensed { to, .. } | Report::CardDrawn { to: Some(to), .. }) = *report else { return None };
        let last = self.last.as_mut()?;
        last.taken = refused.is_none();
        let astray = refused == Some(ProblemCode::Edge(EdgeCode::WrongDestination)) && to != last.due.to;
        astray.then(|| last.reported(last.due.to))
    }

    /// Whether the stack that left it last is on the table, and the deal may be over.
    pub(super) fn has_dealt(&self) -> bool {
        self.last.as_ref().is_some_and(|last| last.taken)
    }

    /// The cards that are left after the deal are taken out.
    pub(super) fn remove_stub(&mut self) -> Report {
        let left = FULL_DECK.saturating_sub(u8::try_from(self.out.len()).unwrap_or(FULL_DECK));
        let count = left.saturating_sub(u8::from(std::mem::take(&mut self.miscounts)));
        Report::StubRemoved { count: Some(count) }
    }
}

/// A place where a stack is not due.
const fn elsewhere(to: Destination) -> Destination {
    match to {
        Destination::Seat(_) | Destination::Community | Destination::SixCardBox => Destination::Discard,
        Destination::Discard => Destination::SixCardBox,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const fn due(round: u64, out: u8, cards: u8, to: Destination) -> Due {
        Due { round, out, cards, to }
    }

    /// Deals a stack that nothing goes wrong with, and that the server takes.
    fn deal(shoe: &mut Shoe, due: Due) -> Vec<Card> {
        let reports = shoe.dispense(due, None, &mut Dice::new(5));
        assert_eq!(shoe.answered(&reports[0], None), None);
        let [Report::StackDispensed { cards, to }] = reports.as_slice() else { panic!("{reports:?}") };
        assert_eq!(*to, due.to);
        cards.iter().map(|card| card.unwrap()).collect()
    }

    /// Every card that the shoe dispenses in a round of three seats, stack by stack, the community cards first as the table has it.
    fn dealt(shoe: &mut Shoe, round: u64) -> Vec<Vec<Card>> {
        let seats = Seat::first(3).map(|seat| due(round, 3 * seat.number() - 1, 3, Destination::Seat(seat)));
        [due(round, 0, 2, Destination::Community)].into_iter().chain(seats).map(|due| deal(shoe, due)).collect()
    }

    #[test]
    fn a_stacked_shoe_deals_every_card_once_and_a_great_hand_to_its_seat_now_and_then() {
        let mut shoe = Shoe::default();
        shoe.stack(Seat::new(3).unwrap());
        for round in 1..=48 {
            let stacks = dealt(&mut shoe, round);
            let cards: Vec<Card> = stacks.concat();
            assert_eq!(
                (cards.len(), cards.iter().collect::<BTreeSet<_>>().len()),
                (11, 11),
                "round {round}: {stacks:?}"
            );
            let hand: BTreeSet<Card> = stacks[0].iter().chain(&stacks[3]).copied().collect();
            let great: BTreeSet<Card> = great_hand(round).into_iter().collect();
            assert!(great.is_empty() || hand == great, "round {round}: {hand:?}");
            assert_eq!(shoe.remove_stub(), Report::StubRemoved { count: Some(52 - 11) }, "round {round}");
        }
    }

    #[test]
    fn a_shoe_that_nobody_stacked_has_no_great_hands() {
        let mut shoe = Shoe::default();
        let royal: BTreeSet<Card> = great_hand(24).into_iter().collect();
        let stacks = dealt(&mut shoe, 24);
        assert_ne!(stacks[0].iter().chain(&stacks[3]).copied().collect::<BTreeSet<_>>(), royal);
    }

    #[test]
    fn a_stack_that_lies_on_the_table_is_never_dispensed_again() {
        let (mut shoe, mut dice) = (Shoe::default(), Dice::new(5));
        let first = due(7, 0, 2, Destination::Community);
        let reports = shoe.dispense(first, None, &mut dice);
        // The report came to nothing: the same cards lie there still.
        assert_eq!(shoe.answered(&reports[0], Some(EdgeCode::WrongDestination.into())), None);
        let kept = serde_json::to_string(&shoe).unwrap();
        let mut shoe: Shoe = serde_json::from_str(&kept).unwrap();
        assert_eq!(shoe.dispense(first, None, &mut dice), reports);
        assert_eq!(shoe.answered(&reports[0], None), None);
        assert_eq!(shoe.dispense(first, None, &mut dice), Vec::new());
        assert_eq!(shoe.out.len(), 2);
    }

    #[test]
    fn what_goes_wrong_with_a_stack_goes_wrong_as_scripted() {
        let (mut shoe, mut dice) = (Shoe::default(), Dice::new(5));
        let seat = Destination::Seat(Seat::new(1).unwrap());
        let face_up = shoe.dispense(due(1, 0, 2, Destination::Community), Some(Mishap::FaceUp), &mut dice);
        assert!(matches!(face_up.as_slice(), [Report::FaceUpCard { .. }]), "{face_up:?}");
        let community = deal(&mut shoe, due(1, 1, 2, Destination::Community));
        let twice = shoe.dispense(due(1, 3, 3, seat), Some(Mishap::Twice), &mut dice);
        let [Report::StackDispensed { cards, .. }] = twice.as_slice() else { panic!("{twice:?}") };
        let [Report::FaceUpCard { card }] = face_up.as_slice() else { panic!("{face_up:?}") };
        assert!(cards.contains(&Some(*card)) && !community.contains(card), "{cards:?}");
        let astray = shoe.dispense(due(2, 0, 3, seat), Some(Mishap::Astray), &mut dice);
        let [Report::StackDispensed { cards, to: Destination::Discard }] = astray.as_slice() else {
            panic!("{astray:?}")
        };
        let put_right = shoe.answered(&astray[0], Some(EdgeCode::WrongDestination.into()));
        assert_eq!(put_right, Some(Report::StackDispensed { cards: cards.clone(), to: seat }));
        shoe.dispense(due(3, 0, 2, Destination::Community), Some(Mishap::StubWrong), &mut dice);
        assert_eq!(shoe.remove_stub(), Report::StubRemoved { count: Some(49) });
    }
}
