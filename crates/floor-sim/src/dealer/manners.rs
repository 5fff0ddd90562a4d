//! How a dealer works: how fast, how patiently, and how often something goes wrong.

use game_core::money::Cents;
use std::time::Duration;

/// How a dealer works.
#[derive(Clone, Copy, Debug)]
pub struct Manners {
    /// The pause before each step.
    pub step: Duration,
    /// How long bets are taken at least, so that there is time for more than the base wager.
    pub betting_min: Duration,
    /// How long nobody must have placed anything before betting is closed, unless time is up.
    pub lull: Duration,
    /// How long bets are taken at most.
    pub betting_max: Duration,
    /// How long a player may take before the dealer enters the gesture: a decision, or an answer about the bank.
    pub decision_max: Duration,
    /// How long a machine that shuffles may take before the dealer enters what it did.
    pub machine_max: Duration,
    /// Whether a machine shuffles that has a line of its own; one that counts the cards is waited for in any case.
    pub shuffler: bool,
    /// How long nothing may happen before the table counts as stuck.
    pub stuck_after: Duration,
    /// Irregularities in a thousand steps at which one could happen.
    pub irregular_per_mille: u16,
    /// What a player buys in for when the chips run low.
    pub buy_in: Cents,
}

impl Manners {
    /// As fast as the table goes.
    #[must_use]
    pub const fn brisk() -> Self {
        Self {
            step: Duration::ZERO,
            betting_min: Duration::from_millis(100),
            lull: Duration::ZERO,
            betting_max: Duration::from_secs(5),
            decision_max: Duration::from_secs(5),
            machine_max: Duration::from_secs(1),
            shuffler: false,
            stuck_after: Duration::from_secs(60),
            irregular_per_mille: 0,
            buy_in: Cents::new(100_000),
        }
    }

    /// As a person deals, `speed` times as fast.
    #[must_use]
    pub fn human(speed: u32) -> Self {
        let seconds = |tenths: u64| Duration::from_millis(tenths * 100) / speed.max(1);
        Self {
            step: seconds(8),
            betting_min: seconds(60),
            lull: seconds(20),
            betting_max: seconds(200),
            decision_max: seconds(200),
            machine_max: seconds(100),
            shuffler: false,
            stuck_after: Duration::from_secs(300),
            irregular_per_mille: 0,
            buy_in: Cents::new(100_000),
        }
    }
}
