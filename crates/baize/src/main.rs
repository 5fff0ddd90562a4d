//! The command line: each command is a module, and none has logic of its own.

mod clauses;
mod help;
mod odds;
mod play;
mod rules;
mod service;
mod settle;

use std::io::{self, Write};
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.split_first() {
        Some((command, rest)) if rest.iter().any(|argument| matches!(argument.as_str(), "--help" | "-h")) => {
            told_of(command)
        }
        Some((command, rest)) => match command.as_str() {
            "serve" => service::run(command, rest, service::serve::run),
            "demo" => service::run(command, rest, service::demo::run),
            "admin" => service::run(command, rest, service::admin::run),
            "backup" => service::run(command, rest, service::backup::run),
            "restore" => service::run(command, rest, service::backup::restore),
            "verify" => service::run(command, rest, service::backup::verify),
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
            "help" | "--help" | "-h" => match rest {
                [command, ..] => told_of(command),
                [] => say(&mut io::stdout(), help::USAGE, ExitCode::SUCCESS),
            },
            "version" | "--version" | "-V" => {
                say(&mut io::stdout(), concat!("baize ", env!("CARGO_PKG_VERSION")), ExitCode::SUCCESS)
            }
            unknown => no_command(unknown),
        },
        None => say(&mut io::stderr(), help::USAGE, ExitCode::from(2)),
    }
}

/// Says what a command takes.
fn told_of(command: &str) -> ExitCode {
    help::of(command).map_or_else(|| no_command(command), |text| say(&mut io::stdout(), text, ExitCode::SUCCESS))
}

fn no_command(unknown: &str) -> ExitCode {
    let text = format!("baize: no command '{unknown}'. `baize help` lists them.");
    say(&mut io::stderr(), &text, ExitCode::from(2))
}

/// Prints a text; a reader that has gone away is no failure.
fn say(to: &mut impl Write, text: &str, code: ExitCode) -> ExitCode {
    match writeln!(to, "{text}") {
        Ok(()) => code,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => code,
        Err(_) => ExitCode::FAILURE,
    }
}
