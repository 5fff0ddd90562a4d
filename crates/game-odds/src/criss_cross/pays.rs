//! What Criss Cross' rows pay, in the order from loss to the best row, so that the better of two hands is the greater
//! number.

use crate::category::{CATEGORIES, categories, net};
use game_core::card::Card;
use game_core::game::GameId;
use game_core::hand::{LowAce, five};
use game_core::paytable::{Paytable, Schedule, paytables};
use game_core::rules::AntePayout;

/// The outcomes of a hand: no row, and each row of the table from the last to the first.
pub(super) const OUTCOMES: usize = 11;

/// The readings of the rules that change the base game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// How a winning ante is paid.
    pub ante_payout: AntePayout,
    /// Whether A-2-3-4-5 is a straight.
    pub low_ace: LowAce,
}

impl Reading {
    /// Every reading, the default first.
    pub const ALL: [Self; 4] = [
        Self { ante_payout: AntePayout::Paytable, low_ace: LowAce::Counts },
        Self { ante_payout: AntePayout::Paytable, low_ace: LowAce::HighOnly },
        Self { ante_payout: AntePayout::EvenMoney, low_ace: LowAce::Counts },
        Self { ante_payout: AntePayout::EvenMoney, low_ace: LowAce::HighOnly },
    ];
}

/// The printed schedule; none if it were missing or had other than ten rows.
#[must_use]
pub fn printed() -> Option<&'static Paytable> {
    paytables(GameId::CrissCross, Schedule::CrissCrossPoker).first().filter(|table| table.rows.len() + 1 == OUTCOMES)
}

/// What each outcome pays.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pays {
    low_ace: LowAce,
    /// The outcome of each five-card category.
    outcomes: [u8; CATEGORIES],
    /// What a bet of one comes to, with its stake: 0 lost, 1 pushed, more won.
    pub(super) bet: [i16; OUTCOMES],
    /// What an ante of one comes to, with its stake.
    pub(super) ante: [i16; OUTCOMES],
}

impl Pays {
    pub(super) fn new(table: &Paytable, reading: Reading) -> Self {
        let mut pays =
            Self { low_ace: reading.low_ace, outcomes: [0; CATEGORIES], bet: [0; OUTCOMES], ante: [0; OUTCOMES] };
        for (place, row) in table.rows.iter().rev().take(OUTCOMES - 1).enumerate() {
            let with_stake = i16::try_from(net(Some(row)) + 1).unwrap_or(i16::MAX);
            pays.bet[place + 1] = with_stake;
            pays.ante[place + 1] = match reading.ante_payout {
                AntePayout::Paytable => with_stake,
                AntePayout::EvenMoney => with_stake.min(2),
            };
        }
        for (outcome, hand) in pays.outcomes.iter_mut().zip(categories()) {
            let row = table.rows.iter().rev().position(|row| row.hand.pays_five(hand));
            *outcome = row.and_then(|place| u8::try_from(place + 1).ok()).unwrap_or(0);
        }
        pays
    }

    /// The outcome of five cards.
    #[inline]
    pub(super) fn outcome(&self, cards: [Card; 5]) -> u8 {
        self.outcomes[crate::category::number(five(cards, self.low_ace))]
    }
}
