//! The parts of an installation and their hashes.

use super::CheckError;
use crate::app::App;
use crate::config::Config;
use game_core::clause::clauses;
use game_core::game::GameId;
use game_core::money::Cents;
use game_core::paytable::{self, Schedule};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use store::significant::Kind;
use store::system::Hash;
use store::{Store, StoreError, system};

/// Parts by name.
pub type Parts = BTreeMap<String, Hash>;

const PROGRAM: &str = "program";
const CONFIGURATION: &str = "configuration";
const PAYTABLES: &str = "paytables";
const CLAUSES: &str = "clauses";
const SCHEMA: &str = "schema";

/// Rules are a part each, this before the version.
const RULES: &str = "rules/";

/// The highest stake that anything is printed for, in cents.
const STAKE_MAX: i64 = 5_000;

/// How much of the program is read at once.
const PIECE: usize = 1 << 16;

/// Every part.
pub(super) async fn all(app: &App) -> Result<Parts, CheckError> {
    let mut parts = of_database(&app.store).await?;
    parts.extend(embedded());
    if !app.config.shown.is_empty() {
        let shown = app.config.shown.iter().map(|(name, value)| (*name, &**value));
        parts.extend(of_configuration(shown));
    }
    if let Some(program) = app.config.program.clone() {
        let hashed = tokio::task::spawn_blocking(move || of_program(&program)).await;
        parts.extend(hashed.map_err(std::io::Error::other)??);
    }
    Ok(parts)
}

/// Whether a server so configured looks at this part at all.
pub(super) fn is_asked_for(config: &Config, part: &str) -> bool {
    match part {
        PROGRAM => config.program.is_some(),
        CONFIGURATION => !config.shown.is_empty(),
        _ => true,
    }
}

/// The kind of alarm when a part is not what is on record.
pub(super) fn alarm(part: &str) -> Kind {
    match part {
        PROGRAM => Kind::SoftwareMismatch,
        CONFIGURATION => Kind::ConfigurationMismatch,
        SCHEMA => Kind::SchemaMismatch,
        PAYTABLES | CLAUSES => Kind::PaytableMismatch,
        _ => Kind::LiveDataChange,
    }
}

/// The program's file.
///
/// # Errors
/// When it cannot be read.
pub fn of_program(path: &Path) -> std::io::Result<Parts> {
    let mut file = File::open(path)?;
    let (mut hash, mut piece) = (Sha256::new(), vec![0; PIECE]);
    loop {
        match file.read(&mut piece)? {
            0 => break,
            read => hash.update(piece.get(..read).unwrap_or_default()),
        }
    }
    Ok(BTreeMap::from([(PROGRAM.to_owned(), hash.finalize().into())]))
}

/// The configuration in force, as it may be shown.
pub fn of_configuration<'a>(shown: impl Iterator<Item = (&'static str, &'a str)>) -> Parts {
    BTreeMap::from([(CONFIGURATION.to_owned(), lines(shown.map(|(name, value)| format!("{name} = {value:?}"))))])
}

/// What is built into the program: every printed paytable and wheel, and the register of clauses.
#[must_use]
pub fn embedded() -> Parts {
    let clauses = clauses().iter().map(|clause| format!("{clause:?}"));
    BTreeMap::from([(PAYTABLES.to_owned(), lines(paytables())), (CLAUSES.to_owned(), lines(clauses))])
}

/// The schema and the rules that are kept.
///
/// # Errors
/// When the database fails.
pub async fn of_database(store: &Store) -> Result<Parts, StoreError> {
    let mut connection = store.pool().acquire().await?;
    let schema = lines(system::schema(&mut connection).await?.into_iter());
    let rules = system::rules(&mut connection).await?;
    let mut parts: Parts = rules.into_iter().map(|(version, hash)| (format!("{RULES}{version}"), hash)).collect();
    parts.insert(SCHEMA.to_owned(), schema);
    Ok(parts)
}

fn lines(lines: impl Iterator<Item = String>) -> Hash {
    let mut hash = Sha256::new();
    lines.for_each(|line| {
        hash.update(line);
        hash.update("\n");
    });
    hash.finalize().into()
}

/// Every row of every printed table and wheel, with the game and the schedule it belongs to.
fn paytables() -> impl Iterator<Item = String> {
    let each = GameId::ALL.into_iter().flat_map(|game| Schedule::ALL.into_iter().map(move |schedule| (game, schedule)));
    let printed = each.flat_map(|(game, schedule)| {
        let line = move |letter: &str, row: &dyn Debug| format!("{} {} {letter} {row:?}", game.name(), schedule.name());
        let tables = paytable::paytables(game, schedule).iter().flat_map(move |table| {
            let floors =
                paytable::floors(game, schedule, table.letter).iter().map(move |floor| line(table.letter, floor));
            table.rows.iter().map(move |row| line(table.letter, row)).chain(floors)
        });
        let wheels = paytable::wheels(game, schedule).iter();
        tables
            .chain(wheels.flat_map(move |wheel| wheel.segments.iter().map(move |segment| line(wheel.letter, segment))))
    });
    let envies = GameId::ALL.into_iter().flat_map(|game| letters(game).flat_map(move |letter| envies(game, letter)));
    let community = paytable::community_wheels().iter();
    printed.chain(envies).chain(community.map(|wheel| format!("community {} {:?}", wheel.letter, wheel.segments)))
}

/// The letters under which a game prints something that other seats are paid by.
fn letters(game: GameId) -> impl Iterator<Item = &'static str> {
    let schedules = [Schedule::ProgressivePayout, Schedule::BonusSpinProgressive, Schedule::BonusSpinXtremeProgressive];
    schedules.into_iter().flat_map(move |schedule| {
        let tables = paytable::paytables(game, schedule).iter().map(|table| table.letter);
        tables.chain(paytable::wheels(game, schedule).iter().map(|wheel| wheel.letter))
    })
}

/// What other seats are paid by a table or a wheel, at every stake it may have.
fn envies(game: GameId, letter: &'static str) -> impl Iterator<Item = String> {
    (1..=STAKE_MAX).map(Cents::new).filter_map(move |stake| {
        let rows = (paytable::envy(game, letter, stake), paytable::community_pay(letter, stake));
        matches!(rows, (Some(_), _) | (_, Some(_)))
            .then(|| format!("{} {letter} {stake:?} {:?} {:?}", game.name(), rows.0, rows.1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_altered_paytable_row_changes_the_hash_r65() {
        let printed: Vec<String> = paytables().collect();
        assert!(printed.len() > 400, "{}", printed.len());
        let whole = lines(printed.clone().into_iter());
        assert_eq!(embedded()[PAYTABLES], whole);
        for row in 0..printed.len() {
            let mut altered = printed.clone();
            altered[row] = altered[row].replacen('1', "2", 1) + " ";
            assert_ne!(lines(altered.into_iter()), whole, "{}", printed[row]);
        }
    }
}
