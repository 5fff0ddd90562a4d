//! What a device does when it is told to.

use super::script::Mishap;
use crate::dice::Dice;
use crate::stacked::great_hand;
use game_core::card::Card;
use game_core::game::Seat;
use game_core::procedure::FULL_DECK;
use wire::device::{Destination, DeviceKind, FaultCode, Instruction, Report};

/// A device's insides.
#[derive(Debug)]
pub(crate) struct Behaviour {
    kind: DeviceKind,
    dice: Dice,
    /// The cards of a shoe, the next one last, and the round they are for.
    cards: Vec<Card>,
    round: Option<u64>,
    /// The seat that somebody stacked the shoe for: a great hand comes up there now and then.
    stacked: Option<Seat>,
    /// What of the round's great hand was not dispensed yet: the community cards, and the seat's own.
    great: (Vec<Card>, Vec<Card>),
}

impl Behaviour {
    pub(crate) const fn new(kind: DeviceKind, dice: Dice) -> Self {
        Self { kind, dice, cards: Vec::new(), round: None, stacked: None, great: (Vec::new(), Vec::new()) }
    }

    /// From now on a shoe of Let It Ride that is stacked for a seat.
    pub(crate) const fn stack(&mut self, seat: Seat) {
        self.stacked = Some(seat);
    }

    /// What the device reports while it carries out an instruction, well or not.
    pub(crate) fn obey(&mut self, instruction: &Instruction, mishap: Option<Mishap>) -> Vec<Report> {
        let mut reports = match *instruction {
            Instruction::Lock {} | Instruction::Unlock {} | Instruction::Light { .. } | Instruction::Show { .. } => {
                Vec::new()
            }
            Instruction::Dispense { round, cards, to, .. } => {
                let cards = self.draw(round, cards, to, mishap);
                match (cards.as_slice(), mishap) {
                    (_, Some(Mishap::Jam)) => vec![Report::Jam { back: None }],
                    ([card], _) => vec![Report::CardDrawn { card: *card, to: Some(to) }],
                    _ => vec![Report::StackDispensed { cards, to }],
                }
            }
            Instruction::Shuffle { back } => {
                let finished = match mishap {
                    Some(Mishap::CountWrong) => Report::CountWrong { back, count: FULL_DECK - 1 },
                    _ => Report::ShuffleCompleted { back, count: Some(FULL_DECK) },
                };
                let jam = (mishap == Some(Mishap::Jam)).then_some(Report::Jam { back: Some(back) });
                [Report::ShuffleStarted { back }].into_iter().chain(jam).chain([finished]).collect()
            }
            Instruction::Spin { round, spin, segments } => {
                let segment = self.dice.below(u64::from(segments.max(1)));
                vec![Report::WheelStopped { round, spin, segment: u8::try_from(segment).unwrap_or(0) }]
            }
        };
        if let Some(Mishap::Fault(code)) = mishap {
            reports.extend([Report::Fault { code }, Report::FaultCleared { code }]);
        }
        if self.kind == DeviceKind::Shoe && mishap == Some(Mishap::CoverCard) {
            reports.insert(0, Report::CoverCardReached {});
        }
        reports
    }

    /// The next cards of a round's deck; a reader that fails does not know the first of them.
    fn draw(&mut self, round: u64, count: u8, to: Destination, mishap: Option<Mishap>) -> Vec<Option<Card>> {
        if self.round != Some(round) {
            self.round = Some(round);
            let mut great = self.stacked.map(|_| great_hand(round)).unwrap_or_default();
            self.cards = Card::deck().filter(|card| !great.contains(card)).collect();
            let own = great.split_off(great.len().min(2));
            self.great = (great, own);
            self.dice.shuffle(&mut self.cards);
        }
        for card in self.staged(to) {
            self.cards.push(card);
        }
        let mut drawn: Vec<Option<Card>> = (0..count).map_while(|_| self.cards.pop()).map(Some).collect();
        if mishap == Some(Mishap::Misread) {
            drawn.iter_mut().take(1).for_each(|card| *card = None);
        }
        drawn
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
}

/// The fault of a name, for scripts.
pub(super) fn fault(name: &str) -> Option<FaultCode> {
    FaultCode::from_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Every card that the shoe dispenses in a round of three seats, stack by stack, the community cards first as the table has it.
    fn dealt(shoe: &mut Behaviour, round: u64) -> Vec<Vec<Card>> {
        let seats = Seat::first(3).map(|seat| (Destination::Seat(seat), 3));
        let stacks = [(Destination::Community, 2)].into_iter().chain(seats);
        stacks.map(|(to, cards)| shoe.draw(round, cards, to, None).into_iter().flatten().collect()).collect()
    }

    #[test]
    fn a_stacked_shoe_deals_every_card_once_and_a_great_hand_to_its_seat_now_and_then() {
        let mut shoe = Behaviour::new(DeviceKind::Shoe, Dice::new(5));
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
        }
    }

    #[test]
    fn a_shoe_that_nobody_stacked_has_no_great_hands() {
        let mut shoe = Behaviour::new(DeviceKind::Shoe, Dice::new(5));
        let royal: BTreeSet<Card> = great_hand(24).into_iter().collect();
        let stacks = dealt(&mut shoe, 24);
        assert_ne!(stacks[0].iter().chain(&stacks[3]).copied().collect::<BTreeSet<_>>(), royal);
    }
}
