//! Hand evaluation beside the crates `aya_poker` and `poker`.

use crate::hands::Hands;
use crate::measure::{Contender, compare};
use aya_poker::base::Hand;
use aya_poker::{PokerHandRank, PokerRankCategory, poker_rank};
use game_core::hand::{FiveCard, LowAce, SixCard, five, five_rank, six};
use poker::Evaluator;

const ACE: LowAce = LowAce::Counts;

/// Five random cards.
pub(crate) fn five_cards() {
    let hands = Hands::<5>::random();
    let evaluator = Evaluator::new();
    for (ours, summed) in hands.ours.iter().zip(&hands.aya_summed) {
        assert_eq!(theirs(five(*ours, ACE)), poker_rank(summed).rank_category(), "{ours:?}");
    }
    println!(
        "Ours classifies for paytables (category and a pair's rank); theirs rank hands fully, as our five_rank does."
    );
    compare(
        "five cards, random hands",
        &[
            Contender::new("ours: five", &hands.ours, |cards| five(*cards, ACE)),
            Contender::new("ours: five_rank", &hands.ours, |cards| five_rank(*cards)),
            Contender::new("aya_poker: five cards added up, poker_rank", &hands.aya, added_up),
            Contender::new("aya_poker: poker_rank alone, cards added up beforehand", &hands.aya_summed, poker_rank),
            Contender::new("poker: evaluate_five", &hands.poker, |cards| evaluator.evaluate_five(cards)),
        ],
    );
}

/// Six random cards, the best five of them.
pub(crate) fn six_cards() {
    let hands = Hands::<6>::random();
    let evaluator = Evaluator::new();
    for (ours, summed) in hands.ours.iter().zip(&hands.aya_summed) {
        if let SixCard::Five(hand) = six(*ours, ACE) {
            assert_eq!(theirs(hand), poker_rank(summed).rank_category(), "{ours:?}");
        }
    }
    compare(
        "best five of six cards, random hands",
        &[
            Contender::new("ours: six", &hands.ours, |cards| six(*cards, ACE)),
            Contender::new("aya_poker: six cards added up, poker_rank", &hands.aya, added_up),
            Contender::new("aya_poker: poker_rank alone, cards added up beforehand", &hands.aya_summed, poker_rank),
            Contender::new("poker: evaluate_five", &hands.poker, |cards| evaluator.evaluate_five(cards)),
        ],
    );
}

/// The fastest public way from cards to a rank: collecting into a `Hand` would also check for duplicates.
fn added_up<const N: usize>(cards: &[aya_poker::base::Card; N]) -> PokerHandRank {
    let mut hand = Hand::new();
    for card in cards {
        hand.insert_unchecked(card);
    }
    poker_rank(&hand)
}

const fn theirs(hand: FiveCard) -> PokerRankCategory {
    match hand {
        FiveCard::HighCard => PokerRankCategory::HighCard,
        FiveCard::Pair(_) => PokerRankCategory::Pair,
        FiveCard::TwoPair => PokerRankCategory::TwoPair,
        FiveCard::ThreeOfAKind => PokerRankCategory::ThreeOfAKind,
        FiveCard::Straight => PokerRankCategory::Straight,
        FiveCard::Flush => PokerRankCategory::Flush,
        FiveCard::FullHouse => PokerRankCategory::FullHouse,
        FiveCard::FourOfAKind => PokerRankCategory::FourOfAKind,
        FiveCard::StraightFlush => PokerRankCategory::StraightFlush,
        FiveCard::RoyalFlush => PokerRankCategory::RoyalFlush,
    }
}
