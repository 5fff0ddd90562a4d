//! Hand evaluators written for reading: sort, count, compare. The fast ones in the library are held against them.

use game_core::card::{Card, Rank, Suit};
use game_core::hand::{FiveCard, LowAce, SixCard, ThreeCard, TwoCard};

/// How many cards there are of each rank present: most cards first, then the higher rank.
fn groups(cards: &[Card]) -> Vec<(usize, Rank)> {
    let mut groups: Vec<(usize, Rank)> = Rank::ALL
        .into_iter()
        .map(|rank| (cards.iter().filter(|card| card.rank() == rank).count(), rank))
        .filter(|(count, _)| *count > 0)
        .collect();
    groups.sort();
    groups.reverse();
    groups
}

/// The top rank of a straight of all the cards, if they make one.
fn straight(cards: &[Card], ace: LowAce) -> Option<Rank> {
    let mut ranks: Vec<usize> = cards.iter().map(|card| card.rank() as usize).collect();
    ranks.sort();
    let top = ranks[ranks.len() - 1];
    if ranks.windows(2).all(|pair| pair[1] == pair[0] + 1) {
        return Some(Rank::ALL[top]);
    }
    let others_run_from_two = ranks[..ranks.len() - 1].iter().copied().eq(0..ranks.len() - 1);
    let low = ace == LowAce::Counts && top == Rank::Ace as usize && others_run_from_two;
    low.then(|| Rank::ALL[ranks.len() - 2])
}

/// The suit all the cards share, if they do.
fn flush(cards: &[Card]) -> Option<Suit> {
    cards.iter().all(|card| card.suit() == cards[0].suit()).then(|| cards[0].suit())
}

/// The category of five cards.
pub(crate) fn five(cards: [Card; 5], ace: LowAce) -> FiveCard {
    let groups = groups(&cards);
    let counts: Vec<usize> = groups.iter().map(|(count, _)| *count).collect();
    match (straight(&cards, ace), flush(&cards), counts.as_slice()) {
        (Some(Rank::Ace), Some(_), _) => FiveCard::RoyalFlush,
        (Some(_), Some(_), _) => FiveCard::StraightFlush,
        (_, _, [4, 1]) => FiveCard::FourOfAKind,
        (_, _, [3, 2]) => FiveCard::FullHouse,
        (_, Some(_), _) => FiveCard::Flush,
        (Some(_), _, _) => FiveCard::Straight,
        (_, _, [3, 1, 1]) => FiveCard::ThreeOfAKind,
        (_, _, [2, 2, 1]) => FiveCard::TwoPair,
        (_, _, [2, 1, 1, 1]) => FiveCard::Pair(groups[0].1),
        _ => FiveCard::HighCard,
    }
}

/// What decides between two five-card hands: the category, then a straight's top rank or else the ranks by how often
/// they occur. Suits are left out, and so is the rank inside [`FiveCard::Pair`], which the ranks repeat.
pub(crate) fn strength(cards: [Card; 5]) -> (FiveCard, Vec<Rank>) {
    let ranks = match straight(&cards, LowAce::Counts) {
        Some(top) => vec![top],
        None => groups(&cards).into_iter().map(|(_, rank)| rank).collect(),
    };
    (five(cards, LowAce::Counts), ranks)
}

/// The best category among the six ways to leave a card out, given the category of each five.
pub(crate) fn six(cards: [Card; 6], five: impl Fn([Card; 5]) -> FiveCard) -> SixCard {
    let mut ranks = cards.map(Card::rank);
    ranks.sort();
    let nine_to_ace = [Rank::Nine, Rank::Ten, Rank::Jack, Rank::Queen, Rank::King, Rank::Ace];
    if let Some(suit) = flush(&cards)
        && ranks == nine_to_ace
    {
        return SixCard::SuperRoyal(suit);
    }
    let [a, b, c, d, e, f] = cards;
    let fives = [[b, c, d, e, f], [a, c, d, e, f], [a, b, d, e, f], [a, b, c, e, f], [a, b, c, d, f], [a, b, c, d, e]];
    SixCard::Five(fives.map(five).into_iter().fold(FiveCard::HighCard, Ord::max))
}

/// The category of three cards.
pub(crate) fn three(cards: [Card; 3], ace: LowAce) -> ThreeCard {
    let groups = groups(&cards);
    match (straight(&cards, ace), flush(&cards), groups[0].0) {
        (Some(Rank::Ace), Some(suit), _) => ThreeCard::MiniRoyal(suit),
        (Some(_), Some(_), _) => ThreeCard::StraightFlush,
        (_, _, 3) => ThreeCard::ThreeOfAKind,
        (Some(_), _, _) => ThreeCard::Straight,
        (_, Some(_), _) => ThreeCard::Flush,
        (_, _, 2) => ThreeCard::Pair(groups[0].1),
        _ => ThreeCard::HighCard,
    }
}

/// The category of two cards.
pub(crate) fn two(cards: [Card; 2], ace: LowAce) -> TwoCard {
    let groups = groups(&cards);
    match (straight(&cards, ace), flush(&cards), groups[0].0) {
        (Some(_), _, _) => TwoCard::Straight,
        (_, Some(_), _) => TwoCard::Flush,
        (_, _, 2) => TwoCard::Pair(groups[0].1),
        _ => TwoCard::HighCard,
    }
}
