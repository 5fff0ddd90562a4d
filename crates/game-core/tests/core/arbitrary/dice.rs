//! Choices made by numbers.

use game_core::game::GameId;
use game_core::paytable::{self, Schedule};

/// Choices, one after another; when they run out every choice is the first, so that small cases are plain ones.
pub(super) struct Dice {
    rolls: Vec<u32>,
    next: usize,
}

impl Dice {
    pub(super) const fn new(rolls: Vec<u32>) -> Self {
        Self { rolls, next: 0 }
    }

    /// A number from 0 up.
    pub(super) fn below(&mut self, sides: i64) -> i64 {
        let roll = self.rolls.get(self.next).copied().unwrap_or(0);
        self.next += 1;
        i64::from(roll) % sides
    }

    pub(super) fn flag(&mut self) -> bool {
        self.below(2) == 1
    }

    pub(super) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        let side = self.below(i64::try_from(from.len()).unwrap());
        from[usize::try_from(side).unwrap()]
    }

    /// Absent half the time, so that defaults are tried as well.
    pub(super) fn maybe<T>(&mut self, choose: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.flag().then(|| choose(self))
    }

    /// Mostly there.
    pub(super) fn unless<T>(&mut self, choose: impl FnOnce(&mut Self) -> T) -> Option<T> {
        (self.below(4) != 1).then(|| choose(self))
    }

    pub(super) fn letter(&mut self, game: GameId, schedule: Schedule) -> String {
        let letters: Vec<&str> = paytable::paytables(game, schedule).iter().map(|table| table.letter).collect();
        self.pick(&letters).to_owned()
    }
}
