//! Every key of the configuration: its name, what it may be, what it is when nobody says, and what it is for.
//! `docs/operations.md` prints this list, and a test holds the page against it.

/// A key.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Its name in the file, the sections before it with dots.
    pub name: &'static str,
    /// What its value may be.
    pub form: Form,
    /// Its value when nobody says another; empty is none.
    pub default: &'static str,
    /// What it is for.
    pub about: &'static str,
}

/// What a value may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// An address with a port.
    Address,
    /// Any text.
    Text,
    /// A text that is shown to nobody.
    Secret,
    /// A path in the file system.
    Path,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A whole number within these limits.
    Count(u64, u64),
    /// Texts, in the file as a list, in a variable with commas between.
    List,
}

/// A time of day at most, in seconds.
const DAY: u64 = 86_400;

/// The largest amount in cents that a threshold may be.
const CENTS_MAX: u64 = 1_000_000_000_000;

const fn key(name: &'static str, form: Form, default: &'static str, about: &'static str) -> Key {
    Key { name, form, default, about }
}

/// Every key there is.
pub const KEYS: &[Key] = &[
    key("listen", Form::Address, "127.0.0.1:8080", "Where the server listens."),
    key("data", Form::Path, "baize-data", "Where the private cluster lives; unused with a database of one's own."),
    key("log", Form::Choice(&["error", "warn", "info", "debug", "trace"]), "info", "What the log tells, at least."),
    key(
        "log_format",
        Form::Choice(&["text", "json"]),
        "text",
        "A line of text for people, or a JSON object for programs.",
    ),
    key("database.url", Form::Secret, "", "The database; without it a private cluster. `DATABASE_URL` says it too."),
    key(
        "database.url_file",
        Form::Path,
        "",
        "A file whose content is the database's address, such as a container's secret.",
    ),
    key(
        "tls.certificate",
        Form::Path,
        "",
        "The certificate chain in PEM. With it and the key the server speaks TLS only.",
    ),
    key("tls.key", Form::Path, "", "The private key in PEM."),
    key("tls.handshake_seconds", Form::Count(1, 120), "10", "How long a TLS handshake may take."),
    key("sockets.origins", Form::List, "", "Origins, beside the server's own, whose pages may open sockets."),
    key("sockets.total", Form::Count(1, 1_000_000), "20000", "Sockets open at once."),
    key("sockets.per_caller", Form::Count(1, 1_000_000), "64", "Sockets that one caller may hold at once."),
    key(
        "sockets.messages_per_second",
        Form::Count(1, 100_000),
        "50",
        "Messages a second that one socket may send for long.",
    ),
    key("sockets.ping_seconds", Form::Count(1, 3600), "20", "How often a socket is pinged."),
    key("sockets.silence_seconds", Form::Count(2, 7200), "60", "How long a socket may be silent."),
    key("limits.connections", Form::Count(16, 1_000_000), "25000", "Connections at once, sockets among them."),
    key("limits.headers", Form::Count(8, 1000), "64", "Headers of a request."),
    key(
        "limits.idle_seconds",
        Form::Count(1, 600),
        "60",
        "How long a client may take to send a request's headers, and how long an idle connection stays open.",
    ),
    key("limits.request_seconds", Form::Count(1, 600), "30", "How long a request may take."),
    key("limits.body_bytes", Form::Count(1024, 16_777_216), "65536", "The longest body of most requests."),
    key(
        "limits.submission_bytes",
        Form::Count(1024, 16_777_216),
        "262144",
        "The longest body that carries a Rules Submission.",
    ),
    key(
        "limits.caller_per_second",
        Form::Count(1, 10_000_000),
        "500",
        "Requests a second that one caller may send for long; twice as many at once.",
    ),
    key(
        "limits.address_per_second",
        Form::Count(1, 10_000_000),
        "5000",
        "Requests a second that may come from one address for long; twice as many at once.",
    ),
    key(
        "limits.logins_per_minute",
        Form::Count(1, 10_000_000),
        "60",
        "Logins a minute that may be tried from one address.",
    ),
    key("facility.operator", Form::Text, "Baize", "The name that stands on top of reports."),
    key(
        "facility.time_zone",
        Form::Text,
        "UTC",
        "The time zone by its name in the tz database, such as America/New_York.",
    ),
    key("facility.gaming_day_starts", Form::Text, "06:00", "When the gaming day begins, in that zone."),
    key(
        "facility.shifts",
        Form::List,
        "day 06:00,swing 14:00,grave 22:00",
        "The shifts, each with when it begins; the first begins with the gaming day.",
    ),
    key(
        "facility.denominations",
        Form::List,
        "",
        "The values of the chips in cents; every chip there is when none is named.",
    ),
    key("people.dealer_idle_seconds", Form::Count(10, DAY), "300", "How long a dealer's session may be idle."),
    key("people.idle_seconds", Form::Count(10, DAY), "900", "How long anybody else's session may be idle."),
    key("people.session_seconds", Form::Count(60, 7 * DAY), "43200", "How long a session lasts, however busy it is."),
    key(
        "people.argon2_memory_kib",
        Form::Count(8, 4_194_304),
        "19456",
        "Memory that trying a password takes (Argon2id), in KiB.",
    ),
    key("people.argon2_passes", Form::Count(1, 100), "2", "Passes over that memory."),
    key("people.argon2_lanes", Form::Count(1, 16), "1", "Lanes of it."),
    key("people.passwords_at_once", Form::Count(1, 64), "2", "Passwords tried at once; others wait."),
    key(
        "people.failures_max",
        Form::Count(1, 1000),
        "3",
        "Wrong passwords or codes in a row at which an account is locked.",
    ),
    key(
        "people.totp_key_file",
        Form::Path,
        "",
        "A file of keys, one of 64 hexadecimal digits a line, that seal the secrets of one-time codes; the first seals, all open.",
    ),
    key(
        "devices.heartbeat_seconds",
        Form::Count(1, 3600),
        "10",
        "How often a device must be heard of; every device is told when it says hello.",
    ),
    key(
        "devices.silence_seconds",
        Form::Count(2, 7200),
        "30",
        "After how long without a word a device counts as gone; longer than `devices.heartbeat_seconds`.",
    ),
    key("approvals.wait_seconds", Form::Count(30, DAY), "900", "How long a proposal waits for a second person."),
    key(
        "thresholds.large_wager_cents",
        Form::Count(1, CENTS_MAX),
        "1000000",
        "A wager of this much is a significant event.",
    ),
    key(
        "thresholds.large_win_cents",
        Form::Count(1, CENTS_MAX),
        "1000000",
        "This much won by a seat at once is a significant event.",
    ),
    key(
        "thresholds.chips_brought_cents",
        Form::Count(1, CENTS_MAX),
        "1000000",
        "Chips of this much that a player brings to a table are a significant event.",
    ),
    key(
        "clock.jump_milliseconds",
        Form::Count(100, 3_600_000),
        "2000",
        "How far the wall clock may leap within a second before that is a significant event.",
    ),
    key(
        "verification.every_seconds",
        Form::Count(60, DAY),
        "86400",
        "How often the program, its configuration, the paytables and the schema are checked by their hashes.",
    ),
];

/// The key of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name == name)
}

impl Key {
    /// The variable of the environment that sets it.
    #[must_use]
    pub fn variable(&self) -> String {
        format!("BAIZE_{}", self.name.replace('.', "_").to_uppercase())
    }

    /// What is wrong with a value, if something is.
    #[must_use]
    pub fn fault(&self, value: &str) -> Option<String> {
        match self.form {
            Form::Address => {
                let wrong = value.parse::<std::net::SocketAddr>().is_err();
                wrong.then(|| format!("'{value}' is not an address such as {}", self.default))
            }
            Form::Choice(words) => {
                (!words.contains(&value)).then(|| format!("'{value}' is none of {}", words.join(", ")))
            }
            Form::Count(least, most) => {
                let fits = value.parse::<u64>().is_ok_and(|count| (least..=most).contains(&count));
                (!fits).then(|| format!("'{value}' is not a whole number from {least} to {most}"))
            }
            Form::Text | Form::Secret | Form::Path | Form::List => None,
        }
    }
}
