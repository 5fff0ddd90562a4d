//! What a table is or was played by, as it is told.

use crate::app::App;
use crate::history::word;
use crate::problem::Problem;
use store::StoreError;
use store::schedules::{self, Waiting};
use table_host::TableHandle;
use wire::problem::EdgeCode;
use wire::rest::rules::{RulesInForce, ScheduledRules, WaitingRules};
use wire::timestamp::Timestamp;

/// What a table was played by at a moment, and what waits now.
pub(crate) async fn in_force(app: &App, table: &TableHandle, at: Option<Timestamp>) -> Result<RulesInForce, Problem> {
    let now = Timestamp(table_host::now());
    let at = at.unwrap_or(now);
    if at > now {
        return Err(Problem::saying(EdgeCode::InvalidQuery, "That moment has not come."));
    }
    let mut connection = app.store.pool().acquire().await.map_err(StoreError::from)?;
    let found = schedules::in_force(&mut connection, table.id(), at.0).await?.ok_or(EdgeCode::NotFound)?;
    let waiting = schedules::waiting(&mut connection, table.id()).await?;
    let scheduled = match found.scheduled {
        None => None,
        Some((approval, kind, from, two)) => Some(ScheduledRules {
            approval: wire::id::ApprovalId(approval.0),
            kind: word(&kind)?,
            effective_from: from.into(),
            proposed_by: two.proposed_by,
            approved_by: two.approved_by,
        }),
    };
    Ok(RulesInForce {
        at,
        rules_version: found.version,
        in_force_from: found.from.into(),
        seq: found.seq,
        document: found.document,
        submission: found.submission.map(|submission| wire::id::SubmissionId(submission.0)),
        proposed_by: found.rules.map(|two| two.proposed_by),
        proposed_at: found.rules.and_then(|two| two.proposed_at).map(Into::into),
        approved_by: found.rules.map(|two| two.approved_by),
        approved_at: found.rules.and_then(|two| two.approved_at).map(Into::into),
        scheduled,
        waiting: waiting.iter().map(|waiting| told(table, waiting)).collect::<Result<_, _>>()?,
    })
}

fn told(table: &TableHandle, waiting: &Waiting) -> Result<WaitingRules, StoreError> {
    Ok(WaitingRules {
        approval: wire::id::ApprovalId(waiting.approval.0),
        rules_version: waiting.version.clone(),
        submission: waiting.submission.map(|submission| wire::id::SubmissionId(submission.0)),
        effective_from: waiting.effective_from.into(),
        obstacle: table.standing().table.obstacle(&waiting.rules()?),
    })
}
