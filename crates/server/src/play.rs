//! The switch of all play: kept first, then told to every table, which refuses rounds and wagers from then on and finishes
//! what it has begun (R66).

use crate::app::App;
use crate::approvals::words;
use crate::commands::submit;
use crate::problem::Problem;
use game_core::actor::Actor;
use game_core::command::Action;
use game_core::game::StaffId;
use game_core::rejection::Code;
use game_core::switch::{Switch, SwitchReason};
use std::sync::Arc;
use std::time::Duration;
use store::approvals::Request;
use store::play::{self, NewPosition, PlayError, Worked};
use store::{Store, StoreError};
use table_host::ids::{BodyDigest, CommandId};
use table_host::{Refused, TableHandle};
use tokio::sync::{Mutex, watch};
use wire::problem::EdgeCode;
use wire::rest::play::{Play, PlayWorked, WorkPlay};

/// How often the tables are looked at for one that has not been told.
const EVERY: Duration = Duration::from_secs(1);

/// How the switch stands, as kept.
#[derive(Debug, Default)]
pub(crate) struct PlaySwitch {
    last: watch::Sender<Option<Worked>>,
    /// It is worked by one at a time, so that memory follows the store.
    working: Mutex<()>,
}

impl PlaySwitch {
    /// Takes up what is kept.
    ///
    /// # Errors
    /// When the store cannot answer.
    pub(crate) async fn recover(&self, store: &Store) -> Result<(), StoreError> {
        let last = play::last(&mut *store.connection().await?).await?;
        self.last.send_replace(last);
        Ok(())
    }

    fn is_off(&self) -> bool {
        self.last.borrow().as_ref().is_some_and(|last| last.off)
    }

    /// Why the action cannot be, while all play is off: a table that has not been told yet begins nothing either.
    pub(crate) fn refuses(&self, action: &Action) -> Option<Code> {
        let begins = matches!(action, Action::OpenRound | Action::PlaceWager { .. } | Action::AcceptWager { .. });
        (begins && self.is_off()).then_some(Code::PlaySwitchedOff)
    }

    /// How it stands, as it is told.
    pub(crate) fn told(&self) -> Play {
        told(self.last.borrow().clone())
    }
}

fn told(last: Option<Worked>) -> Play {
    let off = last.as_ref().is_some_and(|last| last.off);
    let worked = |Worked { reason, note, by, at, .. }| PlayWorked { reason, note, by, at: at.into() };
    Play { off, last: last.map(worked) }
}

/// Works the switch and tells every table. The same request again is answered as it was first.
pub(crate) async fn work(app: &Arc<App>, by: StaffId, key: CommandId, asked: WorkPlay) -> Result<Play, Problem> {
    let body = serde_json::to_vec(&asked).map_err(|error| Problem::fault(&error))?;
    let note = words(asked.note)?;
    if note.trim().is_empty() {
        return Err(EdgeCode::ReasonRequired.into());
    }
    let request = Request { id: key, digest: BodyDigest::of(&body) };
    let new = NewPosition { off: asked.off, reason: asked.reason, note, by, request };
    let app = Arc::clone(app);
    // What is kept must be known here and told, whether or not anybody waits for the answer.
    let working = tokio::spawn(async move {
        let _alone = app.play.working.lock().await;
        let worked = play::work(&mut *app.store.connection().await?, &new).await?;
        app.play.recover(&app.store).await?;
        align(&app).await;
        Ok(told(Some(worked)))
    });
    working.await.unwrap_or_else(|error| Err(Problem::fault(&error)))
}

/// Sees to it until the server goes down that every table knows how the switch stands: new ones, and those that could not
/// be told.
pub(crate) async fn look_after(app: Arc<App>) {
    loop {
        align(&app).await;
        tokio::time::sleep(EVERY).await;
    }
}

async fn align(app: &App) {
    let last = app.play.last.borrow().clone();
    let reason = last.filter(|last| last.off).map(|last| last.reason);
    for table in app.host.tables() {
        tell(app, &table, reason).await;
    }
}

async fn tell(app: &App, table: &TableHandle, off: Option<SwitchReason>) {
    let what = Switch::Play;
    let action = match (table.standing().table.is_off(what), off) {
        (false, Some(reason)) => Action::SwitchOff { what, reason },
        (true, None) => Action::SwitchOn { what },
        (true, Some(_)) | (false, None) => return,
    };
    match submit(app, table, Actor::Controller, CommandId::new(), action).await {
        // Refused by a table that knows already.
        Ok(_) | Err(Refused::Rejected(_) | Refused::Draining | Refused::Fenced) => {}
        Err(refused) => {
            tracing::warn!(table = %table.id(), %refused, "a table does not hear of the switch of all play");
        }
    }
}

impl From<PlayError> for Problem {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::StandsSo => Self::from(Code::SwitchState),
            PlayError::KeyReused => EdgeCode::KeyReused.into(),
            PlayError::Store(error) => error.into(),
        }
    }
}
