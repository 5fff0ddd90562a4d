//! What a path names: a table, a seat, a round, an event. A name that cannot be one is a thing that does not exist.

use crate::problem::Problem;
use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use game_core::game::{Seat, StaffId};
use std::str::FromStr;
use store::approvals::ApprovalId;
use store::devices::DeviceId;
use store::keys::KeyId;
use store::sessions::SessionId;
use store::significant::EventId;
use table_host::ids::{RoundId, TableId};
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::{ObjectBuilder, RefOr, Required, Schema, Type};
use utoipa::{IntoParams, PartialSchema};
use wire::id::{FirmwareId, SubmissionId};
use wire::problem::EdgeCode;

/// The table a path names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OfTable(pub(crate) TableId);

/// The seat a path names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AtSeat(pub(crate) Seat);

/// The round a path names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OfRound(pub(crate) RoundId);

/// The significant event a path names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OfEvent(pub(crate) EventId);

/// The approval a path names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OfApproval(pub(crate) ApprovalId);

/// The Rules Submission a path names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OfSubmission(pub(crate) SubmissionId);
/// The progressive a path names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OfProgressive(pub(crate) wire::id::ProgressiveId);

/// The device a path names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OfDevice(pub(crate) DeviceId);

/// The approved firmware a path names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OfFirmware(pub(crate) FirmwareId);

impl<S: Send + Sync> FromRequestParts<S> for OfDevice {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        named(parts, "id").await.map(|id| Self(DeviceId(id)))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for OfFirmware {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        named(parts, "id").await.map(Self)
    }
}

impl IntoParams for OfDevice {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![parameter("id", "The device.", wire::id::DeviceId::schema())]
    }
}

impl IntoParams for OfFirmware {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![parameter("id", "The firmware on the list.", FirmwareId::schema())]
    }
}

/// The jackpot a path names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OfJackpot(pub(crate) wire::id::JackpotId);

impl<S: Send + Sync> FromRequestParts<S> for OfProgressive {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        named(parts, "id").await.map(Self)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for OfJackpot {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        named(parts, "id").await.map(Self)
    }
}

impl IntoParams for OfProgressive {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![parameter("id", "The progressive.", wire::id::ProgressiveId::schema())]
    }
}

impl IntoParams for OfJackpot {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![parameter("id", "The jackpot.", wire::id::JackpotId::schema())]
    }
}

impl<S: Send + Sync> FromRequestParts<S> for OfTable {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        named(parts, "id").await.map(|id| Self(TableId(id)))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for AtSeat {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let number = named(parts, "seat").await?;
        Ok(Self(Seat::new(number).ok_or(EdgeCode::NotFound)?))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for OfRound {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        named(parts, "id").await.map(|id| Self(RoundId(id)))
    }
}

/// The person a path names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OfPerson(pub(crate) StaffId);

/// The session a path names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OfSession(pub(crate) SessionId);

/// The terminal's key a path names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OfTerminal(pub(crate) KeyId);

impl<S: Send + Sync> FromRequestParts<S> for OfPerson {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let number: u64 = named(parts, "staff").await?;
        // A number that none is given is nobody's.
        if i64::try_from(number).is_ok() { Ok(Self(StaffId(number))) } else { Err(EdgeCode::NotFound.into()) }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for OfSession {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        named(parts, "session").await.map(|id| Self(SessionId(id)))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for OfTerminal {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        named(parts, "terminal").await.map(|id| Self(KeyId(id)))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for OfApproval {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        named(parts, "id").await.map(|id| Self(ApprovalId(id)))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for OfSubmission {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        named(parts, "id").await.map(|id| Self(SubmissionId(id)))
    }
}

async fn named<T: FromStr>(parts: &mut Parts, name: &str) -> Result<T, Problem> {
    let found = RawPathParams::from_request_parts(parts, &()).await.map_err(|_| EdgeCode::NotFound)?;
    let text = found.iter().find(|(own, _)| *own == name).map(|(_, text)| text);
    Ok(text.and_then(|text| text.parse().ok()).ok_or(EdgeCode::NotFound)?)
}

impl<S: Send + Sync> FromRequestParts<S> for OfEvent {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        named(parts, "id").await.map(|id| Self(EventId(id)))
    }
}

impl IntoParams for OfTable {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![parameter("id", "The table.", wire::id::TableId::schema())]
    }
}

impl IntoParams for AtSeat {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let seats = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).maximum(Some(Seat::MAX));
        vec![parameter("seat", "The seat, 1 at the dealer's far left.", seats.into())]
    }
}

impl IntoParams for OfPerson {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![parameter("staff", "The person's number.", StaffId::schema())]
    }
}

impl IntoParams for OfSession {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![parameter("session", "The session.", wire::id::SessionId::schema())]
    }
}

impl IntoParams for OfTerminal {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![parameter("terminal", "The terminal's key.", wire::id::TerminalId::schema())]
    }
}

impl IntoParams for OfApproval {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![parameter("id", "The approval.", wire::id::ApprovalId::schema())]
    }
}

impl IntoParams for OfSubmission {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![parameter("id", "The Rules Submission.", SubmissionId::schema())]
    }
}

impl IntoParams for OfRound {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![parameter("id", "The round.", wire::id::RoundId::schema())]
    }
}

impl IntoParams for OfEvent {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![parameter("id", "The event.", wire::id::EventId::schema())]
    }
}

fn parameter(name: &str, about: &str, schema: RefOr<Schema>) -> Parameter {
    let parameter = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Path).required(Required::True);
    parameter.description(Some(about)).schema(Some(schema)).build()
}
