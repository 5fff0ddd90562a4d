//! A Rules Submission as it stands.

use crate::approvals::ApprovalId;
use crate::open::StoreError;
use crate::times::millis;
use game_core::game::{GameId, Millis, StaffId};
use std::fmt;
use time::OffsetDateTime;
use uuid::Uuid;

/// A submission's name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SubmissionId(pub Uuid);

impl fmt::Display for SubmissionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An edition of a submission's document.
#[derive(Clone, PartialEq, Debug)]
pub struct Edition {
    /// Its number, from 1.
    pub number: u32,
    /// The document.
    pub document: serde_json::Value,
    /// Who wrote it.
    pub by: StaffId,
    /// When.
    pub at: Millis,
}

/// What was submitted.
#[derive(Clone, PartialEq, Debug)]
pub struct Submitted {
    /// Which edition.
    pub edition: u32,
    /// The version its rules are known by.
    pub version: String,
    /// The approval it waits for or was given.
    pub approval: ApprovalId,
    /// Who took the last step.
    pub by: StaffId,
    /// When.
    pub at: Millis,
    /// What went with it.
    pub detail: serde_json::Value,
}

/// Where a submission stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It may be edited and submitted.
    Draft,
    /// It waits for a second person.
    Submitted,
    /// A second person approved it.
    Approved,
}

/// A submission as it stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Submission {
    /// Its name.
    pub id: SubmissionId,
    /// Its game.
    pub game: GameId,
    /// Who drafted it.
    pub drafted_by: StaffId,
    /// When.
    pub drafted_at: Millis,
    /// Its last edition.
    pub edition: Edition,
    /// Where it stands.
    pub standing: Standing,
    /// What was submitted last, whatever became of it.
    pub submitted: Option<Submitted>,
}

pub(super) struct Row {
    pub(super) submission_id: Uuid,
    pub(super) game: String,
    pub(super) drafted_by: i64,
    pub(super) drafted_at: OffsetDateTime,
    pub(super) edition: i32,
    pub(super) document: serde_json::Value,
    pub(super) edited_by: i64,
    pub(super) edited_at: OffsetDateTime,
    pub(super) step: Option<String>,
    pub(super) step_edition: Option<i32>,
    pub(super) rules_version: Option<String>,
    pub(super) approval_id: Option<Uuid>,
    pub(super) taken_by: Option<i64>,
    pub(super) taken_at: Option<OffsetDateTime>,
    pub(super) detail: Option<serde_json::Value>,
    pub(super) pending: Option<bool>,
}

impl Row {
    pub(super) fn read(self) -> Result<Submission, StoreError> {
        let name = format!("submission {}", self.submission_id);
        let unreadable = || StoreError::unreadable(name.as_str(), "a field out of range");
        let staff = |number: i64| u64::try_from(number).map(StaffId).map_err(|_| unreadable());
        let submitted = || {
            Ok::<_, StoreError>(Submitted {
                edition: self.step_edition.and_then(|edition| edition.try_into().ok()).ok_or_else(unreadable)?,
                version: self.rules_version.clone().ok_or_else(unreadable)?,
                approval: self.approval_id.map(ApprovalId).ok_or_else(unreadable)?,
                by: staff(self.taken_by.ok_or_else(unreadable)?)?,
                at: self.taken_at.map(millis).ok_or_else(unreadable)?,
                detail: self.detail.clone().ok_or_else(unreadable)?,
            })
        };
        let standing = match self.step.as_deref() {
            None => Standing::Draft,
            Some("approved") => Standing::Approved,
            Some("submitted") if self.pending == Some(true) => Standing::Submitted,
            // Declined, withdrawn or not decided in time: it may be edited and submitted again.
            Some("submitted") => Standing::Draft,
            Some(_) => return Err(unreadable()),
        };
        let submitted = self.step.is_some().then(submitted).transpose()?;
        Ok(Submission {
            id: SubmissionId(self.submission_id),
            game: GameId::from_name(&self.game).ok_or_else(unreadable)?,
            drafted_by: staff(self.drafted_by)?,
            drafted_at: millis(self.drafted_at),
            edition: Edition {
                number: self.edition.try_into().map_err(|_| unreadable())?,
                document: self.document,
                by: staff(self.edited_by)?,
                at: millis(self.edited_at),
            },
            standing,
            submitted,
        })
    }
}
