//! An approval as kept.

use crate::open::StoreError;
use crate::times::millis;
use game_core::game::{Millis, StaffId};
use std::fmt;
use table_host::ids::TableId;
use time::OffsetDateTime;
use uuid::Uuid;

/// An approval's name. Those made later sort after those made before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ApprovalId(pub Uuid);

impl fmt::Display for ApprovalId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What was decided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// A second person agreed, and it was carried out.
    Approved,
    /// A second person did not agree.
    Declined,
    /// The proposer took it back.
    Withdrawn,
}

impl Outcome {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Approved => "approved",
            Self::Declined => "declined",
            Self::Withdrawn => "withdrawn",
        }
    }
}

/// How a proposal stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum State {
    /// It waits for a second person.
    Pending,
    /// It was decided.
    Decided(Outcome),
    /// Nobody decided it in time.
    Expired,
}

impl State {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Decided(outcome) => outcome.name(),
            Self::Expired => "expired",
        }
    }
}

/// A proposal, and what became of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Approval {
    /// Its name: the cursor of the next page.
    pub id: ApprovalId,
    /// What is proposed.
    pub matter: serde_json::Value,
    /// The table it concerns, where it concerns one.
    pub table: Option<TableId>,
    /// Why, in the proposer's words.
    pub reason: String,
    /// Who proposed it.
    pub proposed_by: StaffId,
    /// When.
    pub proposed_at: Millis,
    /// Until when it may be decided.
    pub expires_at: Millis,
    /// How it stands.
    pub state: State,
    /// Who decided, if anybody did.
    pub decided_by: Option<StaffId>,
    /// When it was decided.
    pub decided_at: Option<Millis>,
    /// What the decider said.
    pub comment: Option<String>,
}

pub(super) struct Row {
    pub(super) approval_id: Uuid,
    pub(super) matter: serde_json::Value,
    pub(super) table_id: Option<Uuid>,
    pub(super) reason: String,
    pub(super) proposed_by: i64,
    pub(super) proposed_at: OffsetDateTime,
    pub(super) expires_at: OffsetDateTime,
    pub(super) decision: Option<String>,
    pub(super) decided_by: Option<i64>,
    pub(super) decided_at: Option<OffsetDateTime>,
    pub(super) comment: Option<String>,
    pub(super) overdue: bool,
}

impl Row {
    pub(super) fn read(self) -> Result<Approval, StoreError> {
        let unreadable = || StoreError::unreadable(format!("approval {}", self.approval_id), "a field out of range");
        let staff = |number: i64| u64::try_from(number).map(StaffId).map_err(|_| unreadable());
        let state = match self.decision.as_deref() {
            Some("approved") => State::Decided(Outcome::Approved),
            Some("declined") => State::Decided(Outcome::Declined),
            Some("withdrawn") => State::Decided(Outcome::Withdrawn),
            // The round outlived it.
            Some("lapsed") => State::Expired,
            Some(_) => return Err(unreadable()),
            None if self.overdue => State::Expired,
            None => State::Pending,
        };
        Ok(Approval {
            id: ApprovalId(self.approval_id),
            table: self.table_id.map(TableId),
            proposed_by: staff(self.proposed_by)?,
            proposed_at: millis(self.proposed_at),
            expires_at: millis(self.expires_at),
            state,
            decided_by: self.decided_by.map(staff).transpose()?,
            decided_at: self.decided_at.map(millis),
            comment: self.comment,
            matter: self.matter,
            reason: self.reason,
        })
    }
}
