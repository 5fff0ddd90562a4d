//! `baize sim`: starts a server of its own as another process, plays as many tables as asked at once, and says what it
//! cost.

use super::demo::client;
use super::{Failure, finish, people, print};
use floor_sim::facility::{Place, approved, equipped_load_submission, load_submission};
use floor_sim::load::{self, DeviceLoad, LoadOptions, Mode, Report};
use game_core::game::Seat;
use pico_args::Arguments;
use rustix::process::{Pid, Signal, kill_process};
use server::identity::Role;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};
use store::{Home, cluster};
use table_host::ids::TableId;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// Played before anything is counted.
const WARM_UP: Duration = Duration::from_secs(3);

/// Signed messages of devices a second, when nobody says otherwise.
const DEVICE_MESSAGES: u32 = 2_000;

/// What was asked for.
struct Asked {
    tables: u32,
    seats: u8,
    seconds: u64,
    mode: Mode,
    /// Signed messages a second, where every table has devices.
    device_messages: Option<u32>,
    json: bool,
    pgbench_seconds: Option<u32>,
    /// Whether the server is killed in the end, to see how soon it is back.
    recover: bool,
}

/// What was measured.
struct Figures {
    report: Report,
    pgbench_tps: Option<u64>,
    recovery: Option<Duration>,
}

/// Measures, and prints what was measured.
pub(crate) async fn run(mut args: Arguments) -> Result<(), Failure> {
    let asked = asked(&mut args)?;
    finish(args)?;
    let data = cluster::temporary().join(format!("baize-sim-{}", uuid::Uuid::now_v7()));
    let measured = measure(&asked, &data).await;
    if let Err(error) = std::fs::remove_dir_all(&data) {
        tracing::debug!(%error, "the data stays behind");
    }
    print(&measured?)
}

fn asked(args: &mut Arguments) -> Result<Asked, Failure> {
    let rate: Option<u32> = args.opt_value_from_str("--rate")?;
    let idle = args.contains("--idle");
    let mode = match (idle, rate) {
        (true, _) => Mode::Idle,
        (false, Some(commands_per_second)) => Mode::Paced { commands_per_second },
        (false, None) => Mode::Closed,
    };
    let device_messages: Option<u32> = args.opt_value_from_str("--device-messages")?;
    let devices = args.contains("--devices") || device_messages.is_some();
    let asked = Asked {
        tables: args.opt_value_from_str("--tables")?.unwrap_or(20),
        seats: args.opt_value_from_str("--seats")?.unwrap_or(7),
        seconds: args.opt_value_from_str("--seconds")?.unwrap_or(10),
        mode,
        device_messages: devices.then(|| device_messages.unwrap_or(DEVICE_MESSAGES)),
        json: args.contains("--json"),
        pgbench_seconds: args.opt_value_from_str("--pgbench")?,
        recover: args.contains("--recover"),
    };
    if !(1..=7).contains(&asked.seats) || asked.tables == 0 || asked.seconds == 0 || device_messages == Some(0) {
        return Err(Failure::Usage(
            "--tables, --seconds and --device-messages are at least 1, --seats from 1 to 7".into(),
        ));
    }
    if devices && asked.seats < 3 {
        return Err(Failure::Usage(
            "with --devices a sensor sees the wagers of three seats: --seats from 3 to 7".into(),
        ));
    }
    Ok(asked)
}

async fn measure(asked: &Asked, data: &Path) -> Result<String, Failure> {
    // The cluster is held here, and the server joins it: so it can be measured by itself.
    let home = Home::open(None, data).await?;
    let figures = figures(asked, &home, data).await;
    home.close().await?;
    told(asked, &figures?)
}

async fn figures(asked: &Asked, home: &Home, data: &Path) -> Result<Figures, Failure> {
    let (mut server, base) = start(data).await?;
    let mut figures = load(asked, home, &server, &base).await;
    if let (Ok(figures), true) = (&mut figures, asked.recover) {
        server.kill().await.map_err(|error| Failure::Failed(format!("the server cannot be killed: {error}")))?;
        let killed = Instant::now();
        server = start(data).await?.0;
        figures.recovery = Some(killed.elapsed());
    }
    stop(&mut server).await.and(figures)
}

async fn load(asked: &Asked, home: &Home, server: &Child, base: &str) -> Result<Figures, Failure> {
    let cluster = home.cluster().ok_or_else(|| Failure::Failed("there is no cluster".into()))?;
    let pgbench_tps = match asked.pgbench_seconds {
        Some(seconds) => Some(pgbench(cluster.socket(), seconds).await?),
        None => None,
    };
    let store = home.store();
    let pit_manager = people::decider(store, base, "pit-manager", Role::PitManager).await?;
    let second = people::decider(store, base, "pit-manager-2", Role::PitManager).await?;
    let submission = match asked.device_messages {
        Some(_) => equipped_load_submission(asked.seats),
        None => load_submission(asked.seats),
    };
    let submission = approved(&pit_manager, &second, &submission).await;
    let submission = submission.map_err(|error| Failure::Failed(error.to_string()))?;
    let floorperson = client(base, &people::log_in(store, "floorperson", Role::Floorperson).await?.1)?;
    let mut places = Vec::new();
    for number in 1..=asked.tables {
        let made = pit_manager.create_table(&format!("Table {number}"), submission).await;
        let table = made.map_err(|error| Failure::Failed(error.to_string()))?.id;
        let (staff, dealer) = people::log_in(store, &format!("dealer-{number}"), Role::Dealer).await?;
        floorperson.assign_dealer(table, staff).await.map_err(|error| Failure::Failed(error.to_string()))?;
        let mut terminals = Vec::new();
        for seat in Seat::first(asked.seats) {
            terminals.push(people::terminal(store, TableId(table.0), seat).await?);
        }
        places.push(Place { table, dealer, terminals });
    }
    let devices = match asked.device_messages {
        Some(messages_per_second) => {
            let one = people::decider(store, base, "device-admin", Role::DeviceAdmin).await?;
            let two = people::decider(store, base, "device-admin-2", Role::DeviceAdmin).await?;
            Some(DeviceLoad { administrators: [one, two], messages_per_second })
        }
        None => None,
    };
    let options = LoadOptions {
        floorperson,
        places,
        warm_up: WARM_UP,
        seconds: asked.seconds,
        mode: asked.mode,
        devices,
        server_pid: server.id(),
        postmaster_pid: cluster.postmaster(),
    };
    let report = load::run(options).await.map_err(|error| Failure::Failed(error.to_string()))?;
    Ok(Figures { report, pgbench_tps, recovery: None })
}

/// The figures as one JSON document, or as text.
fn told(asked: &Asked, figures: &Figures) -> Result<String, Failure> {
    let Figures { report, pgbench_tps, recovery } = figures;
    let recovery = recovery.map(|recovery| u64::try_from(recovery.as_millis()).unwrap_or(u64::MAX));
    if asked.json {
        let mut document = serde_json::to_value(report).map_err(|error| Failure::Failed(error.to_string()))?;
        for (name, figure) in [("pgbench_tps", pgbench_tps), ("recovery_ms", &recovery)] {
            if let Some(figure) = figure {
                document[name] = (*figure).into();
            }
        }
        return Ok(format!("{document}\n"));
    }
    let beside = pgbench_tps.map(|tps| format!("pgbench, 8 clients: {tps} single-row inserts a second\n"));
    let recovery = recovery.map(|millis| format!("back after SIGKILL   {millis} ms\n"));
    Ok(format!("{}{report}\n{}", beside.unwrap_or_default(), recovery.unwrap_or_default()))
}

/// Starts this very program as a server on a port of its choice.
async fn start(data: &Path) -> Result<(Child, String), Failure> {
    let failed = |error: std::io::Error| Failure::Failed(format!("the server cannot be started: {error}"));
    let program = std::env::current_exe().map_err(failed)?;
    let mut server = Command::new(program)
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(data)
        .env_remove("DATABASE_URL")
        .env("BAIZE_LOG", "warn")
        // One dealer plays every table, faster than any person could.
        .env("BAIZE_LIMITS_CALLER_PER_SECOND", "1000000")
        .env("BAIZE_LIMITS_ADDRESS_PER_SECOND", "1000000")
        .env("BAIZE_SOCKETS_PER_CALLER", "1000000")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .map_err(failed)?;
    let output = server.stdout.take().map(BufReader::new);
    let mut line = String::new();
    if let Some(mut output) = output {
        output.read_line(&mut line).await.map_err(failed)?;
    }
    let base = line.trim().rsplit(' ').next().filter(|base| base.starts_with("http://"));
    let base = base.ok_or_else(|| Failure::Failed("the server did not come up; its log says why".into()))?.to_owned();
    Ok((server, base))
}

async fn stop(server: &mut Child) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::Failed(format!("the server cannot be stopped: {error}"));
    if let Some(pid) = server.id() {
        let process = i32::try_from(pid).ok().and_then(Pid::from_raw);
        process.map_or(Ok(()), |process| kill_process(process, Signal::TERM)).map_err(|error| failed(error.into()))?;
    }
    server.wait().await.map_err(failed)?;
    Ok(())
}

/// What PostgreSQL does on this machine by itself: single-row durable inserts, eight clients, in the same cluster.
async fn pgbench(socket: &Path, seconds: u32) -> Result<u64, Failure> {
    let failed = |error: std::io::Error| Failure::Failed(format!("pgbench: {error}"));
    let program = pgbench_program().ok_or_else(|| Failure::Failed("pgbench is not installed".into()))?;
    let script = std::env::temp_dir().join(format!("baize-pgbench-{}.sql", uuid::Uuid::now_v7()));
    std::fs::write(&script, "INSERT INTO single_rows (said) VALUES ('a row of about the length of an entry');\n")
        .map_err(failed)?;
    let connect = |command: &mut Command| {
        command.arg("-h").arg(socket).args(["-U", "postgres", "postgres"]);
    };
    let mut create = Command::new(program.with_file_name("psql"));
    create.args(["-X", "-q", "-c", "CREATE TABLE IF NOT EXISTS single_rows (id bigserial PRIMARY KEY, said text)"]);
    connect(&mut create);
    create.status().await.map_err(failed)?;
    let mut bench = Command::new(program);
    bench.args(["-n", "-c", "8", "-j", "2", "-T", &seconds.to_string(), "-f"]).arg(&script);
    connect(&mut bench);
    let output = bench.output().await.map_err(failed)?;
    // Left behind, it harms nobody.
    let _ = std::fs::remove_file(&script);
    let text = String::from_utf8_lossy(&output.stdout);
    let tps = text.lines().find_map(|line| line.strip_prefix("tps = ")?.split('.').next()?.parse().ok());
    tps.ok_or_else(|| {
        Failure::Failed(format!("pgbench said nothing of use: {}", String::from_utf8_lossy(&output.stderr)))
    })
}

/// The newest of the usual places.
fn pgbench_program() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = versions.map(|version| version.path().join("bin/pgbench")).collect();
    found.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).map(|path| path.join("pgbench")));
    found.sort();
    found.into_iter().rev().find(|path| path.is_file())
}
