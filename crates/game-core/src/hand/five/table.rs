//! The table behind the five-card evaluator, laid out by the compiler.
//!
//! The keys of five cards add up to a row and a column (see [`Card::key`]). The row's offset plus the column is a cell,
//! and the cell names the category. Offsets are chosen so that rows overlap wherever they agree, which squeezes all
//! 6,175 patterns of ranks into two kilobytes. The builder refuses to compile when two patterns of different category
//! meet in one row and column, so the numbers in the keys need no trust.

use super::super::{FiveCard, LowAce};
use crate::card::{Card, Rank, Suit};

/// The number of ways to choose five ranks of which at most four are equal.
const PATTERNS: usize = 6_175;

const ROWS: usize = 1 << (32 - Card::ROW_SHIFT);

/// Offsets count in units of this many cells, so that one byte reaches across the whole table.
const STEP: usize = 8;

/// The farthest cell is the highest offset plus the highest column; with that many cells no bounds check is needed.
const CELLS: usize = (u8::MAX as usize) * STEP + (u8::MAX as usize) + 1;

/// The meaning of every cell under one reading of the ace.
pub(super) type Kinds = [FiveCard; CELLS];

const LAYOUT: Layout = Layout::build();

/// How far into the cells each row begins.
static OFFSETS: [u8; ROWS] = LAYOUT.offsets;

/// The cell a sum of five keys leads to.
#[inline]
pub(super) fn cell(sum: u32) -> usize {
    usize::from(OFFSETS[row(sum)]) * STEP + column(sum)
}

/// The meaning of every cell.
pub(super) const fn kinds(ace: LowAce) -> Kinds {
    let mut kinds = [FiveCard::HighCard; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        kinds[cell] = kind(LAYOUT.labels[cell], ace);
        cell += 1;
    }
    kinds
}

/// The sum of the keys of five ranks, their suits left out.
pub(super) const fn rank_sum([a, b, c, d, e]: [usize; 5]) -> u32 {
    KEYS[a].wrapping_add(KEYS[b]).wrapping_add(KEYS[c]).wrapping_add(KEYS[d]).wrapping_add(KEYS[e])
}

/// The keys of the suit that adds nothing.
const KEYS: [u32; 13] = {
    let (mut keys, mut rank) = ([0; 13], 0);
    while rank < 13 {
        keys[rank] = Card::new(Rank::ALL[rank], Suit::Clubs).key();
        rank += 1;
    }
    keys
};

#[inline]
const fn row(sum: u32) -> usize {
    (sum >> Card::ROW_SHIFT) as usize
}

#[inline]
const fn column(sum: u32) -> usize {
    (sum >> Card::COLUMN_SHIFT) as usize & 0xff
}

/// A category while the table is being laid out: the rank of a lone pair, or one of the constants below.
type Label = usize;

const PAIR_OF_ACES: Label = Rank::Ace as Label;
const HIGH_CARD: Label = 13;
const TWO_PAIR: Label = 14;
const THREE_OF_A_KIND: Label = 15;
const STRAIGHT: Label = 16;
/// The ace-low straight, which only some readings count.
const WHEEL: Label = 17;
const FULL_HOUSE: Label = 18;
const FOUR_OF_A_KIND: Label = 19;
const FREE: Label = 20;

const fn kind(label: Label, ace: LowAce) -> FiveCard {
    match (label, ace) {
        (0..=PAIR_OF_ACES, _) => FiveCard::Pair(Rank::ALL[label]),
        (TWO_PAIR, _) => FiveCard::TwoPair,
        (THREE_OF_A_KIND, _) => FiveCard::ThreeOfAKind,
        (STRAIGHT, _) | (WHEEL, LowAce::Counts) => FiveCard::Straight,
        (FULL_HOUSE, _) => FiveCard::FullHouse,
        (FOUR_OF_A_KIND, _) => FiveCard::FourOfAKind,
        _ => FiveCard::HighCard,
    }
}

/// The label of five ranks in rising order, where equal ranks are neighbours.
const fn label([a, b, c, d, e]: [usize; 5]) -> Label {
    let equal_neighbours = (a == b) as u8 + (b == c) as u8 + (c == d) as u8 + (d == e) as u8;
    match equal_neighbours {
        0 if e - a == 4 => STRAIGHT,
        0 if d == Rank::Five as usize && e == Rank::Ace as usize => WHEEL,
        0 => HIGH_CARD,
        1 if a == b => a,
        1 if b == c => b,
        1 if c == d => c,
        1 => d,
        2 if a == c || b == d || c == e => THREE_OF_A_KIND,
        2 => TWO_PAIR,
        _ if a == d || b == e => FOUR_OF_A_KIND,
        _ => FULL_HOUSE,
    }
}

/// Every pattern of ranks, grouped by row: `first` heads a row's chain and `next` continues it; `PATTERNS` ends it.
struct Patterns {
    columns: [usize; PATTERNS],
    labels: [Label; PATTERNS],
    first: [usize; ROWS],
    next: [usize; PATTERNS],
}

impl Patterns {
    const fn list() -> Self {
        let mut list = Self {
            columns: [0; PATTERNS],
            labels: [FREE; PATTERNS],
            first: [PATTERNS; ROWS],
            next: [PATTERNS; PATTERNS],
        };
        let (mut ranks, mut count) = ([0; 5], 0);
        while ranks[0] < 13 {
            if ranks[0] != ranks[4] {
                let sum = rank_sum(ranks);
                list.columns[count] = column(sum);
                list.labels[count] = label(ranks);
                list.next[count] = list.first[row(sum)];
                list.first[row(sum)] = count;
                count += 1;
            }
            ranks = following(ranks);
        }
        assert!(count == PATTERNS, "a pattern of ranks is missing");
        list
    }

    /// Whether a row can begin at a cell without changing what other rows put there.
    const fn fits(&self, row: usize, start: usize, labels: &[Label; CELLS]) -> bool {
        let mut pattern = self.first[row];
        while pattern < PATTERNS {
            let taken = labels[start + self.columns[pattern]];
            if taken != FREE && taken != self.labels[pattern] {
                return false;
            }
            pattern = self.next[pattern];
        }
        true
    }
}

/// The next five ranks in rising order; after the last the first rank is past the ace.
const fn following(mut ranks: [usize; 5]) -> [usize; 5] {
    let mut card = 4;
    while card > 0 && ranks[card] == 12 {
        card -= 1;
    }
    let rank = ranks[card] + 1;
    while card < 5 {
        ranks[card] = rank;
        card += 1;
    }
    ranks
}

struct Layout {
    offsets: [u8; ROWS],
    labels: [Label; CELLS],
}

impl Layout {
    /// Puts every row at the first offset where it fits.
    const fn build() -> Self {
        let patterns = Patterns::list();
        let mut layout = Self { offsets: [0; ROWS], labels: [FREE; CELLS] };
        let mut row = 0;
        while row < ROWS {
            let mut offset = 0u8;
            while !patterns.fits(row, offset as usize * STEP, &layout.labels) {
                offset += 1;
            }
            layout.offsets[row] = offset;
            let mut pattern = patterns.first[row];
            while pattern < PATTERNS {
                let cell = &mut layout.labels[offset as usize * STEP + patterns.columns[pattern]];
                assert!(*cell == FREE || *cell == patterns.labels[pattern], "two categories share a row and a column");
                *cell = patterns.labels[pattern];
                pattern = patterns.next[pattern];
            }
            row += 1;
        }
        layout
    }
}
