//! Any round that the rules permit, for the properties.

use super::{Round, words};
use game_core::card::Card;
use game_core::hand::{self, FiveCard, LowAce};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

/// Choices, one after another; when they run out every choice is the first.
struct Dice {
    rolls: Vec<u32>,
    next: usize,
}

impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        let roll = self.rolls.get(self.next).copied().unwrap_or(0);
        self.next += 1;
        usize::try_from(roll).unwrap() % sides
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    /// A deck in a random order, often with some suits or ranks on top, or with straight flushes for the first two seats,
    /// so that great hands are not rare.
    fn deck(&mut self) -> Vec<Card> {
        let mut deck: Vec<Card> = Card::deck().collect();
        for place in 0..52 {
            let other = place + self.below(52 - place);
            deck.swap(place, other);
        }
        match self.below(4) {
            0 => deck,
            1 => sorted(deck, |card| "dc".contains(card.suit().letter())),
            2 => sorted(deck, |card| !"89TJQ".contains(card.rank().letter())),
            _ => {
                // Two neighbours for the community, the three above them, the three below them.
                let (low, suit) = (3 + self.below(6), self.below(4));
                let run =
                    [0, 1, 2, 3, 4, -3, -2, -1].map(|step| Card::from_index(low.strict_add_signed(step) * 4 + suit));
                sorted(deck, |card| run.iter().position(|planted| *planted == Some(*card)).unwrap_or(8))
            }
        }
    }
}

fn sorted<K: Ord>(mut deck: Vec<Card>, place: impl Fn(&Card) -> K) -> Vec<Card> {
    deck.sort_by_key(place);
    deck
}

fn texts(cards: &[Card]) -> Vec<String> {
    cards.iter().map(ToString::to_string).collect()
}

/// Any round of a game that the rules permit.
pub(super) fn round(game: &'static str) -> impl Strategy<Value = Value> {
    vec(any::<u32>(), 100..220).prop_map(move |rolls| build(game, &mut Dice { rolls, next: 0 }))
}

fn build(game: &str, dice: &mut Dice) -> Value {
    let mut deck = dice.deck();
    let (own, community, seats_max) = match game {
        "let_it_ride_md" => (3, 2, 7),
        "two_three_five_stud_md" => (3, 2, 6),
        "criss_cross_md" => (2, 5, 6),
        _ => (3, 2, 6),
    };
    let cross: Vec<Card> = deck.drain(..community).collect();
    let mut round = Round::of(game, &tables(game, dice)).with("community", texts(&cross));
    if game == "criss_cross_md" {
        let letters =
            dice.pick(&[json!({"100": "A", "500": "H"}), json!("E"), json!({"100": "B", "200": "F", "500": "G"})]);
        round = round.with("rules.paytables.bonus_spin_xtreme_progressive", letters);
    }
    if game == "let_it_ride_md" && dice.below(2) == 0 {
        let in_box: Vec<Card> = deck.drain(..3).collect();
        round = round.with("rules.paytables.six_card_bonus", "A").with("six_card_box", texts(&in_box));
    }
    if game == "let_it_ride_ca" {
        let bank = dice.pick(&[500, 1700, 4321, 100_000, 10_000_000]);
        round = round.with("bank", json!({"seat": 7, "wager_cents": bank}));
    }
    let count = 1 + dice.below(seats_max);
    for seat in 1..=i64::try_from(count).unwrap() {
        let cards: Vec<Card> = deck.drain(..own).collect();
        let (wagers, decisions) = (wagers(&round.0, dice), decisions(game, dice));
        round = round.seat(seat, &texts(&cards).join(" "), &wagers, &decisions);
        if dice.below(3) == 0 {
            round = round.player(dice.pick(&["ann", "bob"]));
        }
    }
    spins(round, &cross, dice).0
}

fn tables(game: &str, dice: &mut Dice) -> String {
    match game {
        "let_it_ride_md" => {
            let letter = |dice: &mut Dice, letters: &str| dice.pick(&words(letters)).to_owned();
            let (base, five) = (letter(dice, "A B C"), letter(dice, "A B C D E F G"));
            let (three, progressive) = (letter(dice, "A B C"), letter(dice, "A B C D E F"));
            format!(
                "let_it_ride {base}, five_card_bonus {five}, three_card_bonus {three}, progressive_payout {progressive}"
            )
        }
        "two_three_five_stud_md" => {
            format!("win_em_all_bonus standard, progressive_payout {}", dice.pick(&["A", "B", "C", "D"]))
        }
        "criss_cross_md" => {
            let wheel = dice.pick(&["A", "B", "C", "D"]);
            format!("criss_cross_poker standard, five_card_bonus standard, bonus_spin_progressive {wheel}")
        }
        _ => format!("let_it_ride {}", dice.pick(&["LIRX-01", "LIRX-02", "LIRX-03"])),
    }
}

fn wagers(round: &Value, dice: &mut Dice) -> String {
    let (base, sides): (&str, &[(&str, &[i64])]) = match round["game"].as_str().unwrap() {
        "let_it_ride_md" => (
            "let_it_ride",
            &[("five_card_bonus", &[100]), ("three_card_bonus", &[100, 777]), ("progressive_payout", &[100, 500])],
        ),
        "two_three_five_stud_md" => {
            ("two_three_five", &[("win_em_all_bonus", &[50, 500]), ("progressive_payout", &[100, 500])])
        }
        "criss_cross_md" => ("ante", &[("five_card_bonus", &[100, 333]), ("bonus_spin_progressive", &[100, 500])]),
        _ => ("let_it_ride", &[]),
    };
    let mut text = format!("{base} {}", dice.pick(&[500, 1, 2500, 100_000]));
    for (name, stakes) in sides {
        if dice.below(3) > 0 {
            text += &format!(", {name} {}", dice.pick(stakes));
        }
    }
    if !round["six_card_box"].is_null() && dice.below(2) == 0 {
        text += ", six_card_bonus 250";
    }
    if base == "ante" && dice.below(3) > 0 {
        let stakes: Vec<String> = match &round["rules"]["paytables"]["bonus_spin_xtreme_progressive"] {
            Value::Object(letters) => letters.keys().cloned().collect(),
            _ => vec!["200".to_owned()],
        };
        text += &format!(", bonus_spin_xtreme_progressive {}", dice.pick(&stakes));
    }
    text
}

fn decisions(game: &str, dice: &mut Dice) -> String {
    match game {
        "two_three_five_stud_md" => {
            let options = ["raise", "check"];
            format!("three_card_raise {}, five_card_raise {}", dice.pick(&options), dice.pick(&options))
        }
        "criss_cross_md" => {
            let mut text = String::new();
            for stage in ["across", "down", "middle"] {
                let decision = dice.pick(&["1", "2", "3", "fold", "1"]);
                text += &format!("{stage} {decision}, ");
                if decision == "fold" {
                    break;
                }
            }
            text
        }
        _ => {
            let options = ["ride", "withdraw"];
            format!("bet_1 {}, bet_2 {}", dice.pick(&options), dice.pick(&options))
        }
    }
}

/// Lets every wheel that was started stop somewhere.
fn spins(round: Round, cross: &[Card], dice: &mut Dice) -> Round {
    if round.0["game"] != "criss_cross_md" {
        return round;
    }
    let seats = round.0["seats"].as_array().unwrap().clone();
    let letter = round.0["rules"]["paytables"]["bonus_spin_progressive"].as_str().unwrap().to_owned();
    let symbols: &[&str] =
        if "AB".contains(&letter) { &["jackpot", "$500", "$12"] } else { &["jackpot", "$2,500", "$40"] };
    let spinners = seats.iter().filter(|seat| {
        let rank = |place: usize| seat["cards"][place].as_str().unwrap().chars().next();
        rank(0) == rank(1) && seat["wagers"]["bonus_spin_progressive"] == 500
    });
    let mut bonus = Vec::new();
    for seat in spinners {
        let mut stop = json!({"seat": seat["seat"], "stop": dice.pick(symbols)});
        if dice.below(2) == 0 {
            stop["tier"] = json!(1 + dice.below(3));
        }
        bonus.push(stop);
    }
    let mut round = round.with("spins.bonus", bonus);
    let cards: [Card; 5] = cross.try_into().unwrap();
    let stake = |seat: &Value| seat["wagers"]["bonus_spin_xtreme_progressive"].as_i64();
    let bettors: Vec<(Value, i64)> =
        seats.iter().filter_map(|seat| stake(seat).map(|stake| (seat["seat"].clone(), stake))).collect();
    if hand::five(cards, LowAce::Counts) >= FiveCard::ThreeOfAKind && !bettors.is_empty() {
        let (hot_spot, _) = dice.pick(&bettors);
        let mut stakes: Vec<i64> =
            bettors.iter().filter(|(seat, _)| *seat != hot_spot).map(|(_, stake)| *stake).collect();
        stakes.sort_unstable();
        stakes.dedup();
        // $50 stands on every Community wheel of $2 and $5, $7 on those of $1.
        let symbol = |stake: i64| if stake == 100 { "$7" } else { "$50" };
        let community: Vec<Value> =
            stakes.iter().map(|stake| json!({"stake_cents": stake, "stop": symbol(*stake)})).collect();
        round = round
            .with("spins.hot_spot", json!({"seat": hot_spot, "stop": "jackpot"}))
            .with("spins.community", community);
    }
    round
}
