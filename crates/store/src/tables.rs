//! Tables and the rules they play by.

use crate::journal::genesis;
use crate::meters;
use crate::open::StoreError;
use crate::rules;
use crate::schedules;
use crate::submissions::SubmissionId;
use crate::times::millis;
use game_core::game::{GameId, Millis};
use sqlx::{Connection, PgConnection};
use table_host::ids::{BodyDigest, ChainHash, CommandId, TableId};
use time::OffsetDateTime;
use uuid::Uuid;

/// The most tables on a page.
const PAGE_MAX: u32 = 500;

/// A table to be made.
#[derive(Clone, PartialEq, Debug)]
pub struct NewTable {
    /// Its id.
    pub id: TableId,
    /// Its name on the floor.
    pub name: String,
    /// Whether people learn there; it stays so.
    pub training: bool,
    /// The rules it opens under.
    pub rules: NewRules,
    /// The submission they come from.
    pub submission: Option<SubmissionId>,
    /// The sender's name for the request: the key by which a retry is known.
    pub request: CommandId,
    /// The digest of the body the sender sent.
    pub body_digest: BodyDigest,
}

/// Rules for a table.
#[derive(Clone, PartialEq, Debug)]
pub struct NewRules {
    /// Their game.
    pub game: GameId,
    /// Their version.
    pub version: String,
    /// The Rules Submission of that version, kept when the version is new.
    pub submission: serde_json::Value,
}

/// A table as kept.
#[derive(Clone, PartialEq, Debug)]
pub struct TableRecord {
    /// Its id: the cursor of the next page.
    pub id: TableId,
    /// Its name on the floor.
    pub name: String,
    /// Its game.
    pub game: GameId,
    /// The version of the rules in force.
    pub rules_version: String,
    /// The Rules Submission of that version.
    pub submission: serde_json::Value,
    /// Whether people learn there.
    pub training: bool,
    /// When it was made.
    pub created_at: Millis,
    /// The number of entries in its journal.
    pub seq: u64,
    /// Who may append: only appends with this epoch are taken.
    pub epoch: u64,
    /// The last link of its chain.
    pub hash: ChainHash,
}

/// Why a table cannot be made, or play by other rules.
#[derive(Debug, thiserror::Error)]
pub enum CreateError {
    /// Another table has the name.
    #[error("another table is named so")]
    NameTaken,
    /// Another request made a table of this id.
    #[error("the table exists")]
    Exists,
    /// The key was used for another body.
    #[error("the key was used for another request")]
    KeyReused,
    /// Those rules were kept before, for another game or with another submission.
    #[error("another submission has this version")]
    VersionTaken,
    /// There is no such table of this game.
    #[error("there is no such table of this game")]
    UnknownTable,
    /// The database failed or refused for another reason, or the submission cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for CreateError {
    fn from(error: sqlx::Error) -> Self {
        let error = StoreError::from(error);
        match error.constraint() {
            Some("tables_name_key") => Self::NameTaken,
            Some("tables_pkey" | "table_heads_pkey") => Self::Exists,
            _ => Self::Store(error),
        }
    }
}

/// Makes a table with an empty journal and its meters at their initial amounts, and keeps its rules. The same request
/// again is answered with the table it made first, whose id is then not the one given.
///
/// # Errors
/// When the name, the version or the key is taken, or the database fails.
pub async fn create(connection: &mut PgConnection, table: &NewTable) -> Result<TableRecord, CreateError> {
    let (request, digest) = (table.request, table.body_digest);
    if let Some(made) = made_before(connection, request, digest).await? {
        return Ok(made);
    }
    match make(connection, table).await {
        Ok(()) => {}
        // The same request may have been answered meanwhile; what it took is then no obstacle.
        Err(error) => return made_before(connection, request, digest).await?.ok_or(error),
    }
    one(connection, table.id).await?.ok_or(CreateError::UnknownTable)
}

/// The table that this request made, if it made one.
///
/// # Errors
/// When the key was used for another body, or the database fails.
pub async fn made_before(
    connection: &mut PgConnection,
    request: CommandId,
    digest: BodyDigest,
) -> Result<Option<TableRecord>, CreateError> {
    let found = sqlx::query!("SELECT table_id, request_digest FROM tables WHERE request_id = $1", request.0)
        .fetch_optional(&mut *connection)
        .await?;
    match found {
        Some(row) if row.request_digest == digest.0 => Ok(one(connection, TableId(row.table_id)).await?),
        Some(_) => Err(CreateError::KeyReused),
        None => Ok(None),
    }
}

async fn make(connection: &mut PgConnection, table: &NewTable) -> Result<(), CreateError> {
    let rules = rules::read(&table.rules.version, &table.rules.submission.to_string())?;
    let mut transaction = connection.begin().await?;
    keep_rules(&mut transaction, &table.rules).await?;
    sqlx::query!(
        "INSERT INTO tables (table_id, name, game, rules_version, request_id, request_digest, training)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        table.id.0,
        table.name,
        table.rules.game.name(),
        table.rules.version,
        table.request.0,
        &table.body_digest.0[..],
        table.training
    )
    .execute(&mut *transaction)
    .await?;
    sqlx::query!(
        "INSERT INTO table_heads (table_id, seq, hash, epoch) VALUES ($1, 0, $2, 1)",
        table.id.0,
        &genesis(table.id).0[..]
    )
    .execute(&mut *transaction)
    .await?;
    schedules::made_under(&mut transaction, table.id, &table.rules.version, table.submission).await?;
    meters::link(&mut transaction, table.id, &rules).await?;
    Ok(transaction.commit().await?)
}

/// Keeps the rules of a version, in the connection's transaction. A version that is kept already must be the same.
///
/// # Errors
/// When another submission has the version, or the database fails.
pub async fn keep_rules(connection: &mut PgConnection, rules: &NewRules) -> Result<(), CreateError> {
    sqlx::query!(
        "INSERT INTO rules_versions (rules_version, game, submission) VALUES ($1, $2, $3)
         ON CONFLICT ON CONSTRAINT rules_versions_pkey DO NOTHING",
        rules.version,
        rules.game.name(),
        rules.submission
    )
    .execute(&mut *connection)
    .await?;
    let same = sqlx::query_scalar!(
        r#"SELECT game = $2 AND submission = $3 AS "same!" FROM rules_versions WHERE rules_version = $1"#,
        rules.version,
        rules.game.name(),
        rules.submission
    )
    .fetch_one(connection)
    .await?;
    if same { Ok(()) } else { Err(CreateError::VersionTaken) }
}

struct Row {
    table_id: Uuid,
    name: String,
    game: String,
    rules_version: String,
    submission: serde_json::Value,
    training: bool,
    created_at: OffsetDateTime,
    seq: i64,
    epoch: i64,
    hash: Vec<u8>,
}

impl Row {
    fn read(self) -> Result<TableRecord, StoreError> {
        let unreadable = || StoreError::unreadable(format!("table {}", self.table_id), "a field out of range");
        Ok(TableRecord {
            id: TableId(self.table_id),
            game: GameId::from_name(&self.game).ok_or_else(unreadable)?,
            created_at: millis(self.created_at),
            seq: u64::try_from(self.seq).map_err(|_| unreadable())?,
            epoch: u64::try_from(self.epoch).map_err(|_| unreadable())?,
            hash: ChainHash::from_bytes(&self.hash).ok_or_else(unreadable)?,
            name: self.name,
            training: self.training,
            rules_version: self.rules_version,
            submission: self.submission,
        })
    }
}

/// The next tables after one, in the order made, at most `limit` and never more than five hundred.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn page(
    connection: &mut PgConnection,
    after: Option<TableId>,
    limit: u32,
) -> Result<Vec<TableRecord>, StoreError> {
    let after = after.map_or(Uuid::nil(), |table| table.0);
    let rows = sqlx::query_file_as!(Row, "src/tables/page.sql", after, i64::from(limit.min(PAGE_MAX)));
    rows.fetch_all(connection).await?.into_iter().map(Row::read).collect()
}

/// One table.
///
/// # Errors
/// When the database fails or the row cannot be read.
pub async fn one(connection: &mut PgConnection, table: TableId) -> Result<Option<TableRecord>, StoreError> {
    let row = sqlx::query_file_as!(Row, "src/tables/one.sql", table.0).fetch_optional(connection).await?;
    row.map(Row::read).transpose()
}
