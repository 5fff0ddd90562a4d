//! What must hold between the blocks of a book: floors for every meter, envy for every progressive table, a stake for
//! every Hot Spot wheel.

use super::super::book::{Block, Book, Row, Subject};
use super::super::fault::{Fault, Place};
use super::super::pay::Pay;
use super::tables;
use std::collections::{BTreeMap, BTreeSet};

const PROGRESSIVES: [&str; 3] = ["progressive_payout", "bonus_spin_progressive", "bonus_spin_xtreme_progressive"];

pub(super) fn check(book: &Book, faults: &mut Vec<Fault>) {
    repeated(book, faults);
    for schedule in PROGRESSIVES {
        floors(book, schedule, faults);
    }
    envy(book, faults);
    community_pay(book, faults);
    stakes(book, faults);
}

/// No two blocks have the same heading.
fn repeated(book: &Book, faults: &mut Vec<Fault>) {
    let mut seen = BTreeSet::new();
    for (place, block) in &book.blocks {
        for heading in headings(block) {
            if !seen.insert(heading.clone()) {
                faults.push(place.fault(format!("'{heading}' already has a block")));
            }
        }
    }
}

fn headings(block: &Block) -> Vec<String> {
    match block {
        Block::Paytable { schedule, letter, .. } | Block::Wheel { schedule, letter, .. } => {
            vec![format!("{schedule} {letter}")]
        }
        Block::CommunityWheel { letter, .. } => vec![format!("community_wheel {letter}")],
        Block::Envy { letter, stake, .. } => vec![format!("envy {letter} {stake}")],
        Block::Floors { schedule, letters, .. } => {
            letters.iter().map(|letter| format!("floors {schedule} {letter}")).collect()
        }
        Block::CommunityPay { letter, stake, .. } => vec![format!("community_pay {letter} {stake}")],
        Block::Letters { letters, .. } => letters.iter().map(|letter| format!("letters {letter}")).collect(),
    }
}

/// A metered table has a floor for each of its meters and no other; a table with a fixed prize has one for the prize.
fn floors(book: &Book, of: &str, faults: &mut Vec<Fault>) {
    let mut found: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (place, block) in &book.blocks {
        let Block::Floors { schedule, letters, floors } = block else { continue };
        if schedule != of {
            if !PROGRESSIVES.contains(&schedule.as_str()) {
                faults.push(place.fault(format!("'{schedule}' has no meters, expected one of {PROGRESSIVES:?}")));
            }
            continue;
        }
        for floor in floors.iter().filter(|floor| floor.reset > floor.initial) {
            faults.push(floor.place.fault("the least reset amount is above the least initial amount"));
        }
        for letter in letters {
            found.insert(letter, floors.iter().map(|floor| floor.level).collect());
            if !tables(book, of).any(|(_, known, _)| known == letter) {
                faults.push(place.fault(format!("floors for '{of} {letter}', which is no table")));
            }
        }
    }
    for (place, letter, rows) in tables(book, of) {
        let (meters, floors) = (meters(rows), found.remove(letter).unwrap_or_default());
        if meters != floors {
            faults.push(place.fault(format!("{letter} has meters {meters:?} and floors for {floors:?}")));
        }
    }
}

fn meters(rows: &[Row]) -> BTreeSet<&'static str> {
    rows.iter()
        .filter_map(|row| match row.pay {
            Pay::Meter { level, .. } => Some(level),
            Pay::Prize(_) => Some("main"),
            Pay::ToOne(_) | Pay::ForOne(_) | Pay::Flat(_) | Pay::Push => None,
        })
        .collect()
}

/// Envy schedules have the letters of the progressive tables at each stake, and hands their tables have (I-45).
fn envy(book: &Book, faults: &mut Vec<Fault>) {
    let progressive: BTreeMap<&str, &[Row]> =
        tables(book, "progressive_payout").map(|(_, letter, rows)| (letter, rows)).collect();
    let mut by_stake: BTreeMap<u64, BTreeSet<&str>> = BTreeMap::new();
    for (place, block) in &book.blocks {
        let Block::Envy { letter, stake, rows } = block else { continue };
        by_stake.entry(*stake).or_default().insert(letter);
        let table = progressive.get(letter.as_str()).copied().unwrap_or_default();
        for row in rows.iter().filter(|row| !table.iter().any(|known| known.subject == row.subject)) {
            faults.push(row.place.fault(format!("envy for a hand that progressive table {letter} does not pay")));
        }
        one_for_one(book, place, (letter, *stake), rows, faults);
    }
    let stakes: BTreeSet<u64> = by_stake.keys().copied().collect();
    if !progressive.is_empty() && stakes != BTreeSet::from([100, 500]) {
        faults.push(book.start.fault(format!("envy for stakes of {stakes:?} cents, expected $1 and $5")));
    }
    for (stake, letters) in by_stake {
        if !letters.iter().eq(progressive.keys()) {
            faults.push(
                book.start.fault(format!(
                    "envy letters for {stake} cents are {letters:?}, expected those of the progressive"
                )),
            );
        }
    }
}

/// The $5 schedule is five times the $1 schedule, row for row.
fn one_for_one(book: &Book, place: &Place, (of, at): (&str, u64), rows: &[Row], faults: &mut Vec<Fault>) {
    let one = book.blocks.iter().find_map(|(_, block)| match block {
        Block::Envy { letter, stake: 100, rows } if letter == of => Some(rows),
        _ => None,
    });
    let awards = |rows: &[Row], times: u64| -> Vec<(Subject, u64)> {
        rows.iter().map(|row| (row.subject, row.pay.height().2 * times)).collect()
    };
    if one.is_some_and(|one| awards(one, at) != awards(rows, 100)) {
        faults.push(place.fault(format!("envy {of} does not scale with the stake as its $1 schedule")));
    }
}

/// Community Pay has the same letters for every stake.
fn community_pay(book: &Book, faults: &mut Vec<Fault>) {
    let mut by_stake: BTreeMap<u64, BTreeSet<&str>> = BTreeMap::new();
    for (_, block) in &book.blocks {
        if let Block::CommunityPay { letter, stake, .. } = block {
            by_stake.entry(*stake).or_default().insert(letter);
        }
    }
    let mut sets = by_stake.values();
    if let Some(first) = sets.next()
        && sets.any(|letters| letters != first)
    {
        faults.push(book.start.fault("Community Pay has other letters for another stake"));
    }
}

/// Every Hot Spot wheel and every Community wheel goes with exactly one stake (I-83).
fn stakes(book: &Book, faults: &mut Vec<Fault>) {
    let hot_spot: BTreeSet<&str> = tables(book, PROGRESSIVES[2]).map(|(_, letter, _)| letter).collect();
    let mut community = BTreeSet::new();
    let mut staked = BTreeSet::new();
    for (_, block) in &book.blocks {
        match block {
            Block::CommunityWheel { letter, .. } => _ = community.insert(letter.as_str()),
            Block::Letters { letters, .. } => staked.extend(letters.iter().map(String::as_str)),
            _ => {}
        }
    }
    if hot_spot != community || hot_spot != staked {
        faults.push(book.start.fault(format!(
            "Hot Spot wheels {hot_spot:?}, Community wheels {community:?} and stakes for {staked:?}: expected the \
             same letters"
        )));
    }
}
