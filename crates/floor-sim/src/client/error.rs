//! Why a request came to nothing.

use wire::problem::{Problem, ProblemCode};

/// Why a request came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The server refused it and said why.
    #[error("{} ({})", .0.code, .0.detail.as_deref().unwrap_or(&.0.title))]
    Problem(Box<Problem>),
    /// The server was not reached, or its answer was not understood. Whether the request had an effect is unknown.
    #[error("{0}")]
    Transport(String),
}

impl ClientError {
    /// The reason, where the server gave one.
    #[must_use]
    pub fn code(&self) -> Option<ProblemCode> {
        match self {
            Self::Problem(problem) => Some(problem.code),
            Self::Transport(_) => None,
        }
    }

    /// Whether the same request may succeed a little later.
    #[must_use]
    pub fn is_passing(&self) -> bool {
        match self {
            Self::Problem(problem) => matches!(problem.code, ProblemCode::Edge(code) if code.is_passing()),
            Self::Transport(_) => true,
        }
    }

    pub(crate) fn transport(error: impl std::fmt::Display) -> Self {
        Self::Transport(error.to_string())
    }
}

/// What a request comes to.
pub type Answered<T> = Result<T, ClientError>;
