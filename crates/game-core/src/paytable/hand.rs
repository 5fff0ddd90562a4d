//! The hands that rows of paytables pay, and which dealt hands each row's words cover.

use crate::card::{Rank, Suit};
use crate::hand::{FiveCard, SixCard, ThreeCard, TwoCard};
use std::fmt;

/// The hand a row pays. A dealt hand is paid on the first row that covers it, so a row may cover more than it would
/// ever pay: the straight flush row covers a mini royal, which counts only where no row above names it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RowHand {
    /// Ten to ace of one suit.
    RoyalFlush,
    /// Five consecutive ranks of one suit below the royal flush.
    StraightFlush,
    /// Four of one rank.
    FourOfAKind,
    /// Three of one rank and two of another.
    FullHouse,
    /// Five of one suit, not consecutive.
    Flush,
    /// Five consecutive ranks of mixed suits.
    Straight,
    /// Three of one rank and no pair beside them.
    ThreeOfAKind,
    /// Two different pairs.
    TwoPair,
    /// One pair of tens to aces.
    PairTensOrBetter,
    /// One pair of jacks to aces.
    PairJacksOrBetter,
    /// One pair of sixes to tens.
    PairSixesToTens,
    /// One pair of sixes to aces.
    PairSixesOrBetter,
    /// Ace, king and queen of one suit, whichever.
    MiniRoyal3,
    /// Ace, king and queen of spades.
    AkqSpades3,
    /// Ace, king and queen of hearts, diamonds or clubs.
    AkqSuitedNotSpades3,
    /// Three consecutive ranks of one suit.
    StraightFlush3,
    /// Three of one rank, three cards in all.
    ThreeOfAKind3,
    /// Three consecutive ranks.
    Straight3,
    /// Three of one suit, not consecutive.
    Flush3,
    /// Two of one rank among three cards.
    Pair3,
    /// Two neighbouring ranks.
    Straight2,
    /// Two of one suit.
    Flush2,
    /// Two of one rank, two cards in all.
    Pair2,
    /// Nine to ace of diamonds.
    SuperRoyalDiamonds6,
    /// Nine to ace of hearts, spades or clubs.
    SuperRoyalOther6,
    /// The 2 Card, 3 Card and 5 Card hands of a seat all reach a paying row (I-46).
    AllThreeWin,
}

impl RowHand {
    /// Every hand a row may name.
    pub const ALL: [Self; 26] = [
        Self::RoyalFlush,
        Self::StraightFlush,
        Self::FourOfAKind,
        Self::FullHouse,
        Self::Flush,
        Self::Straight,
        Self::ThreeOfAKind,
        Self::TwoPair,
        Self::PairTensOrBetter,
        Self::PairJacksOrBetter,
        Self::PairSixesToTens,
        Self::PairSixesOrBetter,
        Self::MiniRoyal3,
        Self::AkqSpades3,
        Self::AkqSuitedNotSpades3,
        Self::StraightFlush3,
        Self::ThreeOfAKind3,
        Self::Straight3,
        Self::Flush3,
        Self::Pair3,
        Self::Straight2,
        Self::Flush2,
        Self::Pair2,
        Self::SuperRoyalDiamonds6,
        Self::SuperRoyalOther6,
        Self::AllThreeWin,
    ];

    /// The name used in documents.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::RoyalFlush => "royal_flush",
            Self::StraightFlush => "straight_flush",
            Self::FourOfAKind => "four_of_a_kind",
            Self::FullHouse => "full_house",
            Self::Flush => "flush",
            Self::Straight => "straight",
            Self::ThreeOfAKind => "three_of_a_kind",
            Self::TwoPair => "two_pair",
            Self::PairTensOrBetter => "pair_tens_or_better",
            Self::PairJacksOrBetter => "pair_jacks_or_better",
            Self::PairSixesToTens => "pair_sixes_to_tens",
            Self::PairSixesOrBetter => "pair_sixes_or_better",
            Self::MiniRoyal3 => "mini_royal_3",
            Self::AkqSpades3 => "akq_spades_3",
            Self::AkqSuitedNotSpades3 => "akq_suited_not_spades_3",
            Self::StraightFlush3 => "straight_flush_3",
            Self::ThreeOfAKind3 => "three_of_a_kind_3",
            Self::Straight3 => "straight_3",
            Self::Flush3 => "flush_3",
            Self::Pair3 => "pair_3",
            Self::Straight2 => "straight_2",
            Self::Flush2 => "flush_2",
            Self::Pair2 => "pair_2",
            Self::SuperRoyalDiamonds6 => "super_royal_diamonds_6",
            Self::SuperRoyalOther6 => "super_royal_other_6",
            Self::AllThreeWin => "two_three_and_five_card_wagers_all_win",
        }
    }

    /// Whether the row covers a five-card hand.
    #[must_use]
    pub fn pays_five(self, hand: FiveCard) -> bool {
        match hand {
            FiveCard::HighCard => false,
            FiveCard::Pair(rank) => self.pays_pair_of(rank),
            FiveCard::TwoPair => self == Self::TwoPair,
            FiveCard::ThreeOfAKind => self == Self::ThreeOfAKind,
            FiveCard::Straight => self == Self::Straight,
            FiveCard::Flush => self == Self::Flush,
            FiveCard::FullHouse => self == Self::FullHouse,
            FiveCard::FourOfAKind => self == Self::FourOfAKind,
            FiveCard::StraightFlush => self == Self::StraightFlush,
            FiveCard::RoyalFlush => self == Self::RoyalFlush,
        }
    }

    /// Whether the row covers a single pair of this rank among five cards.
    fn pays_pair_of(self, rank: Rank) -> bool {
        [
            (Self::PairJacksOrBetter, Rank::Jack..=Rank::Ace),
            (Self::PairTensOrBetter, Rank::Ten..=Rank::Ace),
            (Self::PairSixesToTens, Rank::Six..=Rank::Ten),
            (Self::PairSixesOrBetter, Rank::Six..=Rank::Ace),
        ]
        .iter()
        .any(|(row, ranks)| self == *row && ranks.contains(&rank))
    }

    /// Whether the row covers a three-card hand. A suited A-K-Q is also a straight flush, and a straight flush also a
    /// straight, for the tables that have no row of their own for it (I-37).
    #[must_use]
    pub fn pays_three(self, hand: ThreeCard) -> bool {
        match hand {
            ThreeCard::HighCard => false,
            ThreeCard::Pair(_) => self == Self::Pair3,
            ThreeCard::Flush => self == Self::Flush3,
            ThreeCard::Straight => self == Self::Straight3,
            ThreeCard::ThreeOfAKind => self == Self::ThreeOfAKind3,
            ThreeCard::StraightFlush => self == Self::StraightFlush3 || self == Self::Straight3,
            ThreeCard::MiniRoyal(suit) => self.pays_mini_royal(suit) || self.pays_three(ThreeCard::StraightFlush),
        }
    }

    fn pays_mini_royal(self, suit: Suit) -> bool {
        let by_suit = match suit {
            Suit::Spades => Self::AkqSpades3,
            Suit::Clubs | Suit::Diamonds | Suit::Hearts => Self::AkqSuitedNotSpades3,
        };
        self == Self::MiniRoyal3 || self == by_suit
    }

    /// Whether the row covers a two-card hand. A suited neighbour is a straight and is paid on that row alone, so every
    /// hand is paid once in whatever order the rows stand (I-54).
    #[must_use]
    pub fn pays_two(self, hand: TwoCard) -> bool {
        match hand {
            TwoCard::HighCard => false,
            TwoCard::Pair(_) => self == Self::Pair2,
            TwoCard::Flush => self == Self::Flush2,
            TwoCard::Straight => self == Self::Straight2,
        }
    }

    /// Whether the row covers the best of six cards. A Super Royal also holds a royal flush, for a table that has no
    /// row of its own for it.
    #[must_use]
    pub fn pays_six(self, hand: SixCard) -> bool {
        match hand {
            SixCard::Five(hand) => self.pays_five(hand),
            SixCard::SuperRoyal(suit) => {
                let by_suit = match suit {
                    Suit::Diamonds => Self::SuperRoyalDiamonds6,
                    Suit::Clubs | Suit::Hearts | Suit::Spades => Self::SuperRoyalOther6,
                };
                self == by_suit || self == Self::RoyalFlush
            }
        }
    }
}

impl fmt::Display for RowHand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
