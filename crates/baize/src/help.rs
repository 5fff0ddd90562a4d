//! What the commands are called and take: `baize help`, `baize help COMMAND`, and `--help` after a command.

/// What `baize help` says.
pub(crate) const USAGE: &str = "\
baize: the table-game server and its tools

usage: baize COMMAND [ARGUMENTS]

  serve [OPTIONS]      the table server (README.md)
  demo [OPTIONS]       a server with tables of every game and a simulated floor; --speed N
  admin create --login NAME
                       the first security administrator
  config check|show    whether the configuration is right, and what it comes to (docs/operations.md)
  backup --to DIR      a copy of everything, made while play goes on
  restore BACKUP       a copy's way back, into an empty database
  verify               whether every chain holds and the money is what the chains say, while play goes on
  verify-system        the hash of every part of the installation, held against what is on record
  healthcheck          whether the server is ready
  sim [OPTIONS]        load on a server of its own, measured (docs/performance.md)
  device KIND --key FILE
                       a simulated device, `device key` a key for one, `device replay` a session again (docs/device-protocol.md)
  verify-shuffle ROUND whether a virtual shoe dealt the order it committed to
  openapi              the description of the REST interface
  settle [FILE]        settle rounds given as JSON (docs/settle.md)
  rules check FILE...  check Rules Submissions (docs/rules-submission.md)
  odds [OPTIONS]       exact odds and par sheets (docs/odds.md)
  clauses [ID]         what holds each clause of the rules
  play GAME            play a round at the terminal: let_it_ride_md, two_three_five_stud_md,
                       criss_cross_md or let_it_ride_ca
  help [COMMAND]       this text, or what a command takes
  version              the version";

/// Where a command finds the server's data; the same for all that open it.
macro_rules! with_data {
    ($text:literal) => {
        concat!(
            $text,
            "

  --data DIR           where the private PostgreSQL and its data are; `data` of the configuration
  --listen HOST:PORT   where the server listens; `listen` of the configuration
  --config FILE        the configuration, or BAIZE_CONFIG (docs/operations.md)

With DATABASE_URL set, that database is used instead of a private one."
        )
    };
}

/// What a command takes; none for what is no command.
pub(crate) fn of(command: &str) -> Option<&'static str> {
    Some(match command {
        "serve" => with_data!("usage: baize serve [OPTIONS]\n\nServes until SIGTERM or SIGINT."),
        "demo" => {
            with_data!(
                "usage: baize demo [OPTIONS]\n\nServes tables of every game, with simulated dealers, players and devices.\n
  --speed N            times as fast as people play, 1 to 1000 (1)"
            )
        }
        "admin" => {
            with_data!(
                "usage: baize admin create --login NAME [OPTIONS]\n\nMakes the first security administrator. Asks for the password.\n
  --login NAME         what they log in with
  --name NAME          what they are called (the login)
  --password-file FILE the password's file, instead of asking"
            )
        }
        "config" => {
            with_data!(
                "usage: baize config check|show [OPTIONS]\n\nSays what is wrong with the configuration, or what it comes to."
            )
        }
        "backup" => {
            with_data!(
                "usage: baize backup --to DIR [OPTIONS]\n\nCopies everything while play goes on, into a folder of its own.\n
  --to DIR             where that folder is made"
            )
        }
        "restore" => {
            with_data!(
                "usage: baize restore BACKUP [OPTIONS]\n\nBrings a backup's folder back into an empty database, and verifies all of it."
            )
        }
        "verify" => {
            with_data!(
                "usage: baize verify [OPTIONS]\n\nProves that what is kept holds together; exits with 1 and names what does not (docs/operations.md)."
            )
        }
        "verify-system" => {
            with_data!(
                "usage: baize verify-system [OPTIONS]\n\nPrints the hash of every part; exits with 1 when one is not what is on record.\n
  --program FILE       the program to look at (this one)"
            )
        }
        "healthcheck" => with_data!("usage: baize healthcheck [OPTIONS]\n\nExits with 0 when the server is ready."),
        "sim" => SIM,
        "device" => DEVICE,
        "verify-shuffle" => {
            "usage: baize verify-shuffle ROUND --key TOKEN [OPTIONS]\n
Asks the server for the order that a virtual shoe committed to, and checks here that it is what was dealt.\n
  --key TOKEN          a session's token or a terminal's key, or BAIZE_KEY
  --server URL         the server (http://127.0.0.1:8080)"
        }
        "openapi" => "usage: baize openapi\n\nPrints the description of the REST interface, in YAML.",
        "settle" => {
            "usage: baize settle [FILE]\n\nSettles rounds, one JSON object a line, from FILE or standard input (docs/settle.md)."
        }
        "rules" => {
            "usage: baize rules check FILE...\n\nChecks Rules Submissions; exits with 2 when one is not sound (docs/rules-submission.md)."
        }
        "odds" => ODDS,
        "clauses" => "usage: baize clauses [ID]\n\nCounts what holds each chapter's clauses, or tells of one clause.",
        "play" => {
            "usage: baize play GAME [SUBMISSION]\n\nA round at the terminal: let_it_ride_md, two_three_five_stud_md, criss_cross_md or let_it_ride_ca,\nby the rules of a file or by the usual ones."
        }
        "help" => "usage: baize help [COMMAND]",
        "version" => "usage: baize version",
        _ => return None,
    })
}

const SIM: &str = "\
usage: baize sim [OPTIONS]

Plays on a server of its own as fast as it answers, and prints what was measured (docs/performance.md).

  --tables N           tables (20)
  --seats N            terminals at each, 1 to 7 (7)
  --seconds N          how long (10)
  --rate N             commands a second, instead of as fast as it answers
  --devices            a shoe, a shuffler and a wager sensor at every table, which send signed messages at a fixed rate
  --device-messages N  how many a second over all tables (2000)
  --idle               everybody is connected, and nobody does anything
  --recover            kills the server in the end, and says how soon it is back
  --pgbench N          measures single durable inserts beside it, for N seconds
  --json               for programs";

const DEVICE: &str = "\
usage: baize device key --key FILE
       baize device shoe|shuffler|sensor|wheel|display --key FILE [OPTIONS]
       baize device replay FILE [--server HOST:PORT]

Makes a key and says what its enrolment needs; runs a simulated device until SIGTERM or SIGINT; or sends what a device
captured again. What a device must not forget is kept beside its key: it goes on where it was (docs/device-protocol.md).

  --key FILE           the private key
  --server HOST:PORT   the server (127.0.0.1:8080)
  --table ID           the table, the first time
  --device ID          the id from the enrolment, the first time
  --server-key HEX     the server's public key, from GET /v1/devices, the first time
  --wagers LIST        what patrons put on a sensor's spots: SEAT:WAGER:CENTS, and :N where it is placed in N rounds of a
                       thousand, as in 1:progressive_payout:100,3:bonus_spin_progressive:500:250
  --after-ms N         how long after betting opens they do (2000)
  --faults SCRIPT      what goes wrong at which command, or at the next one where it can: jam@3,fault:door_open@12
                       every device  fault:CODE@N, silence:SECONDS@N
                       shoe          jam, misread, cover_card, face_up, twice (a card that is out already),
                                     astray (a stack where it is not due), stub_wrong
                       shuffler      jam, count_wrong
                       sensor        late (a wager after the lock), removed (a wager taken off before it)
  --capture FILE       where everything that was sent is written";

const ODDS: &str = "\
usage: baize odds [OPTIONS]

Exact odds and par sheets, from what is committed or worked out (docs/odds.md).

  --game GAME          of one game
  --wager WAGER        of one of its wagers
  --paytable ID        with one paytable
  --option NAME=VALUE  with an option of the rules; may be given more than once
  --submission FILE    of everything in a Rules Submission
  --json, --markdown   for programs, for documents
  --recompute DIR      works every sheet out anew, into DIR";

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    /// Every name of an option that the program's source has.
    fn options(of: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(of).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                options(&path, found);
            } else {
                let text = fs::read_to_string(&path).unwrap();
                let names = text.split('"').filter(|name| name.starts_with("--") && !name.contains(' '));
                found.extend(names.map(str::to_owned));
            }
        }
    }

    #[test]
    fn every_command_and_every_option_is_told_of() {
        let commands = USAGE.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
        let commands: Vec<&str> = commands.filter(|name| !name.is_empty()).collect();
        let texts: Vec<&str> = commands.iter().map(|command| of(command).unwrap()).collect();
        let mut found = Vec::new();
        options(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
        assert!(commands.len() > 15 && found.len() > 20, "{commands:?} {found:?}");
        for option in found.iter().filter(|option| !["--", "--help", "--version"].contains(&option.as_str())) {
            assert!(texts.iter().any(|text| text.contains(option.as_str())), "{option}");
        }
    }
}
