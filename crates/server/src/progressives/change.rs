//! What people do about progressives: propose, decide by two, take out of play, and let tables take part.

use crate::app::App;
use crate::approvals::{self, Proposal};
use crate::identity::Person;
use crate::problem::Problem;
use game_core::progressive::Change;
use game_core::wager::Wager;
use store::approvals::Approval;
use store::progressives::{self, ChangeError, JoinError, ProgressiveId, ProgressiveRecord, Two};
use store::{PgConnection, StoreError};
use table_host::ids::CommandId;
use table_host::{Refused, TableHandle};
use wire::problem::EdgeCode;
use wire::rest::approvals::Matter;

/// Proposes a change. What the rules do not allow is refused at once, each problem with its clause.
pub(crate) async fn propose(
    app: &App,
    by: Person,
    key: CommandId,
    progressive: Option<wire::id::ProgressiveId>,
    change: Change,
    reason: String,
) -> Result<Approval, Problem> {
    if reason.trim().is_empty() {
        return Err(ChangeError::NoReason.into());
    }
    match (&change, progressive) {
        (Change::Create(new), None) => {
            let problems = new.problems();
            if !problems.is_empty() {
                return Err(Problem::configuration(problems));
            }
        }
        (Change::Create(_), Some(_)) | (_, None) => {
            let detail = "A new progressive has no id yet, and every other change is of one that exists.";
            return Err(Problem::saying(EdgeCode::InvalidBody, detail));
        }
        (Change::Parameter { level, to }, Some(id)) => {
            let problems = found(app, id).await?.problems(*level, *to);
            if !problems.is_empty() {
                return Err(Problem::configuration(problems));
            }
        }
        (_, Some(id)) => drop(found(app, id).await?),
    }
    let mut transaction = app.store.pool().begin().await.map_err(StoreError::from)?;
    let proposal = Proposal { matter: Matter::Progressive { progressive, change }, table: None, reason };
    let approval = approvals::propose(app, &mut transaction, by, key, proposal).await?;
    transaction.commit().await.map_err(StoreError::from)?;
    app.board.changed();
    Ok(approval)
}

async fn found(app: &App, id: wire::id::ProgressiveId) -> Result<ProgressiveRecord, Problem> {
    let mut connection = app.store.pool().acquire().await.map_err(StoreError::from)?;
    Ok(progressives::one(&mut connection, ProgressiveId(id.0)).await?.ok_or(EdgeCode::NotFound)?)
}

/// Carries out what a second person agreed to, in the transaction of the decision.
pub(crate) async fn carry_out(
    connection: &mut PgConnection,
    approval: &Approval,
    progressive: Option<wire::id::ProgressiveId>,
    change: &Change,
) -> Result<(), Problem> {
    let two = Two {
        asked: approval.proposed_by,
        agreed: approval.decided_by.ok_or(ChangeError::SamePerson)?,
        approval: approval.id.0,
        reason: approval.reason.clone(),
    };
    progressives::carry_out(connection, progressive.map(|id| ProgressiveId(id.0)), change, &two).await?;
    Ok(())
}

/// Takes a progressive out of play at once.
pub(crate) async fn disable(app: &App, by: Person, id: wire::id::ProgressiveId, reason: &str) -> Result<(), Problem> {
    let mut transaction = app.store.pool().begin().await.map_err(StoreError::from)?;
    progressives::disable(&mut transaction, ProgressiveId(id.0), by.staff, reason).await?;
    transaction.commit().await.map_err(StoreError::from)?;
    Ok(())
}

/// Lets a closed and empty table play for a progressive, or for its own again.
pub(crate) async fn join(
    app: &App,
    by: Person,
    table: &TableHandle,
    wager: Wager,
    stake: game_core::money::Cents,
    to: Option<wire::id::ProgressiveId>,
) -> Result<(), Problem> {
    let standing = table.standing();
    let rules = std::sync::Arc::clone(standing.table.rules());
    let (store, id, to) = (app.store.clone(), table.id(), to.map(|to| ProgressiveId(to.0)));
    let (told, answer) = tokio::sync::oneshot::channel();
    let of = std::sync::Arc::clone(&rules);
    // In the table's own mailbox, so that no round begins meanwhile.
    let keep = Box::pin(async move {
        let joined = async {
            let mut connection = store.pool().acquire().await?;
            progressives::join(&mut connection, id, &of, wager, stake, to, by.staff).await
        };
        let joined = joined.await;
        let kept = joined.as_ref().copied().map_err(|error| Refused::Fault(error.to_string()));
        let _ = told.send(joined);
        kept
    });
    let changed = table.at_rest(keep).await;
    match answer.await {
        Ok(joined) => Ok(joined?),
        // Nothing was asked of the store: the table is open, or somebody sits there.
        Err(_) => Ok(changed?),
    }
}

impl From<ChangeError> for Problem {
    fn from(error: ChangeError) -> Self {
        let detail = error.to_string();
        match error {
            ChangeError::Unknown => EdgeCode::NotFound.into(),
            ChangeError::NameTaken => EdgeCode::ProgressiveNameTaken.into(),
            ChangeError::Status(_) | ChangeError::NotEmpty => Self::saying(EdgeCode::ProgressiveStatus, detail),
            ChangeError::Live => EdgeCode::LevelLive.into(),
            ChangeError::Value | ChangeError::TooLittle => Self::saying(EdgeCode::ValueRefused, detail),
            ChangeError::NoReason => EdgeCode::ReasonRequired.into(),
            ChangeError::SamePerson => EdgeCode::SamePerson.into(),
            ChangeError::Store(error) => error.into(),
        }
    }
}

impl From<JoinError> for Problem {
    fn from(error: JoinError) -> Self {
        let detail = error.to_string();
        match error {
            JoinError::Unknown => EdgeCode::NotFound.into(),
            JoinError::OwnTable | JoinError::Retired | JoinError::Misfit => {
                Self::saying(EdgeCode::ProgressiveMisfit, detail)
            }
            JoinError::Store(error) => error.into(),
        }
    }
}
