//! Every row names a clause of the register, of its own game and of the right kind, and no two rows name the same.

use super::super::book::{Block, Book};
use super::super::fault::{Fault, Place};
use super::super::names::Game;
use super::super::register::Register;
use std::collections::BTreeMap;

pub(super) fn check(register: &Register, books: &[Book], faults: &mut Vec<Fault>) {
    let mut seen: BTreeMap<&str, &Place> = BTreeMap::new();
    for book in books {
        for (place, clause, kind) in book.blocks.iter().flat_map(|(_, block)| named(block)) {
            faults.extend(wrong(register, book.game, clause, kind).map(|message| place.fault(message)));
            if let Some(first) = seen.insert(clause, place) {
                faults.push(place.fault(format!("{clause} already has a row at {}:{}", first.file, first.line)));
            }
        }
    }
}

fn wrong(register: &Register, game: &Game, id: &str, kind: &str) -> Option<String> {
    let Some(clause) = register.find(id) else {
        return Some(format!("{id} is not in the clause register"));
    };
    if clause.game != game {
        return Some(format!("{id} belongs to {}, expected a clause of {}", clause.game.name, game.name));
    }
    (clause.kind != kind).then(|| format!("{id} is a clause of kind {}, expected {kind}", clause.kind))
}

/// The clauses a block names, with the kind each must have.
fn named(block: &Block) -> Vec<(&Place, &str, &'static str)> {
    match block {
        Block::Paytable { rows, .. }
        | Block::Wheel { rows, .. }
        | Block::CommunityWheel { rows, .. }
        | Block::Envy { rows, .. } => rows.iter().map(|row| (&row.place, row.clause.as_str(), "payout")).collect(),
        Block::Floors { floors, .. } => {
            floors.iter().map(|floor| (&floor.place, floor.clause.as_str(), "config")).collect()
        }
        Block::CommunityPay { tiers, .. } => {
            tiers.iter().map(|tier| (&tier.place, tier.clause.as_str(), "payout")).collect()
        }
        Block::Letters { .. } => Vec::new(),
    }
}
