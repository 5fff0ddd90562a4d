//! Hands the tables the rules whose time has come. Each takes them up between two rounds; until it has, they are handed in again, so that
//! nothing is lost whatever crashes.

use crate::app::App;
use game_core::rules::Rules;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use store::StoreError;
use store::schedules;
use table_host::Adoption;
use table_host::ids::CommandId;

/// How often it is looked whether a time has come.
const EVERY: Duration = Duration::from_secs(1);

/// Looks after the tables' rules until the server goes down.
pub(crate) async fn look_after(app: Arc<App>) {
    let mut read = BTreeMap::new();
    loop {
        if let Err(error) = look(&app, &mut read).await {
            tracing::warn!(%error, "the rules that are due cannot be looked up");
        }
        // Whichever comes first; running out of time is no error.
        let _ = tokio::time::timeout(EVERY, app.scheduled.notified()).await;
    }
}

async fn look(app: &App, read: &mut BTreeMap<String, Arc<Rules>>) -> Result<(), StoreError> {
    let due = schedules::due(&mut *app.store.pool().acquire().await?).await?;
    read.retain(|version, _| due.iter().any(|due| due.version == *version));
    for due in due {
        let Some((table, _)) = app.table(due.table) else { continue };
        let rules = match read.get(&due.version) {
            Some(rules) => Arc::clone(rules),
            None => Arc::new(due.rules()?),
        };
        read.insert(due.version.clone(), Arc::clone(&rules));
        let adoption = Adoption {
            approval: CommandId(due.approval.0),
            version: due.version.into(),
            rules,
            proposed_by: due.proposed_by,
            approved_by: due.approved_by,
        };
        if let Err(refused) = table.adopt(adoption) {
            tracing::warn!(table = %table.id(), %refused, "the rules that are due are not heard of");
        }
    }
    Ok(())
}
