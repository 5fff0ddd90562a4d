//! Sessions: from a login to their end.

use crate::app::App;
use crate::identity::{Credential, Occasion, Person, Secret, verify};
use crate::problem::Problem;
use game_core::game::Millis;
use std::time::Duration;
use store::people;
use store::sessions::{self, End, NewSession, Session, SessionId};
use wire::problem::EdgeCode;
use wire::rest::people::LogIn;

/// Logs a person in: a session with a token that nobody had before.
pub(crate) async fn log_in(app: &App, asked: &LogIn) -> Result<(Secret, Session), Problem> {
    let found = people::credentials(&mut *app.store.connection().await?, &asked.login).await?;
    let proven =
        verify(app, found, &asked.password.0, asked.totp.as_ref().map(|code| &*code.0), Occasion::LogIn).await?;
    let (account, kept) = (proven.account, proven.password_hash);
    if app.passwords.is_stale(&kept) {
        let anew = app.passwords.hash(&asked.password.0).await?;
        people::rehash(&mut *app.store.connection().await?, account.staff, &kept, &anew).await?;
    }
    let secret = Secret::generate().map_err(|error| Problem::fault(&error))?;
    let settings = &app.config.people;
    let created_at = settings.clock.now();
    let session = NewSession {
        digest: secret.digest(),
        staff: account.staff,
        created_at,
        idle: settings.idle_max(account.role),
        expires_at: after(created_at, settings.session_max),
    };
    let mut connection = app.store.connection().await?;
    sessions::create(&mut connection, &session).await?;
    let opened = sessions::find(&mut connection, session.digest).await?.ok_or(EdgeCode::CredentialsRefused)?;
    tracing::info!(staff = account.staff.0, session = %opened.id, "logged in");
    Ok((secret, opened))
}

fn after(moment: Millis, time: Duration) -> Millis {
    Millis(moment.0.saturating_add(u64::try_from(time.as_millis()).unwrap_or(u64::MAX)))
}

/// Logs a person out.
pub(crate) async fn log_out(app: &App, person: Person) -> Result<(), Problem> {
    sessions::end(&mut *app.store.connection().await?, &[person.session], End::LoggedOut, Some(person.staff)).await?;
    app.bearers.end([Credential::Session(person.session)]);
    Ok(())
}

/// Ends somebody's session.
pub(crate) async fn end_one(app: &App, by: Person, session: SessionId) -> Result<(), Problem> {
    let mut connection = app.store.connection().await?;
    let ended = sessions::end(&mut connection, &[session], End::Revoked, Some(by.staff)).await?;
    if ended.is_empty() && !sessions::exists(&mut connection, session).await? {
        return Err(EdgeCode::NotFound.into());
    }
    app.bearers.end([Credential::Session(session)]);
    Ok(())
}
