//! What must hold between the rows of a book, between its blocks, and between the books and the register.

mod clauses;
mod letters;
mod rows;

use super::book::{Block, Book, Row};
use super::fault::{Fault, Place};
use super::register::Register;

/// Everything wrong with the books, in order of place.
pub(crate) fn faults(register: &Register, books: &[Book]) -> Vec<Fault> {
    let mut faults = Vec::new();
    clauses::check(register, books, &mut faults);
    for book in books {
        for (place, block) in &book.blocks {
            check_block(book, place, block, &mut faults);
        }
        letters::check(book, &mut faults);
    }
    faults.sort();
    faults
}

fn check_block(book: &Book, place: &Place, block: &Block, faults: &mut Vec<Fault>) {
    match block {
        Block::Paytable { schedule, rows, .. } => {
            faults.extend(rows::misfits(book.game, schedule, place, rows));
            faults.extend(rows::disorder(rows));
        }
        Block::Wheel { schedule, rows, .. } => {
            faults.extend(rows::misfits(book.game, schedule, place, rows));
            faults.extend(rows::disorder(rows));
            faults.extend(rows::wrong_jackpot(place, rows, 1));
        }
        Block::CommunityWheel { rows, .. } => {
            faults.extend(rows::misfits(book.game, "community_wheel", place, rows));
            faults.extend(rows::disorder(rows));
            faults.extend(rows::wrong_jackpot(place, rows, 0));
        }
        Block::Envy { rows, .. } => {
            faults.extend(rows::misfits(book.game, "envy", place, rows));
            faults.extend(rows::disorder(rows));
        }
        Block::CommunityPay { tiers, .. } => faults.extend(rows::wrong_tiers(place, tiers)),
        Block::Floors { .. } | Block::Letters { .. } => {}
    }
}

/// The rows of the paytables and wheels of one schedule, by letter.
fn tables<'a>(book: &'a Book, of: &'a str) -> impl Iterator<Item = (&'a Place, &'a str, &'a [Row])> {
    book.blocks.iter().filter_map(move |(place, block)| match block {
        Block::Paytable { schedule, letter, rows } | Block::Wheel { schedule, letter, rows } if schedule == of => {
            Some((place, letter.as_str(), rows.as_slice()))
        }
        _ => None,
    })
}
