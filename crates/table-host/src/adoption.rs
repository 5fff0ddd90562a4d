//! Taking up other rules: what two people decided for a table waits at it until no round is in progress, and is then an entry of
//! its journal, under the new version.

use crate::clock;
use crate::gallery::{Commit, CommitEntry};
use crate::ids::{BodyDigest, CommandId};
use crate::journal::{Append, AppendError, Appended, NewEntry};
use crate::task::{Ended, Task};
use game_core::actor::Actor;
use game_core::command::{Action, Command};
use game_core::decide::decide;
use game_core::game::StaffId;
use game_core::rules::Rules;
use game_core::table::Table;
use std::sync::Arc;

/// Rules whose time has come at a table.
#[derive(Clone, Debug)]
pub struct Adoption {
    /// What two people decided: the name of the entry, so that it is made once.
    pub approval: CommandId,
    /// The version of the rules.
    pub version: Arc<str>,
    /// The rules.
    pub rules: Arc<Rules>,
    /// Who proposed them for this table.
    pub proposed_by: StaffId,
    /// Who agreed.
    pub approved_by: StaffId,
}

impl Task {
    /// Takes up the rules that wait, if nothing stands in their way. What cannot be written now is forgotten here: whoever
    /// looks after such rules hands them in again.
    pub(crate) async fn adopt(&mut self) -> Option<Ended> {
        let waiting = self.adoption.as_ref()?;
        let Ok(table) = self.opening.standing.table.under(Arc::clone(&waiting.rules)) else { return None };
        let adoption = self.adoption.take()?;
        let (table, entry) = self.adopted(table, &adoption)?;
        match self.journal.append(self.entry(&adoption, entry.clone())).await {
            Ok(Appended::Written(committed)) => {
                self.last = entry.at;
                let standing = &mut self.opening.standing;
                standing.seq = committed.last().map_or(standing.seq, |entry| entry.seq);
                standing.table = Arc::new(table);
                standing.rules_version = adoption.version;
                self.shown.send_replace(standing.clone());
                let standing = standing.clone();
                let (seq, NewEntry { at, actor, command_id, events, .. }) = (standing.seq, entry);
                let entries = vec![CommitEntry { seq, at, actor, command_id, events }];
                self.gallery.committed(&Commit { table: self.opening.id, standing, entries });
                self.keep_snapshot();
                None
            }
            // Taken up before.
            Ok(Appended::Answered { .. } | Appended::KeyReused { .. }) => None,
            Err(error) => {
                tracing::warn!(table = %self.opening.id, %error, "the rules that wait were not taken up");
                matches!(error, AppendError::Conflict { .. }).then_some(Ended::Fenced)
            }
        }
    }

    /// The table once it has taken them up, and the entry that says so.
    fn adopted(&self, mut table: Table, adoption: &Adoption) -> Option<(Table, NewEntry)> {
        let Adoption { approval, proposed_by, approved_by, .. } = *adoption;
        let (at, actor) = (clock::now().max(self.last), Actor::Clock);
        let command = Action::AdoptRules { proposed_by, approved_by };
        let events = match decide(&table, &Command { actor, at, action: command }) {
            Ok(events) => events,
            Err(rejection) => {
                tracing::error!(table = %self.opening.id, ?rejection, "the rules that wait cannot be taken up");
                return None;
            }
        };
        table.apply_all(&events);
        let body_digest = BodyDigest::of(approval.0.as_bytes());
        Some((table, NewEntry { at, actor, command_id: approval, body_digest, command, events }))
    }

    fn entry(&self, adoption: &Adoption, entry: NewEntry) -> Append {
        Append {
            table: self.opening.id,
            game: adoption.rules.game(),
            expected_seq: self.opening.standing.seq,
            epoch: self.opening.epoch,
            rules_version: Arc::clone(&adoption.version),
            entries: vec![entry],
        }
    }
}
