//! PostgreSQL's own programs for copies, told where the database is by their environment, so that no password shows among
//! the machine's processes.

use super::BackupError;
use crate::cluster::program;
use sqlx::ConnectOptions;
use sqlx::postgres::PgConnectOptions;
use std::path::Path;
use std::process::{Command, Stdio};

/// Copies one snapshot of the database into a file.
pub(super) async fn dump(database: &PgConnectOptions, snapshot: &str, file: &Path) -> Result<(), BackupError> {
    let mut command = command("pg_dump", database)?;
    command.args(["--format=custom", "--no-owner", "--snapshot", snapshot, "--file"]).arg(file);
    run("pg_dump", command).await
}

/// Brings a copy back, all of it or nothing.
pub(super) async fn bring_back(database: &PgConnectOptions, file: &Path) -> Result<(), BackupError> {
    let mut command = command("pg_restore", database)?;
    command.args(["--exit-on-error", "--single-transaction", "--no-owner", "--dbname"]);
    command.arg(database.get_database().unwrap_or_default()).arg(file);
    run("pg_restore", command).await
}

fn command(name: &'static str, database: &PgConnectOptions) -> Result<Command, BackupError> {
    let mut command = Command::new(program(name).ok_or(BackupError::NoProgram(name))?);
    let host = database.get_socket().map_or_else(|| database.get_host().into(), |folder| folder.as_os_str().to_owned());
    command.env("PGHOST", host).env("PGPORT", database.get_port().to_string());
    command.env("PGUSER", database.get_username());
    command.env("PGDATABASE", database.get_database().unwrap_or_default());
    let address = database.to_url_lossy();
    if let Some(password) = address.password() {
        command.env("PGPASSWORD", decoded(password));
    }
    for (name, value) in address.query_pairs() {
        match &*name {
            "sslmode" => drop(command.env("PGSSLMODE", &*value)),
            "sslrootcert" => drop(command.env("PGSSLROOTCERT", &*value)),
            "sslcert" => drop(command.env("PGSSLCERT", &*value)),
            "sslkey" => drop(command.env("PGSSLKEY", &*value)),
            _ => {}
        }
    }
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    Ok(command)
}

/// A text without the escapes of an address.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let escaped = match (first, after) {
            (b'%', [high, low, ..]) => {
                std::str::from_utf8(&[*high, *low]).ok().and_then(|digits| u8::from_str_radix(digits, 16).ok())
            }
            _ => None,
        };
        bytes.push(escaped.unwrap_or(*first));
        rest = if escaped.is_some() { after.get(2..).unwrap_or_default() } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

async fn run(name: &'static str, mut command: Command) -> Result<(), BackupError> {
    let ended = tokio::task::spawn_blocking(move || command.output()).await;
    let ended = ended.map_err(std::io::Error::other).and_then(|ended| ended);
    let output = ended.map_err(BackupError::at(Path::new(name)))?;
    if output.status.success() {
        return Ok(());
    }
    Err(BackupError::Failed { program: name, said: String::from_utf8_lossy(&output.stderr).trim().to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_what_it_was_before_it_was_put_into_an_address() {
        for (text, password) in
            [("plain", "plain"), ("a%40b%3A%25", "a@b:%"), ("%c3%a4", "ä"), ("100%", "100%"), ("%4", "%4")]
        {
            assert_eq!(decoded(text), password);
        }
    }
}
