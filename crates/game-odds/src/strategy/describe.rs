//! Best play in words a person can use at the table.

use super::groups::{Groups, Highs, Pattern};
use super::{promising_triples, raise_three};
use crate::category::nets;
use crate::classes::{Class, rest_of_deck, three_card_classes, two_card_classes};
use crate::criss_cross::{Choice, CrissCrossPlayed, HandChoices};
use crate::let_it_ride::{expected, last_cards};
use crate::ratio::Ratio;
use crate::stud235::Tables;
use game_core::card::{Card, Rank};
use game_core::hand::LowAce;
use game_core::paytable::Paytable;

/// What to do at one decision with some hands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// The decision and what is done: `let Bet 1 ride with`.
    pub action: String,
    /// The hands.
    pub hands: Vec<String>,
}

impl Stage {
    fn new(action: &str, hands: Vec<String>) -> Self {
        Self { action: action.to_owned(), hands }
    }
}

/// A pair of tens is the least that pays on five cards at Let It Ride and 2-3-5.
const HIGH: Rank = Rank::Ten;

/// Groups this small are listed hand by hand.
const LISTED: usize = 14;

/// Let It Ride: when Bet 1 and Bet 2 ride. Otherwise they are taken back.
#[must_use]
pub fn let_it_ride_stages(table: &Paytable) -> Vec<Stage> {
    vec![Stage::new("let Bet 1 ride with", three_cards(table)), Stage::new("let Bet 2 ride with", four_cards(table))]
}

/// 2-3-5 Stud: when the 3 Card and the 5 Card wager are raised. Otherwise the player checks.
#[must_use]
pub fn stud_stages(tables: Tables, three_card_ace: LowAce) -> Vec<Stage> {
    let raised = raise_three(tables, three_card_ace);
    let hands = two_card_classes().into_iter().map(|class| class.cards).filter(|own| raised.contains(*own));
    vec![
        Stage::new("raise 3 Card Poker with", starting_hands(hands)),
        Stage::new("raise 5 Card Poker with", three_cards(tables.five)),
    ]
}

fn three_cards(table: &Paytable) -> Vec<String> {
    let promising = promising_triples(table);
    let mut groups = Groups::default();
    for class in three_card_classes() {
        groups.add(&class.cards, HIGH, promising.contains(class.cards));
    }
    lines(&groups)
}

fn four_cards(table: &Paytable) -> Vec<String> {
    let nets = nets(table);
    let mut groups = Groups::default();
    for Class { cards, .. } in three_card_classes() {
        let rest = rest_of_deck(&cards);
        let [a, b, c] = cards;
        for left in &rest {
            groups.add(&[a, b, c, *left], HIGH, expected(&last_cards(cards, *left, &rest), &nets) > 0);
        }
    }
    lines(&groups)
}

/// The groups that bet, one line each, those told apart only by rank or by high cards in one.
fn lines(groups: &Groups) -> Vec<String> {
    let all = |pattern: Pattern| groups.0.get(&pattern).is_none_or(|group| group.pass.is_empty());
    let mut lines = Vec::new();
    let mut told: Vec<Pattern> = Vec::new();
    for (pattern, group) in groups.0.iter().filter(|(_, group)| !group.bet.is_empty()) {
        if told.contains(pattern) {
            continue;
        }
        let similar = and_better(*pattern);
        let exactly = pattern.words(HIGH, Highs::Exactly);
        if group.pass.is_empty() && similar.len() > 1 && similar.iter().all(|other| all(*other)) {
            lines.push(pattern.words(HIGH, Highs::AtLeast));
            told.extend(similar);
        } else if group.pass.is_empty() {
            lines.push(exactly);
        } else if group.pass.len() <= group.bet.len() {
            lines.push(format!("{exactly}, but not {}", joined(&group.pass)));
        } else {
            lines.push(format!("{exactly}, but only {}", joined(&group.bet)));
        }
    }
    lines
}

/// The pattern and those that differ from it by a higher pair or by more high cards.
fn and_better(pattern: Pattern) -> Vec<Pattern> {
    match pattern {
        Pattern::Pair(rank) => Rank::ALL.into_iter().filter(|higher| *higher >= rank).map(Pattern::Pair).collect(),
        Pattern::ThreeSuited { highs, .. }
        | Pattern::Three { highs, .. }
        | Pattern::FourSuited { highs }
        | Pattern::Four { highs, .. } => (highs..=4).filter_map(|highs| pattern.with_highs(highs)).collect(),
        Pattern::FourOfAKind | Pattern::ThreeOfAKind | Pattern::TwoPair => vec![pattern],
    }
}

fn joined(names: &std::collections::BTreeSet<String>) -> String {
    if names.len() > LISTED {
        let first: Vec<&str> = names.iter().take(LISTED).map(String::as_str).collect();
        return format!("{} and {} more", first.join(", "), names.len() - LISTED);
    }
    names.iter().map(String::as_str).collect::<Vec<_>>().join(", ")
}

/// Starting hands by pairs, suited and unsuited, high card by high card.
fn starting_hands(hands: impl Iterator<Item = [Card; 2]>) -> Vec<String> {
    let mut kinds: [Vec<(Rank, Rank)>; 3] = [const { Vec::new() }; 3];
    for [a, b] in hands {
        let (high, low) = (a.rank().max(b.rank()), a.rank().min(b.rank()));
        let kind = if high == low { 0 } else { 1 + usize::from(a.suit() != b.suit()) };
        kinds[kind].push((high, low));
    }
    let names = ["pairs", "suited", "unsuited"];
    let written = names.into_iter().zip(kinds).filter(|(_, hands)| !hands.is_empty());
    written
        .map(|(name, mut hands)| {
            hands.sort_unstable_by(|a, b| b.cmp(a));
            let hands: Vec<String> =
                hands.iter().map(|(high, low)| format!("{}{}", high.letter(), low.letter())).collect();
            format!("{name} {}", hands.join(" "))
        })
        .collect()
}

/// Criss Cross: what each starting hand does at Across and Down, and the rule at Middle.
#[must_use]
pub fn criss_cross_stages(played: &CrissCrossPlayed) -> Vec<Stage> {
    let mut stages = Vec::new();
    for (choice, what) in CHOICES {
        let chosen = played.hands.iter().filter(|hand| hand.across == choice);
        stages.push(Stage::new(&format!("{what} at Across with"), starting_hands(chosen.map(|hand| hand.class.cards))));
    }
    for (choice, what) in CHOICES {
        let always = |hand: &&HandChoices| hand.always_at_down() == Some(choice);
        let hands = starting_hands(played.hands.iter().filter(always).map(|hand| hand.class.cards));
        stages.push(Stage::new(&format!("{what} at Down, whatever left and right are, with"), hands));
    }
    let mixed = played.hands.iter().filter(|hand| hand.across != Choice::Fold && hand.always_at_down().is_none());
    let mixed = mixed.rev().map(|hand| format!("{}: {}", notation(hand.class.cards), shares(&hand.down))).collect();
    stages.push(Stage::new("at Down it depends on left and right with", mixed));
    let middle = vec![
        "bet 3x when the better hand wins more than it loses over the 46 cards the middle can be".to_owned(),
        "otherwise bet 1x, unless folding loses less than the antes and bets are expected to".to_owned(),
    ];
    stages.push(Stage::new("at Middle", middle));
    stages.retain(|stage| !stage.hands.is_empty());
    stages
}

const CHOICES: [(Choice, &str); 3] = [(Choice::Thrice, "bet 3x"), (Choice::Once, "bet 1x"), (Choice::Fold, "fold")];

/// A starting hand as players write it: `AKs`, `AKo` or `AA`.
fn notation([a, b]: [Card; 2]) -> String {
    let (high, low) = (a.rank().max(b.rank()), a.rank().min(b.rank()));
    let suited = match (high == low, a.suit() == b.suit()) {
        (true, _) => "",
        (false, true) => "s",
        (false, false) => "o",
    };
    format!("{}{}{suited}", high.letter(), low.letter())
}

fn shares(pairs: &[u32; 3]) -> String {
    let total: u32 = pairs.iter().sum();
    let share = |pairs: u32| Ratio::new(100 * i128::from(pairs), total.into()).fixed(1);
    format!("3x {} %, 1x {} %, fold {} %", share(pairs[2]), share(pairs[1]), share(pairs[0]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::game::GameId;
    use game_core::paytable::{Schedule, paytable};

    #[test]
    fn table_a_reads_as_players_know_it() {
        let stages = let_it_ride_stages(paytable(GameId::LetItRide, Schedule::LetItRide, "A").unwrap());
        assert_eq!(stages[0].hands[..2], ["three of a kind", "a pair of tens or better"]);
        // 3-4-5 grows into three straights (A to 5, 2 to 6, 3 to 7), 2-3-4 into the first two only.
        assert!(
            stages[0]
                .hands
                .iter()
                .any(|line| line.starts_with("three of one suit in sequence") && line.ends_with("but not 4-3-2"))
        );
        // An open straight is worth riding only with a card that can pair (8·5 + 3 − 37 > 0), four of one suit always.
        let open = "four to an open straight, with at least 1 of tens or better";
        assert!(stages[1].hands.iter().any(|line| line == open), "{:?}", stages[1].hands);
        assert!(stages[1].hands.iter().any(|line| line == "four of one suit"));
    }
}
