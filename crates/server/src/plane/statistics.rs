//! How a shuffler's cards fall: how often each card lay at each place of the deal, and whether that is still chance (R10). A device
//! that fails is told of for inspection; nothing is ever voided for it.

use super::post::Post;
use crate::app::App;
use game_core::card::Card;
use game_core::event::Event;
use game_core::game::Millis;
use game_core::procedure::{self, DeckId, Shuffling};
use std::collections::BTreeSet;
use store::devices::{HistoryEntry, Status};
use store::{StoreError, devices, journal};
use table_host::ids::TableId;
use wire::rest::devices::CardStatistics;

/// Entries of a journal that are looked at, the last of the table.
const ENTRIES_MAX: u64 = 25_000;

/// Entries that are read at once.
const PAGE: u32 = 1_000;

/// Times a card is expected at a place before the place counts: fewer tell nothing.
const EXPECTED_MIN: u32 = 5;

/// The cards of a deck.
const CARDS: u32 = 52;

/// The standard normal deviate that five in a hundred exceed.
const Z_95: f64 = 1.644_853_626_951_472_7;

/// How often each card lay at each place, over whole rounds.
#[derive(Debug, Default)]
pub(super) struct Places {
    decks: u64,
    counts: Vec<[u32; Card::COUNT]>,
    /// The decks that the shuffler shuffled last; any other was shuffled by hand or by another machine.
    own: [bool; 2],
    /// The cards of the deal in progress, in the order dealt, if it is from such a deck; none was not read.
    dealt: Option<Vec<Option<Card>>>,
}

impl Places {
    /// Takes one event of the table into account. A round's cards count when it is over, so that nothing is told of hidden ones.
    pub(super) fn take(&mut self, event: &Event, stands_here: bool) {
        match event {
            Event::Procedure(procedure::Event::DeckShuffled { deck, shuffling, .. }) => {
                self.own[place(*deck)] = stands_here && *shuffling == Shuffling::Machine;
            }
            Event::Procedure(procedure::Event::DeckReceived { deck, .. }) => self.own[place(*deck)] = false,
            Event::DealStarted { deck, .. } => self.dealt = self.own[place(*deck)].then(Vec::new),
            Event::CardDealt { card, .. } => self.lay(*card),
            Event::CardSetAside { card } => self.lay(Some(*card)),
            Event::CardRepeated { .. } | Event::CardUnread { .. } => self.lay(None),
            Event::RoundCleared { .. } | Event::RoundVoided { .. } => self.count(),
            _ => {}
        }
    }

    fn lay(&mut self, card: Option<Card>) {
        self.dealt.iter_mut().for_each(|dealt| dealt.push(card));
    }

    fn count(&mut self) {
        let dealt = self.dealt.take().unwrap_or_default();
        if dealt.is_empty() {
            return;
        }
        self.decks += 1;
        if self.counts.len() < dealt.len() {
            self.counts.resize(dealt.len(), [0; Card::COUNT]);
        }
        for (place, card) in self.counts.iter_mut().zip(dealt) {
            if let Some(count) = card.and_then(|card| place.get_mut(card.index())) {
                *count += 1;
            }
        }
    }

    /// The fit: chi-square over all places with cards enough, its degrees of freedom, and what 95 in 100 fair shufflers stay below.
    pub(super) fn told(&self) -> CardStatistics {
        let (mut chi_square, mut freedom, mut places) = (0.0, 0, 0);
        for counts in &self.counts {
            let cards: u32 = counts.iter().sum();
            if cards < EXPECTED_MIN * CARDS {
                continue;
            }
            let expected = f64::from(cards) / f64::from(CARDS);
            chi_square += counts.iter().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum::<f64>();
            freedom += CARDS - 1;
            places += 1;
        }
        let critical = critical(freedom);
        let inspect = chi_square > critical;
        let (chi_square_milli, critical_milli) = (milli(chi_square), milli(critical));
        let cards = Card::deck().collect();
        let positions = self.counts.iter().map(|counts| counts.to_vec()).collect();
        CardStatistics {
            decks: self.decks,
            places,
            freedom,
            chi_square_milli,
            critical_milli,
            inspect,
            cards,
            positions,
        }
    }
}

const fn place(deck: DeckId) -> usize {
    match deck {
        DeckId::First => 0,
        DeckId::Second => 1,
    }
}

/// The value that a chi-square of so many degrees of freedom exceeds five times in a hundred (Wilson and Hilferty).
fn critical(freedom: u32) -> f64 {
    let k = f64::from(freedom.max(1));
    let spread = 2.0 / (9.0 * k);
    k * (1.0 - spread + Z_95 * spread.sqrt()).powi(3)
}

/// In thousandths, as integers go over the wire.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "never negative, and far below 2^63")]
fn milli(value: f64) -> u64 {
    (value * 1000.0).round() as u64
}

/// What the cards say that a shuffler shuffled, wherever it stood.
pub(crate) async fn statistics(app: &App, post: &Post) -> Result<CardStatistics, StoreError> {
    let mut connection = app.store.connection().await?;
    let stands = Stands(devices::history(&mut connection, post.id).await?);
    let tables: BTreeSet<TableId> = stands.0.iter().map(|change| change.table).collect();
    let mut places = Places::default();
    for table in tables {
        let head = app.table(table).map_or(0, |(handle, _)| handle.standing().seq);
        let mut after = head.saturating_sub(ENTRIES_MAX);
        (places.own, places.dealt) = Default::default();
        loop {
            let page = journal::load_page(&mut connection, table, after, PAGE).await?;
            let Some(last) = page.last() else { break };
            after = last.seq;
            for entry in &page {
                let here = stands.at(table, entry.at);
                entry.events.iter().for_each(|event| places.take(event, here));
            }
        }
    }
    Ok(places.told())
}

/// Where a device stood when.
struct Stands(Vec<HistoryEntry>);

impl Stands {
    /// Whether it stood at a table then, and might speak.
    fn at(&self, table: TableId, then: Millis) -> bool {
        let last = self.0.iter().rev().find(|change| change.at <= then);
        last.is_some_and(|change| change.table == table && change.status == Status::Enabled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::event::VoidCause;
    use game_core::game::StaffId;
    use game_core::layout::Spot;

    /// A round of ten cards from a deck in this order, shuffled so.
    fn round(places: &mut Places, order: &[Card], shuffling: Shuffling, stands_here: bool) {
        let deck = DeckId::First;
        let shuffled = procedure::Event::DeckShuffled { deck, shuffling, count: Some(52), by: None };
        places.take(&Event::Procedure(shuffled), stands_here);
        places.take(&Event::DealStarted { deck, at: Millis(0) }, stands_here);
        for card in order.iter().take(10) {
            places.take(&Event::CardDealt { spot: Spot::Discard, card: Some(*card), in_error: false }, stands_here);
        }
        places.take(&Event::RoundVoided { cause: VoidCause::Discretion, by: StaffId(1), at: Millis(0) }, stands_here);
    }

    /// Rounds of ten cards from decks in such orders.
    fn told(decks: u32, mut order: impl FnMut() -> Vec<Card>) -> CardStatistics {
        let mut places = Places::default();
        for _ in 0..decks {
            round(&mut places, &order(), Shuffling::Machine, true);
        }
        places.told()
    }

    #[test]
    fn r10_only_decks_that_this_machine_shuffled_count_and_each_card_at_its_place() {
        let order: Vec<Card> = Card::deck().collect();
        let mut places = Places::default();
        round(&mut places, &order, Shuffling::Manual, true);
        round(&mut places, &order, Shuffling::Machine, false);
        assert_eq!(places.told().decks, 0, "shuffled by hand, and by another machine");
        round(&mut places, &order, Shuffling::Machine, true);
        let told = places.told();
        assert_eq!((told.decks, told.positions.len(), told.cards.len()), (1, 10, 52));
        for (place, counts) in told.positions.iter().enumerate() {
            let card = told.cards.iter().position(|card| *card == order[place]).unwrap();
            assert_eq!((counts[card], counts.iter().sum::<u32>()), (1, 1), "place {place}");
        }
    }

    /// A plain generator: the same orders every time.
    fn shuffled(state: &mut u64) -> Vec<Card> {
        let mut cards: Vec<Card> = Card::deck().collect();
        for last in (1..cards.len()).rev() {
            *state ^= *state << 13;
            *state ^= *state >> 7;
            *state ^= *state << 17;
            let other = usize::try_from((*state >> 11) % (last as u64 + 1)).unwrap();
            cards.swap(last, other);
        }
        cards
    }

    #[test]
    fn r10_fair_shufflers_pass_as_often_as_chance_has_it_and_a_biased_one_is_flagged_within_five_hundred_decks() {
        let fair = |seed: u64| {
            let mut state = 0x9E37_79B9_7F4A_7C15 ^ (seed << 32);
            told(500, || shuffled(&mut state))
        };
        assert_eq!((fair(0).decks, fair(0).places, fair(0).freedom), (500, 10, 510));
        // Five in a hundred fair shufflers are looked at for nothing: of forty, two on average.
        let flagged = (0..40).filter(|seed| fair(*seed).inspect).count();
        assert!(flagged <= 6, "{flagged} of 40 fair shufflers are flagged");
        // Every tenth deck keeps its top card on top.
        let (mut state, mut nth) = (0x9E37_79B9_7F4A_7C15, 0);
        let biased = told(500, || {
            nth += 1;
            let mut cards = shuffled(&mut state);
            if nth % 10 == 0 {
                let ace = Card::deck().next().unwrap();
                let place = cards.iter().position(|card| *card == ace).unwrap();
                cards.swap(0, place);
            }
            cards
        });
        assert!(biased.inspect, "{biased:?}");
    }

    #[test]
    fn r10_few_decks_and_a_round_in_progress_tell_nothing() {
        let mut state = 7;
        let few = told(100, || shuffled(&mut state));
        assert_eq!((few.places, few.inspect), (0, false));
        let mut places = Places { own: [true; 2], ..Places::default() };
        places.take(&Event::DealStarted { deck: DeckId::First, at: Millis(0) }, true);
        places.take(&Event::CardDealt { spot: Spot::Discard, card: Card::deck().next(), in_error: false }, true);
        assert_eq!(places.told().decks, 0);
    }

    #[test]
    fn the_critical_values_are_the_printed_ones() {
        for (freedom, printed) in [(51, 68.669), (100, 124.342), (510, 563.645)] {
            assert!((critical(freedom) - printed).abs() < 0.2, "{freedom}: {}", critical(freedom));
        }
    }
}
