//! What tables looked like after an entry: a cache that spares a long fold, and may be thrown away at any time. Snapshots
//! are handed in without waiting and kept in the background, the newest of each table.

use crate::open::StoreError;
use game_core::table::State;
use sqlx::PgPool;
use std::collections::BTreeMap;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use table_host::ids::TableId;
use tokio::sync::mpsc;

/// The encoding of states that this version writes; another one is ignored, not converted.
pub(crate) const ENCODING: i16 = 2;

/// The most tables whose snapshots may wait; another one's is dropped.
const WAITING_MAX: usize = 4096;

/// The most snapshots written at a time.
const WRITTEN_MAX: usize = 64;

type Newest = BTreeMap<TableId, (u64, State)>;

/// The snapshots that wait to be kept.
#[derive(Clone, Debug)]
pub(crate) struct Waiting {
    newest: Arc<Mutex<Newest>>,
    wake: mpsc::Sender<()>,
}

impl Waiting {
    /// Takes a snapshot, in place of an older one of the same table.
    pub(crate) fn put(&self, table: TableId, seq: u64, state: State) {
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        let is_newer = newest.get(&table).map_or(newest.len() < WAITING_MAX, |(earlier, _)| *earlier < seq);
        if is_newer {
            newest.insert(table, (seq, state));
            // A full channel has woken the keeper already.
            let _ = self.wake.try_send(());
        }
    }
}

/// A place to put snapshots, and the work of keeping them, which ends after the last handle is gone.
pub(crate) fn keeper(pool: PgPool) -> (Waiting, impl Future<Output = ()>) {
    let (wake, mut woken) = mpsc::channel(1);
    let newest = Arc::new(Mutex::new(Newest::new()));
    let waiting = Arc::clone(&newest);
    let keeping = async move {
        while woken.recv().await.is_some() {
            loop {
                let some = take_some(&waiting);
                if some.is_empty() {
                    break;
                }
                if let Err(error) = keep(&pool, &some).await {
                    tracing::warn!(%error, snapshots = some.len(), "snapshots are not kept");
                }
            }
        }
    };
    (Waiting { newest, wake }, keeping)
}

fn take_some(waiting: &Mutex<Newest>) -> Newest {
    let mut newest = waiting.lock().unwrap_or_else(PoisonError::into_inner);
    let rest = newest.keys().nth(WRITTEN_MAX).copied().map(|first| newest.split_off(&first)).unwrap_or_default();
    std::mem::replace(&mut newest, rest)
}

/// Keeps the states of tables, each unless a later one of its table is kept.
async fn keep(pool: &PgPool, snapshots: &Newest) -> Result<(), StoreError> {
    let mut rows = (Vec::new(), Vec::new(), Vec::new());
    for (table, (seq, state)) in snapshots {
        rows.0.push(table.0);
        rows.1.push(i64::try_from(*seq).map_err(|error| StoreError::unreadable("a sequence number", error))?);
        rows.2.push(serde_json::to_string(state).map_err(|error| StoreError::unreadable("a state", error))?);
    }
    sqlx::query!(
        "INSERT INTO snapshots (table_id, seq, encoding, state)
         SELECT table_id, seq, $4::smallint, state
         FROM UNNEST($1::uuid[], $2::bigint[], $3::text[]) AS given (table_id, seq, state)
         ON CONFLICT ON CONSTRAINT snapshots_pkey DO UPDATE
         SET seq = excluded.seq, encoding = excluded.encoding, state = excluded.state
         WHERE snapshots.seq < excluded.seq",
        &rows.0,
        &rows.1,
        &rows.2,
        ENCODING
    )
    .execute(pool)
    .await?;
    Ok(())
}
