//! The demonstration floor: tables of all four games with everybody at them, played at a human pace until stopped.

use crate::client::{Client, ClientError};
use crate::dealer::{Crew, Dealer, DealerError, Manners};
use crate::device::{Chips, SENSED, WagerHabit};
use crate::dice::Dice;
use crate::facility::{Part, Place, approved, demonstration, fill};
use crate::player::{Bearing, Errors, Habit, Mind, Player, stopped};
use crate::progressive;
use crate::socket::SocketError;
use crate::tally::Tally;
use game_core::game::Seat;
use game_core::rules::{Rules, Stakes};
use game_core::submission;
use game_odds::strategy::BestPlay;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinSet;
use wire::id::{JackpotId, TableId};
use wire::rest::jackpots::{Jackpot, JackpotState};

/// The pause before somebody whose line was away for long tries again.
const REST: Duration = Duration::from_secs(2);

/// How often jackpots are looked for, and how many.
const LOOK: Duration = Duration::from_millis(500);
const JACKPOTS: u32 = 50;

/// What a player may take to think at speed 1.
const THINK: Duration = Duration::from_millis(3500);

/// How long patrons take at speed 1 before they put a wager on a sensor's spot: their base wager comes first.
const SPOT: Duration = Duration::from_millis(4500);

/// The seat of the staged table that its shoe is stacked for: its player places every side wager.
pub const STACKED_FOR: u8 = 4;

/// A demonstration.
#[derive(Clone, Debug)]
pub struct DemoOptions {
    /// Two floorpersons' sessions.
    pub floorpersons: Vec<Client>,
    /// A cashier's session.
    pub cashier: Client,
    /// The tables, each with its submission and the keys of its terminals.
    pub tables: Vec<DemoTable>,
    /// How many times as fast as people.
    pub speed: u32,
    /// Mistakes, repeats and broken lines of the players.
    pub errors: Errors,
    /// Where all that is random comes from.
    pub seed: u64,
}

/// A table of a demonstration.
#[derive(Clone, Debug)]
pub struct DemoTable {
    /// The table and its terminals' keys.
    pub place: Place,
    /// What it is played by, for the players who go by the odds.
    pub submission: Value,
    /// What it is there for.
    pub part: Part,
}

/// A table of a demonstration that is made.
#[derive(Clone, Debug)]
pub struct Made {
    /// Its name.
    pub name: String,
    /// Which.
    pub table: TableId,
    /// What it is played by.
    pub submission: Value,
    /// What it is there for.
    pub part: Part,
}

/// Why a demonstration cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// A request was refused or lost.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// An example is not a submission.
    #[error("an example cannot be read: {0}")]
    Example(#[from] serde_json::Error),
}

/// Makes the tables of a demonstration, or finds those of an earlier one, and has those that share a progressive play for it. Two
/// pit managers stand for the rules and for the progressive.
///
/// # Errors
/// When the server refuses.
pub async fn make_tables(pit_manager: &Client, second: &Client) -> Result<Vec<Made>, DemoError> {
    let mut tables = Vec::new();
    let present = pit_manager.tables(wire::rest::tables::TablesQuery::default()).await?.tables;
    for exhibit in demonstration()? {
        let table = match present.iter().find(|table| table.name == exhibit.name) {
            Some(table) => table.id,
            None => {
                let approved = approved(pit_manager, second, &exhibit.submission).await?;
                pit_manager.create_table(exhibit.name, approved).await?.id
            }
        };
        let (name, submission, part) = (exhibit.name.to_owned(), exhibit.submission, exhibit.part);
        tables.push(Made { name, table, submission, part });
    }
    let linked: Vec<TableId> = tables.iter().filter(|made| made.part == Part::Linked).map(|made| made.table).collect();
    progressive::link(pit_manager, second, &linked).await?;
    Ok(tables)
}

/// The wagers that the patrons of a table are in the habit of placing on a sensor's spots: as often as they place others at their
/// terminals, and those at the higher seats for more.
#[must_use]
pub fn wager_habits(rules: &Rules) -> Vec<WagerHabit> {
    let at = |seat: Seat| {
        let per_mille = habit(seat).side_bets_per_mille();
        SENSED.into_iter().filter_map(move |wager| {
            let amount = match rules.stakes(wager)? {
                Stakes::OneOf(amounts) => *amounts.get(seat.index() % amounts.len().max(1))?,
                between @ Stakes::Between { .. } => between.least(),
            };
            Some(WagerHabit { chips: Chips { seat, wager, amount }, per_mille })
        })
    };
    Seat::first(rules.seats()).flat_map(at).filter(|habit| habit.per_mille > 0).collect()
}

/// How long patrons take before they put a wager on a sensor's spot, so many times as fast as people.
#[must_use]
pub fn spot_pace(speed: u32) -> Duration {
    SPOT / speed.max(1)
}

/// What kind of player sits at a seat.
fn habit(seat: Seat) -> Habit {
    Habit::ALL[seat.index() % Habit::ALL.len()]
}

/// Tells in words how jackpots come along, until told to stop. What was there before is not told.
pub async fn follow_jackpots(
    auditor: Client,
    names: BTreeMap<TableId, String>,
    mut stop: watch::Receiver<bool>,
    mut tell: impl FnMut(&str),
) {
    let mut known: Option<BTreeMap<JackpotId, JackpotState>> = None;
    while !*stop.borrow() {
        // Somebody who cannot ask now asks again later.
        if let Ok(page) = auditor.jackpots(JACKPOTS).await {
            for jackpot in page.jackpots.iter().rev() {
                let before = known.as_ref().map(|known| known.get(&jackpot.id).copied());
                if before.is_some_and(|before| before != Some(jackpot.state)) {
                    tell(&told(jackpot, names.get(&jackpot.table).map_or("a table", String::as_str)));
                }
            }
            known = Some(page.jackpots.iter().map(|jackpot| (jackpot.id, jackpot.state)).collect());
        }
        let _ = tokio::time::timeout(LOOK, stopped(&mut stop)).await;
    }
}

fn told(jackpot: &Jackpot, table: &str) -> String {
    let level = jackpot.share.as_ref().map_or("prize", |share| &*share.level);
    let state = match jackpot.state {
        JackpotState::Hit => format!("hit with {}; the meter has started again", jackpot.hand),
        JackpotState::HandVerified => "the dealer has verified the hand".to_owned(),
        JackpotState::LightVerified => "the dealer has verified that the wager was accepted".to_owned(),
        JackpotState::Paid => {
            let second = if jackpot.second.is_some() { " by two people" } else { "" };
            format!("validated{second} and paid, slip {}", jackpot.slip.unwrap_or_default())
        }
        JackpotState::Refused => "refused by two people; it is back on the meter".to_owned(),
        JackpotState::Void => "void with its round".to_owned(),
    };
    format!("{table}, seat {}: {level} {}, {state}", jackpot.seat, jackpot.paid_cents)
}

/// Seats the players and plays until told to stop. Somebody whose line breaks for long comes back later.
///
/// # Errors
/// When a player cannot be seated.
pub async fn run(options: DemoOptions, stop: watch::Receiver<bool>, tally: Arc<Tally>) -> Result<(), DemoError> {
    let floor = Dice::new(options.seed);
    let mut everybody = JoinSet::new();
    for (number, table) in (1..).zip(options.tables.iter().cloned()) {
        let Some(floorperson) = options.floorpersons.first() else { continue };
        let dealer = floorperson.apart().with_key(&table.place.dealer);
        fill(&dealer, table.place.table, table.place.terminals.len(), number * 100 + 1).await?;
        let manners = Manners { shuffler: has_shuffler(&table.submission), ..Manners::human(options.speed) };
        let best = best_play(table.submission).await;
        let dice = floor.of(number);
        for (seat, key) in (1..).zip(&table.place.terminals) {
            let Some(seat) = Seat::new(seat) else { continue };
            let mind = Mind::new(seat, habit(seat), best.clone(), dice.of(u64::from(seat.number())));
            let bearing = Bearing { think_max: THINK / options.speed.max(1), errors: options.errors };
            let client = dealer.apart().with_key(key);
            everybody.spawn(keep_playing(client, mind, bearing, stop.clone(), Arc::clone(&tally)));
        }
        everybody.spawn(keep_dealing(
            options.clone(),
            dealer,
            table.place.table,
            manners,
            dice,
            stop.clone(),
            Arc::clone(&tally),
        ));
    }
    everybody.join_all().await;
    Ok(())
}

/// Whether a machine of its own shuffles a table's cards.
fn has_shuffler(submission: &Value) -> bool {
    let rules = submission::check(&submission.to_string());
    rules.is_ok_and(|(_, rules)| rules.equipment().machine_shuffles() && !rules.virtual_shoe())
}

/// What the odds say at a table. Working it out takes a moment, and nobody else should wait for it.
async fn best_play(submission: Value) -> Option<Arc<BestPlay>> {
    let worked_out = tokio::task::spawn_blocking(move || {
        let (_, rules) = submission::check(&submission.to_string()).ok()?;
        Some(Arc::new(BestPlay::new(&rules)))
    });
    worked_out.await.ok().flatten()
}

async fn keep_playing(client: Client, mind: Mind, bearing: Bearing, stop: watch::Receiver<bool>, tally: Arc<Tally>) {
    while !*stop.borrow() {
        let played: Result<(), SocketError> = async {
            let player = Player::new(client.clone(), mind.clone(), bearing, Arc::clone(&tally)).await?;
            player.play(stop.clone()).await
        }
        .await;
        if let Err(error) = played {
            if error.is_fault() {
                tally.surprise(format!("seat {}: {error}", mind.seat()));
            }
            tracing::warn!(seat = %mind.seat(), %error, "a player's line is away");
            rest(stop.clone()).await;
        }
    }
}

async fn keep_dealing(
    options: DemoOptions,
    dealer: Client,
    table: TableId,
    manners: Manners,
    dice: Dice,
    mut stop: watch::Receiver<bool>,
    tally: Arc<Tally>,
) {
    while !*stop.borrow() {
        let floorpersons = options.floorpersons.iter().map(Client::apart).collect();
        let crew = Crew { dealer: dealer.apart(), floorpersons, cashier: Some(options.cashier.apart()) };
        let dealt =
            async { Dealer::new(table, crew, manners, dice.clone(), Arc::clone(&tally)).await?.rounds(u64::MAX).await };
        let dealt: Result<(), DealerError> = tokio::select! {
            () = stopped(&mut stop) => return,
            dealt = dealt => dealt,
        };
        if let Err(error) = dealt {
            tracing::warn!(%table, %error, "a dealer cannot go on");
            rest(stop.clone()).await;
        }
    }
}

async fn rest(mut stop: watch::Receiver<bool>) {
    // Whether told to stop or not, the caller looks.
    let _ = tokio::time::timeout(REST, stopped(&mut stop)).await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::wager::Wager;

    #[test]
    fn the_seat_that_the_shoe_is_stacked_for_always_plays_for_the_meter() {
        let staged = demonstration().unwrap().pop().unwrap();
        let (_, rules) = submission::check(&staged.submission.to_string()).unwrap();
        let habits = wager_habits(&rules);
        let stacked = habits.iter().find(|habit| habit.chips.seat == Seat::new(STACKED_FOR).unwrap()).unwrap();
        assert_eq!(
            (staged.part, stacked.per_mille, stacked.chips.wager),
            (Part::Staged, 1000, Wager::ProgressivePayout)
        );
        assert_eq!(stacked.chips.amount, progressive::STAKE);
        assert!(
            habits.iter().all(|habit| habit.chips.seat != Seat::new(1).unwrap()),
            "the best leave side wagers alone"
        );
    }
}
