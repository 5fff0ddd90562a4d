//! Rounds settled by themselves. Every expected figure comes from the rules and from arithmetic in the comments.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod bets;
mod california;
mod criss_cross;
mod document;
mod engine;
mod envy;
mod let_it_ride;
mod meters;
mod properties;
mod refusals;
mod rounds;
mod spins;
mod stud235;

use game_core::settle::{Answer, MeterEventKind, settle_json};
use game_core::submission::Problem;
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// A request under construction: a few words a line, as a person would note a round down.
#[derive(Clone)]
struct Round(Value);

impl Round {
    /// A round of a game by these tables: `let_it_ride A, five_card_bonus B`.
    fn of(game: &str, tables: &str) -> Self {
        Self(json!({"game": game, "rules": {"paytables": pairs(tables)}, "community": [], "seats": []}))
    }

    /// Sets a part of the request: `rules.options.low_ace`, `bank`.
    fn with(mut self, path: &str, value: impl Into<Value>) -> Self {
        let mut place = &mut self.0;
        for name in path.split('.') {
            place = place.as_object_mut().unwrap().entry(name).or_insert_with(|| json!({}));
        }
        *place = value.into();
        self
    }

    fn community(self, cards: &str) -> Self {
        self.with("community", words(cards))
    }

    /// Adds a seat: `Kd Ks 3h`, `let_it_ride 500, five_card_bonus 100`, `bet_1 ride, bet_2 ride`.
    fn seat(mut self, seat: i64, cards: &str, wagers: &str, decisions: &str) -> Self {
        let given =
            json!({"seat": seat, "cards": words(cards), "wagers": pairs(wagers), "decisions": pairs(decisions)});
        self.0["seats"].as_array_mut().unwrap().push(given);
        self
    }

    /// Says who plays the seat added last.
    fn player(mut self, player: impl Into<Value>) -> Self {
        self.0["seats"].as_array_mut().unwrap().last_mut().unwrap()["player"] = player.into();
        self
    }

    fn settled(&self) -> Answer {
        settle_json(&self.0.to_string()).unwrap_or_else(|problems| panic!("{problems:#?}"))
    }

    fn refused(&self) -> Vec<Problem> {
        settle_json(&self.0.to_string()).expect_err("the round is permitted")
    }

    /// Settles the round and compares the answer, told in words, with what the rules say.
    fn pays(&self, expected: &str) -> &Self {
        let expected: Vec<&str> = expected.trim().lines().map(str::trim).collect();
        pretty_assert(&told(&self.settled()), &expected.join("\n"));
        self
    }
}

fn pretty_assert(told: &str, expected: &str) {
    assert!(told == expected, "settled:\n{told}\n\nexpected:\n{expected}\n");
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// `name value, name value` as an object; whole numbers are numbers.
fn pairs(text: &str) -> Map<String, Value> {
    let pairs = text.split(',').filter_map(|pair| pair.trim().split_once(' '));
    let value = |text: &str| text.trim().parse::<i64>().map_or_else(|_| json!(text.trim()), |number| json!(number));
    pairs.map(|(name, text)| (name.to_owned(), value(text))).collect()
}

/// An answer in words: for each bet its stake, its outcome, what is won and what comes back, and the clause.
fn told(answer: &Answer) -> String {
    let mut text = String::new();
    for seat in &answer.seats {
        let hands: Vec<String> = seat.hands.0.iter().map(|(name, hand)| format!("{name} {hand}")).collect();
        writeln!(text, "seat {}: {}", seat.seat, hands.join(", ")).unwrap();
        for bet in &seat.wagers {
            let name = serde_json::to_value(bet.bet).unwrap();
            let outcome = serde_json::to_value(bet.outcome).unwrap();
            let (name, outcome) = (name.as_str().unwrap(), outcome.as_str().unwrap());
            let clause = bet.clause.map_or_else(String::new, |clause| format!(" by {clause}"));
            writeln!(text, "{name} {} {outcome} {}+{}{clause}", bet.stake.get(), bet.win.get(), bet.back.get())
                .unwrap();
        }
        for award in &seat.awards {
            let kind = serde_json::to_value(award.kind).unwrap();
            let (kind, cents) = (kind.as_str().unwrap(), award.amount.get());
            writeln!(text, "{kind} from {} {cents} by {}", award.from_seat, award.clause).unwrap();
        }
        if let Some(cap) = seat.cap {
            let (uncapped, limit, unpaid) = (cap.uncapped.get(), cap.limit.get(), cap.unpaid.get());
            writeln!(text, "cap {uncapped} to {limit}, unpaid {unpaid}").unwrap();
        }
        writeln!(text, "net {}", seat.net.get()).unwrap();
    }
    tell_meters(answer, &mut text);
    if let Some(bank) = answer.bank {
        writeln!(text, "bank {}", bank.net.get()).unwrap();
    }
    text.trim_end().to_owned()
}

/// What happened to the meters, in micro-cents, and what they hold in whole cents.
fn tell_meters(answer: &Answer, text: &mut String) {
    for event in &answer.meter_events {
        let what = match event.kind {
            MeterEventKind::Award { percent, paid } => format!("{percent}% pays {}", paid.get()),
            MeterEventKind::Reset { added } => format!("reset adds {}", added.get()),
            MeterEventKind::TopUp { added } => format!("top-up adds {}", added.get()),
        };
        let (before, after) = (event.before.get(), event.after.get());
        let (seat, meter, clause) = (event.seat, &event.meter, event.clause);
        writeln!(text, "{meter} at seat {seat}: {what}, {before} to {after} by {clause}").unwrap();
    }
    for (name, cents) in &answer.meters_cents.0 {
        writeln!(text, "{name} {}", cents.get()).unwrap();
    }
}
