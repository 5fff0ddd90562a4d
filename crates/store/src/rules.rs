//! The rules of each version, read once from the submission that is kept.

use crate::open::StoreError;
use game_core::rules::Rules;
use game_core::submission;
use sqlx::PgConnection;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// Rules by version. A version never changes, so what was read stays right.
#[derive(Debug, Default)]
pub(crate) struct Rulebook {
    read: BTreeMap<String, Arc<Rules>>,
    /// Submissions fetched but not needed yet.
    unread: BTreeMap<String, String>,
}

impl Rulebook {
    /// Fetches the submissions of every version there is.
    pub(crate) async fn of_all(connection: &mut PgConnection) -> Result<Self, StoreError> {
        let rows = sqlx::query!(r#"SELECT rules_version, submission::text AS "submission!" FROM rules_versions"#)
            .fetch_all(connection)
            .await?;
        let unread = rows.into_iter().map(|row| (row.rules_version, row.submission)).collect();
        Ok(Self { read: BTreeMap::new(), unread })
    }

    /// Fetches the submissions of versions not known yet.
    pub(crate) async fn fetch(
        &mut self,
        connection: &mut PgConnection,
        versions: impl Iterator<Item = &str>,
    ) -> Result<(), StoreError> {
        let unknown =
            versions.filter(|version| !self.read.contains_key(*version) && !self.unread.contains_key(*version));
        let unknown: Vec<String> = unknown.map(str::to_owned).collect();
        if unknown.is_empty() {
            return Ok(());
        }
        let rows = sqlx::query!(
            r#"SELECT rules_version, submission::text AS "submission!" FROM rules_versions WHERE rules_version = ANY($1)"#,
            &unknown
        )
        .fetch_all(connection)
        .await?;
        self.unread.extend(rows.into_iter().map(|row| (row.rules_version, row.submission)));
        Ok(())
    }

    /// The rules of a version whose submission was fetched.
    pub(crate) fn get(&mut self, version: &str) -> Result<Arc<Rules>, StoreError> {
        if let Some(rules) = self.read.get(version) {
            return Ok(Arc::clone(rules));
        }
        let unknown = || StoreError::unreadable(format!("the rules `{version}`"), "there is no such version");
        let rules = Arc::new(read(version, self.unread.get(version).ok_or_else(unknown)?)?);
        self.unread.remove(version);
        self.read.insert(version.to_owned(), Arc::clone(&rules));
        Ok(rules)
    }
}

/// The rules of a submission.
pub(crate) fn read(version: &str, submission: &str) -> Result<Rules, StoreError> {
    submission::check(submission).map(|(_, rules)| rules).map_err(|problems| {
        let mut causes = String::new();
        for problem in &problems {
            // Writing to a text does not fail.
            let _ = write!(causes, "{problem}; ");
        }
        StoreError::unreadable(format!("the rules `{version}`"), causes.trim_end_matches("; "))
    })
}
