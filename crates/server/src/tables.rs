//! Making tables: what is kept in the store and what is live stay the same thing.

use crate::app::App;
use crate::problem::Problem;
use crate::start;
use game_core::rejection::Code;
use game_core::rules::{PayoutLimit, Rules};
use game_core::submission;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use store::StoreError;
use store::recovery;
use store::submissions::{self, SubmissionId};
use store::tables;
use table_host::ids::{BodyDigest, CommandId, TableId};
use table_host::{Standing, TableHandle};
use wire::canonical;
use wire::problem::EdgeCode;
use wire::rest::tables::{LimitsAnswer, NewTable, WagerLimit};

/// The longest name a table may have.
const NAME_MAX: usize = 80;

/// Hexadecimal digits of a submission's digest that tell its version from others.
const VERSION_DIGITS: usize = 16;

/// Makes a table and opens it to the house. The same request again is answered with the table it made first.
pub(crate) async fn create(app: &Arc<App>, key: CommandId, request: NewTable) -> Result<TableHandle, Problem> {
    let body_digest = BodyDigest::of(&serde_json::to_vec(&request).map_err(|error| Problem::fault(&error))?);
    let name = named(request.name)?;
    let rules = match made_before(app, key, body_digest).await? {
        // What it was made by may have been superseded since; a retry finds it all the same.
        Some(rules) => rules,
        None => {
            let (rules, read) = effective(app, request.submission).await?;
            fits_training(request.training, &read)?;
            rules
        }
    };
    let (training, submission) = (request.training, Some(SubmissionId(request.submission.0)));
    let table = tables::NewTable { id: TableId::new(), name, training, rules, submission, request: key, body_digest };
    let app = Arc::clone(app);
    // A table that is kept must become live, whether or not anybody waits for the answer.
    let making = tokio::spawn(async move { make(&app, &table).await });
    making.await.unwrap_or_else(|error| Err(Problem::fault(&error)))
}

async fn made_before(app: &App, key: CommandId, digest: BodyDigest) -> Result<Option<tables::NewRules>, Problem> {
    let mut connection = app.store.pool().acquire().await.map_err(StoreError::from)?;
    let found = tables::made_before(&mut connection, key, digest).await?;
    Ok(found.map(|made| {
        let tables::TableRecord { game, rules_version: version, submission, .. } = made;
        tables::NewRules { game, version, submission }
    }))
}

/// The rules of a submission that is approved and effective.
async fn effective(app: &App, id: wire::id::SubmissionId) -> Result<(tables::NewRules, Rules), Problem> {
    let mut connection = app.store.pool().acquire().await.map_err(StoreError::from)?;
    let found = submissions::one(&mut connection, SubmissionId(id.0)).await?.ok_or(EdgeCode::NotFound)?;
    drop(connection);
    let version = match (found.standing, found.submitted) {
        (submissions::Standing::Effective, Some(submitted)) => submitted.version,
        _ => return Err(EdgeCode::NotEffective.into()),
    };
    let (kept, rules) = checked(found.edition.document)?;
    Ok((tables::NewRules { version, ..kept }, rules))
}

/// A training table plays for no meter: what is real must not be fed by it or won at it.
pub(crate) fn fits_training(training: bool, rules: &Rules) -> Result<(), Problem> {
    if training && rules.plays_for_meters() { Err(Code::TrainingTable.into()) } else { Ok(()) }
}

async fn make(app: &Arc<App>, table: &tables::NewTable) -> Result<TableHandle, Problem> {
    // One at a time: a table that two take over at once belongs to one of them.
    let _alone = app.making.lock().await;
    if app.is_draining() {
        return Err(EdgeCode::Draining.into());
    }
    let record = {
        let mut connection = app.store.pool().acquire().await.map_err(StoreError::from)?;
        tables::create(&mut connection, table).await?
    };
    if let Some((handle, _)) = app.table(record.id) {
        return Ok(handle);
    }
    let recovered = recovery::recover_one(&app.store, record.id).await?.ok_or(EdgeCode::NotFound)?;
    Ok(start::open(app, recovered.into()))
}

fn named(name: String) -> Result<String, Problem> {
    let fits = !name.trim().is_empty() && name.trim() == name && name.chars().count() <= NAME_MAX;
    if fits && !name.chars().any(char::is_control) {
        return Ok(name);
    }
    let detail = format!("A name has 1 to {NAME_MAX} characters and no space around it.");
    Err(Problem::saying(EdgeCode::InvalidBody, detail))
}

/// The rules of a submission, and what is kept of it. The same submission has the same version, however it is laid out.
pub(crate) fn checked(submission: Value) -> Result<(tables::NewRules, Rules), Problem> {
    let text = canonical::text(&submission);
    let (_, rules) = submission::check(&text).map_err(Problem::submission)?;
    let digest = wire::hex::Hex32(Sha256::digest(&text).into()).to_string();
    let version = format!("{}-{}", rules.game(), &digest[..VERSION_DIGITS]);
    Ok((tables::NewRules { game: rules.game(), version, submission }, rules))
}

/// What may be wagered at a table.
pub(crate) fn limits(standing: &Standing) -> LimitsAnswer {
    let rules = standing.table.rules();
    let offered = rules.offered().filter_map(|wager| {
        let stakes = rules.stakes(wager)?.into();
        Some(WagerLimit { wager, stakes, clause: Some(rules.wager_clause(wager)) })
    });
    LimitsAnswer {
        rules_version: standing.rules_version.to_string(),
        limits: offered.collect(),
        payout_limit_cents: match rules.payout_limit() {
            PayoutLimit::None => None,
            PayoutLimit::Cents(cents) => Some(cents),
        },
    }
}
