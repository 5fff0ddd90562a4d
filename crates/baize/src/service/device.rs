//! `baize device`: a simulated device as a program of its own, and a captured session sent again.

use super::{Failure, finish, print, serve};
use floor_sim::device::{Device, Memory, Script, WagerHabit, firmware, replay};
use floor_sim::dice::Dice;
use pico_args::Arguments;
use server::identity::Secret;
use server::settings::Settings;
use std::fmt::Display;
use std::fs::{self, File};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::sync::watch;
use wire::device::{DeviceKey, DeviceKind, PublicKey};
use wire::hex::Hex32;
use wire::id::{DeviceId, TableId};

/// Where the server is when nobody says otherwise.
const SERVER: &str = "127.0.0.1:8080";

/// What is said when it is not clear what to do.
const WHICH: &str = "key, shoe, shuffler, sensor, wheel, display or replay? `baize help device` tells more";

/// What is said when nothing is known of the device.
const UNKNOWN: &str = "the first time, --table, --device and --server-key say what the device is";

fn failed(error: impl Display) -> Failure {
    Failure::Failed(error.to_string())
}

/// Runs a device until SIGTERM or SIGINT.
pub(crate) async fn run(mut args: Arguments) -> Result<(), Failure> {
    let what = args.subcommand()?.ok_or_else(|| Failure::Usage(WHICH.into()))?;
    let server: String = args.opt_value_from_str("--server")?.unwrap_or_else(|| SERVER.to_owned());
    match what.as_str() {
        "key" => key(args),
        "replay" => again(args, &server).await,
        "shoe" => work(args, DeviceKind::Shoe, &server).await,
        "shuffler" => work(args, DeviceKind::Shuffler, &server).await,
        "sensor" => work(args, DeviceKind::WagerSensor, &server).await,
        "wheel" => work(args, DeviceKind::PrizeWheel, &server).await,
        "display" => work(args, DeviceKind::Display, &server).await,
        _ => Err(Failure::Usage(WHICH.into())),
    }
}

/// Makes a key and says what its enrolment needs.
fn key(mut args: Arguments) -> Result<(), Failure> {
    let path: PathBuf = args.value_from_str("--key")?;
    finish(args)?;
    let seed = Secret::generate().map_err(failed)?.seed();
    // A key that is there already is some device's.
    let file = File::options().write(true).create_new(true).mode(0o600).open(&path);
    let mut file = file.map_err(|error| failed(format!("{}: {error}", path.display())))?;
    std::io::Write::write_all(&mut file, format!("{}\n", Hex32(seed)).as_bytes()).map_err(failed)?;
    let public = DeviceKey::from_seed(&seed).ok_or_else(|| failed("the seed makes no key"))?.public();
    let runs = firmware();
    print(&format!("public key  {public}\nfirmware    {} {}\n", runs.version, runs.hash))
}

async fn work(mut args: Arguments, kind: DeviceKind, server: &str) -> Result<(), Failure> {
    let path: PathBuf = args.value_from_str("--key")?;
    let table: Option<TableId> = args.opt_value_from_str("--table")?;
    let device: Option<DeviceId> = args.opt_value_from_str("--device")?;
    let server_key: Option<String> = args.opt_value_from_str("--server-key")?;
    let script: Option<String> = args.opt_value_from_str("--faults")?;
    let wagers: Option<String> = args.opt_value_from_str("--wagers")?;
    let after_ms: Option<u64> = args.opt_value_from_str("--after-ms")?;
    let capture: Option<PathBuf> = args.opt_value_from_str("--capture")?;
    finish(args)?;
    let script = Script::from_str(&script.unwrap_or_default()).map_err(|error| Failure::Usage(error.to_string()))?;
    let wagers = wagers.map(|wagers| WagerHabit::list(&wagers)).transpose();
    let wagers = wagers.map_err(|error| Failure::Usage(error.to_string()))?;
    if (wagers.is_some() || after_ms.is_some()) && kind != DeviceKind::WagerSensor {
        return Err(Failure::Usage(format!("--wagers and --after-ms are a sensor's, not a {}'s", kind.name())));
    }
    serve::log(&Settings::load(None, std::env::vars()).map_err(failed)?);
    let kept = path.with_extension("memory.json");
    let memory = match (table, device, server_key) {
        (Some(table), Some(device), Some(server_key)) if !kept.exists() => {
            let server_key = PublicKey(server_key.parse().map_err(failed)?);
            let memory = Memory::new(kind, seed(&path)?, device, table, server_key, firmware()).map_err(failed)?;
            memory.keep_in(&kept).map_err(failed)?
        }
        _ => Memory::read(&kept).map_err(|error| failed(format!("{error}\n{UNKNOWN}")))?,
    };
    if memory.kind != kind {
        return Err(failed(format!("the key is a {}'s", memory.kind.name())));
    }
    let moment = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.subsec_nanos());
    let device = Device::new(server, memory, script, Dice::new(u64::from(moment)));
    let mut device = device.sensing(wagers.unwrap_or_default());
    if let Some(after_ms) = after_ms {
        device = device.at_pace(Duration::from_millis(after_ms));
    }
    if let Some(capture) = capture {
        device = device.capturing(File::create(&capture).map_err(failed)?);
    }
    let mut stop_signal = serve::StopSignal::listen()?;
    let (stopping, stop) = watch::channel(false);
    let working = tokio::spawn(device.run(stop));
    tokio::pin!(working);
    tokio::select! {
        worked = &mut working => worked.map_err(failed)?.map_err(failed),
        () = stop_signal.received() => {
            stopping.send_replace(true);
            working.await.map_err(failed)?.map_err(failed)
        }
    }
}

fn seed(path: &Path) -> Result<[u8; 32], Failure> {
    let text = fs::read_to_string(path).map_err(|error| failed(format!("{}: {error}", path.display())))?;
    Ok(text.trim().parse::<Hex32>().map_err(failed)?.0)
}

/// Sends a captured session again, and says what the server answered to each message.
async fn again(mut args: Arguments, server: &str) -> Result<(), Failure> {
    let path: PathBuf = args.free_from_str()?;
    finish(args)?;
    let captured = fs::read_to_string(&path).map_err(|error| failed(format!("{}: {error}", path.display())))?;
    let mut text = String::new();
    for told in replay(server, &captured).await.map_err(failed)? {
        text += &serde_json::to_string(&told).map_err(failed)?;
        text.push('\n');
    }
    print(&text)
}
