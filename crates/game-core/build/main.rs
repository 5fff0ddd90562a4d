//! Reads the clause register and the paytables, refuses what does not hold together, and writes both as Rust tables.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a build script reads files and talks to cargo; the rules do neither"
)]

mod compile;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

const REGISTER: &str = "data/clauses.csv";
const BOOKS: &str = "data/paytables";

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=data");
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let register = fs::read_to_string(REGISTER)?;
    let books = books()?;
    let tables = compile::compile((REGISTER, &register), &books)
        .map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))?;
    let folder = env::var("OUT_DIR")?;
    fs::write(Path::new(&folder).join("clauses.rs"), tables.clauses)?;
    fs::write(Path::new(&folder).join("paytables.rs"), tables.paytables)?;
    Ok(())
}

/// Every paytable file with its name, in order of name.
fn books() -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let mut books = Vec::new();
    for entry in fs::read_dir(BOOKS)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            books.push((path.display().to_string(), fs::read_to_string(&path)?));
        }
    }
    books.sort();
    Ok(books)
}
