//! Why a submission does not go on.

use crate::approvals::ApprovalError;
use crate::open::StoreError;
use crate::tables::CreateError;

/// Why a submission does not go on.
#[derive(Debug, thiserror::Error)]
pub enum SubmissionError {
    /// There is no such submission.
    #[error("there is no such submission")]
    Unknown,
    /// Only whoever drafted it edits, submits or withdraws it.
    #[error("the submission is somebody else's")]
    NotYours,
    /// It is not the time for it: it waits for approval, has it, or was given up.
    #[error("the submission is not a draft any more")]
    NotADraft,
    /// Somebody edited it meanwhile.
    #[error("the submission has another edition")]
    Edited,
    /// A warning is not acknowledged by its name.
    #[error("a warning is not acknowledged")]
    Unacknowledged,
    /// Another submission has taken the place that this one would take.
    #[error("another submission has taken that place")]
    Superseded,
    /// The key was used for another request.
    #[error("the key was used for another request")]
    KeyReused,
    /// Another submission has this version.
    #[error("another submission has this version")]
    VersionTaken,
    /// The database failed or refused for another reason.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for SubmissionError {
    fn from(error: sqlx::Error) -> Self {
        let error = StoreError::from(error);
        match error.constraint() {
            Some(
                "rules_submission_editions_submission_fkey"
                | "rules_submission_steps_edition_fkey"
                | "rules_submission_steps_supersedes_fkey",
            ) => Self::Unknown,
            Some("rules_submission_editions_pkey") => Self::Edited,
            Some("rules_submission_steps_acknowledged" | "rules_submission_steps_edges_named") => Self::Unacknowledged,
            Some("rules_submission_steps_superseded_once") => Self::Superseded,
            Some(
                "rules_submission_steps_pkey"
                | "rules_submission_steps_approved_once"
                | "rules_submission_steps_not_withdrawn"
                | "rules_submission_steps_as_submitted"
                | "rules_submission_withdrawals_not_approved",
            ) => Self::NotADraft,
            _ => Self::Store(error),
        }
    }
}

impl From<ApprovalError> for SubmissionError {
    fn from(error: ApprovalError) -> Self {
        match error {
            ApprovalError::Store(error) => Self::Store(error),
            ApprovalError::KeyReused => Self::KeyReused,
            ApprovalError::Unknown
            | ApprovalError::SamePerson
            | ApprovalError::Expired
            | ApprovalError::Decided
            | ApprovalError::UnknownTable => Self::NotADraft,
        }
    }
}

impl From<CreateError> for SubmissionError {
    fn from(error: CreateError) -> Self {
        match error {
            CreateError::Store(error) => Self::Store(error),
            CreateError::NameTaken
            | CreateError::Exists
            | CreateError::KeyReused
            | CreateError::VersionTaken
            | CreateError::UnknownTable => Self::VersionTaken,
        }
    }
}
