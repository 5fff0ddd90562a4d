//! Deciding what was proposed at a table, in a round or about a slip: the decision is a command of the table, which carries it
//! out and journals it.

use crate::app::App;
use crate::commands::submit;
use crate::identity::{Person, Role};
use crate::problem::Problem;
use game_core::actor::Actor;
use game_core::command::Action;
use game_core::game::StaffId;
use game_core::inventory;
use store::approvals::{self, Approval, Outcome, State};
use store::{StoreError, journal};
use table_host::ids::{CommandId, TableId};
use wire::problem::EdgeCode;
use wire::rest::approvals::Matter;

/// What a table is told about a matter of its own.
pub(super) struct AtTable {
    table: TableId,
    approve: Action,
    decline: Action,
}

impl AtTable {
    /// The matter's commands, if a table carries it out.
    pub(super) const fn of(matter: &Matter) -> Option<Self> {
        let (table, approve, decline) = match *matter {
            Matter::Round { table, .. } => (table, Action::Approve, Action::Decline),
            Matter::SlipVoid { table, slip: kind, number, .. } => {
                let approve = Action::Inventory(inventory::Action::ApproveVoid { kind, number });
                (table, approve, Action::Inventory(inventory::Action::DeclineVoid { kind, number }))
            }
            Matter::RulesSubmission { .. }
            | Matter::TableRules { .. }
            | Matter::TableLimits { .. }
            | Matter::AccountPowers { .. }
            | Matter::Terminal { .. }
            | Matter::PasswordReset { .. }
            | Matter::Progressive { .. }
            | Matter::Device { .. } => return None,
        };
        Some(Self { table: TableId(table.0), approve, decline })
    }

    /// Decides as this person. The same request again is answered as it was first.
    pub(super) async fn decide(
        self,
        app: &App,
        approval: &Approval,
        by: Person,
        key: CommandId,
        outcome: Outcome,
    ) -> Result<Approval, Problem> {
        let (handle, _) = app.live_table(self.table)?;
        let action = match outcome {
            Outcome::Approved => self.approve,
            Outcome::Declined | Outcome::Withdrawn => self.decline,
        };
        // While this is held nothing else is proposed at any table: what is agreed to is what was seen.
        let _alone = app.deciding.lock().await;
        let mut connection = app.store.pool().acquire().await.map_err(StoreError::from)?;
        let now = approvals::one(&mut connection, approval.id).await?.ok_or(EdgeCode::NotFound)?;
        let before = journal::answered(&mut connection, self.table, key).await?.is_some();
        drop(connection);
        if !before {
            permitted(&now, by.staff, outcome)?;
        }
        // A retry gets its first answer from the table, or is refused as another request under the same key.
        let actor = if by.role == Role::Cage { Actor::Cage(by.staff) } else { Actor::Floorperson(by.staff) };
        submit(app, &handle, actor, key, action).await?;
        let mut connection = app.store.pool().acquire().await.map_err(StoreError::from)?;
        Ok(approvals::one(&mut connection, approval.id).await?.ok_or(EdgeCode::NotFound)?)
    }
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
