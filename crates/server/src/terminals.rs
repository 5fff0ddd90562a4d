//! Terminals come to the floor by two people: one enrols, another agrees, and until then the key opens nothing (R57).

use crate::app::App;
use crate::approvals::{self, Proposal};
use crate::identity::{Person, Secret};
use crate::problem::Problem;
use store::approvals::Approval;
use store::keys::{self, Key, KeyId, NewKey};
use store::significant::{self, Kind, SignificantEvent};
use store::{PgConnection, StoreError};
use table_host::ids::{CommandId, TableId};
use wire::id::{ApprovalId, TerminalId};
use wire::problem::EdgeCode;
use wire::rest::approvals::Matter;
use wire::rest::terminals::EnrolTerminal;

/// A terminal that waits for a second person, with its secret.
pub(crate) struct Enrolled {
    pub(crate) key: Key,
    pub(crate) secret: Secret,
    pub(crate) approval: ApprovalId,
}

/// Makes a key and proposes that it open something.
pub(crate) async fn enrol(app: &App, by: Person, key: CommandId, asked: EnrolTerminal) -> Result<Enrolled, Problem> {
    let secret = Secret::generate().map_err(|error| Problem::fault(&error))?;
    let new = NewKey {
        digest: secret.digest(),
        label: asked.label,
        table: TableId(asked.table.0),
        seat: asked.seat,
        by: Some(by.staff),
        request: Some(key),
    };
    let mut transaction = app.store.transaction().await?;
    let kept = keys::create(&mut transaction, &new).await?;
    let matter = Matter::Terminal { terminal: TerminalId(kept.id.0), table: asked.table, seat: asked.seat };
    let reason = format!("a terminal at seat {}", asked.seat);
    let proposal = Proposal { matter, table: Some(kept.table), reason };
    let approval = approvals::propose(app, &mut transaction, by, key, proposal).await?;
    transaction.commit().await.map_err(StoreError::from)?;
    app.board.changed();
    Ok(Enrolled { key: kept, secret, approval: ApprovalId(approval.id.0) })
}

/// Lets a key open something, as two people agreed, in the transaction of the decision.
pub(crate) async fn agree(
    connection: &mut PgConnection,
    approval: &Approval,
    terminal: TerminalId,
) -> Result<(), Problem> {
    let by = approval.decided_by.ok_or(EdgeCode::Internal)?;
    if !keys::agree(connection, KeyId(terminal.0), by).await? {
        return Err(EdgeCode::NotFound.into());
    }
    let event = SignificantEvent::new(Kind::DeviceEvent).staff(by).device(format!("terminal {}", terminal.0));
    significant::record(connection, &event.detail("what", "enrolled").detail("enrolled_by", approval.proposed_by.0))
        .await?;
    Ok(())
}
