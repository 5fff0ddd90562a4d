//! The demonstration floor: tables of all four games with everybody at them, played at a human pace until stopped.

use crate::client::{Client, ClientError};
use crate::dealer::{Crew, Dealer, DealerError, Manners};
use crate::dice::Dice;
use crate::facility::{Place, approved, examples, fill};
use crate::player::{Bearing, Errors, Habit, Mind, Player, stopped};
use crate::socket::SocketError;
use crate::tally::Tally;
use game_core::game::Seat;
use game_core::submission;
use game_odds::strategy::BestPlay;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinSet;
use wire::id::TableId;

/// The pause before somebody whose line was away for long tries again.
const REST: Duration = Duration::from_secs(2);

/// What a player may take to think at speed 1.
const THINK: Duration = Duration::from_millis(3500);

/// A demonstration.
#[derive(Clone, Debug)]
pub struct DemoOptions {
    /// Two floorpersons' sessions.
    pub floorpersons: Vec<Client>,
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

/// Makes the tables of a demonstration, or finds those of an earlier one: the name, the table and its submission. Two pit managers
/// stand for the rules.
///
/// # Errors
/// When the server refuses.
pub async fn make_tables(pit_manager: &Client, second: &Client) -> Result<Vec<(String, TableId, Value)>, DemoError> {
    let mut tables = Vec::new();
    let present = pit_manager.tables(wire::rest::tables::TablesQuery::default()).await?.tables;
    for (name, submission) in examples()? {
        let table = match present.iter().find(|table| table.name == name) {
            Some(table) => table.id,
            None => {
                let approved = approved(pit_manager, second, &submission).await?;
                pit_manager.create_table(&name, approved).await?.id
            }
        };
        tables.push((name, table, submission));
    }
    Ok(tables)
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
        let best = best_play(table.submission).await;
        let dice = floor.of(number);
        for (seat, key) in (1..).zip(&table.place.terminals) {
            let Some(seat) = Seat::new(seat) else { continue };
            let habit = Habit::ALL[usize::from(seat.number() - 1) % Habit::ALL.len()];
            let mind = Mind::new(seat, habit, best.clone(), dice.of(u64::from(seat.number())));
            let bearing = Bearing { think_max: THINK / options.speed.max(1), errors: options.errors };
            let client = dealer.apart().with_key(key);
            everybody.spawn(keep_playing(client, mind, bearing, stop.clone(), Arc::clone(&tally)));
        }
        everybody.spawn(keep_dealing(
            options.clone(),
            dealer,
            table.place.table,
            dice,
            stop.clone(),
            Arc::clone(&tally),
        ));
    }
    everybody.join_all().await;
    Ok(())
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
    dice: Dice,
    mut stop: watch::Receiver<bool>,
    tally: Arc<Tally>,
) {
    while !*stop.borrow() {
        let crew =
            Crew { dealer: dealer.apart(), floorpersons: options.floorpersons.iter().map(Client::apart).collect() };
        let manners = Manners::human(options.speed);
        let dealt = async {
            let mut dealer = Dealer::new(table, crew, manners, dice.clone(), Arc::clone(&tally)).await?;
            dealer.rounds(u64::MAX).await
        };
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
