//! Taking tables over after a start or a crash: each is rebuilt as the fold of its journal, from its snapshot where one
//! can be read, and belongs to whoever recovered it last.

use crate::journal::ENCODING;
use crate::open::{Store, StoreError};
use crate::rules::Rulebook;
use crate::snapshots;
use crate::times::millis;
use futures_util::TryStreamExt;
use game_core::event::Event;
use game_core::game::{GameId, Millis};
use game_core::rules::Rules;
use game_core::table::{State, Table};
use sqlx::PgConnection;
use std::sync::Arc;
use table_host::ids::{ChainHash, TableId};
use table_host::{Opening, Standing};
use uuid::Uuid;

/// A table as it stands, taken over.
#[derive(Clone, Debug)]
pub struct Recovered {
    /// Its id.
    pub id: TableId,
    /// Its name on the floor.
    pub name: String,
    /// Its game.
    pub game: GameId,
    /// The rules in force.
    pub rules: Arc<Rules>,
    /// Their version.
    pub rules_version: Arc<str>,
    /// The number of entries in its journal.
    pub seq: u64,
    /// The last link of its chain.
    pub hash: ChainHash,
    /// The epoch under which it may be appended to from now on.
    pub epoch: u64,
    /// When it was made.
    pub created_at: Millis,
    /// The fold of its journal.
    pub table: Table,
}

impl From<Recovered> for Opening {
    fn from(recovered: Recovered) -> Self {
        let Recovered { id, name, epoch, seq, table, rules_version, .. } = recovered;
        Self { id, name: name.into(), epoch, standing: Standing { seq, table: Arc::new(table), rules_version } }
    }
}

/// Takes every table over, in the order made, with as many queries for a thousand as for one.
///
/// # Errors
/// When the database fails or something that is kept cannot be read.
pub async fn recover(store: &Store) -> Result<Vec<Recovered>, StoreError> {
    take_over(&mut *store.pool().acquire().await?, None).await
}

/// Takes one table over, if there is such a table.
///
/// # Errors
/// When the database fails or something that is kept cannot be read.
pub async fn recover_one(store: &Store, table: TableId) -> Result<Option<Recovered>, StoreError> {
    Ok(take_over(&mut *store.pool().acquire().await?, Some(table)).await?.pop())
}

/// A table on its way: what its head says, and how far its fold has come.
struct Folding {
    seq: u64,
    version: String,
    rest: Recovered,
}

async fn take_over(connection: &mut PgConnection, only: Option<TableId>) -> Result<Vec<Recovered>, StoreError> {
    // The claim comes first: whatever is appended after it comes from whoever called this.
    let mut rulebook = Rulebook::of_all(connection).await?;
    let claimed = claim(connection, only).await?;
    let mut folding = claimed.into_iter().map(|row| begin(row, &mut rulebook)).collect::<Result<Vec<_>, _>>()?;
    fold(connection, &mut folding, &mut rulebook).await?;
    folding.into_iter().map(Folding::finish).collect()
}

/// A table as claimed.
struct Row {
    table_id: Uuid,
    name: String,
    game: String,
    rules_version: String,
    training: bool,
    created_at: time::OffsetDateTime,
    seq: i64,
    hash: Vec<u8>,
    epoch: i64,
    snapshot_seq: Option<i64>,
    state: Option<String>,
}

async fn claim(connection: &mut PgConnection, only: Option<TableId>) -> Result<Vec<Row>, StoreError> {
    let only = only.map(|table| table.0);
    let rows = sqlx::query_file_as!(Row, "src/recovery/claim.sql", only, snapshots::ENCODING);
    Ok(rows.fetch_all(connection).await?)
}

fn begin(row: Row, rulebook: &mut Rulebook) -> Result<Folding, StoreError> {
    let unreadable = || StoreError::unreadable(format!("table {}", row.table_id), "a field out of range");
    let number = |value: i64| u64::try_from(value).map_err(|_| unreadable());
    let rules = rulebook.get(&row.rules_version)?;
    // A snapshot that cannot be read is as good as none.
    let state = row.state.as_deref().and_then(|state| serde_json::from_str::<State>(state).ok());
    let (from, state) = row.snapshot_seq.zip(state).unwrap_or_default();
    Ok(Folding {
        seq: number(from)?,
        version: row.rules_version.clone(),
        rest: Recovered {
            id: TableId(row.table_id),
            game: GameId::from_name(&row.game).ok_or_else(unreadable)?,
            rules: Arc::clone(&rules),
            rules_version: row.rules_version.as_str().into(),
            seq: number(row.seq)?,
            hash: ChainHash::from_bytes(&row.hash).ok_or_else(unreadable)?,
            epoch: number(row.epoch)?,
            created_at: millis(row.created_at),
            table: Table::restore(rules, state).for_training(row.training),
            name: row.name,
        },
    })
}

/// Applies every entry after what the snapshots hold, each under the rules it was decided under.
async fn fold(
    connection: &mut PgConnection,
    folding: &mut [Folding],
    rulebook: &mut Rulebook,
) -> Result<(), StoreError> {
    let behind = folding.iter().zip(0_i64..).filter(|(table, _)| table.seq < table.rest.seq);
    let behind = behind.map(|(table, place)| (place, table.rest.id.0, i64::try_from(table.seq).unwrap_or(i64::MAX)));
    let (places, tables, after): (Vec<i64>, Vec<Uuid>, Vec<i64>) = behind.collect();
    if places.is_empty() {
        return Ok(());
    }
    let mut rows = sqlx::query_file!("src/recovery/entries.sql", &places, &tables, &after).fetch(connection);
    while let Some(row) = rows.try_next().await? {
        let table = usize::try_from(row.place).ok().and_then(|place| folding.get_mut(place));
        let Some(table) = table else { continue };
        let name = || format!("entry {} of table {}", row.seq, table.rest.id);
        if row.encoding != ENCODING {
            return Err(StoreError::unreadable(name(), format!("encoding {}", row.encoding)));
        }
        let events: Vec<Event> =
            serde_json::from_str(&row.events).map_err(|error| StoreError::unreadable(name(), error))?;
        table.apply(row.seq, &row.rules_version, &events, rulebook)?;
    }
    Ok(())
}

impl Folding {
    fn apply(&mut self, seq: i64, version: &str, events: &[Event], rulebook: &mut Rulebook) -> Result<(), StoreError> {
        if u64::try_from(seq) != Ok(self.seq + 1) {
            return Err(self.broken());
        }
        if self.version != version {
            version.clone_into(&mut self.version);
            self.play_by(rulebook.get(version)?);
        }
        self.rest.table.apply_all(events);
        self.seq += 1;
        Ok(())
    }

    fn play_by(&mut self, rules: Arc<Rules>) {
        self.rest.table = Table::restore(rules, self.rest.table.state().clone());
    }

    fn finish(mut self) -> Result<Recovered, StoreError> {
        if self.seq != self.rest.seq {
            return Err(self.broken());
        }
        if *self.rest.rules_version != *self.version {
            self.play_by(Arc::clone(&self.rest.rules));
        }
        Ok(self.rest)
    }

    fn broken(&self) -> StoreError {
        let what = format!("the journal of table {}", self.rest.id);
        StoreError::unreadable(what, format!("after entry {} the next is missing", self.seq))
    }
}
