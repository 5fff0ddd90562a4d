//! The command line: each command is a module, and none has logic of its own.

mod clauses;

use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    clauses::run(&args)
}
