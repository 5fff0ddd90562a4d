//! A Rules Submission as it stands.

use crate::approvals::ApprovalId;
use crate::open::StoreError;
use crate::times::millis;
use game_core::game::{GameId, Millis, StaffId};
use std::fmt;
use time::OffsetDateTime;
use uuid::Uuid;

/// A submission's name. Those drafted later sort after those drafted before.
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
    /// The text it was sent as.
    pub source: String,
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
    /// Who submitted it.
    pub by: StaffId,
    /// When.
    pub at: Millis,
    /// The names of the warnings, each acknowledged.
    pub warnings: Vec<String>,
    /// What the house keeps of each wager.
    pub edges: serde_json::Value,
    /// Submitted, the earliest moment asked for; approved, the moment it is effective from.
    pub effective_from: Option<Millis>,
    /// The submission whose place it takes.
    pub supersedes: Option<SubmissionId>,
    /// Who decided about it, and when.
    pub decided: Option<(StaffId, Millis)>,
}

/// Where a submission stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It may be edited and submitted.
    Draft,
    /// It waits for a second person.
    Submitted,
    /// A second person did not agree; it may be edited and submitted again.
    Declined,
    /// Whoever drafted it gave it up.
    Withdrawn,
    /// A second person approved it, and its time has not come.
    Approved,
    /// Tables may be played by it.
    Effective,
    /// Another has taken its place.
    Superseded,
}

impl Standing {
    /// Every standing.
    pub const ALL: [Self; 7] = [
        Self::Draft,
        Self::Submitted,
        Self::Declined,
        Self::Withdrawn,
        Self::Approved,
        Self::Effective,
        Self::Superseded,
    ];

    /// The name that is kept.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Submitted => "submitted",
            Self::Declined => "declined",
            Self::Withdrawn => "withdrawn",
            Self::Approved => "approved",
            Self::Effective => "effective",
            Self::Superseded => "superseded",
        }
    }

    /// Whether it may be edited and submitted.
    #[must_use]
    pub const fn is_open(self) -> bool {
        match self {
            Self::Draft | Self::Declined => true,
            Self::Submitted | Self::Withdrawn | Self::Approved | Self::Effective | Self::Superseded => false,
        }
    }
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
    /// The submission that takes its place, and from when.
    pub superseded: Option<(SubmissionId, Millis)>,
}

pub(super) struct Row {
    pub(super) submission_id: Uuid,
    pub(super) game: String,
    pub(super) drafted_by: i64,
    pub(super) drafted_at: OffsetDateTime,
    pub(super) edition: i32,
    pub(super) document: serde_json::Value,
    pub(super) source: Option<String>,
    pub(super) edited_by: i64,
    pub(super) edited_at: OffsetDateTime,
    pub(super) state: String,
    pub(super) step_edition: Option<i32>,
    pub(super) rules_version: Option<String>,
    pub(super) approval_id: Option<Uuid>,
    pub(super) warnings: Option<Vec<String>>,
    pub(super) edges: Option<serde_json::Value>,
    pub(super) effective_from: Option<OffsetDateTime>,
    pub(super) supersedes: Option<Uuid>,
    pub(super) submitted_by: Option<i64>,
    pub(super) submitted_at: Option<OffsetDateTime>,
    pub(super) decided_by: Option<i64>,
    pub(super) decided_at: Option<OffsetDateTime>,
    pub(super) superseded_by: Option<Uuid>,
    pub(super) superseded_from: Option<OffsetDateTime>,
}

impl Row {
    pub(super) fn read(self) -> Result<Submission, StoreError> {
        let submitted = self.step_edition.map(|edition| self.submitted(edition)).transpose()?;
        let standing = Standing::ALL.into_iter().find(|standing| standing.name() == self.state);
        let superseded = self.superseded_by.map(SubmissionId).zip(self.superseded_from.map(millis));
        Ok(Submission {
            id: SubmissionId(self.submission_id),
            game: GameId::from_name(&self.game).ok_or_else(|| self.unreadable())?,
            drafted_by: self.staff(self.drafted_by)?,
            drafted_at: millis(self.drafted_at),
            standing: standing.ok_or_else(|| self.unreadable())?,
            submitted,
            superseded,
            edition: Edition {
                number: self.edition.try_into().map_err(|_| self.unreadable())?,
                by: self.staff(self.edited_by)?,
                at: millis(self.edited_at),
                source: self.source.unwrap_or_else(|| self.document.to_string()),
                document: self.document,
            },
        })
    }

    fn submitted(&self, edition: i32) -> Result<Submitted, StoreError> {
        let decided_by = self.decided_by.map(|staff| self.staff(staff)).transpose()?;
        Ok(Submitted {
            edition: edition.try_into().map_err(|_| self.unreadable())?,
            version: self.rules_version.clone().ok_or_else(|| self.unreadable())?,
            approval: self.approval_id.map(ApprovalId).ok_or_else(|| self.unreadable())?,
            by: self.staff(self.submitted_by.ok_or_else(|| self.unreadable())?)?,
            at: self.submitted_at.map(millis).ok_or_else(|| self.unreadable())?,
            warnings: self.warnings.clone().unwrap_or_default(),
            edges: self.edges.clone().unwrap_or_default(),
            effective_from: self.effective_from.map(millis),
            supersedes: self.supersedes.map(SubmissionId),
            decided: decided_by.zip(self.decided_at.map(millis)),
        })
    }

    fn staff(&self, number: i64) -> Result<StaffId, StoreError> {
        u64::try_from(number).map(StaffId).map_err(|_| self.unreadable())
    }

    fn unreadable(&self) -> StoreError {
        StoreError::unreadable(format!("submission {}", self.submission_id), "a field out of range")
    }
}
