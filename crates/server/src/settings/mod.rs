//! How the server is told to work: defaults, a file over them, the environment over both. Everything that is wrong is told
//! at once, with the key and where it stands; nothing starts on half a configuration.

mod file;
mod key;
#[cfg(test)]
mod tests;

pub use key::{Form, KEYS, Key, find};

use crate::config::{Config, Devices, Limits, People};
use crate::facility::{self, Facility, FacilityError, ShiftSettings};
use crate::identity::{Cost, Sealing};
use game_core::document::hint;
use game_core::money::Cents;
use std::collections::BTreeMap;
use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;
use store::significant::Thresholds;

/// The variable that names the file.
pub const FILE_VARIABLE: &str = "BAIZE_CONFIG";

/// Variables that begin like those of keys and are none: the file's, those of single commands, and that of tests that start a
/// server.
const OTHER_VARIABLES: &[&str] = &[FILE_VARIABLE, "BAIZE_KEY", "BAIZE_PASSWORD", "BAIZE_TOTP", "BAIZE_TEST_PATIENCE"];

/// The variable that other programs know the database by.
const DATABASE_URL: &str = "DATABASE_URL";

/// Everything that is wrong with a configuration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong(pub Vec<String>);

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the configuration is wrong:")?;
        self.0.iter().try_for_each(|problem| write!(f, "\n  {problem}"))
    }
}

impl std::error::Error for Wrong {}

/// A value that somebody said, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Said {
    value: String,
    place: String,
}

/// A configuration without a fault.
#[derive(Clone, PartialEq, Eq)]
pub struct Settings {
    said: BTreeMap<&'static str, Said>,
    database: Option<String>,
}

/// Secrets stay out of every log.
impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.shown()).finish()
    }
}

impl Settings {
    /// Reads the file, if one is named, and the variables of the environment.
    ///
    /// # Errors
    /// When anything is wrong, with everything that is.
    pub fn load(file: Option<&Path>, environment: impl Iterator<Item = (String, String)>) -> Result<Self, Wrong> {
        let environment: BTreeMap<String, String> = environment.collect();
        let named = file.map(Path::to_owned).or_else(|| environment.get(FILE_VARIABLE).map(PathBuf::from));
        let mut problems = Vec::new();
        let mut said = match named {
            Some(path) => read_file(&path, &mut problems),
            None => BTreeMap::new(),
        };
        said.extend(read_environment(&environment, &mut problems));
        for (name, said) in &said {
            let fault = find(name).and_then(|key| key.fault(&said.value));
            problems.extend(fault.map(|fault| format!("{}: {name}: {fault}", said.place)));
        }
        let database = database(&said, &mut problems);
        if said.contains_key("tls.certificate") != said.contains_key("tls.key") {
            problems.push("tls.certificate and tls.key come together or not at all".to_owned());
        }
        let settings = Self { said, database };
        problems.extend(settings.impatience());
        problems.extend(settings.sealing().err());
        problems.extend(settings.facility().err().map(|error| format!("facility: {error}")));
        if problems.is_empty() { Ok(settings) } else { Err(Wrong(problems)) }
    }

    /// The same with another value for a key, as an option of a command says it.
    ///
    /// # Errors
    /// When the value is none for the key.
    pub fn with(mut self, name: &'static str, value: &str) -> Result<Self, Wrong> {
        if let Some(fault) = find(name).and_then(|key| key.fault(value)) {
            return Err(Wrong(vec![format!("--{name}: {fault}")]));
        }
        self.said.insert(name, Said { value: value.to_owned(), place: format!("--{name}") });
        Ok(self)
    }

    /// The value of a key: as it was said, or its default. Empty is none.
    #[must_use]
    pub fn value(&self, name: &str) -> &str {
        let said = self.said.get(name).map(|said| &*said.value);
        said.or_else(|| find(name).map(|key| key.default)).unwrap_or_default()
    }

    /// Whether somebody said the value of a key.
    #[must_use]
    pub fn is_said(&self, name: &str) -> bool {
        self.said.contains_key(name)
    }

    /// Every key with its value; of secrets only whether there is one.
    pub fn shown(&self) -> impl Iterator<Item = (&'static str, &str)> {
        KEYS.iter().map(|key| {
            let value = self.value(key.name);
            let hidden = key.form == Form::Secret && !value.is_empty();
            (key.name, if hidden { "(hidden)" } else { value })
        })
    }

    /// The whole configuration as a file, secrets hidden, each value with where it comes from.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (name, value) in self.shown() {
            let place = self.said.get(name).map_or("default", |said| &*said.place);
            text.push_str(&format!("{name} = {value:?}  # {place}\n"));
        }
        text
    }

    /// Where the server listens.
    #[must_use]
    pub fn listen(&self) -> SocketAddr {
        let usual = || SocketAddr::from(([127, 0, 0, 1], 8080));
        self.value("listen").parse().unwrap_or_else(|_| usual())
    }

    /// Where the private cluster lives.
    #[must_use]
    pub fn data(&self) -> &Path {
        Path::new(self.value("data"))
    }

    /// The database's address, where there is one.
    #[must_use]
    pub fn database(&self) -> Option<&str> {
        self.database.as_deref()
    }

    /// The certificate and the key, where the server speaks TLS.
    #[must_use]
    pub fn tls(&self) -> Option<(PathBuf, PathBuf)> {
        let files = (self.value("tls.certificate"), self.value("tls.key"));
        self.is_said("tls.key").then(|| (files.0.into(), files.1.into()))
    }

    /// How the server works.
    #[must_use]
    pub fn config(&self) -> Config {
        let mut config = Config {
            request_max: self.seconds("limits.request_seconds"),
            origins: self.list("sockets.origins"),
            sockets_max: self.count("sockets.total"),
            sockets_per_caller: self.count("sockets.per_caller"),
            messages_per_second: self.count("sockets.messages_per_second"),
            ping_every: self.seconds("sockets.ping_seconds"),
            silence_max: self.seconds("sockets.silence_seconds"),
            clock_jump: Duration::from_millis(self.count("clock.jump_milliseconds")),
            verify_every: self.seconds("verification.every_seconds"),
            limits: Limits {
                connections: self.count("limits.connections"),
                headers: self.count("limits.headers"),
                idle_time: self.seconds("limits.idle_seconds"),
                handshake_time: self.seconds("tls.handshake_seconds"),
                body_bytes: self.count("limits.body_bytes"),
                submission_bytes: self.count("limits.submission_bytes"),
                caller_per_second: self.count("limits.caller_per_second"),
                address_per_second: self.count("limits.address_per_second"),
                logins_per_minute: self.count("limits.logins_per_minute"),
            },
            approvals_last: self.seconds("approvals.wait_seconds"),
            facility: self.facility().unwrap_or_default(),
            people: self.people(),
            devices: self.devices(),
            tls: self.tls(),
            program: std::env::current_exe().ok(),
            shown: self.shown().map(|(name, value)| (name, value.to_owned())).collect(),
            ..Config::default()
        };
        config.journal.thresholds = Thresholds {
            large_wager: Cents::new(self.count("thresholds.large_wager_cents")),
            large_win: Cents::new(self.count("thresholds.large_win_cents")),
            chips_brought: Cents::new(self.count("thresholds.chips_brought_cents")),
        };
        config
    }

    /// The facility as it is written down, or what is wrong with it.
    fn facility(&self) -> Result<Facility, FacilityError> {
        let shift = |text: String| {
            let (name, starts) = text.rsplit_once(' ').unwrap_or((&text, ""));
            ShiftSettings { name: name.trim().to_owned(), starts: starts.to_owned() }
        };
        let mut written = facility::Settings {
            operator: self.value("facility.operator").to_owned(),
            time_zone: self.value("facility.time_zone").to_owned(),
            gaming_day_starts: self.value("facility.gaming_day_starts").to_owned(),
            shifts: self.list("facility.shifts").into_iter().map(shift).collect(),
            ..facility::Settings::default()
        };
        let chips = self.list("facility.denominations");
        if !chips.is_empty() {
            // No chip has a value that is no number, so it is told as one that does not exist.
            written.denominations = chips.into_iter().map(|chip| chip.parse().unwrap_or(0)).collect();
        }
        written.try_into()
    }

    fn devices(&self) -> Devices {
        Devices {
            heartbeat_every: self.seconds("devices.heartbeat_seconds"),
            silence_max: self.seconds("devices.silence_seconds"),
            ..Devices::default()
        }
    }

    /// What is wrong where a device that speaks as often as it must would count as gone.
    fn impatience(&self) -> Option<String> {
        let Devices { heartbeat_every, silence_max, .. } = self.devices();
        (silence_max <= heartbeat_every).then(|| {
            let (silence, heartbeat) = (silence_max.as_secs(), heartbeat_every.as_secs());
            format!(
                "devices.silence_seconds: {silence} is not longer than devices.heartbeat_seconds, which is {heartbeat}"
            )
        })
    }

    fn people(&self) -> People {
        People {
            cost: Cost {
                memory_kib: self.count("people.argon2_memory_kib"),
                passes: self.count("people.argon2_passes"),
                lanes: self.count("people.argon2_lanes"),
            },
            passwords_at_once: self.count("people.passwords_at_once"),
            failures_max: self.count("people.failures_max"),
            dealer_idle: self.seconds("people.dealer_idle_seconds"),
            idle: self.seconds("people.idle_seconds"),
            session_max: self.seconds("people.session_seconds"),
            sealing: self.sealing().unwrap_or_default(),
            ..People::default()
        }
    }

    /// The keys of the file that is named, or what is wrong with it.
    fn sealing(&self) -> Result<Sealing, String> {
        match self.value("people.totp_key_file") {
            "" => Ok(Sealing::default()),
            path => Sealing::read(Path::new(path)).map_err(|wrong| format!("people.totp_key_file: {path}: {wrong}")),
        }
    }

    /// A number that was checked against its key's limits, which every type asked for here holds.
    fn count<T: TryFrom<u64> + Default>(&self, name: &str) -> T {
        self.value(name).parse().ok().and_then(|count: u64| T::try_from(count).ok()).unwrap_or_default()
    }

    fn seconds(&self, name: &str) -> Duration {
        Duration::from_secs(self.count(name))
    }

    fn list(&self, name: &str) -> Vec<String> {
        let items = self.value(name).split(',').map(str::trim).filter(|item| !item.is_empty());
        items.map(str::to_owned).collect()
    }
}

fn read_file(path: &Path, problems: &mut Vec<String>) -> BTreeMap<&'static str, Said> {
    let name = path.display().to_string();
    match std::fs::read_to_string(path) {
        Ok(text) => file::read(&name, &text, problems),
        Err(error) => {
            problems.push(format!("{name}: {error}"));
            BTreeMap::new()
        }
    }
}

/// What the environment says. A variable that looks like a key's and is none is a mistake somebody made.
fn read_environment(
    environment: &BTreeMap<String, String>,
    problems: &mut Vec<String>,
) -> BTreeMap<&'static str, Said> {
    let variables: Vec<(String, &'static str)> = KEYS.iter().map(|key| (key.variable(), key.name)).collect();
    let mut said = BTreeMap::new();
    if let Some(value) = environment.get(DATABASE_URL).filter(|value| !value.is_empty()) {
        said.insert("database.url", Said { value: value.clone(), place: DATABASE_URL.to_owned() });
    }
    for (variable, value) in environment.iter().filter(|(variable, _)| variable.starts_with("BAIZE_")) {
        match variables.iter().find(|(known, _)| known == variable) {
            Some((_, name)) => drop(said.insert(*name, Said { value: value.clone(), place: variable.clone() })),
            None if OTHER_VARIABLES.contains(&&**variable) => {}
            None => {
                let hint = hint(variable, variables.iter().map(|(known, _)| &**known));
                problems.push(format!("the environment: there is no variable {variable}{hint}"));
            }
        }
    }
    said
}

/// The database's address, said outright or in a file of its own.
fn database(said: &BTreeMap<&'static str, Said>, problems: &mut Vec<String>) -> Option<String> {
    match (said.get("database.url"), said.get("database.url_file")) {
        (Some(url), Some(file)) => {
            problems.push(format!("{}: database.url_file: {} says database.url already", file.place, url.place));
            None
        }
        (Some(url), None) => Some(url.value.clone()),
        (None, Some(file)) => match std::fs::read_to_string(&file.value) {
            Ok(text) => Some(text.trim().to_owned()),
            Err(error) => {
                problems.push(format!("{}: database.url_file: {}: {error}", file.place, file.value));
                None
            }
        },
        (None, None) => None,
    }
}
