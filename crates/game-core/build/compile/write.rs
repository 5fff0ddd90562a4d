//! The generated Rust sources.

use super::book::{Block, Book, Floor, Row, Subject, Tier};
use super::names::{self, HOLDERS, KINDS, LEVELS};
use super::pay::Pay;
use super::register::Register;
use std::collections::BTreeMap;
use std::fmt::Write;

/// `clauses.rs`: every clause of the register.
pub(crate) fn clauses(register: &Register) -> String {
    let mut text = String::from("static CLAUSES: &[Clause] = &[\n");
    for clause in &register.clauses {
        let kind = names::variant(&KINDS, &clause.kind).unwrap_or_default();
        let held_by = names::variant(&HOLDERS, &clause.held_by).unwrap_or_default();
        let _ = writeln!(
            text,
            "Clause {{ id: ClauseId({:?}), game: GameId::{}, chapter: {:?}, kind: Kind::{kind}, duty: {:?}, \
             held_by: HeldBy::{held_by} }},",
            clause.id, clause.game.variant, clause.chapter, clause.duty
        );
    }
    text + "];\n"
}

/// `paytables.rs`: one static slice per game and schedule, each item one block.
pub(crate) fn paytables(books: &[Book]) -> String {
    let mut slices: BTreeMap<(String, &str), Vec<String>> = BTreeMap::new();
    for book in books {
        for (_, block) in &book.blocks {
            let (name, kind, item) = item(block);
            let name = format!("{}_{name}", book.game.name).to_uppercase();
            slices.entry((name, kind)).or_default().push(item);
        }
    }
    slices.iter().fold(String::new(), |mut text, ((name, kind), items)| {
        let _ = writeln!(text, "static {name}: &[{kind}] = &[\n{}];", items.concat());
        text
    })
}

/// The name of the slice a block goes to, the type of its items, and the block as an item.
fn item(block: &Block) -> (String, &'static str, String) {
    match block {
        Block::Paytable { schedule, letter, rows } => {
            (schedule.clone(), "Paytable", format!("Paytable {{ letter: {letter:?}, rows: &[\n{}] }},\n", hands(rows)))
        }
        Block::Wheel { schedule, letter, rows } => (schedule.clone(), "Wheel", wheel(letter, rows)),
        Block::CommunityWheel { letter, rows } => ("community_wheels".to_owned(), "Wheel", wheel(letter, rows)),
        Block::Envy { letter, stake, rows } => {
            let rows = hands(rows);
            let item = format!("Envy {{ letter: {letter:?}, stake: Cents::new({stake}), rows: &[\n{rows}] }},\n");
            ("envy".to_owned(), "Envy", item)
        }
        Block::Floors { schedule, letters, floors } => {
            let floors = floors.iter().map(floor).collect::<String>();
            let item = format!("Floors {{ letters: &{letters:?}, floors: &[\n{floors}] }},\n");
            (format!("{schedule}_floors"), "Floors", item)
        }
        Block::CommunityPay { letter, stake, tiers } => {
            let tiers = tiers.iter().map(tier).collect::<String>();
            let item =
                format!("CommunityPay {{ letter: {letter:?}, stake: Cents::new({stake}), tiers: &[\n{tiers}] }},\n");
            ("community_pay".to_owned(), "CommunityPay", item)
        }
        Block::Letters { stake, letters } => {
            let item = format!("StakeLetters {{ stake: Cents::new({stake}), letters: &{letters:?} }},\n");
            ("letters".to_owned(), "StakeLetters", item)
        }
    }
}

fn hands(rows: &[Row]) -> String {
    rows.iter()
        .map(|row| {
            let hand = match row.subject {
                Subject::Hand(hand) => hand.variant,
                Subject::Jackpot | Subject::Amount(_) => "",
            };
            format!(
                "Row {{ clause: ClauseId::new({:?}), hand: RowHand::{hand}, pay: {} }},\n",
                row.clause,
                pay(row.pay)
            )
        })
        .collect()
}

fn wheel(letter: &str, rows: &[Row]) -> String {
    let segments = rows.iter().map(segment).collect::<String>();
    format!("Wheel {{ letter: {letter:?}, segments: &[\n{segments}] }},\n")
}

fn segment(row: &Row) -> String {
    let symbol = match row.subject {
        Subject::Amount(cents) => format!("Amount(Cents::new({cents}))"),
        Subject::Jackpot | Subject::Hand(_) => "Jackpot".to_owned(),
    };
    let (clause, pay) = (&row.clause, pay(row.pay));
    format!("Segment {{ clause: ClauseId::new({clause:?}), symbol: Symbol::{symbol}, pay: {pay} }},\n")
}

fn floor(floor: &Floor) -> String {
    format!(
        "Floor {{ level: Level::{}, initial_min: Cents::new({}), reset_min: Cents::new({}), \
         clause: ClauseId::new({:?}) }},\n",
        names::variant(&LEVELS, floor.level).unwrap_or_default(),
        floor.initial,
        floor.reset,
        floor.clause
    )
}

fn tier(tier: &Tier) -> String {
    let Tier { clause, tier, award, .. } = tier;
    format!("CommunityTier {{ clause: ClauseId::new({clause:?}), tier: {tier}, award: Cents::new({award}) }},\n")
}

fn pay(pay: Pay) -> String {
    match pay {
        Pay::ToOne(odds) => format!("Pay::ToOne(Odds::whole({odds}))"),
        Pay::ForOne(odds) => format!("Pay::ForOne(Odds::whole({odds}))"),
        Pay::Flat(cents) => format!("Pay::Flat(Cents::new({cents}))"),
        Pay::Meter { level, percent } => {
            let level = names::variant(&LEVELS, level).unwrap_or_default();
            format!("Pay::MeterPercent {{ level: Level::{level}, percent: {percent} }}")
        }
        Pay::Prize(percent) => format!("Pay::PrizePercent({percent})"),
        Pay::Push => "Pay::Push".to_owned(),
    }
}
