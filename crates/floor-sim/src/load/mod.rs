//! The load generator: N tables of S terminals, each table a closed loop of whole rounds, all over the public interface.
//!
//! It shares its machine with the server it loads, so it does as little as it can: see [`line`] and [`rest`].

mod line;
mod message;
mod pace;
mod processes;
mod report;
mod rest;
mod station;
mod table;
mod unit;

pub use report::{Latency, Report};

use crate::client::{Client, ClientError};
use crate::dealer::{Crew, Dealer, DealerError, Manners};
use crate::device::{DeviceError, prepare};
use crate::dice::Dice;
use crate::facility::{Place, fill};
use crate::socket::SocketError;
use crate::tally::Tally;
use game_core::game::Seat;
use game_core::money::Cents;
use line::{CHECKED_ONE_IN, Line};
use pace::Pace;
use processes::{alone_us, family_us, resident_bytes};
use rest::Rest;
use station::{EQUIPMENT, Sensing, Spoken, Station};
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};
use table::{LoadTable, Measured, Window};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// Tables that are opened, or connect, at the same time.
const AT_ONCE: usize = 16;

/// What to load and how.
#[derive(Clone, Debug)]
pub struct LoadOptions {
    /// A floorperson's key.
    pub floorperson: Client,
    /// The tables, made from [`crate::facility::load_submission`], and the keys of their terminals.
    pub places: Vec<Place>,
    /// How long to warm up.
    pub warm_up: Duration,
    /// How long to measure.
    pub seconds: u64,
    /// What is done.
    pub mode: Mode,
    /// The devices beside it, at tables made from [`crate::facility::equipped_load_submission`].
    pub devices: Option<DeviceLoad>,
    /// The server's process.
    pub server_pid: Option<u32>,
    /// PostgreSQL's first process.
    pub postmaster_pid: Option<u32>,
}

/// A shoe, a shuffler and a wager sensor at every table.
#[derive(Clone, Debug)]
pub struct DeviceLoad {
    /// Two device administrators, who enrol them.
    pub administrators: [Client; 2],
    /// Signed messages a second over all tables. Each is sent when it is its turn, whatever was answered so far, and its time is
    /// counted from its turn.
    pub messages_per_second: u32,
}

/// What is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Every table goes on as soon as it can.
    Closed,
    /// So many commands a second over all tables. Each waits for its turn on a schedule, and for the command before it at
    /// its table; its time is counted from when it is sent.
    Paced {
        /// Commands a second.
        commands_per_second: u32,
    },
    /// Everybody is connected and nobody does anything.
    Idle,
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// A request was refused or lost.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// A table could not be opened.
    #[error(transparent)]
    Dealer(#[from] DealerError),
    /// A terminal could not be connected.
    #[error(transparent)]
    Socket(#[from] SocketError),
    /// A device could not be connected.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// A dealer's connection could not be made.
    #[error(transparent)]
    Line(#[from] io::Error),
    /// A task did not come to its end.
    #[error(transparent)]
    Task(#[from] tokio::task::JoinError),
}

/// Seats players, opens the tables, connects everybody, and measures.
///
/// # Errors
/// When a table cannot be opened or a terminal connected. What fails later is in the report.
pub async fn run(options: LoadOptions) -> Result<Report, LoadError> {
    // Cards are shuffled and dealt by the devices, where there are any.
    let mut equipped = Equipped::connect(&options).await?;
    let places = options.places.clone();
    each(places.into_iter().enumerate(), |(number, place)| open(options.clone(), number, place)).await?;
    let before = resident_bytes(options.server_pid);
    let places = options.places.clone();
    let connected =
        each(places.into_iter().enumerate(), |(number, place)| connect(options.clone(), number, place)).await?;
    let terminals = connected.iter().map(|(lines, _)| lines.len()).sum();
    tracing::info!(tables = connected.len(), terminals, "connected");
    let report = Report {
        tables: connected.len(),
        terminals,
        devices: equipped.sensing.len() * EQUIPMENT.len(),
        seconds: options.seconds,
        server_resident_before_bytes: before,
        server_resident_connected_bytes: resident_bytes(options.server_pid),
        ..Report::default()
    };
    measure(&options, connected, &mut equipped, report).await
}

/// The devices of all tables, at work.
struct Equipped {
    stations: JoinSet<Spoken>,
    sensing: Vec<Sensing>,
    /// Set once it is known what is measured.
    window: watch::Sender<Option<Window>>,
}

impl Equipped {
    async fn connect(options: &LoadOptions) -> Result<Self, LoadError> {
        let (mut stations, mut sensing, window) = (JoinSet::new(), Vec::new(), watch::channel(None).0);
        let Some(load) = &options.devices else { return Ok(Self { stations, sensing, window }) };
        let key = prepare([&load.administrators[0], &load.administrators[1]], &EQUIPMENT).await?;
        let places = options.places.clone();
        let opened = each(places.into_iter().zip(1..), |(place, number)| {
            Station::open(load.clone(), key, place, Dice::new(number))
        });
        let (opened, now) = (opened.await?, Instant::now());
        let count = u32::try_from(opened.len()).unwrap_or(u32::MAX).max(1);
        let every = Duration::from_secs(1) * count / load.messages_per_second.max(1);
        for ((station, sense), number) in opened.into_iter().zip(0..) {
            sensing.push(sense);
            stations.spawn(station.run(now + every / count * number, every, window.subscribe()));
        }
        Ok(Self { stations, sensing, window })
    }
}

/// Runs a job for each item, a few at a time; the results are in the order of the items.
async fn each<T, R: Send + 'static, F>(
    items: impl Iterator<Item = T>,
    job: impl Fn(T) -> F,
) -> Result<Vec<R>, LoadError>
where
    F: Future<Output = Result<R, LoadError>> + Send + 'static,
{
    use futures_util::StreamExt;
    let jobs = futures_util::stream::iter(items.map(|item| tokio::spawn(job(item)))).buffered(AT_ONCE);
    let results: Vec<_> = jobs.collect().await;
    results.into_iter().map(|result| result?).collect()
}

/// Seats the players and brings the table to where a round may open.
async fn open(options: LoadOptions, number: usize, place: Place) -> Result<(), LoadError> {
    let (dealer, floorperson) = (options.floorperson.apart().with_key(&place.dealer), options.floorperson.apart());
    let first_player = u64::try_from(number).unwrap_or(0) * 10 + 1;
    fill(&dealer, place.table, place.terminals.len(), first_player).await?;
    let crew = Crew { dealer: dealer.apart(), floorpersons: vec![floorperson], cashier: None };
    let dice = Dice::new(first_player);
    for seat in Seat::first(u8::try_from(place.terminals.len()).unwrap_or(u8::MAX)) {
        dealer.bring_chips(place.table, seat, Cents::BUY_IN_MAX).await?;
    }
    let mut dealer = Dealer::new(place.table, crew, Manners::brisk(), dice, Arc::new(Tally::default())).await?;
    Ok(dealer.make_ready().await?)
}

async fn connect(options: LoadOptions, number: usize, place: Place) -> Result<(Vec<Line>, Rest), LoadError> {
    let client = options.floorperson.apart().with_key(&place.dealer);
    let mut lines = Vec::with_capacity(place.terminals.len());
    for (seat, key) in place.terminals.iter().enumerate() {
        let checks = (number * place.terminals.len() + seat).is_multiple_of(CHECKED_ONE_IN);
        lines.push(Line::open(&client.with_key(key), checks).await?);
    }
    Ok((lines, Rest::open(&client, place.table).await?))
}

async fn measure(
    options: &LoadOptions,
    connected: Vec<(Vec<Line>, Rest)>,
    equipped: &mut Equipped,
    report: Report,
) -> Result<Report, LoadError> {
    let now = Instant::now();
    let start = now + options.warm_up;
    let window = Window { start, end: start + Duration::from_secs(options.seconds) };
    equipped.window.send_replace(Some(window));
    let every = spacing(options.mode, connected.len());
    let count = u32::try_from(report.tables).unwrap_or(u32::MAX).max(1);
    let mut tables = JoinSet::new();
    for (number, (lines, dealer)) in connected.into_iter().enumerate() {
        // Tables begin spread over one interval, so that a rate is a rate and no burst.
        let offset = every.map_or(Duration::ZERO, |every| every / count * u32::try_from(number).unwrap_or(0));
        let pace = Pace::new(every, now + offset);
        let sensing = equipped.sensing.get(number).cloned();
        let table = LoadTable { lines, dealer, pace, window, sensing, measured: Measured::default(), entered: None };
        match options.mode {
            Mode::Idle => tables.spawn(table.idle()),
            Mode::Closed | Mode::Paced { .. } => tables.spawn(table.run()),
        };
    }
    tokio::time::sleep_until(window.start.into()).await;
    let used = Used::now(options);
    tokio::time::sleep_until((window.start + (window.end - window.start) / 2).into()).await;
    let halfway = resident_bytes(options.server_pid);
    tokio::time::sleep_until(window.end.into()).await;
    let used = Used::now(options).since(used);
    let after = resident_bytes(options.server_pid);
    let measured = tables.join_all().await;
    let spoken = std::mem::take(&mut equipped.stations).join_all().await;
    let report = Report {
        server_cpu_us: used.server,
        postgres_cpu_us: used.postgres,
        generator_cpu_us: used.generator,
        server_resident_halfway_bytes: halfway,
        server_resident_after_bytes: after,
        ..report
    };
    Ok(report.hear(spoken).add_up(measured))
}

/// The time between two commands of one table, where there is a rate.
fn spacing(mode: Mode, tables: usize) -> Option<Duration> {
    match mode {
        Mode::Paced { commands_per_second } => {
            let tables = u32::try_from(tables).unwrap_or(u32::MAX);
            Some(Duration::from_secs(1) * tables / commands_per_second.max(1))
        }
        Mode::Closed | Mode::Idle => None,
    }
}

/// Processor time used up to a moment.
#[derive(Clone, Copy, Debug)]
struct Used {
    server: u64,
    postgres: u64,
    generator: u64,
}

impl Used {
    fn now(options: &LoadOptions) -> Self {
        Self {
            server: alone_us(options.server_pid),
            postgres: family_us(options.postmaster_pid),
            generator: alone_us(Some(std::process::id())),
        }
    }

    const fn since(self, before: Self) -> Self {
        Self {
            server: self.server.saturating_sub(before.server),
            postgres: self.postgres.saturating_sub(before.postgres),
            generator: self.generator.saturating_sub(before.generator),
        }
    }
}
