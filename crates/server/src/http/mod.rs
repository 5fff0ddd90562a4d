//! The router: every route, and what every request goes through.

mod headers;
mod observe;
mod operations;

use crate::app::App;
use crate::openapi::documented;
use crate::pages;
use crate::problem::Problem;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use std::sync::Arc;
use wire::problem::EdgeCode;

pub(crate) use headers::OWN_STYLE;
pub(crate) use operations::routes as operations;

/// The whole of the server's HTTP.
pub fn router(app: Arc<App>) -> Router {
    let (documented, document) = documented(&app.config.limits).split_for_parts();
    documented
        .merge(pages::routes(&document))
        .fallback(nothing_here)
        .method_not_allowed_fallback(no_such_method)
        .layer(DefaultBodyLimit::max(app.config.limits.body_bytes))
        .layer(from_fn_with_state(app.config.tls.is_some(), headers::secure))
        .layer(from_fn_with_state(Arc::clone(&app), observe::observe))
        .with_state(app)
}

async fn nothing_here() -> Problem {
    EdgeCode::NotFound.into()
}

async fn no_such_method() -> Problem {
    EdgeCode::MethodNotAllowed.into()
}
