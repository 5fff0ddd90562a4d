//! The words the data files may use, and what each becomes in Rust.

/// A hand of `RowHand`: its name in the data, its variant, how many cards it is made of, and its strength among
/// hands of as many cards.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Hand {
    pub(crate) name: &'static str,
    pub(crate) variant: &'static str,
    pub(crate) cards: u8,
    pub(crate) strength: u8,
}

const fn hand(name: &'static str, variant: &'static str, cards: u8, strength: u8) -> Hand {
    Hand { name, variant, cards, strength }
}

const HANDS: [Hand; 26] = [
    hand("super_royal_diamonds_6", "SuperRoyalDiamonds6", 6, 120),
    hand("super_royal_other_6", "SuperRoyalOther6", 6, 110),
    hand("royal_flush", "RoyalFlush", 5, 100),
    hand("straight_flush", "StraightFlush", 5, 90),
    hand("four_of_a_kind", "FourOfAKind", 5, 80),
    hand("full_house", "FullHouse", 5, 70),
    hand("flush", "Flush", 5, 60),
    hand("straight", "Straight", 5, 50),
    hand("three_of_a_kind", "ThreeOfAKind", 5, 40),
    hand("two_pair", "TwoPair", 5, 30),
    hand("pair_jacks_or_better", "PairJacksOrBetter", 5, 21),
    hand("pair_tens_or_better", "PairTensOrBetter", 5, 20),
    hand("pair_sixes_to_tens", "PairSixesToTens", 5, 15),
    hand("pair_sixes_or_better", "PairSixesOrBetter", 5, 14),
    hand("two_three_and_five_card_wagers_all_win", "AllThreeWin", 5, 10),
    hand("mini_royal_3", "MiniRoyal3", 3, 100),
    hand("akq_spades_3", "AkqSpades3", 3, 100),
    hand("akq_suited_not_spades_3", "AkqSuitedNotSpades3", 3, 95),
    hand("straight_flush_3", "StraightFlush3", 3, 90),
    hand("three_of_a_kind_3", "ThreeOfAKind3", 3, 80),
    hand("straight_3", "Straight3", 3, 70),
    hand("flush_3", "Flush3", 3, 60),
    hand("pair_3", "Pair3", 3, 50),
    hand("straight_2", "Straight2", 2, 30),
    hand("flush_2", "Flush2", 2, 20),
    hand("pair_2", "Pair2", 2, 10),
];

impl Hand {
    pub(crate) fn find(name: &str) -> Option<&'static Self> {
        HANDS.iter().find(|hand| hand.name == name)
    }
}

/// A game: its name, its variant of `GameId`, and how its clauses begin.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Game {
    pub(crate) name: &'static str,
    pub(crate) variant: &'static str,
    pub(crate) prefix: &'static str,
}

const GAMES: [Game; 4] = [
    Game { name: "let_it_ride_md", variant: "LetItRide", prefix: "LIR-" },
    Game { name: "two_three_five_stud_md", variant: "Stud235", prefix: "S235-" },
    Game { name: "criss_cross_md", variant: "CrissCross", prefix: "CC-" },
    Game { name: "let_it_ride_ca", variant: "California", prefix: "CAL-" },
];

impl Game {
    pub(crate) fn find(name: &str) -> Option<&'static Self> {
        GAMES.iter().find(|game| game.name == name)
    }
}

/// The kinds of clauses, with their variants of `Kind`.
pub(crate) const KINDS: [(&str, &str); 9] = [
    ("config", "Config"),
    ("definition", "Definition"),
    ("device", "Device"),
    ("irregularity", "Irregularity"),
    ("layout", "Layout"),
    ("payout", "Payout"),
    ("physical-only", "PhysicalOnly"),
    ("procedure", "Procedure"),
    ("rule", "Rule"),
];

/// What may hold a clause, with the variants of `HeldBy`.
pub(crate) const HOLDERS: [(&str, &str); 6] = [
    ("test", "Test"),
    ("physical", "Physical"),
    ("screen", "Screen"),
    ("device", "Device"),
    ("definition", "Definition"),
    ("layout", "Layout"),
];

/// The levels of meters from the least to the greatest, with their variants of `Level`.
pub(crate) const LEVELS: [(&str, &str); 4] =
    [("main", "Main"), ("minor", "Minor"), ("major", "Major"), ("mega", "Mega")];

/// The second of the pair whose first is this name.
pub(crate) fn variant(pairs: &[(&str, &'static str)], name: &str) -> Option<&'static str> {
    pairs.iter().find(|(known, _)| *known == name).map(|(_, variant)| *variant)
}

/// The first of each pair, for messages.
pub(crate) fn listed(pairs: &[(&str, &str)]) -> String {
    pairs.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}
