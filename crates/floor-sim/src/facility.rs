//! Making a facility through the public interface: tables from Rules Submissions, and patrons at their seats.

use crate::client::{Answered, Client};
use crate::progressive;
use game_core::game::{PlayerId, Seat};
use serde_json::{Value, json};
use wire::id::{SubmissionId, TableId};

/// The submissions of a demonstration: every game, with everything it offers.
const EXAMPLES: [(&str, &str); 4] = [
    ("Let It Ride", include_str!("../../../docs/examples/submissions/let-it-ride-rich.json")),
    ("2-3-5 Stud", include_str!("../../../docs/examples/submissions/two-three-five-rich.json")),
    ("Criss Cross", include_str!("../../../docs/examples/submissions/criss-cross-rich.json")),
    ("California", include_str!("../../../docs/examples/submissions/california-rich.json")),
];

/// The submissions of the base games alone: what is won does not hang on a wheel.
const PLAIN: [(&str, &str); 4] = [
    ("Let It Ride", include_str!("../../../docs/examples/submissions/let-it-ride-plain.json")),
    ("2-3-5 Stud", include_str!("../../../docs/examples/submissions/two-three-five-plain.json")),
    ("Criss Cross", include_str!("../../../docs/examples/submissions/criss-cross-plain.json")),
    ("California", include_str!("../../../docs/examples/submissions/california-plain.json")),
];

/// A table's keys: who plays at it, seat by seat from the first.
#[derive(Clone)]
pub struct Place {
    /// The table.
    pub table: TableId,
    /// The token of its dealer.
    pub dealer: String,
    /// The keys of its terminals.
    pub terminals: Vec<String>,
}

/// Logs never show keys.
impl std::fmt::Debug for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Place").field("table", &self.table).field("terminals", &self.terminals.len()).finish()
    }
}

/// The names and submissions of a demonstration's tables, each with a virtual shoe.
///
/// # Errors
/// When an example is not JSON.
pub fn examples() -> Result<Vec<(String, Value)>, serde_json::Error> {
    with_virtual_shoes(EXAMPLES)
}

/// A table of a demonstration: its name, its submission, and what it is there for.
#[derive(Clone, Debug)]
pub struct Exhibit {
    /// The name.
    pub name: &'static str,
    /// The submission.
    pub submission: Value,
    /// What it is there for.
    pub part: Part,
}

/// What a table of a demonstration is there for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// It is dealt from a virtual shoe, or by simulated devices where its name says so.
    Plain,
    /// The same, and it plays for the progressive that tables share.
    Linked,
    /// Its simulated shoe is stacked, so that a jackpot comes up now and then. It has a meter of its own, which no other table can
    /// join.
    Staged,
}

/// The tables of a demonstration.
///
/// # Errors
/// When an example is not JSON.
pub fn demonstration() -> Result<Vec<Exhibit>, serde_json::Error> {
    let mut tables = Vec::new();
    for (place, (_, mut submission)) in examples()?.into_iter().enumerate() {
        let (name, letter, devices) = match place {
            0 => ("Let It Ride", Some("E"), false),
            1 => ("2-3-5 Stud with devices", Some("D"), true),
            2 => ("Criss Cross with devices and a wheel", None, true),
            _ => ("California", None, false),
        };
        submission["name"] = json!(name);
        submission["equipment"]["virtual_shoe"] = json!(!devices);
        if let Some(letter) = letter {
            submission["wagers"]["progressive_payout"] = progressive::offered(letter);
        }
        let part = if letter.is_some() { Part::Linked } else { Part::Plain };
        tables.push(Exhibit { name, submission, part });
    }
    let (name, part) = ("Let It Ride, staged with a stacked shoe", Part::Staged);
    tables.push(Exhibit { name, submission: staged()?, part });
    Ok(tables)
}

/// A table with a shoe that reads cards, which somebody stacked.
fn staged() -> Result<Value, serde_json::Error> {
    let mut submission: Value = serde_json::from_str(PLAIN[0].1)?;
    submission["name"] = json!("Let It Ride, staged with a stacked shoe");
    submission["seats"] = json!(4);
    submission["wagers"]["progressive_payout"] = progressive::offered("E");
    submission["equipment"] = json!({
        "dealing": "automated_shoe",
        "shuffle": { "method": "machine", "counts_cards": true },
        "card_reader": true,
        "virtual_shoe": false,
        "progressive_system": true
    });
    submission["options"]["second_validation_from_cents"] = json!(100_000);
    Ok(submission)
}

/// The names and submissions of the base games, each with a virtual shoe.
///
/// # Errors
/// When an example is not JSON.
pub fn plain_examples() -> Result<Vec<(String, Value)>, serde_json::Error> {
    with_virtual_shoes(PLAIN)
}

fn with_virtual_shoes(texts: [(&str, &str); 4]) -> Result<Vec<(String, Value)>, serde_json::Error> {
    let submissions = texts.into_iter().map(|(name, text)| {
        let mut submission: Value = serde_json::from_str(text)?;
        submission["equipment"]["card_reader"] = json!(true);
        submission["equipment"]["virtual_shoe"] = json!(true);
        Ok((name.to_owned(), submission))
    });
    submissions.collect()
}

/// The submission of a table under load: the base game alone, dealt in stacks by a virtual shoe.
#[must_use]
pub fn load_submission(seats: u8) -> Value {
    json!({
        "game": "let_it_ride_md",
        "name": format!("Let It Ride under load, {seats} seats"),
        "approval": "LOAD-0001",
        "seats": seats,
        "limits": { "min_cents": 500, "max_cents": 50_000 },
        "wagers": { "let_it_ride": { "paytable": "A" } },
        "equipment": {
            "dealing": "automated_shoe",
            "shuffle": { "method": "machine", "counts_cards": true },
            "card_reader": true,
            "virtual_shoe": true
        }
    })
}

/// The same with a shoe, a shuffler and a wager sensor of its own, and a progressive wager for the sensor to see.
#[must_use]
pub fn equipped_load_submission(seats: u8) -> Value {
    let mut submission = load_submission(seats);
    submission["name"] = json!(format!("Let It Ride with devices under load, {seats} seats"));
    submission["approval"] = json!("LOAD-0002");
    submission["wagers"]["progressive_payout"] = progressive::offered("E");
    submission["equipment"]["progressive_system"] = json!(true);
    submission["equipment"]["virtual_shoe"] = json!(false);
    submission
}

/// Has a Rules Submission proposed by one and approved by the other, with all that there is to think about in it acknowledged.
///
/// # Errors
/// When the server refuses it.
pub async fn approved(proposer: &Client, approver: &Client, document: &Value) -> Answered<SubmissionId> {
    let (submission, approval) = proposer.propose_rules(document).await?;
    approver.agree(approval).await?;
    Ok(submission)
}

/// Seats a patron at each of the first seats, where nobody sits yet. A patron's number tells table and seat.
///
/// # Errors
/// When the server refuses one.
pub async fn fill(dealer: &Client, table: TableId, seats: usize, first_player: u64) -> Answered<()> {
    let taken = dealer.table(table).await?;
    let view = taken.view.view().map_err(crate::client::ClientError::transport)?;
    for view in view.felt.seats.iter().take(seats).filter(|seat| !seat.taken) {
        dealer.seat(table, view.seat, player(first_player, view.seat)).await?;
    }
    Ok(())
}

fn player(first: u64, seat: Seat) -> PlayerId {
    PlayerId(first + u64::from(seat.number()) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::submission::check;

    #[test]
    fn every_submission_made_here_is_a_valid_one() {
        let demonstration = examples().unwrap().into_iter().map(|(_, submission)| submission);
        for submission in demonstration.chain((1..=7).map(load_submission)) {
            let (_, rules) = check(&submission.to_string()).unwrap();
            assert!(rules.virtual_shoe(), "{}", rules.name());
        }
    }

    #[test]
    fn of_a_demonstrations_tables_half_have_devices_and_only_the_staged_one_a_stacked_shoe() {
        let parts = demonstration().unwrap().into_iter().map(|exhibit| {
            let (_, rules) = check(&exhibit.submission.to_string()).unwrap_or_else(|wrong| panic!("{wrong:#?}"));
            let devices = exhibit.name.contains("devices");
            assert_eq!(rules.virtual_shoe(), !devices && exhibit.part != Part::Staged, "{}", exhibit.name);
            assert_eq!(exhibit.name.contains("stacked"), exhibit.part == Part::Staged, "it says what it is");
            exhibit.part
        });
        assert_eq!(parts.collect::<Vec<_>>(), [Part::Linked, Part::Linked, Part::Plain, Part::Plain, Part::Staged]);
    }
}
