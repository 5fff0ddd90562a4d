//! Criss Cross' base game: fold or bet one to three antes at Across, Down and Middle, every deal enumerated.

mod hole;
mod pays;
mod plan;
mod play;
mod solver;
pub mod stored;

pub use pays::{Reading, printed};
pub use plan::Choice;
pub use solver::{HandPlan, Solver};

use crate::classes::{Class, two_card_classes};
use crate::tally::{Frequencies, Line, NOTHING, Played};
use game_core::paytable::Paytable;
use hole::Hole;
use pays::Pays;
use plan::Plan;
use play::Sums;
use rayon::prelude::*;

/// Called after each starting hand with how many of the 169 are done; it may be called from several threads.
pub type Progress<'a> = &'a (dyn Fn(usize) + Sync);

/// The base game under best play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CrissCrossPlayed {
    /// The sums and frequencies.
    pub base: Played,
    /// What each of the 169 starting hands does.
    pub hands: Vec<HandChoices>,
}

/// What a starting hand does at Across and Down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandChoices {
    /// The starting hand.
    pub class: Class<2>,
    /// The choice at Across.
    pub across: Choice,
    /// With how many Across pairs it folds, bets once and bets thrice at Down.
    pub down: [u32; 3],
}

impl HandChoices {
    /// The choice at Down where the Across pair does not matter.
    #[must_use]
    pub fn always_at_down(&self) -> Option<Choice> {
        let choices = [Choice::Fold, Choice::Once, Choice::Thrice].into_iter().zip(self.down);
        let mut made = choices.filter(|(_, pairs)| *pairs > 0).map(|(choice, _)| choice);
        made.next().filter(|_| made.next().is_none())
    }
}

/// Plays every deal under one reading.
#[must_use]
pub fn play(table: &Paytable, reading: Reading, progress: Progress<'_>) -> CrissCrossPlayed {
    let pays = Pays::new(table, reading);
    let done = std::sync::atomic::AtomicUsize::new(0);
    let hands: Vec<Worked> = two_card_classes()
        .into_par_iter()
        .map(|class| {
            let worked = Worked::new(class, &pays);
            progress(done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1);
            worked
        })
        .collect();
    let sums = hands.iter().fold(Sums::default(), |all, hand| all.add(&hand.sums, i128::from(hand.choices.class.ways)));
    CrissCrossPlayed {
        base: Played { tally: sums.tally, frequencies: frequencies(table, &sums) },
        hands: hands.into_iter().map(|hand| hand.choices).collect(),
    }
}

/// One starting hand worked out.
struct Worked {
    choices: HandChoices,
    sums: Sums,
}

impl Worked {
    fn new(class: Class<2>, pays: &Pays) -> Self {
        let hole = Hole::new(class.cards, pays);
        let plan = Plan::new(&hole);
        let mut down = [0; 3];
        for choice in plan.down.iter().filter(|_| plan.across != Choice::Fold) {
            down[*choice as usize] += 1;
        }
        Self { choices: HandChoices { class, across: plan.across, down }, sums: play::play(&hole, &plan) }
    }
}

/// The deals folded and, of those played out, the lines of each hand.
fn frequencies(table: &Paytable, sums: &Sums) -> Vec<Frequencies> {
    let names = ["fold_across", "fold_down", "fold_middle"];
    let folds = names.into_iter().zip(sums.folds).map(|(hand, deals)| Line { hand, deals });
    let lines = |outcomes: &play::Outcomes| -> Vec<Line> {
        let rows = table.rows.iter().zip(outcomes.iter().rev());
        let mut lines: Vec<Line> = rows.map(|(row, deals)| Line { hand: row.hand.name(), deals: *deals }).collect();
        lines.push(Line { hand: NOTHING, deals: outcomes[0] });
        lines
    };
    let better = lines(&sums.better).into_iter().chain(folds).collect();
    vec![
        Frequencies { of: "better_hand", lines: better },
        Frequencies { of: "across", lines: lines(&sums.across) },
        Frequencies { of: "down", lines: lines(&sums.down) },
    ]
}
