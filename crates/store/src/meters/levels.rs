//! What happens to a level as a whole: it is frozen, its waiting rate comes into force, and all of them are held against
//! their entries.

use super::book::MeterId;
use super::told::{Told, tell};
use crate::open::StoreError;
use crate::significant::Kind;
use sqlx::PgConnection;

/// Why a level is frozen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cause {
    Implausible,
    Astray,
    Unreconciled,
}

impl Cause {
    /// What people are told.
    const fn sentence(self) -> &'static str {
        match self {
            Self::Implausible => "it was fed more than is plausible",
            Self::Astray => "it does not stand where its last entry ended",
            Self::Unreconciled => "it is not the sum of its entries",
        }
    }

    /// A meter that was moved past every guard is kept data that somebody changed.
    const fn kind(self) -> Kind {
        match self {
            Self::Implausible => Kind::MeterEvent,
            Self::Astray | Self::Unreconciled => Kind::LiveDataChange,
        }
    }
}

/// Freezes a level that is not frozen yet, and writes down why, for its own record and for the register (R25). Nothing is
/// corrected.
pub(crate) async fn freeze(connection: &mut PgConnection, meter: MeterId, cause: Cause) -> Result<(), StoreError> {
    let sentence = cause.sentence();
    let frozen = sqlx::query_file!("src/meters/freeze.sql", meter.0, sentence).fetch_optional(&mut *connection).await?;
    let Some(frozen) = frozen else { return Ok(()) };
    tracing::error!(meter = %meter.0, cause = sentence, "a level is frozen");
    let details = vec![("level", frozen.level.into()), ("cause", sentence.into())];
    let (progressive, asked, agreed) = (frozen.progressive_id, None, None);
    tell(connection, Told { kind: cause.kind(), what: "frozen", progressive, asked, agreed, details }).await
}

/// Puts the rate that waited for a reset in force.
pub(crate) async fn rate_in_force(connection: &mut PgConnection, meter: MeterId) -> Result<(), sqlx::Error> {
    sqlx::query_file!("src/meters/rate_in_force.sql", meter.0).execute(connection).await?;
    Ok(())
}

/// Holds every meter against the sum of its entries, freezes those that are off, and says how many are.
///
/// # Errors
/// When the database fails.
pub async fn reconcile(connection: &mut PgConnection) -> Result<u64, StoreError> {
    let off = sqlx::query_scalar!(r#"SELECT meter_id AS "meter_id!" FROM meters_that_do_not_reconcile"#)
        .fetch_all(&mut *connection)
        .await?;
    for meter in &off {
        freeze(connection, MeterId(*meter), Cause::Unreconciled).await?;
    }
    Ok(off.len() as u64)
}
