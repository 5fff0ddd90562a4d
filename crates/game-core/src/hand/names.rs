//! The names under which hands are announced and recorded.

use super::{FiveCard, SixCard, ThreeCard, TwoCard};
use crate::card::Suit;
use std::fmt;

const fn suit_name(suit: Suit) -> &'static str {
    match suit {
        Suit::Clubs => "clubs",
        Suit::Diamonds => "diamonds",
        Suit::Hearts => "hearts",
        Suit::Spades => "spades",
    }
}

impl fmt::Display for FiveCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::HighCard => "high_card",
            Self::Pair(rank) => return write!(f, "pair_of_{}", rank.plural()),
            Self::TwoPair => "two_pair",
            Self::ThreeOfAKind => "three_of_a_kind",
            Self::Straight => "straight",
            Self::Flush => "flush",
            Self::FullHouse => "full_house",
            Self::FourOfAKind => "four_of_a_kind",
            Self::StraightFlush => "straight_flush",
            Self::RoyalFlush => "royal_flush",
        })
    }
}

impl fmt::Display for ThreeCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::HighCard => "high_card",
            Self::Pair(rank) => return write!(f, "pair_of_{}", rank.plural()),
            Self::Flush => "flush",
            Self::Straight => "straight",
            Self::ThreeOfAKind => "three_of_a_kind",
            Self::StraightFlush => "straight_flush",
            Self::MiniRoyal(suit) => return write!(f, "mini_royal_of_{}", suit_name(*suit)),
        })
    }
}

impl fmt::Display for TwoCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::HighCard => "high_card",
            Self::Pair(rank) => return write!(f, "pair_of_{}", rank.plural()),
            Self::Flush => "flush",
            Self::Straight => "straight",
        })
    }
}

impl fmt::Display for SixCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Five(five) => five.fmt(f),
            Self::SuperRoyal(suit) => write!(f, "super_royal_of_{}", suit_name(*suit)),
        }
    }
}
