//! Sessions: a person at a position, from a login to its end. Only the digest of a session's token is kept.

use crate::keys::KeyDigest;
use crate::open::StoreError;
use crate::people::{Role, read_staff, staff_number};
use crate::times::{millis, timestamp};
use game_core::game::{Millis, StaffId};
use sqlx::PgConnection;
use std::fmt;
use std::time::Duration;
use time::OffsetDateTime;
use uuid::Uuid;

/// A session's name, by which it is listed and ended. It opens nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SessionId(pub Uuid);

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A session to be kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewSession {
    /// The digest of its token.
    pub digest: KeyDigest,
    /// Whose it is.
    pub staff: StaffId,
    /// When it began.
    pub created_at: Millis,
    /// How long it may be idle.
    pub idle: Duration,
    /// When it ends, however busy it is.
    pub expires_at: Millis,
}

/// An open session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Session {
    /// Its name.
    pub id: SessionId,
    /// Whose it is.
    pub staff: StaffId,
    /// The person's role, which does not change while the session is open.
    pub role: Role,
    /// Whether the person must change the password before anything else.
    pub must_change: bool,
    /// When it began.
    pub created_at: Millis,
    /// How long it may be idle.
    pub idle: Duration,
    /// When it ends, however busy it is.
    pub expires_at: Millis,
    /// When it was last used, as far as it was written down.
    pub used_at: Millis,
}

/// Why a session ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Its owner logged out, or changed the password elsewhere.
    LoggedOut,
    /// It was idle for too long.
    Idle,
    /// It had lasted as long as a session may.
    Expired,
    /// A security administrator ended it.
    Revoked,
    /// The account was disabled, locked, or got another role or password.
    AccountChanged,
}

impl End {
    const fn name(self) -> &'static str {
        match self {
            Self::LoggedOut => "logged_out",
            Self::Idle => "idle",
            Self::Expired => "expired",
            Self::Revoked => "revoked",
            Self::AccountChanged => "account_changed",
        }
    }
}

struct Row {
    session_id: Uuid,
    staff_id: i64,
    role: String,
    must_change: bool,
    created_at: OffsetDateTime,
    idle_ms: i64,
    expires_at: OffsetDateTime,
    used_at: OffsetDateTime,
}

impl Row {
    fn read(self) -> Result<Session, StoreError> {
        Ok(Session {
            id: SessionId(self.session_id),
            staff: read_staff(self.staff_id)?,
            role: Role::read(&self.role)?,
            must_change: self.must_change,
            created_at: millis(self.created_at),
            idle: Duration::from_millis(u64::try_from(self.idle_ms).unwrap_or(0)),
            expires_at: millis(self.expires_at),
            used_at: millis(self.used_at),
        })
    }
}

fn moment(at: Millis) -> Result<OffsetDateTime, StoreError> {
    timestamp(at).ok_or_else(|| StoreError::unreadable("a moment", "it is out of range"))
}

/// Keeps a session.
///
/// # Errors
/// When the database fails.
pub async fn create(connection: &mut PgConnection, session: &NewSession) -> Result<SessionId, StoreError> {
    let id = Uuid::now_v7();
    let idle = i64::try_from(session.idle.as_millis()).unwrap_or(i64::MAX);
    let insert = sqlx::query!(
        "INSERT INTO sessions (session_id, digest, staff_id, created_at, idle_ms, expires_at, used_at)
         VALUES ($1, $2, $3, $4, $5, $6, $4)",
        id,
        &session.digest.0[..],
        staff_number(session.staff)?,
        moment(session.created_at)?,
        idle,
        moment(session.expires_at)?
    );
    insert.execute(connection).await?;
    Ok(SessionId(id))
}

/// The session of this digest, while it has not ended and its account is not disabled. One that is locked keeps what is
/// open: a stranger who guesses must not throw out whoever is in.
///
/// # Errors
/// When the database fails or the row cannot be read.
pub async fn find(connection: &mut PgConnection, digest: KeyDigest) -> Result<Option<Session>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        "SELECT session_id, staff_id, role, must_change, s.created_at, idle_ms, expires_at, used_at
         FROM sessions s JOIN accounts USING (staff_id)
         WHERE digest = $1 AND ended_at IS NULL AND state <> 'disabled'",
        &digest.0[..]
    );
    row.fetch_optional(connection).await?.map(Row::read).transpose()
}

/// Whether there ever was such a session.
///
/// # Errors
/// When the database fails.
pub async fn exists(connection: &mut PgConnection, session: SessionId) -> Result<bool, StoreError> {
    let exists =
        sqlx::query_scalar!(r#"SELECT EXISTS (SELECT FROM sessions WHERE session_id = $1) AS "exists!""#, session.0);
    Ok(exists.fetch_one(connection).await?)
}

/// The open sessions, of one person or of everybody, in the order they began.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn open(connection: &mut PgConnection, staff: Option<StaffId>) -> Result<Vec<Session>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT session_id, staff_id, role, must_change, s.created_at, idle_ms, expires_at, used_at
         FROM sessions s JOIN accounts USING (staff_id)
         WHERE ended_at IS NULL AND ($1::bigint IS NULL OR staff_id = $1) ORDER BY session_id",
        staff.map(staff_number).transpose()?
    );
    rows.fetch_all(connection).await?.into_iter().map(Row::read).collect()
}

/// Ends sessions that have not ended; answers with those it ended.
///
/// # Errors
/// When the database fails.
pub async fn end(
    connection: &mut PgConnection,
    sessions: &[SessionId],
    why: End,
    by: Option<StaffId>,
) -> Result<Vec<SessionId>, StoreError> {
    let ids: Vec<Uuid> = sessions.iter().map(|session| session.0).collect();
    let ended = sqlx::query_scalar!(
        "UPDATE sessions SET ended_at = now(), end_reason = $2, ended_by = $3
         WHERE session_id = ANY ($1) AND ended_at IS NULL RETURNING session_id",
        &ids,
        why.name(),
        by.map(staff_number).transpose()?
    );
    Ok(ended.fetch_all(connection).await?.into_iter().map(SessionId).collect())
}

/// Ends every open session of a person but one; answers with those it ended.
///
/// # Errors
/// When the database fails.
pub async fn end_all(
    connection: &mut PgConnection,
    staff: StaffId,
    but: Option<SessionId>,
    why: End,
    by: Option<StaffId>,
) -> Result<Vec<SessionId>, StoreError> {
    let ended = sqlx::query_scalar!(
        "UPDATE sessions SET ended_at = now(), end_reason = $3, ended_by = $4
         WHERE staff_id = $1 AND ended_at IS NULL AND session_id IS DISTINCT FROM $2 RETURNING session_id",
        staff_number(staff)?,
        but.map(|session| session.0),
        why.name(),
        by.map(staff_number).transpose()?
    );
    Ok(ended.fetch_all(connection).await?.into_iter().map(SessionId).collect())
}

/// Writes down when sessions were last used.
///
/// # Errors
/// When the database fails.
pub async fn used(connection: &mut PgConnection, uses: &[(SessionId, Millis)]) -> Result<(), StoreError> {
    let ids: Vec<Uuid> = uses.iter().map(|(session, _)| session.0).collect();
    let times = uses.iter().map(|(_, at)| moment(*at)).collect::<Result<Vec<_>, _>>()?;
    let update = sqlx::query!(
        "UPDATE sessions s SET used_at = u.used_at
         FROM UNNEST($1::uuid[], $2::timestamptz[]) AS u (session_id, used_at)
         WHERE s.session_id = u.session_id AND s.ended_at IS NULL AND s.used_at < u.used_at",
        &ids,
        &times
    );
    update.execute(connection).await?;
    Ok(())
}

/// Ends the sessions that nobody uses any more, by what is written down; answers with those it ended.
///
/// # Errors
/// When the database fails.
pub async fn end_idle(connection: &mut PgConnection, now: Millis) -> Result<Vec<SessionId>, StoreError> {
    let ended = sqlx::query_scalar!(
        "UPDATE sessions SET ended_at = now(), end_reason = CASE WHEN expires_at <= $1 THEN 'expired' ELSE 'idle' END
         WHERE ended_at IS NULL AND (expires_at <= $1 OR used_at + idle_ms * interval '1 millisecond' <= $1)
         RETURNING session_id",
        moment(now)?
    );
    Ok(ended.fetch_all(connection).await?.into_iter().map(SessionId).collect())
}

/// The sessions ended since a moment: whoever has seen one of them does not trust it any more.
///
/// # Errors
/// When the database fails.
pub async fn ended_since(connection: &mut PgConnection, since: Millis) -> Result<Vec<SessionId>, StoreError> {
    let ended = sqlx::query_scalar!("SELECT session_id FROM sessions WHERE ended_at >= $1", moment(since)?);
    Ok(ended.fetch_all(connection).await?.into_iter().map(SessionId).collect())
}
