//! Why a request or a command was refused: the one place where what went wrong inside becomes what a client is told.
//!
//! A problem does not know its request. It travels in the response, and whoever knows the request's id writes it out.

use crate::identity::PasswordsError;
use crate::register::Unwritable;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use game_core::rejection::{Code, Rejection};
use game_core::submission;
use serde_json::error::Category;
use std::fmt;
use store::StoreError;
use store::tables::CreateError;
use table_host::Refused;
use wire::id::RequestId;
use wire::problem::{EdgeCode, ProblemCode};

/// Who refused, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Reason {
    /// The edge refused; the rules were not asked.
    Edge(EdgeCode),
    /// The rules refused.
    Rule(Box<Rejection>),
}

impl Reason {
    /// The reason as one stable word.
    #[must_use]
    pub(crate) const fn code(&self) -> ProblemCode {
        match self {
            Self::Edge(code) => ProblemCode::Edge(*code),
            Self::Rule(rejection) => ProblemCode::Rule(rejection.code),
        }
    }
}

/// What a table's refusal is on the wire. The text of a fault is for the log of whoever had it.
impl From<Refused> for Reason {
    fn from(refused: Refused) -> Self {
        Self::Edge(match refused {
            Refused::Rejected(rejection) => return Self::Rule(rejection),
            Refused::KeyReused => EdgeCode::KeyReused,
            Refused::Busy => EdgeCode::Busy,
            // Whoever asks again finds the server that holds the table now.
            Refused::Unavailable => EdgeCode::Unavailable,
            Refused::Fenced => EdgeCode::Fenced,
            Refused::Restarting => EdgeCode::Restarting,
            Refused::Draining => EdgeCode::Draining,
            Refused::InUse => EdgeCode::TableOpen,
            Refused::Fault(_) => EdgeCode::Internal,
        })
    }
}

/// A refused request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Problem {
    reason: Reason,
    detail: Option<String>,
    listed: Vec<submission::Problem>,
}

impl Problem {
    fn new(reason: Reason) -> Self {
        Self { reason, detail: None, listed: Vec::new() }
    }

    /// A problem that says what was wrong with this request.
    #[must_use]
    pub(crate) fn saying(code: EdgeCode, detail: impl Into<String>) -> Self {
        Self { detail: Some(detail.into()), ..code.into() }
    }

    /// Everything that is wrong with a Rules Submission.
    #[must_use]
    pub(crate) fn submission(listed: Vec<submission::Problem>) -> Self {
        Self { listed, ..EdgeCode::SubmissionInvalid.into() }
    }

    /// Everything that is wrong with the configuration of a progressive.
    #[must_use]
    pub(crate) fn configuration(listed: Vec<submission::Problem>) -> Self {
        Self { listed, ..EdgeCode::ConfigurationInvalid.into() }
    }

    /// Why a body is not what the request takes.
    #[must_use]
    pub(crate) fn unread_body(error: &serde_json::Error) -> Self {
        let code = match error.classify() {
            Category::Io | Category::Syntax | Category::Eof => EdgeCode::MalformedBody,
            Category::Data if error.to_string().starts_with("unknown field") => EdgeCode::UnknownField,
            Category::Data => EdgeCode::InvalidBody,
        };
        Self::saying(code, error.to_string())
    }

    /// Something that should not happen; what, only the log is told.
    #[must_use]
    pub(crate) fn fault(cause: &dyn fmt::Display) -> Self {
        tracing::error!(%cause, "a request failed");
        EdgeCode::Internal.into()
    }

    /// The reason as one stable word.
    #[must_use]
    pub(crate) const fn code(&self) -> ProblemCode {
        self.reason.code()
    }

    /// What the client is told, in answer to this request.
    #[must_use]
    pub(crate) fn told(self, request: RequestId) -> wire::problem::Problem {
        let problem = match self.reason {
            Reason::Rule(rejection) => wire::problem::Problem::rejected(&rejection, request),
            Reason::Edge(code @ (EdgeCode::SubmissionInvalid | EdgeCode::ConfigurationInvalid)) => {
                wire::problem::Problem::listing(code, self.listed, request)
            }
            Reason::Edge(code) => wire::problem::Problem::new(code, request),
        };
        match self.detail {
            Some(detail) => problem.saying(detail),
            None => problem,
        }
    }
}

impl From<EdgeCode> for Problem {
    fn from(code: EdgeCode) -> Self {
        Self::new(Reason::Edge(code))
    }
}

impl From<Code> for Problem {
    fn from(code: Code) -> Self {
        Refused::Rejected(Box::new(code.into())).into()
    }
}

impl From<Refused> for Problem {
    fn from(refused: Refused) -> Self {
        Self::new(refused.into())
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        let code = match &error {
            StoreError::Database(_) => EdgeCode::Unavailable,
            StoreError::Unreadable { .. } => EdgeCode::Internal,
        };
        tracing::error!(%error, "the store cannot answer");
        code.into()
    }
}

impl From<PasswordsError> for Problem {
    fn from(error: PasswordsError) -> Self {
        match error {
            PasswordsError::TooMany => EdgeCode::RateLimited.into(),
            PasswordsError::Argon2(_) | PasswordsError::NoSecret(_) | PasswordsError::Lost => Self::fault(&error),
        }
    }
}

impl From<Unwritable> for Problem {
    fn from(_: Unwritable) -> Self {
        EdgeCode::Unavailable.into()
    }
}

impl From<CreateError> for Problem {
    fn from(error: CreateError) -> Self {
        match error {
            CreateError::NameTaken => EdgeCode::NameTaken.into(),
            CreateError::Exists | CreateError::KeyReused => EdgeCode::KeyReused.into(),
            CreateError::VersionTaken => EdgeCode::VersionTaken.into(),
            CreateError::UnknownTable => EdgeCode::NotFound.into(),
            CreateError::Store(error) => error.into(),
        }
    }
}

impl From<BytesRejection> for Problem {
    fn from(rejection: BytesRejection) -> Self {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => EdgeCode::BodyTooLarge.into(),
            _ => EdgeCode::MalformedBody.into(),
        }
    }
}

impl From<QueryRejection> for Problem {
    fn from(rejection: QueryRejection) -> Self {
        Self::saying(EdgeCode::InvalidQuery, rejection.body_text())
    }
}

impl From<WebSocketUpgradeRejection> for Problem {
    fn from(rejection: WebSocketUpgradeRejection) -> Self {
        Self::saying(EdgeCode::UpgradeInvalid, rejection.body_text())
    }
}

/// The status, and the problem beside it for whoever writes it out.
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.code().status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// Writes a problem out, if the response carries one.
pub(crate) fn write_out(mut response: Response, request: RequestId) -> Response {
    let Some(problem) = response.extensions_mut().remove::<Problem>() else { return response };
    let passing = matches!(problem.reason, Reason::Edge(code) if code.is_passing());
    let body = serde_json::to_vec(&problem.told(request)).unwrap_or_default();
    let (mut parts, _) = response.into_parts();
    let media_type = HeaderValue::from_static(wire::problem::MEDIA_TYPE);
    parts.headers.insert(axum::http::header::CONTENT_TYPE, media_type);
    if passing {
        parts.headers.insert(axum::http::header::RETRY_AFTER, HeaderValue::from_static("1"));
    }
    if parts.status == StatusCode::UNAUTHORIZED {
        parts.headers.insert(axum::http::header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    Response::from_parts(parts, body.into())
}
