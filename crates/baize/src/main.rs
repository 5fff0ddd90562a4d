//! The command line: each command is a module, and none has logic of its own.

mod clauses;
mod odds;
mod play;
mod rules;
mod service;
mod settle;

use std::io::{self, Write};
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const USAGE: &str = "\
baize: the table-game server and its tools

usage: baize COMMAND [ARGUMENTS]

  serve [OPTIONS]      the table server (README.md)
  demo [OPTIONS]       a server with tables of every game and a simulated floor; --speed N
  admin create --login NAME
                       the first security administrator
  config check|show    whether the configuration is right, and what it comes to (docs/operations.md)
  backup --to DIR      a copy of everything, made while play goes on
  restore BACKUP       a copy's way back, into an empty database
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
  help                 this text
  version              the version";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.split_first() {
        Some((command, rest)) => match command.as_str() {
            "serve" => service::run(command, rest, service::serve::run),
            "demo" => service::run(command, rest, service::demo::run),
            "admin" => service::run(command, rest, service::admin::run),
            "backup" => service::run(command, rest, service::backup::run),
            "restore" => service::run(command, rest, service::backup::restore),
            "config" => service::run(command, rest, service::config::run),
            "healthcheck" => service::run(command, rest, service::healthcheck::run),
            "verify-system" => service::run(command, rest, service::verify_system::run),
            "sim" => service::run(command, rest, service::sim::run),
            "device" => service::run(command, rest, service::device::run),
            "verify-shuffle" => service::run(command, rest, service::verify_shuffle::run),
            "openapi" => service::run(command, rest, service::openapi::run),
            "settle" => settle::run(rest),
            "rules" => rules::run(rest),
            "odds" => odds::run(rest),
            "clauses" => clauses::run(rest),
            "play" => play::run(rest),
            "help" | "--help" | "-h" => say(&mut io::stdout(), USAGE, ExitCode::SUCCESS),
            "version" | "--version" | "-V" => {
                say(&mut io::stdout(), concat!("baize ", env!("CARGO_PKG_VERSION")), ExitCode::SUCCESS)
            }
            unknown => {
                let text = format!("baize: no command '{unknown}'. `baize help` lists them.");
                say(&mut io::stderr(), &text, ExitCode::from(2))
            }
        },
        None => say(&mut io::stderr(), USAGE, ExitCode::from(2)),
    }
}

/// Prints a text; a reader that has gone away is no failure.
fn say(to: &mut impl Write, text: &str, code: ExitCode) -> ExitCode {
    match writeln!(to, "{text}") {
        Ok(()) => code,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => code,
        Err(_) => ExitCode::FAILURE,
    }
}
