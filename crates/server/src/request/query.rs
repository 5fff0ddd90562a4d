//! The query of a request, and the size of a page. No text in it holds the character NUL, which the database cannot keep.

use crate::problem::Problem;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use wire::problem::EdgeCode;

/// The most on a page.
const PAGE_MAX: u32 = 200;

/// A page of which no size was said.
const PAGE: u32 = 50;

/// The query of a request.
#[derive(Debug)]
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        if parts.uri.query().is_some_and(|query| query.contains("%00")) {
            return Err(Problem::saying(EdgeCode::InvalidQuery, "a text holds the character NUL"));
        }
        let axum::extract::Query(query) = axum::extract::Query::try_from_uri(&parts.uri)?;
        Ok(Self(query))
    }
}

/// How many a page is to have.
pub(crate) fn page_limit(asked: Option<u32>) -> Result<u32, Problem> {
    match asked.unwrap_or(PAGE) {
        limit @ 1..=PAGE_MAX => Ok(limit),
        _ => Err(Problem::saying(EdgeCode::InvalidQuery, format!("limit is 1 to {PAGE_MAX}"))),
    }
}
