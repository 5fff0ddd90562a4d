//! Whether somebody is who they say: the password, the one-time code where one is asked for, and what becomes of an
//! account at which somebody guesses.

use super::{Credential, totp};
use crate::app::App;
use crate::problem::Problem;
use store::StoreError;
use store::people::{self, Credentials, State};
use store::sessions::{self, End};
use store::significant::{self, Kind, SignificantEvent};
use wire::problem::EdgeCode;

/// Why somebody is not taken for who they say. The world is not told which it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Doubt {
    Unknown,
    Unusable,
    Password,
    Code,
}

impl Doubt {
    const fn name(self) -> &'static str {
        match self {
            Self::Unknown => "unknown_login",
            Self::Unusable => "account_unusable",
            Self::Password => "password",
            Self::Code => "code",
        }
    }
}

/// Where somebody says who they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Occasion {
    /// Logging in. Whoever guesses may be a stranger, who must not throw out those who are in.
    LogIn,
    /// In a session, for one act. Whoever guesses sits at somebody's open session, which is better closed.
    Within,
}

impl Occasion {
    const fn name(self) -> &'static str {
        match self {
            Self::LogIn => "login",
            Self::Within => "session",
        }
    }

    const fn refusal(self) -> EdgeCode {
        match self {
            Self::LogIn => EdgeCode::CredentialsRefused,
            Self::Within => EdgeCode::NotAuthenticated,
        }
    }
}

/// Checks a password and a code against an account, or against nothing, at the same cost.
///
/// # Errors
/// When either is not right or the account cannot be used; when the store cannot answer.
pub(crate) async fn verify(
    app: &App,
    found: Option<Credentials>,
    password: &str,
    code: Option<&str>,
    occasion: Occasion,
) -> Result<Credentials, Problem> {
    let kept = found.as_ref().map(|found| &*found.password_hash);
    let right = app.passwords.check(password, kept).await?;
    let Some(found) = found else { return refused(app, None, Doubt::Unknown, occasion).await };
    let doubt = if found.account.state != State::Active {
        Some(Doubt::Unusable)
    } else if !right {
        Some(Doubt::Password)
    } else if !coded(app, &found, code).await? {
        Some(Doubt::Code)
    } else if !people::succeeded(&mut *app.store.connection().await?, found.account.staff).await? {
        Some(Doubt::Unusable)
    } else {
        None
    };
    match doubt {
        Some(doubt) => refused(app, Some(&found), doubt, occasion).await,
        None => Ok(found),
    }
}

/// Whether the code is right, where the account asks for one. It is used up.
async fn coded(app: &App, found: &Credentials, code: Option<&str>) -> Result<bool, Problem> {
    if !found.account.totp {
        return Ok(true);
    }
    let Some((code, kept)) = code.zip(found.totp_secret.as_deref()) else { return Ok(false) };
    let (staff, sealing) = (found.account.staff, &app.config.people.sealing);
    let secret = sealing.open(staff, kept).map_err(|error| Problem::fault(&error))?;
    let now = app.config.people.clock.now();
    let Some(step) = totp::step_of(code, &secret, now, found.totp_step) else { return Ok(false) };
    let mut connection = app.store.connection().await?;
    if !people::use_totp(&mut connection, staff, step).await? {
        return Ok(false);
    }
    if sealing.is_stale(kept) {
        let sealed = sealing.seal(staff, &secret).map_err(|error| Problem::fault(&error))?;
        people::reseal_totp(&mut connection, staff, kept, &sealed).await?;
    }
    Ok(true)
}

/// Counts the attempt, locks the account at which too many failed, and says no in one way.
async fn refused(
    app: &App,
    found: Option<&Credentials>,
    doubt: Doubt,
    occasion: Occasion,
) -> Result<Credentials, Problem> {
    let staff = found.map(|found| found.account.staff);
    let doubted = SignificantEvent::new(Kind::FailedLogin).staff(staff).detail("why", doubt.name());
    app.register.record(doubted.detail("where", occasion.name())).await?;
    if let (Some(staff), Doubt::Password | Doubt::Code) = (staff, doubt) {
        let mut connection = app.store.transaction().await?;
        if people::failed(&mut connection, staff, app.config.people.failures_max).await? {
            let locked = SignificantEvent::new(Kind::AccountLocked).staff(staff).detail("where", occasion.name());
            significant::record(&mut connection, &locked).await?;
            let ended = match occasion {
                Occasion::LogIn => Vec::new(),
                Occasion::Within => sessions::end_all(&mut connection, staff, None, End::AccountChanged, None).await?,
            };
            app.bearers.end(ended.into_iter().map(Credential::Session));
        }
        connection.commit().await.map_err(StoreError::from)?;
    }
    Err(occasion.refusal().into())
}
