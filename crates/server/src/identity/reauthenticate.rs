//! A person who is logged in says the password again, for one act that needs it.

use super::Person;
use super::verify::{Occasion, verify};
use crate::app::App;
use crate::problem::Problem;
use store::people;

/// Makes sure that whoever speaks in a session is its owner.
///
/// # Errors
/// When the password or the code is another, or the store cannot answer. Too many wrong ones lock the account and end its
/// sessions.
pub(crate) async fn reauthenticate(
    app: &App,
    person: Person,
    password: &str,
    totp: Option<&str>,
) -> Result<(), Problem> {
    let found = people::credentials_of(&mut *app.store.connection().await?, person.staff).await?;
    verify(app, found, password, totp, Occasion::Within).await.map(drop)
}
