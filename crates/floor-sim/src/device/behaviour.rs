//! What a device does when it is told to.

use super::script::Mishap;
use crate::dice::Dice;
use game_core::card::Card;
use game_core::procedure::FULL_DECK;
use wire::device::{DeviceKind, FaultCode, Instruction, Report};

/// A device's insides.
#[derive(Debug)]
pub(crate) struct Behaviour {
    kind: DeviceKind,
    dice: Dice,
    /// The cards of a shoe, the next one last, and the round they are for.
    cards: Vec<Card>,
    round: Option<u64>,
}

impl Behaviour {
    pub(crate) const fn new(kind: DeviceKind, dice: Dice) -> Self {
        Self { kind, dice, cards: Vec::new(), round: None }
    }

    /// What the device reports while it carries out an instruction, well or not.
    pub(crate) fn obey(&mut self, instruction: &Instruction, mishap: Option<Mishap>) -> Vec<Report> {
        let mut reports = match *instruction {
            Instruction::Lock {} | Instruction::Unlock {} | Instruction::Light { .. } | Instruction::Show { .. } => {
                Vec::new()
            }
            Instruction::Dispense { round, cards, to, .. } => {
                let cards = self.draw(round, cards, mishap);
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
            Instruction::Spin { segments, .. } => {
                let segment = self.dice.below(u64::from(segments.max(1)));
                vec![Report::WheelStopped { segment: u8::try_from(segment).unwrap_or(0) }]
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
    fn draw(&mut self, round: u64, count: u8, mishap: Option<Mishap>) -> Vec<Option<Card>> {
        if self.round != Some(round) {
            self.round = Some(round);
            self.cards = Card::deck().collect();
            self.dice.shuffle(&mut self.cards);
        }
        let mut drawn: Vec<Option<Card>> = (0..count).map_while(|_| self.cards.pop()).map(Some).collect();
        if mishap == Some(Mishap::Misread) {
            drawn.iter_mut().take(1).for_each(|card| *card = None);
        }
        drawn
    }
}

/// The fault of a name, for scripts.
pub(super) fn fault(name: &str) -> Option<FaultCode> {
    FaultCode::from_name(name)
}
