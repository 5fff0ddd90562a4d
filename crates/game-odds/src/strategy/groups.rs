//! Unfinished hands by what a person sees in them: pairs, cards of one suit, cards close in rank, high cards.

use game_core::card::{Card, Rank};
use std::collections::{BTreeMap, BTreeSet};

/// What a person sees in three or four cards, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Pattern {
    FourOfAKind,
    ThreeOfAKind,
    TwoPair,
    Pair(Rank),
    /// Three of one suit that lie within so many ranks of a straight, 6 where none holds them all.
    ThreeSuited {
        within: u8,
        highs: u8,
    },
    FourSuited {
        highs: u8,
    },
    /// Different ranks and suits, three within so many ranks.
    Three {
        within: u8,
        highs: u8,
    },
    /// Different ranks and suits, four that so many ranks complete to a straight.
    Four {
        completed_by: u8,
        highs: u8,
    },
}

/// The ranks as places on a ladder with the ace at both ends.
fn ladder(cards: &[Card]) -> u16 {
    cards.iter().fold(0, |set, card| match card.rank() {
        Rank::Ace => set | 1 | 1 << 13,
        rank => set | 1 << (rank as u16 + 1),
    })
}

/// The pattern of three or four cards, where cards from `high` up are high.
pub(super) fn pattern(cards: &[Card], high: Rank) -> Pattern {
    let mut counts = [0u8; 13];
    for card in cards {
        counts[card.rank() as usize] += 1;
    }
    let of = |count| Rank::ALL.into_iter().filter(move |rank| counts[*rank as usize] == count);
    if of(4).next().is_some() {
        return Pattern::FourOfAKind;
    }
    if of(3).next().is_some() {
        return Pattern::ThreeOfAKind;
    }
    match (of(2).next(), of(2).nth(1)) {
        (Some(_), Some(_)) => Pattern::TwoPair,
        (Some(rank), None) => Pattern::Pair(rank),
        (None, _) => unpaired(cards, high),
    }
}

fn unpaired(cards: &[Card], high: Rank) -> Pattern {
    let highs = u8::try_from(cards.iter().filter(|card| card.rank() >= high).count()).unwrap_or(u8::MAX);
    let suited = cards.iter().all(|card| Some(card.suit()) == cards.first().map(|first| first.suit()));
    let ranks = ladder(cards);
    match (cards.len(), suited) {
        (3, true) => Pattern::ThreeSuited { within: within(ranks), highs },
        (3, false) => Pattern::Three { within: within(ranks), highs },
        (_, true) => Pattern::FourSuited { highs },
        (_, false) => Pattern::Four { completed_by: completed_by(ranks), highs },
    }
}

/// The least number of neighbouring places that hold three ranks; an ace counts at the end where it is closer.
fn within(ranks: u16) -> u8 {
    (3..=5u8).find(|width| (0..14).any(|from| (ranks >> from & ((1 << width) - 1)).count_ones() >= 3)).unwrap_or(6)
}

/// How many ranks complete four cards to a straight.
fn completed_by(ranks: u16) -> u8 {
    let runs = (0..10u16).map(|from| 0b11111 << from);
    let missing: BTreeSet<u16> =
        runs.filter(|run: &u16| (run & ranks).count_ones() == 4).map(|run| run & !ranks).collect();
    u8::try_from(missing.len()).unwrap_or(u8::MAX)
}

/// Whether a group holds exactly so many high cards, or so many and more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Highs {
    Exactly,
    AtLeast,
}

impl Pattern {
    /// The pattern in words.
    pub(super) fn words(self, high: Rank, highs: Highs) -> String {
        let with = |count: u8| match (highs, count) {
            (Highs::AtLeast, 0) => String::new(),
            (Highs::AtLeast, count) => format!(", with at least {count} of {} or better", high.plural()),
            (Highs::Exactly, 0) => format!(", with none of {} or better", high.plural()),
            (Highs::Exactly, count) => format!(", with {count} of {} or better", high.plural()),
        };
        let close = |within: u8| match within {
            3 => "in sequence".to_owned(),
            4 | 5 => format!("within {within} ranks of each other"),
            _ => "too far apart for a straight".to_owned(),
        };
        match self {
            Self::FourOfAKind => "four of a kind".to_owned(),
            Self::ThreeOfAKind => "three of a kind".to_owned(),
            Self::TwoPair => "two pair".to_owned(),
            Self::Pair(rank) => {
                format!("a pair of {}{}", rank.plural(), if highs == Highs::AtLeast { " or better" } else { "" })
            }
            Self::ThreeSuited { within, highs } => format!("three of one suit {}{}", close(within), with(highs)),
            Self::Three { within, highs } => format!("three of mixed suits {}{}", close(within), with(highs)),
            Self::FourSuited { highs } => format!("four of one suit{}", with(highs)),
            Self::Four { completed_by: 0, highs } => format!("no pair and no draw{}", with(highs)),
            Self::Four { completed_by: 1, highs } => format!("four to an inside straight{}", with(highs)),
            Self::Four { highs, .. } => format!("four to an open straight{}", with(highs)),
        }
    }

    /// The pattern with so many high cards, where it has high cards to count.
    pub(super) const fn with_highs(self, highs: u8) -> Option<Self> {
        match self {
            Self::ThreeSuited { within, .. } => Some(Self::ThreeSuited { within, highs }),
            Self::Three { within, .. } => Some(Self::Three { within, highs }),
            Self::FourSuited { .. } => Some(Self::FourSuited { highs }),
            Self::Four { completed_by, .. } => Some(Self::Four { completed_by, highs }),
            Self::FourOfAKind | Self::ThreeOfAKind | Self::TwoPair | Self::Pair(_) => None,
        }
    }
}

/// Hands that bet and hands that do not, by pattern; each hand is named by its ranks.
#[derive(Clone, Default, Debug)]
pub(super) struct Groups(pub(super) BTreeMap<Pattern, Group>);

/// The hands of one pattern.
#[derive(Clone, Default, Debug)]
pub(super) struct Group {
    pub(super) bet: BTreeSet<String>,
    pub(super) pass: BTreeSet<String>,
}

impl Groups {
    pub(super) fn add(&mut self, cards: &[Card], high: Rank, bets: bool) {
        let mut ranks: Vec<Rank> = cards.iter().map(|card| card.rank()).collect();
        ranks.sort_unstable_by(|a, b| b.cmp(a));
        let name = ranks.iter().map(|rank| rank.letter().to_string()).collect::<Vec<_>>().join("-");
        let group = self.0.entry(pattern(cards, high)).or_default();
        if bets {
            group.bet.insert(name)
        } else {
            group.pass.insert(name)
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Pattern {
        let cards: Vec<Card> = text.split(' ').map(|card| card.parse().unwrap()).collect();
        pattern(&cards, Rank::Ten)
    }

    #[test]
    fn patterns_are_what_a_person_sees() {
        assert_eq!(of("Ts Tc 4h"), Pattern::Pair(Rank::Ten));
        assert_eq!(of("As 2s 3s"), Pattern::ThreeSuited { within: 3, highs: 1 });
        assert_eq!(of("Ts Js As"), Pattern::ThreeSuited { within: 5, highs: 3 });
        assert_eq!(of("2s 7d Kc"), Pattern::Three { within: 6, highs: 1 });
        assert_eq!(of("5c 6d 7h 8s"), Pattern::Four { completed_by: 2, highs: 0 });
        assert_eq!(of("Ac 2d 3h 4s"), Pattern::Four { completed_by: 1, highs: 1 });
        assert_eq!(of("Tc Jd Qh As"), Pattern::Four { completed_by: 1, highs: 4 });
        assert_eq!(of("2c 9c Jc Kc"), Pattern::FourSuited { highs: 2 });
    }
}
