//! `baize clauses`: what holds each clause of the rules, as a table by game and chapter or for one clause.

use game_core::clause::{Clause, HeldBy, clauses};
use game_core::game::GameId;
use std::io::{self, Write};
use std::process::ExitCode;

/// How many ids are offered in place of one that does not exist.
const NEAREST: usize = 5;

/// Prints the coverage of the rules, or one clause and what holds it. An unknown id or a wrong call exits with 2.
#[must_use]
pub(crate) fn run(args: &[String]) -> ExitCode {
    match answer(args, &mut io::stdout().lock(), &mut io::stderr().lock()) {
        Ok(code) => code,
        // A reader that stops listening, such as `head`, is no failure of ours.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn answer(args: &[String], out: &mut impl Write, err: &mut impl Write) -> io::Result<ExitCode> {
    match args {
        [] => coverage(out)?,
        [id] => match Clause::find(id) {
            Some(clause) => describe(clause, out)?,
            None => {
                writeln!(err, "'{id}' is not a clause of the register. Nearest: {}", nearest(id).join(", "))?;
                return Ok(ExitCode::from(2));
            }
        },
        _ => {
            writeln!(err, "usage: baize clauses [ID]")?;
            return Ok(ExitCode::from(2));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn describe(clause: &Clause, out: &mut impl Write) -> io::Result<()> {
    let Clause { id, game, chapter, kind, duty, held_by } = clause;
    writeln!(out, "{id}  {}, chapter {chapter}, {kind}", game.title())?;
    writeln!(out, "duty     {duty}")?;
    writeln!(out, "held by  {held_by}: {}", meaning(*held_by))
}

const fn meaning(held_by: HeldBy) -> &'static str {
    match held_by {
        HeldBy::Test => "at least one test names it, and the tests fail if none does",
        HeldBy::Physical => "technique, furniture or a person's duty, which software cannot hold",
        HeldBy::Screen => "waits for the screens that show it",
        HeldBy::Device => "waits for the devices that report it",
        HeldBy::Definition => "gives a word its meaning",
        HeldBy::Layout => "printed on the physical layout",
    }
}

/// One line of the coverage table: how many clauses each holder holds.
#[derive(Clone, Copy, Default)]
struct Tally {
    clauses: usize,
    test: usize,
    physical: usize,
    screen: usize,
    device: usize,
    words: usize,
}

impl Tally {
    fn of<'a>(clauses: impl Iterator<Item = &'a Clause>) -> Self {
        clauses.fold(Self::default(), |mut tally, clause| {
            tally.clauses += 1;
            *tally.held(clause.held_by) += 1;
            tally
        })
    }

    const fn held(&mut self, held_by: HeldBy) -> &mut usize {
        match held_by {
            HeldBy::Test => &mut self.test,
            HeldBy::Physical => &mut self.physical,
            HeldBy::Screen => &mut self.screen,
            HeldBy::Device => &mut self.device,
            HeldBy::Definition | HeldBy::Layout => &mut self.words,
        }
    }

    fn write(self, game: &str, chapter: &str, out: &mut impl Write) -> io::Result<()> {
        let Self { clauses, test, physical, screen, device, words } = self;
        writeln!(
            out,
            "{game:<22}  {chapter:<9}  {clauses:>7}  {test:>4}  {physical:>8}  {screen:>6}  {device:>6}  {words:>17}"
        )
    }
}

fn coverage(out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{:<22}  {:<9}  {:>7}  {:>4}  {:>8}  {:>6}  {:>6}  {:>17}",
        "game", "chapter", "clauses", "test", "physical", "screen", "device", "definition/layout"
    )?;
    for game in GameId::ALL {
        for chapter in chapters(game) {
            let of_chapter = clauses().iter().filter(|clause| clause.game == game && clause.chapter == chapter);
            Tally::of(of_chapter).write(game.name(), chapter, out)?;
        }
        Tally::of(clauses().iter().filter(|clause| clause.game == game)).write(game.name(), "all", out)?;
    }
    Tally::of(clauses().iter()).write("all", "all", out)
}

/// A game's chapters, numbers in their order and names as the register has them.
fn chapters(game: GameId) -> Vec<&'static str> {
    let mut chapters: Vec<_> = clauses().iter().filter(|c| c.game == game).map(|c| c.chapter).collect();
    chapters.sort_by_key(|chapter| (chapter.parse::<u32>().unwrap_or(0), *chapter));
    chapters.dedup();
    chapters
}

/// The ids nearest to one that does not exist, nearest first: fewest edits, letter case aside.
fn nearest(id: &str) -> Vec<&'static str> {
    let wanted: Vec<char> = id.chars().take(64).map(|letter| letter.to_ascii_lowercase()).collect();
    let mut ids: Vec<_> = clauses().iter().map(|clause| clause.id.as_str()).collect();
    ids.sort_by_cached_key(|known| (edits(&wanted, &known.to_ascii_lowercase()), *known));
    ids.truncate(NEAREST);
    ids
}

/// How many letters must be put in, taken out or changed to make one word the other.
fn edits(from: &[char], to: &str) -> usize {
    let mut row: Vec<usize> = (0..=from.len()).collect();
    for (line, letter) in to.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for (column, other) in from.iter().enumerate() {
            let changed = diagonal + usize::from(*other != letter);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[from.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(args: &[&str]) -> (ExitCode, String, String) {
        let args: Vec<_> = args.iter().map(ToString::to_string).collect();
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let code = answer(&args, &mut out, &mut err).unwrap();
        (code, String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap())
    }

    #[test]
    fn one_clause_is_told_with_its_duty() {
        let (code, out, err) = said(&["LIR-12-A-1-a"]);
        assert_eq!((code, err.as_str()), (ExitCode::SUCCESS, ""));
        assert!(out.starts_with("LIR-12-A-1-a  Let It Ride Poker (Maryland), chapter 12, payout\nduty     settle: "));
        assert!(out.contains("held by  test"));
    }

    #[test]
    fn an_unknown_id_exits_with_2_and_offers_the_nearest() {
        let (code, out, err) = said(&["lir-12-a-1-A"]);
        assert_eq!((code, out.as_str()), (ExitCode::from(2), ""));
        assert!(err.contains("Nearest: LIR-12-A-1-a, "), "{err}");
        assert_eq!(said(&["LIR-12-A", "LIR-12-B"]).0, ExitCode::from(2));
    }

    #[test]
    fn the_coverage_adds_up() {
        let (code, out, _) = said(&[]);
        assert_eq!(code, ExitCode::SUCCESS);
        let chapters_in_order = out.find("  2   ").unwrap() < out.find("  10   ").unwrap();
        assert!(chapters_in_order, "{out}");
        let whole = Tally::of(clauses().iter());
        let held = whole.test + whole.physical + whole.screen + whole.device + whole.words;
        assert_eq!((whole.clauses, held), (clauses().len(), clauses().len()));
        assert!(out.lines().last().unwrap().contains(&whole.clauses.to_string()));
    }

    #[test]
    fn edits_are_counted() {
        let count = |from: &str, to: &str| edits(&from.chars().collect::<Vec<_>>(), to);
        assert_eq!([count("", "abc"), count("abc", ""), count("abc", "abd"), count("abc", "xabc")], [3, 3, 1, 1]);
    }
}
