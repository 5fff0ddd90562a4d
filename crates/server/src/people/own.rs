//! What a person does with the own account: another password, and one-time codes.

use super::accounts::fitting;
use crate::app::App;
use crate::identity::{Credential, Person, SealingError, reauthenticate, totp};
use crate::problem::Problem;
use store::people;
use store::sessions::{self, End};
use wire::problem::EdgeCode;
use wire::rest::people::{ChangePassword, ConfirmTotp, EnrolTotp, Token, TotpSecret};

/// Changes the password, and ends every other session of the person.
pub(crate) async fn change_password(app: &App, person: Person, asked: &ChangePassword) -> Result<(), Problem> {
    reauthenticate(app, person, &asked.password.0, asked.totp.as_ref().map(|code| &*code.0)).await?;
    let account = people::one(&mut *app.store.connection().await?, person.staff).await?.ok_or(EdgeCode::NotFound)?;
    fitting(&asked.new_password, &account.login)?;
    if asked.new_password == asked.password {
        return Err(Problem::saying(EdgeCode::PasswordUnfit, "It is the password so far."));
    }
    let hash = app.passwords.hash(&asked.new_password.0).await?;
    let mut connection = app.store.connection().await?;
    people::set_password(&mut connection, person.staff, &hash, false).await?;
    let own = Some(person.session);
    let ended = sessions::end_all(&mut connection, person.staff, own, End::AccountChanged, Some(person.staff)).await?;
    app.bearers.end(ended.into_iter().map(Credential::Session));
    app.bearers.ask_again(Credential::Session(person.session));
    Ok(())
}

/// Makes a shared secret for one-time codes. Until it is confirmed nothing changes.
pub(crate) async fn enrol_totp(app: &App, person: Person, asked: &EnrolTotp) -> Result<TotpSecret, Problem> {
    reauthenticate(app, person, &asked.password.0, asked.totp.as_ref().map(|code| &*code.0)).await?;
    let secret = totp::secret().map_err(|error| Problem::fault(&error))?;
    let mut connection = app.store.connection().await?;
    let account = people::one(&mut connection, person.staff).await?.ok_or(EdgeCode::NotFound)?;
    if account.totp {
        return Err(EdgeCode::TotpEnrolled.into());
    }
    let sealed = app.config.people.sealing.seal(person.staff, &secret).map_err(sealed_nowhere)?;
    people::set_totp(&mut connection, person.staff, Some(&sealed)).await?;
    let text = totp::base32(&secret);
    let uri = format!("otpauth://totp/Baize:{}?secret={text}&issuer=Baize", account.login);
    Ok(TotpSecret { secret: Token(text), uri: Token(uri) })
}

/// A secret that cannot be sealed is not kept.
fn sealed_nowhere(error: SealingError) -> Problem {
    match error {
        SealingError::NoKey => EdgeCode::TotpKeyMissing.into(),
        SealingError::Altered | SealingError::NoRandomness => Problem::fault(&error),
    }
}

/// Takes a first code for granted that the authenticator knows the secret: codes are asked for from now on.
pub(crate) async fn confirm_totp(app: &App, person: Person, asked: &ConfirmTotp) -> Result<(), Problem> {
    let mut connection = app.store.connection().await?;
    let found = people::credentials_of(&mut connection, person.staff).await?.ok_or(EdgeCode::NotFound)?;
    let kept = found.totp_secret.as_deref().ok_or(EdgeCode::NotAuthenticated)?;
    let secret = app.config.people.sealing.open(person.staff, kept).map_err(|error| Problem::fault(&error))?;
    let now = app.config.people.clock.now();
    let step = totp::step_of(&asked.totp.0, &secret, now, found.totp_step).ok_or(EdgeCode::NotAuthenticated)?;
    let used = people::use_totp(&mut connection, person.staff, step).await?;
    if used { Ok(()) } else { Err(EdgeCode::NotAuthenticated.into()) }
}
