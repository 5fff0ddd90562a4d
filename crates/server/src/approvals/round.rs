//! Deciding what was proposed in a round: the decision is a command of the table, which carries it out and journals it.

use crate::app::App;
use crate::commands::submit;
use crate::problem::Problem;
use game_core::actor::Actor;
use game_core::command::Action;
use game_core::game::StaffId;
use store::approvals::{self, Approval, Outcome, State};
use store::{StoreError, journal};
use table_host::ids::{CommandId, TableId};
use wire::problem::EdgeCode;

/// Decides as this member of staff. The same request again is answered as it was first.
pub(super) async fn decide(
    app: &App,
    approval: &Approval,
    table: TableId,
    by: StaffId,
    key: CommandId,
    outcome: Outcome,
) -> Result<Approval, Problem> {
    let (handle, _) = app.live_table(table)?;
    let action = match outcome {
        Outcome::Approved => Action::Approve,
        Outcome::Declined | Outcome::Withdrawn => Action::Decline,
    };
    // While this is held nothing else is proposed at any table: what is agreed to is what was seen.
    let _alone = app.deciding.lock().await;
    let mut connection = app.store.pool().acquire().await.map_err(StoreError::from)?;
    let now = approvals::one(&mut connection, approval.id).await?.ok_or(EdgeCode::NotFound)?;
    let before = journal::answered(&mut connection, table, key).await?.is_some();
    drop(connection);
    if !before {
        permitted(&now, by, outcome)?;
    }
    // A retry gets its first answer from the table, or is refused as another request under the same key.
    submit(app, &handle, Actor::Floorperson(by), key, action).await?;
    let mut connection = app.store.pool().acquire().await.map_err(StoreError::from)?;
    Ok(approvals::one(&mut connection, approval.id).await?.ok_or(EdgeCode::NotFound)?)
}

fn permitted(approval: &Approval, by: StaffId, outcome: Outcome) -> Result<(), Problem> {
    match approval.state {
        State::Pending => {}
        State::Expired => return Err(EdgeCode::ApprovalExpired.into()),
        State::Decided(_) => return Err(EdgeCode::ApprovalDecided.into()),
    }
    let proposer_acts = approval.proposed_by == by;
    if proposer_acts == matches!(outcome, Outcome::Withdrawn) { Ok(()) } else { Err(EdgeCode::SamePerson.into()) }
}
