//! A JSON body, no longer than the route permits.

use crate::problem::Problem;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use serde::de::DeserializeOwned;
use wire::problem::EdgeCode;

/// The body of a request. No text in it holds the character NUL, which the database cannot keep.
#[derive(Debug)]
pub(crate) struct Body<T>(pub(crate) T);

/// The body of a request whose texts may hold any character.
#[derive(Debug)]
pub(crate) struct AnyBody<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let json = json(request, state).await?;
        if has_nul(&json) {
            return Err(Problem::saying(EdgeCode::InvalidBody, "a text holds the character NUL"));
        }
        read(&json).map(Self)
    }
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for AnyBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        read(&json(request, state).await?).map(Self)
    }
}

/// The bytes of a body that is said to be JSON.
async fn json<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, Problem> {
    if !is_json(request.headers()) {
        return Err(EdgeCode::UnsupportedMediaType.into());
    }
    Ok(Bytes::from_request(request, state).await?)
}

fn read<T: DeserializeOwned>(json: &[u8]) -> Result<T, Problem> {
    wire::objects::from_slice(json).map_err(|error| Problem::unread_body(&error))
}

fn is_json(headers: &HeaderMap) -> bool {
    let named = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let media_type = named.and_then(|text| text.split(';').next()).unwrap_or_default();
    media_type.trim().eq_ignore_ascii_case("application/json")
}

/// Whether a JSON text holds the character NUL, which can only be written as an escape.
fn has_nul(json: &[u8]) -> bool {
    let mut rest = json;
    while let Some(at) = rest.iter().position(|byte| *byte == b'\\') {
        rest = &rest[at + 1..];
        if rest.starts_with(b"u0000") {
            return true;
        }
        // The letter that is escaped may be a backslash itself.
        rest = rest.get(1..).unwrap_or_default();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nul_is_found_in_every_text_and_only_there() {
        for holds in [r#"{"a":"\u0000"}"#, r#"["b\u0000c"]"#, r#"{"\n\u0000":1}"#, r#""\\\u0000""#] {
            assert!(has_nul(holds.as_bytes()), "{holds}");
        }
        for holds_not in ["", "\\", r#""\\u0000""#, r#""\u0001""#, r#""u0000""#, "{}"] {
            assert!(!has_nul(holds_not.as_bytes()), "{holds_not}");
        }
    }
}
