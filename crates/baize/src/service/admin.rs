//! `baize admin`: the first security administrator, made beside a running server or before its first start.

use super::password::{self, Source};
use super::{Failure, finish, home, print, settings};
use pico_args::Arguments;
use server::identity::{Passwords, Role};
use std::fmt::Display;
use std::path::PathBuf;
use store::Home;
use store::people::{self, Account, NewAccount, State};
use store::significant::{self, Kind, SignificantEvent};

const USAGE: &str = "usage:
  baize admin create --login NAME [--name TEXT] [--password-file FILE] [--data DIR]

Makes a security administrator, who makes everybody else over the API. Without a file the password is asked for, or read
from the first line of what is piped in; it is never an argument.";

/// Makes a security administrator.
pub(crate) async fn run(mut args: Arguments) -> Result<(), Failure> {
    match args.subcommand()?.as_deref() {
        Some("create") => create(args).await,
        Some(_) | None => Err(Failure::Usage(USAGE.to_owned())),
    }
}

async fn create(mut args: Arguments) -> Result<(), Failure> {
    let settings = settings(&mut args)?;
    let login: String = args.value_from_str("--login")?;
    let name: Option<String> = args.opt_value_from_str("--name")?;
    let file: Option<PathBuf> = args.opt_value_from_str("--password-file")?;
    finish(args)?;
    let password = password::read(file.map_or(Source::Asked, Source::File))?;
    server::identity::fit(&password, &login).map_err(|unfit| Failure::Failed(unfit.to_string()))?;
    let passwords =
        Passwords::new(settings.config().people.cost, 1).map_err(|error| Failure::Failed(error.to_string()))?;
    let password_hash = passwords.hash(&password).await.map_err(|error| Failure::Failed(error.to_string()))?;
    let display_name = name.unwrap_or_else(|| login.clone());
    let account = NewAccount {
        login,
        display_name,
        role: Role::SecurityAdmin,
        state: State::Active,
        password_hash,
        must_change: false,
        by: None,
        request: None,
    };
    let home = home(&settings).await?;
    let made = keep(&home, &account).await;
    home.close().await?;
    let Account { staff, login, .. } = made?;
    print(&format!("{login} is a security administrator, number {} of the staff\n", staff.0))
}

/// Keeps the account, and that it was made outside the approvals, both or neither.
async fn keep(home: &Home, account: &NewAccount) -> Result<Account, Failure> {
    let mut transaction = home.store().transaction().await.map_err(failed)?;
    let made = people::create(&mut transaction, account).await.map_err(failed)?;
    let event = SignificantEvent::new(Kind::AdministratorMade).staff(made.staff).detail("login", &*made.login);
    significant::record(&mut transaction, &event).await.map_err(failed)?;
    transaction.commit().await.map_err(failed)?;
    Ok(made)
}

fn failed(error: impl Display) -> Failure {
    Failure::Failed(error.to_string())
}
