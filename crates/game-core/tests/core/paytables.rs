//! The paytables against a second transcription of the documents, made apart from the data files: `printed/*.txt` has
//! every line of the payout chapters with example cards, and neither side may have a line the other lacks.

#![expect(clippy::panic, clippy::unwrap_used, reason = "a transcription that cannot be read fails the test")]

mod printed;
mod refused;
mod rows;

use game_core::card::Card;
use game_core::clause::{Kind, clauses};
use game_core::game::GameId;
use game_core::hand::{self, LowAce};
use game_core::money::Cents;
use game_core::paytable::{
    self, CommunityTier, Floor, Pay, Paytable, Row, RowHand, Schedule, Segment, Symbol, Wheel, community_wheels, envy,
    floors, paytables, wheels, xtreme_letters,
};
use game_core::wager::Level;
use printed::{Line, PRINTED, Section, dollars, line_words, pay_words};
use std::collections::BTreeSet;
use std::fmt::Debug;

/// The tables a book prints under a heading such as `paytable let_it_ride A`.
fn sections(kind: &str) -> impl Iterator<Item = Section> {
    PRINTED.iter().flat_map(|text| printed::sections(text)).filter(move |section| section.words[0] == kind)
}

/// Both sides have the same lines; the message shows only those that one side lacks.
fn same<T: Ord + Clone + Debug>(printed: &BTreeSet<T>, held: impl Iterator<Item = T>) {
    let held: BTreeSet<T> = held.collect();
    let [unheld, unprinted] = [printed - &held, &held - printed];
    assert!(
        unheld.is_empty() && unprinted.is_empty(),
        "printed, not held: {unheld:#?}\nheld, not printed: {unprinted:#?}"
    );
}

fn schedule(name: &str) -> Schedule {
    Schedule::from_name(name).unwrap_or_else(|| panic!("no schedule {name}"))
}

/// The row a table pays example cards on.
fn row_of(table: &Paytable, cards: &[Card]) -> Option<&'static Row> {
    match *cards {
        [a, b] => table.row_two(hand::two([a, b], LowAce::Counts)),
        [a, b, c] => table.row_three(hand::three([a, b, c], LowAce::Counts)),
        [a, b, c, d, e] => table.row_five(hand::five([a, b, c, d, e], LowAce::Counts)),
        [a, b, c, d, e, f] => table.row_six(hand::six([a, b, c, d, e, f], LowAce::Counts)),
        _ => panic!("{cards:?} is no hand"),
    }
}

/// Every printed line is the table's row in the same place, and every example is paid on that row.
fn agree(section: &Section, rows: &'static [Row]) {
    let table = Paytable { letter: "printed", rows };
    assert_eq!(rows.len(), section.lines.len(), "rows of {:?}", section.words);
    for (line, row) in section.lines.iter().zip(rows) {
        assert_eq!(row.clause.as_str(), line.clause, "{:?}", section.words);
        assert_eq!(row.pay, pay_words(&line.pay), "{}", line.clause);
        if line.example == "all three win" {
            assert_eq!(row.hand, RowHand::AllThreeWin, "{}", line.clause);
            continue;
        }
        for cards in line.hands() {
            assert_eq!(row_of(&table, &cards), Some(row), "{}: {cards:?}", line.clause);
        }
    }
}

#[test]
fn every_paytable_pays_what_the_documents_print() {
    // One of the printed tables, and no other: LIR-12-A, LIR-12-B, LIR-12-C, LIR-12-D, LIR-12-E (choose one of six,
    // I-39), S235-12-A, S235-12-B, S235-12-C, S235-12-E, CC-12-A, CC-12-C, CAL-paytable-select.
    let mut seen = BTreeSet::new();
    for section in sections("paytable") {
        let (schedule, letter) = (schedule(&section.words[1]), section.words[2].as_str());
        let table = paytable::paytable(section.game, schedule, letter);
        agree(&section, table.unwrap_or_else(|| panic!("no {:?}", section.words)).rows);
        seen.insert((section.game, schedule, letter.to_owned()));
    }
    let held = every_schedule().flat_map(|(game, schedule)| {
        paytables(game, schedule).iter().map(move |table| (game, schedule, table.letter.to_owned()))
    });
    same(&seen, held);
}

fn every_schedule() -> impl Iterator<Item = (GameId, Schedule)> {
    GameId::ALL.into_iter().flat_map(|game| Schedule::ALL.map(|schedule| (game, schedule)))
}

#[test]
fn envy_follows_the_receivers_stake_and_the_progressive_letter() {
    // LIR-12-H-1, LIR-12-H-2, S235-12-H-1, S235-12-H-2; I-45: the envy letter is the progressive letter.
    let mut seen = BTreeSet::new();
    for section in sections("envy") {
        let (letter, stake) = (section.words[1].as_str(), dollars(&section.words[2]));
        agree(&section, envy(section.game, letter, stake).unwrap_or_else(|| panic!("no {:?}", section.words)));
        seen.insert((section.game, letter.to_owned(), stake));
    }
    let stakes = [Cents::new(100), Cents::new(500)];
    let progressive = GameId::ALL.into_iter().flat_map(|game| {
        let letters = paytables(game, Schedule::ProgressivePayout).iter().map(|table| table.letter.to_owned());
        letters.flat_map(move |letter| stakes.map(|stake| (game, letter.clone(), stake)))
    });
    same(&seen, progressive);
    assert_eq!(envy(GameId::LetItRide, "A", Cents::new(200)), None);
    assert_eq!(envy(GameId::LetItRide, "G", Cents::new(100)), None);
    assert_eq!(envy(GameId::California, "A", Cents::new(100)), None);
}

/// A printed wheel line and a segment say the same.
fn same_segment(line: &Line, segment: &Segment) -> bool {
    let symbol = match line.example.as_str() {
        "jackpot" => Symbol::Jackpot,
        amount => Symbol::Amount(dollars(amount)),
    };
    (segment.clause.as_str(), segment.symbol, segment.pay) == (line.clause.as_str(), symbol, pay_words(&line.pay))
}

fn agree_wheel(section: &Section, wheel: &Wheel) {
    assert_eq!(wheel.segments.len(), section.lines.len(), "{:?}", section.words);
    for (line, segment) in section.lines.iter().zip(wheel.segments) {
        assert!(same_segment(line, segment), "{line:?} against {segment:?}");
    }
}

#[test]
fn every_wheel_pays_what_the_documents_print() {
    // CC-12-D and CC-12-E with their segments in printed order, the $40 between $75 and $70 included (I-79); two Hot
    // Spot wheels are printed alike (I-92).
    let mut seen = BTreeSet::new();
    for section in sections("wheel") {
        let (schedule, letter) = (schedule(&section.words[1]), section.words[2].as_str());
        agree_wheel(&section, paytable::wheel(section.game, schedule, letter).unwrap());
        seen.insert((section.game, schedule, letter.to_owned()));
    }
    let held = every_schedule().flat_map(|(game, schedule)| {
        wheels(game, schedule).iter().map(move |wheel| (game, schedule, wheel.letter.to_owned()))
    });
    same(&seen, held);
}

#[test]
fn every_community_wheel_pays_what_the_documents_print() {
    let mut letters = Vec::new();
    for section in sections("community_wheel") {
        agree_wheel(&section, paytable::community_wheel(&section.words[1]).unwrap());
        letters.push(section.words[1].clone());
    }
    assert!(community_wheels().iter().map(|wheel| wheel.letter).eq(&letters));
}

#[test]
fn a_wheel_awards_what_it_stops_on() {
    // CC-12-D-5, CC-12-E-10: an amount pays itself; only a jackpot pays a meter or the prize, all of it.
    let all = every_schedule().flat_map(|(game, schedule)| wheels(game, schedule)).chain(community_wheels());
    for segment in all.flat_map(|wheel| wheel.segments) {
        match segment.symbol {
            Symbol::Amount(amount) => assert_eq!(segment.pay, Pay::Flat(amount), "{}", segment.clause),
            Symbol::Jackpot => {
                let whole = [Pay::PrizePercent(100), Pay::MeterPercent { level: Level::Main, percent: 100 }];
                assert!(whole.contains(&segment.pay), "{}", segment.clause);
            }
        }
    }
    let prizes = wheels(GameId::CrissCross, Schedule::BonusSpinProgressive).iter();
    let prizes = prizes.filter(|wheel| wheel.segments[0].pay == Pay::PrizePercent(100)).map(|wheel| wheel.letter);
    assert!(prizes.eq(["A", "C"]), "I-81");
}

#[test]
fn community_pay_follows_the_receivers_stake_and_the_designated_table() {
    // CC-12-D-8-a, CC-12-D-8-b; the $5 schedule of table B is printed as item 11 (I-76); a symbol's second figure is
    // what the others get (I-75).
    let mut seen = BTreeSet::new();
    for section in sections("community_pay") {
        let (letter, stake) = (section.words[1].as_str(), dollars(&section.words[2]));
        let tiers: Vec<CommunityTier> = paytable::community_pay(letter, stake).unwrap().to_vec();
        assert_eq!(tiers.len(), section.lines.len(), "{:?}", section.words);
        for ((line, held), tier) in section.lines.iter().zip(tiers).zip(1..) {
            let (_, others) = line.example.split_once(" and ").unwrap();
            assert_eq!((held.clause.as_str(), held.tier), (line.clause.as_str(), tier));
            assert_eq!((held.award, held.award), (dollars(&line.pay), dollars(others)), "{}", line.clause);
        }
        seen.insert((letter.to_owned(), stake.get()));
    }
    let expected = [("A", 100), ("A", 500), ("B", 100), ("B", 500)].map(|(letter, stake)| (letter.to_owned(), stake));
    assert_eq!(seen, BTreeSet::from(expected));
    assert_eq!(paytable::community_pay("C", Cents::new(100)), None);
    assert_eq!(paytable::community_pay("A", Cents::new(200)), None);
}

#[test]
fn xtreme_letters_go_with_their_stakes() {
    // CC-12-E-13-a, CC-12-E-13-b; I-83: A to C for $1, D to F for $2, G to I for $5.
    let stakes = [100, 200, 500].map(Cents::new);
    assert_eq!(stakes.map(xtreme_letters), [["A", "B", "C"], ["D", "E", "F"], ["G", "H", "I"]]);
    assert!(xtreme_letters(Cents::new(300)).is_empty());
    let staked: Vec<_> = stakes.into_iter().flat_map(xtreme_letters).copied().collect();
    let hot_spot = wheels(GameId::CrissCross, Schedule::BonusSpinXtremeProgressive);
    assert!(hot_spot.iter().map(|wheel| wheel.letter).eq(staked.iter().copied()));
    assert!(community_wheels().iter().map(|wheel| wheel.letter).eq(staked));
}

/// The floors one printed line sets: for each of its letters, one meter.
fn floors_of(line: &Line) -> Vec<(String, Level, Cents, Cents)> {
    let mut words: Vec<&str> = line_words(&line.example);
    let level = match words.pop().unwrap() {
        "main" => Level::Main,
        "mega" => Level::Mega,
        "major" => Level::Major,
        "minor" => Level::Minor,
        other => panic!("no level {other}"),
    };
    let (initial, reset) = line.pay.split_once(" and ").unwrap_or((&line.pay, &line.pay));
    words.into_iter().map(|letter| (letter.to_owned(), level, dollars(initial), dollars(reset))).collect()
}

#[test]
fn meters_have_the_floors_the_documents_print() {
    // LIR-12-F-2, S235-12-F-2. Wheel A's line is not printed and reads as wheel B's (I-77); two figures are the initial
    // and the reset amount (I-84); 2-3-5's tables A and B pay alike and differ here (I-59).
    let mut printed = BTreeSet::new();
    for section in sections("floors") {
        let schedule = schedule(&section.words[1]);
        for line in &section.lines {
            for (letter, level, initial, reset) in floors_of(line) {
                printed.insert((section.game, schedule, letter, level, initial, reset, line.clause.clone()));
            }
        }
    }
    let held = every_schedule().flat_map(|(game, schedule)| {
        let tables = paytables(game, schedule).iter().map(|table| table.letter);
        let letters = tables.chain(wheels(game, schedule).iter().map(|wheel| wheel.letter));
        letters.flat_map(move |letter| {
            floors(game, schedule, letter).iter().map(move |Floor { level, initial_min, reset_min, clause }| {
                (game, schedule, letter.to_owned(), *level, *initial_min, *reset_min, clause.to_string())
            })
        })
    });
    same(&printed, held);
    let [a, b] = ["A", "B"].map(|letter| paytable::paytable(GameId::Stud235, Schedule::ProgressivePayout, letter));
    assert!(a.unwrap().rows.iter().map(|row| row.pay).eq(b.unwrap().rows.iter().map(|row| row.pay)), "I-59");
}

#[test]
fn californias_posted_box_is_its_first_table() {
    // CAL-paytable-posted; I-100.
    let section = sections("posted").next().unwrap();
    let table = paytable::paytable(section.game, Schedule::LetItRide, &section.words[2]).unwrap();
    assert_eq!(table.rows.len(), section.lines.len());
    for line in &section.lines {
        for cards in line.hands() {
            assert_eq!(row_of(table, &cards).unwrap().pay, pay_words(&line.pay), "{cards:?}");
        }
    }
}

#[test]
fn every_payout_line_of_the_register_is_printed() {
    // The other clauses of this kind say when and in what order awards are paid; rounds hold them.
    let rows: BTreeSet<String> =
        PRINTED.iter().flat_map(|text| printed::sections(text)).flat_map(|s| s.lines).map(|line| line.clause).collect();
    let unprinted: Vec<_> = clauses()
        .iter()
        .filter(|clause| clause.kind == Kind::Payout && !rows.contains(clause.id.as_str()))
        .map(|clause| clause.duty.to_owned())
        .filter(|duty| ["to_one ", "for_one ", "fixed_cents ", "_percent "].iter().any(|pay| duty.contains(pay)))
        .collect();
    assert!(unprinted.is_empty(), "{unprinted:#?}");
}
