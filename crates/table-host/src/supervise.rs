//! Looks after a table's task: when it panics, the table is rebuilt from its journal and plays on with the same mailbox.

use crate::journal::Journal;
use crate::task::{Ended, Message, Task, refusal_at};
use futures_util::FutureExt;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, watch};

/// How long to wait before a table is rebuilt again, at first and at most.
const PAUSE_MIN: Duration = Duration::from_millis(50);
const PAUSE_MAX: Duration = Duration::from_secs(5);

/// Keeps a table playing until it is stopped.
pub(crate) async fn supervise(mut task: Task, mut mailbox: mpsc::Receiver<Message>, recovering: watch::Sender<bool>) {
    // Nothing of a task that panicked is kept but its mailbox: the state comes from the journal.
    while let Err(panic) = play(&mut task, &mut mailbox).await {
        recovering.send_replace(true);
        tracing::error!(table = %task.opening.id, panic, "a table's task panicked");
        rebuild(&mut task).await;
        recovering.send_replace(false);
    }
}

async fn play(task: &mut Task, mailbox: &mut mpsc::Receiver<Message>) -> Result<(), String> {
    let ended = AssertUnwindSafe(task.run(mailbox)).catch_unwind().await.map_err(|panic| said(&*panic))?;
    if ended == Ended::Fenced {
        tracing::error!(table = %task.opening.id, "another server holds the table");
        // Whoever asks is told so until the server stops.
        while let Some(message) = mailbox.recv().await {
            if matches!(message, Message::Stop) {
                break;
            }
            message.refuse(refusal_at(ended));
        }
    }
    mailbox.close();
    while let Some(message) = mailbox.recv().await {
        message.refuse(refusal_at(ended));
    }
    Ok(())
}

fn said(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

async fn rebuild(task: &mut Task) {
    let journal: Arc<dyn Journal> = Arc::clone(&task.journal);
    let mut pause = PAUSE_MIN;
    loop {
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(PAUSE_MAX);
        match journal.reload(task.opening.id).await {
            Ok(opening) => {
                task.opening = opening;
                task.shown.send_replace(task.opening.standing.clone());
                task.gallery.rebuilt(&task.opening.standing);
                return;
            }
            Err(error) => tracing::error!(table = %task.opening.id, %error, "the table cannot be rebuilt yet"),
        }
    }
}
