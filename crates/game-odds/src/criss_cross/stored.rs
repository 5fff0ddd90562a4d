//! Computed results of the base game as text, so that showing them does not mean computing them again.
//!
//! One line per figure: a `reading` line opens the results of one reading, and the `rules` line at the top labels the
//! schedule they were computed from.

use super::{Choice, CrissCrossPlayed, HandChoices, Reading};
use crate::classes::Class;
use crate::digest;
use crate::tally::{Frequencies, Line, NOTHING, Played, Tally};
use game_core::card::Card;
use game_core::hand::LowAce;
use game_core::paytable::{Paytable, RowHand};
use game_core::rules::AntePayout;
use std::fmt::Write;

/// The results committed with the source.
pub const COMMITTED: &str = include_str!("../../data/criss_cross.txt");

/// The label of the schedule.
#[must_use]
pub fn label(table: &Paytable) -> String {
    digest::of_rows(table.rows.iter())
}

/// Writes results, to be found again by [`find`].
#[must_use]
pub fn write(table: &Paytable, results: &[(Reading, CrissCrossPlayed)]) -> String {
    let mut text = String::from("# Criss Cross' base game under best play, written by `baize odds --recompute`.\n");
    // Writing to a string cannot fail.
    let _ = writeln!(text, "rules {}", label(table));
    for (reading, played) in results {
        let _ = write_one(&mut text, *reading, played);
    }
    text
}

fn write_one(text: &mut String, reading: Reading, played: &CrissCrossPlayed) -> std::fmt::Result {
    let CrissCrossPlayed { base: Played { tally, frequencies }, hands } = played;
    writeln!(text, "\nreading {}", name(reading))?;
    let Tally { deals, net, squares, units, hits, ahead } = tally;
    writeln!(text, "tally {deals} {net} {squares} {units} {hits} {ahead}")?;
    for Frequencies { of, lines } in frequencies {
        for Line { hand, deals } in lines {
            writeln!(text, "frequency {of} {hand} {deals}")?;
        }
    }
    for HandChoices { class, across, down: [fold, once, thrice] } in hands {
        let [a, b] = class.cards;
        writeln!(text, "hand {a} {b} {} {fold} {once} {thrice}", across.antes())?;
    }
    Ok(())
}

/// The result of one reading, if the text has it and was computed from this schedule.
#[must_use]
pub fn find(text: &str, table: &Paytable, reading: Reading) -> Option<CrissCrossPlayed> {
    let mut lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.next()?.strip_prefix("rules ").filter(|stored| *stored == label(table))?;
    let wanted = format!("reading {}", name(reading));
    let lines = lines.skip_while(|line| **line != wanted).skip(1).take_while(|line| !line.starts_with("reading "));
    let mut played =
        CrissCrossPlayed { base: Played { tally: Tally::default(), frequencies: Vec::new() }, hands: Vec::new() };
    for line in lines {
        read(line, &mut played)?;
    }
    (played.base.tally.deals > 0).then_some(played)
}

fn read(line: &str, played: &mut CrissCrossPlayed) -> Option<()> {
    let (kind, rest) = line.split_once(' ')?;
    let words: Vec<&str> = rest.split(' ').collect();
    match (kind, words.as_slice()) {
        ("tally", words) => {
            let numbers: Vec<i128> = words.iter().map(|word| word.parse().ok()).collect::<Option<_>>()?;
            let [deals, net, squares, units, hits, ahead] = *numbers.first_chunk()?;
            played.base.tally = Tally { deals, net, squares, units, hits, ahead };
        }
        ("frequency", [of, hand, deals]) => {
            let line = Line { hand: hand_name(hand)?, deals: deals.parse().ok()? };
            let of = *["better_hand", "across", "down"].iter().find(|name| *name == of)?;
            match played.base.frequencies.last_mut().filter(|last| last.of == of) {
                Some(last) => last.lines.push(line),
                None => played.base.frequencies.push(Frequencies { of, lines: vec![line] }),
            }
        }
        ("hand", [a, b, antes, down @ ..]) => {
            let cards: [Card; 2] = [a.parse().ok()?, b.parse().ok()?];
            let choices = [Choice::Fold, Choice::Once, Choice::Thrice];
            let across = choices.into_iter().find(|choice| choice.antes().to_string() == *antes)?;
            let down: Vec<u32> = down.iter().map(|pairs| pairs.parse().ok()).collect::<Option<_>>()?;
            let class = Class { cards, ways: two_card_ways(cards) };
            played.hands.push(HandChoices { class, across, down: *down.first_chunk()? });
        }
        _ => return None,
    }
    Some(())
}

/// A pair stands for 6 hands, suited cards for 4, others for 12.
fn two_card_ways([a, b]: [Card; 2]) -> u32 {
    match (a.rank() == b.rank(), a.suit() == b.suit()) {
        (true, _) => 6,
        (false, true) => 4,
        (false, false) => 12,
    }
}

fn hand_name(name: &str) -> Option<&'static str> {
    let others = [NOTHING, "fold_across", "fold_down", "fold_middle"];
    RowHand::ALL.into_iter().map(RowHand::name).chain(others).find(|known| *known == name)
}

/// A reading as the options that choose it.
fn name(reading: Reading) -> String {
    let ante_payout = match reading.ante_payout {
        AntePayout::Paytable => "paytable",
        AntePayout::EvenMoney => "even_money",
    };
    format!("ante_payout={ante_payout} low_ace={}", reading.low_ace == LowAce::Counts)
}
