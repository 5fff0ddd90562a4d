//! The log of the device plane: what many devices hand in at the same moment is one transaction.

use super::DeviceId;
use super::insert::insert;
use crate::open::Store;
use game_core::game::Millis;
use game_core::money::Cents;
use serde_json::Value;
use table_host::ids::TableId;
use tokio::sync::{mpsc, oneshot};

/// Lots that may wait to be written.
const WAITING_MAX: usize = 4_096;

/// The most lots of one transaction.
const LOTS_MAX: usize = 512;

/// What a device said, before it has any effect.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the columns of the table say what they are")]
pub struct Received {
    pub device: DeviceId,
    pub sequence: u64,
    pub received_at: Millis,
    pub sent_at: Millis,
    pub kind: String,
    pub body: String,
    pub digest: [u8; 32],
    pub signature: [u8; 64],
    pub table: TableId,
}

/// A sign of life that says nothing new: the device's head moves, and of the message only its digest is kept for a while.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the columns of the table say what they are")]
pub struct Heartbeat {
    pub device: DeviceId,
    pub sequence: u64,
    pub received_at: Millis,
    pub sent_at: Millis,
    pub digest: [u8; 32],
}

/// What became of it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the columns of the table say what they are")]
pub struct Answered {
    pub device: DeviceId,
    pub sequence: u64,
    pub received_at: Millis,
    pub answered_at: Millis,
    pub code: Option<String>,
    pub clause: Option<String>,
    pub missing: Option<Cents>,
    pub table_seq: Option<u64>,
}

/// Something that was wrong with what came.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the columns of the table say what they are")]
pub struct Anomaly {
    pub at: Millis,
    pub device: DeviceId,
    pub code: &'static str,
    pub sequence: Option<u64>,
    pub digest: Option<[u8; 32]>,
    pub details: Value,
}

/// Something a device was told to do.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the columns of the table say what they are")]
pub struct Commanded {
    pub device: DeviceId,
    pub number: u64,
    pub issued_at: Millis,
    pub kind: String,
    pub body: String,
}

/// That it did, or could not.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the columns of the table say what they are")]
pub struct Acknowledged {
    pub device: DeviceId,
    pub number: u64,
    pub at: Millis,
    pub done: bool,
}

/// That it need not be done any more: it was overtaken, or nobody wants it now.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the columns of the table say what they are")]
pub struct Withdrawn {
    pub device: DeviceId,
    pub number: u64,
    pub at: Millis,
}

/// A fault that came or went.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the columns of the table say what they are")]
pub struct Fault {
    pub device: DeviceId,
    pub sequence: u64,
    pub code: &'static str,
    pub at: Millis,
    pub lasts: bool,
}

/// Something to be put on record.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "each is what its type says")]
pub enum Record {
    Received(Received),
    Heartbeat(Heartbeat),
    Answered(Answered),
    Anomaly(Anomaly),
    Commanded(Commanded),
    Acknowledged(Acknowledged),
    Withdrawn(Withdrawn),
    Fault(Fault),
}

/// The log could not be written; whether it was all the same, nobody knows yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the log of the device plane cannot be written")]
pub struct Unwritten;

type Lot = (Vec<Record>, oneshot::Sender<Result<(), Unwritten>>);

/// The log. Cheap to clone; its writer ends when the last clone is gone.
#[derive(Clone, Debug)]
pub struct DeviceLog {
    lots: mpsc::Sender<Lot>,
}

impl DeviceLog {
    /// Starts the log's writer.
    #[must_use]
    pub fn start(store: Store) -> Self {
        let (lots, waiting) = mpsc::channel(WAITING_MAX);
        tokio::spawn(write(store, waiting));
        Self { lots }
    }

    /// Puts records on disk, all or none of them.
    ///
    /// # Errors
    /// When they could not be written.
    pub async fn write(&self, records: Vec<Record>) -> Result<(), Unwritten> {
        let (told, answer) = oneshot::channel();
        self.lots.send((records, told)).await.map_err(|_| Unwritten)?;
        answer.await.map_err(|_| Unwritten)?
    }
}

async fn write(store: Store, mut waiting: mpsc::Receiver<Lot>) {
    let mut lots = Vec::new();
    while waiting.recv_many(&mut lots, LOTS_MAX).await > 0 {
        let (records, told): (Vec<Vec<Record>>, Vec<_>) = lots.drain(..).unzip();
        if told.len() > 1 && transact(&store, records.concat()).await.is_ok() {
            for told in told {
                // Whoever does not wait any more needs no answer.
                let _ = told.send(Ok(()));
            }
            continue;
        }
        // One bad lot does not take the others with it.
        for (records, told) in records.into_iter().zip(told) {
            let written = transact(&store, records).await;
            if let Err(error) = &written {
                tracing::error!(%error, "the log of the device plane cannot be written");
            }
            let _ = told.send(written.map_err(|_| Unwritten));
        }
    }
}

async fn transact(store: &Store, records: Vec<Record>) -> Result<(), crate::StoreError> {
    let mut transaction = store.transaction().await?;
    insert(&mut transaction, records).await?;
    transaction.commit().await?;
    Ok(())
}
