//! What needs two people: one proposes, another decides with the password again, and what was decided is carried out in the
//! same transaction as the decision.

mod at_table;
mod board;
mod matter;

pub(crate) use board::{Board, Pending};
pub(crate) use matter::{state, told};

use at_table::AtTable;

use crate::app::App;
use crate::identity::{Person, reauthenticate};
use crate::problem::Problem;
use game_core::game::StaffId;
use serde::Serialize;
use store::approvals::{self, Approval, ApprovalError, ApprovalId, Decided, Decision, NewApproval, Outcome, Request};
use store::{PgConnection, StoreError, approvals as kept};
use table_host::ids::{BodyDigest, CommandId, TableId};
use wire::problem::EdgeCode;
use wire::rest::approvals::{DecisionRequest, Matter, Verdict, WithdrawalRequest};

/// The longest reason or comment.
const WORDS_MAX: usize = 500;

/// What is proposed, why and about which table.
#[derive(Clone, Debug)]
pub(crate) struct Proposal {
    pub(crate) matter: Matter,
    pub(crate) table: Option<TableId>,
    pub(crate) reason: String,
}

/// Proposes something, in the connection's transaction. Whoever calls tells the board after the commit.
pub(crate) async fn propose(
    app: &App,
    connection: &mut PgConnection,
    by: Person,
    key: CommandId,
    proposal: Proposal,
) -> Result<Approval, Problem> {
    if !matter::may_propose(&proposal.matter, by.role) {
        return Err(EdgeCode::Forbidden.into());
    }
    let request = request(key, &(&proposal.matter, &proposal.reason))?;
    let new = NewApproval {
        matter: serde_json::to_value(&proposal.matter).map_err(|error| Problem::fault(&error))?,
        table: proposal.table,
        reason: words(proposal.reason)?,
        proposed_by: by.staff,
        lasts: app.config.approvals_last,
        request,
    };
    Ok(approvals::propose(connection, &new).await?)
}

/// What this very request proposed, if it was sent before.
pub(crate) async fn proposed_before(
    connection: &mut PgConnection,
    by: Person,
    key: CommandId,
    proposal: &Proposal,
) -> Result<Option<Approval>, Problem> {
    let request = request(key, &(&proposal.matter, &proposal.reason))?;
    Ok(approvals::proposed_before(connection, by.staff, request).await?)
}

/// Decides what somebody else proposed, and carries it out.
pub(crate) async fn decide(
    app: &App,
    by: Person,
    id: ApprovalId,
    key: CommandId,
    asked: DecisionRequest,
) -> Result<Approval, Problem> {
    let (approval, matter) = find(app, id).await?;
    if !matter::may_decide(&matter, by.role) {
        return Err(EdgeCode::Forbidden.into());
    }
    reauthenticate(app, by, &asked.password, asked.totp.as_deref()).await?;
    let outcome = match asked.decision {
        Verdict::Approve => Outcome::Approved,
        Verdict::Decline => Outcome::Declined,
    };
    if let Some(at) = AtTable::of(&matter) {
        return at.decide(app, &approval, by, key, outcome).await;
    }
    let decision = decision(approval.id, outcome, by.staff, asked.comment, key)?;
    conclude(app, &matter, &decision).await
}

/// Takes back what the caller proposed.
pub(crate) async fn withdraw(
    app: &App,
    by: Person,
    id: ApprovalId,
    key: CommandId,
    asked: WithdrawalRequest,
) -> Result<Approval, Problem> {
    let (approval, matter) = find(app, id).await?;
    if !matter::may_propose(&matter, by.role) {
        return Err(EdgeCode::Forbidden.into());
    }
    if let Some(at) = AtTable::of(&matter) {
        return at.decide(app, &approval, by, key, Outcome::Withdrawn).await;
    }
    let decision = decision(approval.id, Outcome::Withdrawn, by.staff, asked.comment, key)?;
    conclude(app, &matter, &decision).await
}

/// Decision and consequence, both or neither.
async fn conclude(app: &App, matter: &Matter, decision: &Decision) -> Result<Approval, Problem> {
    let mut transaction = app.store.pool().begin().await.map_err(StoreError::from)?;
    let approval = match kept::decide(&mut transaction, decision).await? {
        Decided::Before(approval) => return Ok(approval),
        Decided::Now(approval) => approval,
    };
    match decision.outcome {
        Outcome::Approved => matter::carry_out(matter, &mut transaction, &approval).await?,
        Outcome::Declined | Outcome::Withdrawn => {}
    }
    transaction.commit().await.map_err(StoreError::from)?;
    match decision.outcome {
        Outcome::Approved => matter::carried_out(matter, app, &approval).await,
        Outcome::Declined | Outcome::Withdrawn => {}
    }
    app.board.changed();
    Ok(approval)
}

async fn find(app: &App, id: ApprovalId) -> Result<(Approval, Matter), Problem> {
    let mut connection = app.store.pool().acquire().await.map_err(StoreError::from)?;
    let approval = kept::one(&mut connection, id).await?.ok_or(EdgeCode::NotFound)?;
    let matter = matter::read(&approval)?;
    Ok((approval, matter))
}

fn decision(
    approval: ApprovalId,
    outcome: Outcome,
    by: StaffId,
    comment: String,
    key: CommandId,
) -> Result<Decision, Problem> {
    let comment = words(comment)?;
    // What was asked, without the password: nothing of that is ever kept.
    let verdict = match outcome {
        Outcome::Approved => "approve",
        Outcome::Declined => "decline",
        Outcome::Withdrawn => "withdraw",
    };
    let request = request(key, &(approval.0, verdict, &comment))?;
    Ok(Decision { approval, outcome, decided_by: by, comment, request })
}

fn request(key: CommandId, asked: &impl Serialize) -> Result<Request, Problem> {
    let body = serde_json::to_vec(asked).map_err(|error| Problem::fault(&error))?;
    Ok(Request { id: key, digest: BodyDigest::of(&body) })
}

/// A reason or comment that can be kept.
pub(crate) fn words(text: String) -> Result<String, Problem> {
    if text.chars().count() <= WORDS_MAX && !text.chars().any(char::is_control) {
        return Ok(text);
    }
    let detail = format!("A reason or comment has at most {WORDS_MAX} characters, and no line breaks.");
    Err(Problem::saying(EdgeCode::InvalidBody, detail))
}

impl From<ApprovalError> for Problem {
    fn from(error: ApprovalError) -> Self {
        match error {
            ApprovalError::Unknown | ApprovalError::UnknownTable => EdgeCode::NotFound.into(),
            ApprovalError::SamePerson => EdgeCode::SamePerson.into(),
            ApprovalError::Expired => EdgeCode::ApprovalExpired.into(),
            ApprovalError::Decided => EdgeCode::ApprovalDecided.into(),
            ApprovalError::KeyReused => EdgeCode::KeyReused.into(),
            ApprovalError::Store(error) => error.into(),
        }
    }
}
