//! Enumerations to be timed by whoever keeps a clock. Each runs once and says how many hands it evaluated.

use crate::counts::{count_five_cards, count_six_cards};
use crate::criss_cross::{Reading, Solver, printed};
use crate::stud235::Endings;
use game_core::card::{Card, Rank, Suit};
use game_core::hand::LowAce;

/// An enumeration and its name.
pub struct Enumeration {
    /// What it does.
    pub name: &'static str,
    /// Runs it on all of rayon's threads, and says how many hands it evaluated.
    pub run: fn() -> u64,
}

/// Every enumeration worth timing.
pub const ENUMERATIONS: [Enumeration; 4] = [
    Enumeration { name: "five-card hands counted", run: || count_five_cards(LowAce::Counts).iter().sum() },
    Enumeration {
        name: "six-card hands counted",
        run: || count_six_cards(LowAce::Counts).iter().map(|(_, count)| count).sum(),
    },
    Enumeration {
        name: "2-3-5 deals enumerated",
        run: || {
            std::hint::black_box(Endings::enumerate());
            169 * 50 * 1_176
        },
    },
    Enumeration {
        name: "Criss Cross deals decided, one starting hand",
        run: || {
            let own = [Card::new(Rank::Jack, Suit::Clubs), Card::new(Rank::Queen, Suit::Diamonds)];
            let plan = printed().map(|table| Solver::new(table, Reading::ALL[0]).plan(own));
            std::hint::black_box(plan);
            1_225 * 1_128 * 46
        },
    },
];
