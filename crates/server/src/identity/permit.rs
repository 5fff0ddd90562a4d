//! Permissions that handlers name in their signatures. A handler whose first argument is none of these cannot be
//! registered under `/v1`.

use super::circle::Circle;
use super::secret::Secret;
use super::{Caller, Role};
use crate::app::App;
use crate::gallery::Room;
use crate::problem::Problem;
use crate::request::OfTable;
use axum::extract::FromRequestParts;
use axum::handler::Handler;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use game_core::actor::Actor;
use std::marker::PhantomData;
use std::sync::Arc;
use table_host::TableHandle;
use wire::problem::EdgeCode;

/// A caller of a circle.
#[derive(Debug)]
pub(crate) struct By<C> {
    pub(crate) caller: Caller,
    circle: PhantomData<C>,
}

/// A caller of a circle, and the table of the path, which the caller may see.
#[derive(Debug)]
pub(crate) struct At<C> {
    pub(crate) caller: Caller,
    pub(crate) handle: TableHandle,
    pub(crate) room: Arc<Room>,
    circle: PhantomData<C>,
}

/// A caller of a circle who may act at the table of the path, and as whom.
#[derive(Debug)]
pub(crate) struct Acts<C> {
    pub(crate) actor: Actor,
    pub(crate) handle: TableHandle,
    circle: PhantomData<C>,
}

impl<C: Circle> FromRequestParts<Arc<App>> for By<C> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let secret = bearer(parts).ok_or(EdgeCode::Unauthorized)?;
        let caller = app.keys.caller(&secret).await?.ok_or(EdgeCode::Unauthorized)?;
        tracing::Span::current().record("key_id", tracing::field::display(caller.key));
        if C::admits(caller.role) { Ok(Self { caller, circle: PhantomData }) } else { Err(EdgeCode::Forbidden.into()) }
    }
}

impl<C: Circle> FromRequestParts<Arc<App>> for At<C> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let By { caller, circle } = By::<C>::from_request_parts(parts, app).await?;
        let OfTable(id) = OfTable::from_request_parts(parts, app).await?;
        if !caller.role.sees(id) {
            return Err(EdgeCode::Forbidden.into());
        }
        let (handle, room) = app.live_table(id)?;
        Ok(Self { caller, handle, room, circle })
    }
}

impl<C: Circle> FromRequestParts<Arc<App>> for Acts<C> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let At { caller, handle, circle, .. } = At::<C>::from_request_parts(parts, app).await?;
        let actor = caller.role.actor(handle.id(), &handle.standing());
        let nobody = match caller.role {
            Role::Terminal { .. } => EdgeCode::SeatEmpty,
            Role::Dealer { .. } | Role::Floorperson { .. } | Role::Auditor | Role::Admin => EdgeCode::Forbidden,
        };
        Ok(Self { actor: actor.ok_or(nobody)?, handle, circle })
    }
}

/// The key of the request, if it has one in the form of one.
fn bearer(parts: &Parts) -> Option<Secret> {
    let value = parts.headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, secret) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| Secret::parse(secret.trim()))?
}

/// Something that lets nobody in without asking for a key.
pub(crate) trait Permission {}

impl<C> Permission for By<C> {}
impl<C> Permission for At<C> {}
impl<C> Permission for Acts<C> {}

/// The arguments of a handler, the first of which is a permission.
pub(crate) trait Guarded {}

impl<M, P: Permission> Guarded for (M, P) {}
impl<M, P: Permission, A> Guarded for (M, P, A) {}
impl<M, P: Permission, A, B> Guarded for (M, P, A, B) {}
impl<M, P: Permission, A, B, C> Guarded for (M, P, A, B, C) {}
impl<M, P: Permission, A, B, C, D> Guarded for (M, P, A, B, C, D) {}

/// Compiles only for a handler that asks for permission first.
pub(crate) const fn asks_permission<H, T>(_: &H)
where
    H: Handler<T, Arc<App>>,
    T: Guarded + 'static,
{
}
