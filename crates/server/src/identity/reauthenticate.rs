//! A person who is logged in says the password again, for one act that needs it.

use super::Person;
use crate::app::App;
use crate::problem::Problem;
use store::{StoreError, people};
use wire::problem::EdgeCode;

/// Makes sure that whoever speaks in a session is its owner.
///
/// # Errors
/// When the password is another, or the store cannot answer.
pub(crate) async fn reauthenticate(
    app: &App,
    person: Person,
    password: &str,
    totp: Option<&str>,
) -> Result<(), Problem> {
    let found = {
        let mut connection = app.store.pool().acquire().await.map_err(StoreError::from)?;
        people::credentials_of(&mut connection, person.staff).await?
    };
    let kept = found.as_ref().map(|found| &*found.password_hash);
    let right = app.passwords.check(password, kept).await.map_err(|error| Problem::fault(&error))?;
    // Nobody has enrolled a code yet, so none can be right.
    if right && totp.is_none() { Ok(()) } else { Err(EdgeCode::NotAuthenticated.into()) }
}
