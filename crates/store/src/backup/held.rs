//! The chips and the cash at each place of a table, entry by entry: no place ever holds less than nothing.

use game_core::event::Event;
use game_core::ledger::{Account, Posting};
use game_core::money::{Cents, MicroCents};
use std::collections::BTreeMap;

/// The balance of each place of a table.
#[derive(Debug, Default)]
pub(super) struct Held {
    balances: BTreeMap<Account, i64>,
    /// Chips at a training table are worth nothing: its rack never runs out of them.
    training: bool,
}

impl Held {
    pub(super) fn new(training: bool) -> Self {
        Self { balances: BTreeMap::new(), training }
    }

    /// Takes in a posting of the event.
    pub(super) fn take(&mut self, event: &Event, posting: Posting) {
        if self.holds(posting.account) && !is_owed(event) {
            let balance = self.balances.entry(posting.account).or_default();
            *balance = balance.saturating_add(posting.amount.get());
        }
    }

    /// A place that holds less than nothing now, and how much less.
    pub(super) fn negative(&self) -> Option<(Account, Cents)> {
        let (account, balance) = self.balances.iter().find(|(_, balance)| **balance < 0)?;
        Some((*account, Cents::new(balance.div_euclid(MicroCents::PER_CENT))))
    }

    /// Whether chips or cash lie there. The other accounts say where those came from and whose they are.
    fn holds(&self, account: Account) -> bool {
        match account {
            Account::Seat(_)
            | Account::Layout
            | Account::Bank
            | Account::Drop
            | Account::Transit
            | Account::CountRoom
            | Account::Jackpot
            | Account::Fees => true,
            Account::Rack => !self.training,
            Account::Meter(_)
            | Account::MeterOverflow(_)
            | Account::MeterReserve(_)
            | Account::House
            | Account::Cage
            | Account::Variance
            | Account::Outside => false,
        }
    }
}

/// What a meter is owed of the rack's chips moves none of them.
const fn is_owed(event: &Event) -> bool {
    matches!(event, Event::MeterFed { .. } | Event::MeterFeedReversed { .. } | Event::MeterFeedFunded { .. })
}
