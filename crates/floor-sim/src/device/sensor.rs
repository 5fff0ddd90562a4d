//! A wager sensor's insides: the wagers that patrons are in the habit of placing, and the spots that hold one.

use super::script::Mishap;
use crate::dice::Dice;
use game_core::game::Seat;
use game_core::money::Cents;
use game_core::rejection::Code;
use game_core::wager::Wager;
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use wire::device::Report;
use wire::problem::ProblemCode;

/// The wagers that lie on a sensor's spots.
pub(crate) const SENSED: [Wager; 3] =
    [Wager::ProgressivePayout, Wager::BonusSpinProgressive, Wager::BonusSpinXtremeProgressive];

/// Chips on a spot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Chips {
    /// At which seat.
    pub seat: Seat,
    /// On which wager's spot.
    pub wager: Wager,
    /// How much.
    pub amount: Cents,
}

impl Chips {
    pub(crate) const fn detected(self) -> Report {
        Report::WagerDetected { seat: self.seat, wager: self.wager, amount: self.amount }
    }

    pub(crate) const fn removed(self) -> Report {
        Report::WagerRemoved { seat: self.seat, wager: self.wager }
    }
}

/// A wager that a patron places so many times in a thousand rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WagerHabit {
    /// What is placed.
    pub chips: Chips,
    /// How often.
    pub per_mille: u16,
}

/// What is no habit.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "'{0}' is not a seat, a wager that a sensor senses, its stake in cents and, unless it is placed in every round, how often in a \
     thousand: 1:progressive_payout:100 or 3:bonus_spin_progressive:500:250, say"
)]
pub struct NoHabit(String);

impl FromStr for WagerHabit {
    type Err = NoHabit;

    fn from_str(text: &str) -> Result<Self, NoHabit> {
        one(text.trim()).ok_or_else(|| NoHabit(text.trim().to_owned()))
    }
}

impl WagerHabit {
    /// The habits of a list, one after the other with commas between them.
    ///
    /// # Errors
    /// When one of them is none.
    pub fn list(text: &str) -> Result<Vec<Self>, NoHabit> {
        text.split(',').map(str::parse).collect()
    }
}

fn one(text: &str) -> Option<WagerHabit> {
    let mut parts = text.split(':');
    let seat = Seat::new(parts.next()?.parse().ok()?)?;
    let name = parts.next()?;
    let wager = SENSED.into_iter().find(|wager| wager.name() == name)?;
    let amount = Cents::new(parts.next()?.parse().ok().filter(|cents| *cents > 0)?);
    let per_mille = parts.next().map_or(Some(1000), |often| often.parse().ok()).filter(|often| *often <= 1000)?;
    parts.next().is_none().then_some(WagerHabit { chips: Chips { seat, wager, amount }, per_mille })
}

/// A sensor's insides.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Sensor {
    open: bool,
    /// What lies on its spots, as far as it was accepted.
    spots: Vec<Chips>,
    /// What patrons are about to put there.
    coming: Vec<Chips>,
    /// Whether the first of them that is accepted will be taken off again, in this round or, if all come too late, in a later one.
    second_thoughts: bool,
}

impl Sensor {
    /// Betting is open: last round's chips are gone, and patrons make up their minds. What is open already stays as it is.
    pub(super) fn unlock(&mut self, habits: &[WagerHabit], mishap: Option<Mishap>, dice: &mut Dice) {
        if self.open {
            return;
        }
        let second_thoughts = self.second_thoughts || mishap == Some(Mishap::Removed);
        let placed = habits.iter().filter(|habit| dice.happens(habit.per_mille));
        let mut coming: Vec<Chips> = placed.map(|habit| habit.chips).collect();
        if coming.is_empty() && second_thoughts {
            // What is taken off again was placed.
            coming.extend(habits.first().map(|habit| habit.chips));
        }
        *self = Self { open: true, spots: Vec::new(), coming, second_thoughts };
    }

    /// "No more bets"; somebody may be late.
    pub(super) fn lock(&mut self, habits: &[WagerHabit], mishap: Option<Mishap>) -> Option<Report> {
        self.open = false;
        self.coming.clear();
        let free = habits.iter().find(|habit| !self.spots.contains(&habit.chips)).or_else(|| habits.first());
        free.filter(|_| mishap == Some(Mishap::Late)).map(|habit| habit.chips.detected())
    }

    /// Whether somebody is about to place a wager.
    pub(super) fn expects(&self) -> bool {
        self.open && !self.coming.is_empty()
    }

    /// The next wager is put on its spot.
    pub(super) fn sense(&mut self) -> Option<Report> {
        self.expects().then(|| self.coming.remove(0).detected())
    }

    /// What the server said to a report. A patron whose base wager is not down yet waits for it; one who has second thoughts takes
    /// the wager off again.
    pub(super) fn answered(&mut self, report: &Report, refused: Option<ProblemCode>) -> Option<Report> {
        match *report {
            Report::WagerDetected { seat, wager, amount } => {
                let chips = Chips { seat, wager, amount };
                match refused {
                    None => self.spots.push(chips),
                    Some(ProblemCode::Rule(Code::BaseWagerFirst)) if self.open => self.coming.push(chips),
                    Some(_) => {}
                }
                (refused.is_none() && std::mem::take(&mut self.second_thoughts)).then(|| chips.removed())
            }
            Report::WagerRemoved { seat, wager } => {
                self.spots.retain(|chips| refused.is_some() || (chips.seat, chips.wager) != (seat, wager));
                None
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn habits(text: &str) -> Vec<WagerHabit> {
        WagerHabit::list(text).unwrap()
    }

    #[test]
    fn habits_are_read_and_what_is_none_is_named() {
        let read = habits("1:progressive_payout:100, 3:bonus_spin_progressive:500:250");
        let chips = |seat, wager, amount| Chips { seat: Seat::new(seat).unwrap(), wager, amount: Cents::new(amount) };
        assert_eq!(
            read,
            [
                WagerHabit { chips: chips(1, Wager::ProgressivePayout, 100), per_mille: 1000 },
                WagerHabit { chips: chips(3, Wager::BonusSpinProgressive, 500), per_mille: 250 },
            ]
        );
        for bad in [
            "",
            "1",
            "9:progressive_payout:100",
            "1:let_it_ride:100",
            "1:progressive_payout:0",
            "1:progressive_payout:100:1001",
            "1:progressive_payout:100:1:1",
        ] {
            assert_eq!(WagerHabit::list(&format!("1:progressive_payout:100,{bad}")), Err(NoHabit(bad.to_owned())));
        }
    }

    #[test]
    fn wagers_come_while_betting_is_open_and_are_gone_when_it_opens_again() {
        let (mut sensor, mut dice) = (Sensor::default(), Dice::new(3));
        let habits = habits("1:progressive_payout:100,2:progressive_payout:100,3:progressive_payout:100:0");
        sensor.unlock(&habits, None, &mut dice);
        let first = sensor.sense().unwrap();
        assert_eq!(first, habits[0].chips.detected());
        assert_eq!(sensor.answered(&first, None), None);
        // Told again, as after a lost line: nothing is sensed twice.
        sensor.unlock(&habits, None, &mut dice);
        assert_eq!(sensor.spots, [habits[0].chips]);
        let second = sensor.sense().unwrap();
        let too_early = Some(ProblemCode::Rule(Code::BaseWagerFirst));
        assert_eq!((sensor.answered(&second, too_early), sensor.expects()), (None, true));
        assert_eq!(sensor.lock(&habits, None), None);
        assert_eq!((sensor.expects(), sensor.sense()), (false, None));
        sensor.unlock(&habits, None, &mut dice);
        assert_eq!((sensor.spots.len(), sensor.coming.len()), (0, 2));
    }

    #[test]
    fn a_patron_is_late_or_has_second_thoughts_as_scripted() {
        let (mut sensor, mut dice) = (Sensor::default(), Dice::new(3));
        let habits = habits("1:progressive_payout:100,2:progressive_payout:100");
        sensor.unlock(&habits, Some(Mishap::Removed), &mut dice);
        let first = sensor.sense().unwrap();
        let removed = sensor.answered(&first, None).unwrap();
        assert_eq!(removed, habits[0].chips.removed());
        assert_eq!((sensor.answered(&removed, None), sensor.spots.len()), (None, 0));
        let second = sensor.sense().unwrap();
        assert_eq!(sensor.answered(&second, None), None);
        assert_eq!(sensor.lock(&habits, Some(Mishap::Late)), Some(habits[0].chips.detected()));
        // Whoever comes too late to take anything off again does so in a later round.
        sensor.unlock(&habits, Some(Mishap::Removed), &mut dice);
        let late = sensor.sense().unwrap();
        assert_eq!(sensor.lock(&habits, None), None);
        assert_eq!(sensor.answered(&late, Some(ProblemCode::Rule(Code::WrongPhase))), None);
        sensor.unlock(&habits, None, &mut dice);
        let first = sensor.sense().unwrap();
        assert_eq!(sensor.answered(&first, None), Some(habits[0].chips.removed()));
        assert_eq!(sensor.lock(&habits, None), None);
        let never = self::habits("1:progressive_payout:100:0");
        sensor.unlock(&never, Some(Mishap::Removed), &mut dice);
        assert!(sensor.expects());
    }
}
