//! One game's data file: the line `game NAME`, then blocks, each a heading and its rows.
//!
//! ```text
//! paytable SCHEDULE LETTER         CLAUSE HAND PAY [equal | out_of_order]
//! wheel SCHEDULE LETTER            CLAUSE SYMBOL PAY [equal | out_of_order]
//! community_wheel LETTER           CLAUSE SYMBOL PAY [equal | out_of_order]
//! envy LETTER STAKE                CLAUSE HAND PAY
//! floors SCHEDULE LETTER...        CLAUSE LEVEL INITIAL [RESET]
//! community_pay LETTER STAKE       CLAUSE TIER SPINNER+OTHERS AWARD
//! letters STAKE LETTER...          (no rows)
//! ```

use super::fault::{Fault, Place};
use super::line::{Line, lines};
use super::names::{Game, Hand};
use super::pay::{self, Pay};

/// Whether a row's pay is declared to stand out of descending order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    Descending,
    Equal,
    OutOfOrder,
}

/// What a row of a paytable or a wheel pays for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Subject {
    Hand(&'static Hand),
    Jackpot,
    Amount(u64),
}

/// A row of a paytable, an envy schedule or a wheel.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) place: Place,
    pub(crate) clause: String,
    pub(crate) subject: Subject,
    pub(crate) pay: Pay,
    pub(crate) mark: Mark,
}

/// A row of floors.
#[derive(Debug)]
pub(crate) struct Floor {
    pub(crate) place: Place,
    pub(crate) clause: String,
    pub(crate) level: &'static str,
    pub(crate) initial: u64,
    pub(crate) reset: u64,
}

/// A row of Community Pay.
#[derive(Debug)]
pub(crate) struct Tier {
    pub(crate) place: Place,
    pub(crate) clause: String,
    pub(crate) tier: u8,
    pub(crate) shown: u64,
    pub(crate) award: u64,
}

/// What a block holds.
#[derive(Debug)]
pub(crate) enum Block {
    Paytable { schedule: String, letter: String, rows: Vec<Row> },
    Wheel { schedule: String, letter: String, rows: Vec<Row> },
    CommunityWheel { letter: String, rows: Vec<Row> },
    Envy { letter: String, stake: u64, rows: Vec<Row> },
    Floors { schedule: String, letters: Vec<String>, floors: Vec<Floor> },
    CommunityPay { letter: String, stake: u64, tiers: Vec<Tier> },
    Letters { stake: u64, letters: Vec<String> },
}

/// One game's file.
#[derive(Debug)]
pub(crate) struct Book {
    pub(crate) game: &'static Game,
    pub(crate) start: Place,
    pub(crate) blocks: Vec<(Place, Block)>,
}

impl Book {
    pub(crate) fn read(file: &str, text: &str) -> Result<Self, Vec<Fault>> {
        let mut lines = lines(file, text);
        let (start, game) = match lines.next() {
            Some(Line { place, words }) if words.len() == 2 && words[0] == "game" => {
                let game = Game::find(words[1]);
                (place.clone(), game.ok_or_else(|| vec![place.fault(format!("unknown game '{}'", words[1]))])?)
            }
            _ => return Err(vec![Place::new(file, 1).fault("expected the file to begin with 'game NAME'")]),
        };
        let mut book = Self { game, start, blocks: Vec::new() };
        let mut faults = Vec::new();
        for line in lines {
            if let Err(message) = book.take(&line) {
                faults.push(line.place.fault(message));
            }
        }
        if faults.is_empty() { Ok(book) } else { Err(faults) }
    }

    /// Takes a heading or adds a row to the last block.
    fn take(&mut self, line: &Line<'_>) -> Result<(), String> {
        if let Some(block) = heading(&line.words)? {
            self.blocks.push((line.place.clone(), block));
            return Ok(());
        }
        match self.blocks.last_mut() {
            Some((_, block)) => block.add(line),
            None => Err(format!("'{}' stands before the first heading", line.words.join(" "))),
        }
    }
}

fn heading(words: &[&str]) -> Result<Option<Block>, String> {
    let own = |word: &str| word.to_owned();
    let all = |words: &[&str]| words.iter().map(|word| own(word)).collect::<Vec<_>>();
    Ok(Some(match *words {
        ["paytable", schedule, letter] => {
            Block::Paytable { schedule: own(schedule), letter: own(letter), rows: Vec::new() }
        }
        ["wheel", schedule, letter] => Block::Wheel { schedule: own(schedule), letter: own(letter), rows: Vec::new() },
        ["community_wheel", letter] => Block::CommunityWheel { letter: own(letter), rows: Vec::new() },
        ["envy", letter, stake] => Block::Envy { letter: own(letter), stake: pay::dollars(stake)?, rows: Vec::new() },
        ["floors", schedule, ref letters @ ..] if !letters.is_empty() => {
            Block::Floors { schedule: own(schedule), letters: all(letters), floors: Vec::new() }
        }
        ["community_pay", letter, stake] => {
            Block::CommunityPay { letter: own(letter), stake: pay::dollars(stake)?, tiers: Vec::new() }
        }
        ["letters", stake, ref letters @ ..] if !letters.is_empty() => {
            Block::Letters { stake: pay::dollars(stake)?, letters: all(letters) }
        }
        _ => return Ok(None),
    }))
}

impl Block {
    fn add(&mut self, line: &Line<'_>) -> Result<(), String> {
        match self {
            Self::Paytable { rows, .. } | Self::Envy { rows, .. } => rows.push(row(line, hand)?),
            Self::Wheel { rows, .. } | Self::CommunityWheel { rows, .. } => rows.push(row(line, symbol)?),
            Self::Floors { floors, .. } => floors.push(floor(line)?),
            Self::CommunityPay { tiers, .. } => tiers.push(tier(line)?),
            Self::Letters { .. } => return Err(format!("'{}' is not a heading", line.words.join(" "))),
        }
        Ok(())
    }
}

fn row(line: &Line<'_>, subject: fn(&str) -> Result<Subject, String>) -> Result<Row, String> {
    let (mark, words) = match *line.words {
        [ref words @ .., "equal"] => (Mark::Equal, words),
        [ref words @ .., "out_of_order"] => (Mark::OutOfOrder, words),
        ref words => (Mark::Descending, words),
    };
    let [clause, name, ref pay @ ..] = *words else {
        return Err(format!("'{}' is not a row, expected a clause, a hand or symbol, and a pay", words.join(" ")));
    };
    Ok(Row {
        place: line.place.clone(),
        clause: clause.to_owned(),
        subject: subject(name)?,
        pay: Pay::read(pay)?,
        mark,
    })
}

fn hand(name: &str) -> Result<Subject, String> {
    Hand::find(name).map(Subject::Hand).ok_or_else(|| format!("unknown hand '{name}'"))
}

fn symbol(name: &str) -> Result<Subject, String> {
    match name {
        "jackpot" => Ok(Subject::Jackpot),
        amount => Ok(Subject::Amount(pay::dollars(amount)?)),
    }
}

fn floor(line: &Line<'_>) -> Result<Floor, String> {
    let (clause, level, initial, reset) = match *line.words {
        [clause, level, both] => (clause, level, both, both),
        [clause, level, initial, reset] => (clause, level, initial, reset),
        _ => return Err("expected a clause, a meter, and its least initial and reset amounts".to_owned()),
    };
    Ok(Floor {
        place: line.place.clone(),
        clause: clause.to_owned(),
        level: pay::meter(level)?,
        initial: pay::dollars(initial)?,
        reset: pay::dollars(reset)?,
    })
}

fn tier(line: &Line<'_>) -> Result<Tier, String> {
    let [clause, tier, symbol, award] = *line.words else {
        return Err("expected a clause, a tier, the two amounts of the symbol, and an award".to_owned());
    };
    let (_, others) = symbol.split_once('+').ok_or_else(|| format!("symbol '{symbol}', expected $100+$20"))?;
    Ok(Tier {
        place: line.place.clone(),
        clause: clause.to_owned(),
        tier: tier.parse().map_err(|_| format!("tier '{tier}', expected 1, 2 or 3"))?,
        shown: pay::dollars(others)?,
        award: pay::dollars(award)?,
    })
}
