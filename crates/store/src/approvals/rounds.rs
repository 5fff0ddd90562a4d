//! What two people agree on in a round, put on the register in the transaction of the entry it comes from.

use super::{ApprovalId, number, one, put_on_record};
use crate::open::StoreError;
use crate::times::timestamp;
use game_core::command::Proposal;
use game_core::event::Event;
use game_core::game::{Millis, StaffId};
use game_core::round::Pending;
use game_core::view::ShownProposal;
use serde_json::json;
use sqlx::PgConnection;
use table_host::ids::TableId;
use table_host::journal::NewEntry;
use uuid::Uuid;

/// Writes what an entry proposes and decides. Entries that do neither cost nothing.
pub(crate) async fn write(connection: &mut PgConnection, table: TableId, entry: &NewEntry) -> Result<(), StoreError> {
    for event in &entry.events {
        match *event {
            Event::Proposed { proposal, by, at } => {
                let pending = Pending { proposal, by, since: at };
                propose(connection, table, entry, &pending).await?;
            }
            Event::ProposalApproved { by } => decide(connection, table, entry, true, Some(by)).await?,
            Event::ProposalDropped { by } => decide(connection, table, entry, false, by).await?,
            _ => {}
        }
    }
    Ok(())
}

/// The matter as it is kept: what everybody may hear, and the card beside it for whoever may decide.
fn matter(table: TableId, proposal: Proposal) -> serde_json::Value {
    let card = match proposal {
        Proposal::CorrectCard { card } => Some(card),
        Proposal::Void | Proposal::Forfeit { .. } | Proposal::CorrectDecision { .. } | Proposal::Award { .. } => None,
    };
    let mut matter = json!({"kind": "round", "table": table.0, "proposal": ShownProposal::from(proposal)});
    if let Some((card, fields)) = card.zip(matter.as_object_mut()) {
        fields.insert("card".to_owned(), json!(card));
    }
    matter
}

async fn propose(
    connection: &mut PgConnection,
    table: TableId,
    entry: &NewEntry,
    pending: &Pending,
) -> Result<(), StoreError> {
    sqlx::query_file!(
        "src/approvals/propose_in_round.sql",
        Uuid::now_v7(),
        matter(table, pending.proposal),
        table.0,
        number(pending.by)?,
        moment(pending.since)?,
        moment(pending.ends())?,
        entry.command_id.0,
        &entry.body_digest.0[..]
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn decide(
    connection: &mut PgConnection,
    table: TableId,
    entry: &NewEntry,
    approved: bool,
    by: Option<StaffId>,
) -> Result<(), StoreError> {
    let decided = sqlx::query_file!(
        "src/approvals/decide_in_round.sql",
        table.0,
        approved,
        by.map(number).transpose()?,
        moment(entry.at)?,
        entry.command_id.0,
        &entry.body_digest.0[..]
    )
    .fetch_optional(&mut *connection)
    .await?;
    if let Some(row) = decided
        && let Some(approval) = one(connection, ApprovalId(row.approval_id)).await?
    {
        put_on_record(connection, &approval).await?;
    }
    Ok(())
}

fn moment(at: Millis) -> Result<time::OffsetDateTime, StoreError> {
    timestamp(at).ok_or_else(|| StoreError::unreadable("a moment", "it is out of range"))
}
