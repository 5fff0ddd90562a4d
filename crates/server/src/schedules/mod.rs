//! What two people decide for a table: a Rules Submission from a moment on, or other limits from the next round on. What they decided is
//! kept with the decision, and the table takes it up between two rounds.

mod keeper;
mod told;

pub(crate) use keeper::look_after;
pub(crate) use told::in_force;

use crate::app::App;
use crate::approvals::{self, Proposal};
use crate::identity::Person;
use crate::problem::Problem;
use crate::tables::{checked, fits_training};
use game_core::money::Cents;
use serde_json::{Value, json};
use store::approvals::Approval;
use store::schedules::{self, NewSchedule};
use store::submissions::{self, Standing, Submission, SubmissionId, Submitted};
use store::tables::{self, NewRules};
use store::{PgConnection, StoreError};
use table_host::TableHandle;
use table_host::ids::{CommandId, TableId};
use wire::problem::EdgeCode;
use wire::rest::approvals::Matter;
use wire::rest::rules::{LimitsProposal, RulesProposal};
use wire::timestamp::Timestamp;

/// Proposes a Rules Submission for a table.
pub(crate) async fn propose_rules(
    app: &App,
    by: Person,
    table: &TableHandle,
    key: CommandId,
    asked: RulesProposal,
) -> Result<Approval, Problem> {
    let mut transaction = app.store.pool().begin().await.map_err(StoreError::from)?;
    let id = SubmissionId(asked.submission.0);
    let found = submissions::one(&mut transaction, id).await?.ok_or(EdgeCode::NotFound)?;
    let game = table.standing().table.rules().game();
    if found.game != game {
        return Err(Problem::saying(EdgeCode::InvalidBody, format!("The table's game is {game}.")));
    }
    let matter = Matter::TableRules {
        table: wire::id::TableId(table.id().0),
        submission: asked.submission,
        rules_version: found.submitted.as_ref().map(|submitted| submitted.version.clone()).unwrap_or_default(),
        effective_from: asked.effective_from,
    };
    let proposal = Proposal { matter, table: Some(table.id()), reason: asked.reason };
    if let Some(before) = approvals::proposed_before(&mut transaction, by, key, &proposal).await? {
        return Ok(before);
    }
    usable(&found)?;
    fits_training(table.standing().table.is_training(), &checked(found.edition.document)?.1)?;
    let approval = approvals::propose(app, &mut transaction, by, key, proposal).await?;
    transaction.commit().await.map_err(StoreError::from)?;
    app.board.changed();
    Ok(approval)
}

/// What was approved, where nothing takes its place.
fn usable(found: &Submission) -> Result<&Submitted, Problem> {
    match (found.standing, &found.submitted, found.superseded) {
        (Standing::Approved | Standing::Effective, Some(submitted), None) => Ok(submitted),
        _ => Err(EdgeCode::NotEffective.into()),
    }
}

/// Carries out what a second person agreed to: the table takes the submission up when its time has come.
pub(crate) async fn schedule(
    connection: &mut PgConnection,
    approval: &Approval,
    table: wire::id::TableId,
    submission: wire::id::SubmissionId,
    asked: Option<Timestamp>,
) -> Result<(), Problem> {
    schedules::hold(connection).await?;
    let held = submissions::hold(connection, SubmissionId(submission.0)).await?;
    let approved = usable(&held)?;
    let new = NewSchedule {
        approval: approval.id,
        table: TableId(table.0),
        version: approved.version.clone(),
        submission: Some(held.id),
        effective_from: asked.map(Into::into).max(approved.effective_from),
    };
    Ok(schedules::schedule(connection, &new).await?)
}

/// Proposes other limits for a table.
pub(crate) async fn propose_limits(
    app: &App,
    by: Person,
    table: &TableHandle,
    key: CommandId,
    asked: LimitsProposal,
) -> Result<Approval, Problem> {
    let mut transaction = app.store.pool().begin().await.map_err(StoreError::from)?;
    let base = Base::of(&mut transaction, table.id()).await?;
    let rules = base.limited(asked.min_cents, asked.max_cents)?;
    let matter = Matter::TableLimits {
        table: wire::id::TableId(table.id().0),
        min_cents: asked.min_cents,
        max_cents: asked.max_cents,
        rules_version: rules.version,
    };
    let proposal = Proposal { matter, table: Some(table.id()), reason: asked.reason };
    if let Some(before) = approvals::proposed_before(&mut transaction, by, key, &proposal).await? {
        return Ok(before);
    }
    if rules.submission == base.document {
        return Err(Problem::saying(EdgeCode::InvalidBody, "The table has these limits."));
    }
    no_new_warnings(app, &base.document, &rules.submission).await?;
    let approval = approvals::propose(app, &mut transaction, by, key, proposal).await?;
    transaction.commit().await.map_err(StoreError::from)?;
    app.board.changed();
    Ok(approval)
}

/// Carries out what a second person agreed to: the rules with other limits are kept, and taken up from the next round on.
pub(crate) async fn change_limits(
    connection: &mut PgConnection,
    approval: &Approval,
    table: wire::id::TableId,
    (min, max): (Cents, Cents),
    version: &str,
) -> Result<(), Problem> {
    schedules::hold(connection).await?;
    let base = Base::of(connection, TableId(table.0)).await?;
    let rules = base.limited(min, max)?;
    if rules.version != version {
        return Err(EdgeCode::Overtaken.into());
    }
    tables::keep_rules(connection, &rules).await?;
    let new = NewSchedule {
        approval: approval.id,
        table: TableId(table.0),
        version: rules.version,
        submission: base.submission,
        effective_from: None,
    };
    Ok(schedules::schedule(connection, &new).await?)
}

/// What a table will be played by from its next round on, as things stand.
struct Base {
    document: Value,
    submission: Option<SubmissionId>,
}

impl Base {
    async fn of(connection: &mut PgConnection, table: TableId) -> Result<Self, Problem> {
        let now = table_host::now();
        let waiting = schedules::waiting(connection, table).await?;
        if let Some(due) = waiting.into_iter().rfind(|waiting| waiting.effective_from <= now) {
            let document = serde_json::from_str(&due.document).map_err(|error| Problem::fault(&error))?;
            return Ok(Self { document, submission: due.submission });
        }
        let in_force = schedules::in_force(connection, table, now).await?.ok_or(EdgeCode::NotFound)?;
        Ok(Self { document: in_force.document, submission: in_force.submission })
    }

    /// The same with other limits, checked as a submission is.
    fn limited(&self, min: Cents, max: Cents) -> Result<NewRules, Problem> {
        let mut document = self.document.clone();
        if let Some(fields) = document.as_object_mut() {
            fields.insert("limits".to_owned(), json!({"min_cents": min, "max_cents": max}));
        }
        Ok(checked(document)?.0)
    }
}

/// Limits alone may not bring about anything that somebody would have to think about first.
async fn no_new_warnings(app: &App, before: &Value, after: &Value) -> Result<(), Problem> {
    let (before, after) = (names(app, before).await?, names(app, after).await?);
    let new: Vec<String> = after.into_iter().filter(|name| !before.contains(name)).collect();
    if new.is_empty() {
        return Ok(());
    }
    let detail = format!("These limits need a Rules Submission that acknowledges {}.", new.join(", "));
    Err(Problem::saying(EdgeCode::WarningsUnacknowledged, detail))
}

async fn names(app: &App, document: &Value) -> Result<Vec<String>, Problem> {
    let (kept, rules) = checked(document.clone())?;
    let submission = game_core::submission::parse(&document.to_string()).map_err(Problem::submission)?;
    let analysis = app.analyses.of(&kept.version, submission, rules).await;
    Ok(analysis.map_err(|error| Problem::fault(&error))?.names())
}
