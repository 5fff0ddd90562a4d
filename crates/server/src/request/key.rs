//! The `Idempotency-Key` of a request that changes something and has no `command_id` in its body.

use crate::problem::Problem;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use table_host::ids::CommandId;
use utoipa::openapi::Required;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::{IntoParams, PartialSchema};
use wire::problem::EdgeCode;

/// The header's name.
const IDEMPOTENCY_KEY: &str = "Idempotency-Key";

/// The sender's name for what it asks: a retry has the same.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IdempotencyKey(pub(crate) CommandId);

impl<S: Send + Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let value = parts.headers.get(IDEMPOTENCY_KEY).ok_or(EdgeCode::IdempotencyKeyRequired)?;
        let key = value.to_str().ok().and_then(|text| text.parse().ok());
        Ok(Self(CommandId(key.ok_or(EdgeCode::IdempotencyKeyInvalid)?)))
    }
}

impl IntoParams for IdempotencyKey {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let about = "The sender's name for what is asked: a retry has the same.";
        let parameter = ParameterBuilder::new().name(IDEMPOTENCY_KEY).parameter_in(ParameterIn::Header);
        let schema = wire::id::CommandId::schema();
        vec![parameter.required(Required::True).description(Some(about)).schema(Some(schema)).build()]
    }
}
