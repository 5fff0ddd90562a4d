//! Hands: an example for every clause of the ranking chapters, and every hand there is against the plain evaluators.

#![expect(clippy::unwrap_used, reason = "an example that cannot be read should fail its test")]

mod clauses;
mod counts;
mod strengths;

use game_core::card::Card;

/// Cards from their notation.
fn hand<const N: usize>(text: &str) -> [Card; N] {
    let cards: Vec<Card> = text.split(' ').map(|card| card.parse().unwrap()).collect();
    cards.try_into().unwrap()
}

/// Every hand of so many cards, the cards in the order of a fresh deck.
fn every_hand<const N: usize>() -> impl Iterator<Item = [Card; N]> {
    let deck: Vec<Card> = Card::deck().collect();
    let mut places: [usize; N] = std::array::from_fn(|card| card);
    let mut more = true;
    std::iter::from_fn(move || {
        let hand = more.then(|| places.map(|place| deck[place]))?;
        more = advance(&mut places);
        Some(hand)
    })
}

/// Moves the lowest card that can move up by one, and those below it back to the bottom.
fn advance<const N: usize>(places: &mut [usize; N]) -> bool {
    for card in 0..N {
        let limit = if card + 1 < N { places[card + 1] } else { Card::COUNT };
        if places[card] + 1 < limit {
            places[card] += 1;
            places[..card].iter_mut().enumerate().for_each(|(below, place)| *place = below);
            return true;
        }
    }
    false
}

/// The number of ways to choose so many out of so many.
const fn choose(from: u64, count: u64) -> u64 {
    let (mut ways, mut taken) = (1, 0);
    while taken < count {
        ways = ways * from.saturating_sub(taken) / (taken + 1);
        taken += 1;
    }
    ways
}
