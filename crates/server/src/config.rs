//! How the server works, where it may be told to work otherwise.

use crate::clock::Clock;
use crate::facility::Facility;
use crate::identity::{Cost, Role, Sealing};
use std::path::PathBuf;
use std::time::Duration;

/// Settings of the server.
#[derive(Clone, Debug)]
pub struct Config {
    /// How tables work.
    pub tables: table_host::Options,
    /// How the journal's writer works.
    pub journal: store::journal::Options,
    /// The facility: its gaming day, its shifts and its chips.
    pub facility: Facility,
    /// How long a request may take.
    pub request_max: Duration,
    /// Origins, beside the server's own, whose pages may open sockets.
    pub origins: Vec<String>,
    /// Sockets open at once.
    pub sockets_max: u32,
    /// Sockets that one caller may hold at once.
    pub sockets_per_caller: u32,
    /// Messages a second that one socket may send for long.
    pub messages_per_second: u32,
    /// How often a socket is pinged.
    pub ping_every: Duration,
    /// How long a proposal waits for a second person.
    pub approvals_last: Duration,
    /// How long a socket may be silent.
    pub silence_max: Duration,
    /// How long the other end of a socket has to take its leave; the server goes down once everybody has, or after five times as long.
    pub farewell: Duration,
    /// How far the wall clock may run from the steady one within a second before that is a jump.
    pub clock_jump: Duration,
    /// How people log in and how long they stay.
    pub people: People,
    /// What is expected of devices.
    pub devices: Devices,
    /// What a client may ask of the server.
    pub limits: Limits,
    /// The certificate chain and the key, where the server speaks TLS.
    pub tls: Option<(PathBuf, PathBuf)>,
    /// How often the installation is checked by its hashes.
    pub verify_every: Duration,
    /// The program's own file, where it is one of the parts that are checked.
    pub program: Option<PathBuf>,
    /// Every key of the configuration with its value, secrets hidden; where it is empty it is no part that is checked.
    pub shown: Vec<(&'static str, String)>,
}

/// What is expected of devices.
#[derive(Clone, Debug)]
pub struct Devices {
    /// How often a device must be heard of.
    pub heartbeat_every: Duration,
    /// After how long without a word it counts as gone.
    pub silence_max: Duration,
    /// How far its clock may be from the server's before that is told of.
    pub clock_off_max: Duration,
    /// Messages a second that one device may send for long.
    pub messages_per_second: u32,
    /// The clock by which a device is silent.
    pub clock: Clock,
}

/// How often it is looked who has fallen silent, at most.
const LOOK_EVERY: Duration = Duration::from_secs(1);

impl Devices {
    /// How often it is looked who has fallen silent.
    #[must_use]
    pub fn look_every(&self) -> Duration {
        LOOK_EVERY.min(self.silence_max / 4)
    }
}

impl Default for Devices {
    fn default() -> Self {
        Self {
            heartbeat_every: Duration::from_secs(10),
            silence_max: Duration::from_secs(30),
            clock_off_max: Duration::from_secs(30),
            messages_per_second: 100,
            clock: Clock::default(),
        }
    }
}

/// What a client may ask of the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Connections at once.
    pub connections: usize,
    /// Headers of a request.
    pub headers: usize,
    /// How long the headers of a request may take, and how long a connection may be idle.
    pub idle_time: Duration,
    /// How long a TLS handshake may take.
    pub handshake_time: Duration,
    /// The longest body of most requests.
    pub body_bytes: usize,
    /// The longest body that carries a Rules Submission.
    pub submission_bytes: usize,
    /// Requests a second of one caller, for long.
    pub caller_per_second: u32,
    /// Requests a second from one address, for long.
    pub address_per_second: u32,
    /// Logins a minute from one address.
    pub logins_per_minute: u32,
}

/// As generous as can be with whoever tests or embeds the server; `settings` has the defaults of one that serves.
impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 100_000,
            headers: 64,
            idle_time: Duration::from_secs(60),
            handshake_time: Duration::from_secs(10),
            body_bytes: 64 * 1024,
            submission_bytes: 256 * 1024,
            caller_per_second: 1_000_000,
            address_per_second: 1_000_000,
            logins_per_minute: 1_000_000,
        }
    }
}

/// How people log in and how long they stay.
#[derive(Clone, Debug)]
pub struct People {
    /// What a password costs to try.
    pub cost: Cost,
    /// Passwords worked on at once.
    pub passwords_at_once: usize,
    /// Failed attempts at which an account is locked.
    pub failures_max: u32,
    /// How long a dealer's session may be idle.
    pub dealer_idle: Duration,
    /// How long anybody else's session may be idle.
    pub idle: Duration,
    /// How long a session lasts, however busy it is.
    pub session_max: Duration,
    /// The keys under which the secrets of one-time codes are kept.
    pub sealing: Sealing,
    /// How often sessions are looked at that may have been idle for too long.
    pub sweep_every: Duration,
    /// The clock that sessions go by, and limits on how much is asked at once.
    pub clock: Clock,
}

impl People {
    /// How long a session of a role may be idle.
    #[must_use]
    pub const fn idle_max(&self, role: Role) -> Duration {
        match role {
            Role::Dealer => self.dealer_idle,
            Role::Floorperson
            | Role::PitManager
            | Role::Cage
            | Role::Accounting
            | Role::Auditor
            | Role::DeviceAdmin
            | Role::SecurityAdmin => self.idle,
        }
    }
}

impl Default for People {
    fn default() -> Self {
        Self {
            cost: Cost::default(),
            passwords_at_once: 2,
            failures_max: 3,
            dealer_idle: Duration::from_secs(5 * 60),
            idle: Duration::from_secs(15 * 60),
            session_max: Duration::from_secs(12 * 3600),
            sealing: Sealing::default(),
            sweep_every: Duration::from_millis(500),
            clock: Clock::default(),
        }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            tables: table_host::Options::default(),
            journal: store::journal::Options::default(),
            facility: Facility::default(),
            request_max: Duration::from_secs(30),
            origins: Vec::new(),
            sockets_max: 20_000,
            sockets_per_caller: 20_000,
            messages_per_second: 50,
            ping_every: Duration::from_secs(20),
            approvals_last: Duration::from_secs(15 * 60),
            silence_max: Duration::from_secs(60),
            farewell: Duration::from_secs(1),
            clock_jump: Duration::from_secs(2),
            people: People::default(),
            devices: Devices::default(),
            limits: Limits::default(),
            tls: None,
            verify_every: Duration::from_secs(86_400),
            program: None,
            shown: Vec::new(),
        }
    }
}
