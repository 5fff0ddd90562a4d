//! The clause register: a CSV file in the byte order of its ids.

use super::fault::{Fault, Place};
use super::names::{self, Game, HOLDERS, KINDS};

const HEADER: &str = "id,game,chapter,kind,duty,held_by";

/// One clause as the register has it, checked.
#[derive(Debug)]
pub(crate) struct Clause {
    pub(crate) id: String,
    pub(crate) game: &'static Game,
    pub(crate) chapter: String,
    pub(crate) kind: String,
    pub(crate) duty: String,
    pub(crate) held_by: String,
}

/// Every clause, sorted by id.
#[derive(Debug)]
pub(crate) struct Register {
    pub(crate) clauses: Vec<Clause>,
}

impl Register {
    pub(crate) fn read(file: &str, text: &str) -> Result<Self, Vec<Fault>> {
        let mut lines = text.lines().enumerate().map(|(index, line)| (Place::new(file, index + 1), line));
        if lines.next().is_none_or(|(_, header)| header != HEADER) {
            return Err(vec![Place::new(file, 1).fault(format!("expected the header '{HEADER}'"))]);
        }
        let mut clauses: Vec<Clause> = Vec::new();
        let mut faults = Vec::new();
        for (place, line) in lines {
            match clause(line) {
                Ok(clause) if clauses.last().is_some_and(|last| last.id >= clause.id) => {
                    faults.push(place.fault(format!("{} is not after the id before it in byte order", clause.id)));
                }
                Ok(clause) => clauses.push(clause),
                Err(message) => faults.push(place.fault(message)),
            }
        }
        if faults.is_empty() { Ok(Self { clauses }) } else { Err(faults) }
    }

    pub(crate) fn find(&self, id: &str) -> Option<&Clause> {
        self.clauses.binary_search_by(|clause| clause.id.as_str().cmp(id)).ok().map(|found| &self.clauses[found])
    }
}

fn clause(line: &str) -> Result<Clause, String> {
    let Ok([id, game, chapter, kind, duty, held_by]) = <[String; 6]>::try_from(fields(line)?) else {
        return Err(format!("expected the six fields {HEADER}"));
    };
    let game = Game::find(&game).ok_or_else(|| format!("unknown game '{game}'"))?;
    if !id.starts_with(&format!("{}{chapter}-", game.prefix)) {
        return Err(format!("{id} does not begin with its game and chapter, '{}{chapter}-'", game.prefix));
    }
    if names::variant(&KINDS, &kind).is_none() {
        return Err(format!("{id}: unknown kind '{kind}', expected one of {}", names::listed(&KINDS)));
    }
    if names::variant(&HOLDERS, &held_by).is_none() {
        return Err(format!("{id}: held_by is '{held_by}', expected one of {}", names::listed(&HOLDERS)));
    }
    if duty.is_empty() {
        return Err(format!("{id}: the duty is empty"));
    }
    Ok(Clause { id, game, chapter, kind, duty, held_by })
}

/// The fields of a CSV line; a field may stand in double quotes, in which two quotes mean one.
fn fields(line: &str) -> Result<Vec<String>, String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        let field = fields.last_mut().ok_or("a line without a field")?;
        match letter {
            '"' if quoted && letters.next_if_eq(&'"').is_some() => field.push('"'),
            '"' if quoted || field.is_empty() => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            other => field.push(other),
        }
    }
    if quoted { Err("a quote is not closed".to_owned()) } else { Ok(fields) }
}
