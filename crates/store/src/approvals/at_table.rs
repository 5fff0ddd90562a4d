//! What two people agree on at a table, in a round or about a slip, put on the register in the transaction of the entry it
//! comes from.

use super::{ApprovalId, number, one, put_on_record};
use crate::open::StoreError;
use crate::times::timestamp;
use game_core::command::Proposal;
use game_core::event::Event;
use game_core::game::{Millis, StaffId};
use game_core::inventory::{self, SlipKind, SlipNumber};
use game_core::round::Pending;
use game_core::view::ShownProposal;
use serde_json::{Value, json};
use sqlx::PgConnection;
use table_host::ids::TableId;
use table_host::journal::NewEntry;
use uuid::Uuid;

/// How long a slip's void waits for a second person.
const SLIP_VOID_WAITS_MS: u64 = 15 * 60 * 1000;

/// Writes what an entry proposes and decides. Entries that do neither cost nothing.
pub(crate) async fn write(connection: &mut PgConnection, table: TableId, entry: &NewEntry) -> Result<(), StoreError> {
    for event in &entry.events {
        match *event {
            Event::Proposed { proposal, by, at } => {
                let ends = Pending { proposal, by, since: at }.ends();
                propose(connection, table, entry, &Proposed { matter: matter(table, proposal), by, at, ends }).await?;
            }
            Event::ProposalApproved { by } => decide(connection, table, entry, true, Some(by)).await?,
            Event::ProposalDropped { by, .. } => decide(connection, table, entry, false, by).await?,
            Event::Inventory(step) => write_slip(connection, table, entry, step).await?,
            _ => {}
        }
    }
    Ok(())
}

async fn write_slip(
    connection: &mut PgConnection,
    table: TableId,
    entry: &NewEntry,
    step: inventory::Event,
) -> Result<(), StoreError> {
    match step {
        inventory::Event::VoidProposed { kind, number, reason, by } => {
            let matter = json!({
                "kind": "slip_void", "table": table.0, "slip": kind, "number": number, "reason": reason,
            });
            let ends = Millis(entry.at.0.saturating_add(SLIP_VOID_WAITS_MS));
            propose(connection, table, entry, &Proposed { matter, by, at: entry.at, ends }).await
        }
        inventory::Event::SlipVoided { kind, number, by, .. } => {
            decide_slip(connection, table, entry, (kind, number), (true, by)).await
        }
        inventory::Event::VoidDeclined { kind, number, by } => {
            decide_slip(connection, table, entry, (kind, number), (false, by)).await
        }
        _ => Ok(()),
    }
}

/// The matter as it is kept: what everybody may hear, and the card beside it for whoever may decide.
fn matter(table: TableId, proposal: Proposal) -> Value {
    let card = match proposal {
        Proposal::CorrectCard { card } | Proposal::CorrectFace { card, .. } => Some(card),
        Proposal::Void | Proposal::Forfeit { .. } | Proposal::CorrectDecision { .. } | Proposal::Award { .. } => None,
    };
    let mut matter = json!({"kind": "round", "table": table.0, "proposal": ShownProposal::from(proposal)});
    if let Some((card, fields)) = card.zip(matter.as_object_mut()) {
        fields.insert("card".to_owned(), json!(card));
    }
    matter
}

/// Something proposed at a table.
struct Proposed {
    matter: Value,
    by: StaffId,
    at: Millis,
    ends: Millis,
}

async fn propose(
    connection: &mut PgConnection,
    table: TableId,
    entry: &NewEntry,
    proposed: &Proposed,
) -> Result<(), StoreError> {
    sqlx::query_file!(
        "src/approvals/propose_at_table.sql",
        Uuid::now_v7(),
        proposed.matter["kind"].as_str().unwrap_or_default(),
        proposed.matter,
        table.0,
        number(proposed.by)?,
        moment(proposed.at)?,
        moment(proposed.ends)?,
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
    record(connection, decided.map(|row| row.approval_id)).await
}

/// A decision is a significant event.
async fn record(connection: &mut PgConnection, decided: Option<Uuid>) -> Result<(), StoreError> {
    if let Some(approval) = decided
        && let Some(approval) = one(connection, ApprovalId(approval)).await?
    {
        put_on_record(connection, &approval).await?;
    }
    Ok(())
}

async fn decide_slip(
    connection: &mut PgConnection,
    table: TableId,
    entry: &NewEntry,
    (kind, slip): (SlipKind, SlipNumber),
    (approved, by): (bool, StaffId),
) -> Result<(), StoreError> {
    let decided = sqlx::query_file!(
        "src/approvals/decide_slip_void.sql",
        table.0,
        kind.name(),
        i64::from(slip.get()),
        approved,
        number(by)?,
        moment(entry.at)?,
        entry.command_id.0,
        &entry.body_digest.0[..]
    )
    .fetch_optional(&mut *connection)
    .await?;
    record(connection, decided.map(|row| row.approval_id)).await
}

fn moment(at: Millis) -> Result<time::OffsetDateTime, StoreError> {
    timestamp(at).ok_or_else(|| StoreError::unreadable("a moment", "it is out of range"))
}
