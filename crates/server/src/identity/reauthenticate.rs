//! Proving once more, for one act, who somebody is.

use super::{Caller, Secret};
use crate::app::App;
use crate::problem::Problem;
use wire::problem::EdgeCode;

/// Whether the caller proves to be who they are. A key that stands in for a person is its own password.
pub(crate) async fn reauthenticate(
    app: &App,
    caller: Caller,
    password: &str,
    _totp: Option<&str>,
) -> Result<(), Problem> {
    let secret = Secret::parse(password).ok_or(EdgeCode::NotAuthenticated)?;
    let found = app.keys.caller(&secret).await?;
    if found == Some(caller) { Ok(()) } else { Err(EdgeCode::NotAuthenticated.into()) }
}
