//! What there is to think about in sound rules: warnings by name, the house's edge of every wager, and the par sheets behind it.

use game_core::rules::Rules;
use game_core::submission::Submission;
use game_odds::submission::{edges, sheets, warnings_of};
use game_odds::{Library, Ratio, Sheet, sheet};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use wire::rest::submissions::{HouseEdge, SubmissionWarning, WagerEdges};

/// Analyses kept at most; when there are more, all are worked out anew.
const KEPT_MAX: usize = 256;

/// Sound rules, thought through.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Analysis {
    /// Each name once; none is acknowledged yet.
    pub(crate) warnings: Vec<SubmissionWarning>,
    pub(crate) edges: Vec<WagerEdges>,
    pub(crate) par_sheets: Value,
}

impl Analysis {
    /// The names of the warnings.
    pub(crate) fn names(&self) -> Vec<String> {
        self.warnings.iter().map(|warning| warning.name.clone()).collect()
    }
}

/// Analyses by the version of the rules, which never changes what it stands for.
#[derive(Debug, Default)]
pub(crate) struct Analyses(Mutex<BTreeMap<String, Arc<Analysis>>>);

impl Analyses {
    /// The analysis of these rules. Where no result is stored this may take long, so it is worked out beside everything else.
    pub(crate) async fn of(
        &self,
        version: &str,
        document: Submission,
        rules: Rules,
    ) -> Result<Arc<Analysis>, tokio::task::JoinError> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(version).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let made = tokio::task::spawn_blocking(move || Arc::new(analyse(&document, &rules))).await?;
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT_MAX {
            kept.clear();
        }
        kept.insert(version.to_owned(), Arc::clone(&made));
        Ok(made)
    }
}

fn analyse(document: &Submission, rules: &Rules) -> Analysis {
    let sheets = sheets(rules, &Library::committed());
    let mut warnings: Vec<SubmissionWarning> = Vec::new();
    for warning in document.warnings(rules) {
        let (field, clause) = (Some(warning.field), warning.clause);
        let (name, message) = (warning.name, warning.message);
        warnings.push(SubmissionWarning { name, field, clause, message, acknowledged: false });
    }
    for warning in warnings_of(&sheets) {
        let (name, message) = (warning.name(), warning.to_string());
        // A wager may give its edge away under several circumstances: they are one thing to think about.
        match warnings.iter_mut().find(|known| known.name == name) {
            Some(known) => known.message = format!("{}; {message}", known.message),
            None => {
                let clause = Some(rules.wager_clause(warning.wager));
                warnings.push(SubmissionWarning { name, field: None, clause, message, acknowledged: false });
            }
        }
    }
    let par_sheets = serde_json::from_str(&sheet::json(&sheets)).unwrap_or_default();
    Analysis { warnings, edges: sheets.iter().map(told).collect(), par_sheets }
}

fn told(sheet: &Sheet) -> WagerEdges {
    let edges = edges(sheet).into_iter().map(|one| HouseEdge {
        circumstances: one.circumstances,
        exact: one.edge.to_string(),
        percent: (one.edge * Ratio::whole(100)).fixed(4),
    });
    WagerEdges { wager: sheet.wager, paytable: sheet.paytable.clone(), edges: edges.collect() }
}
