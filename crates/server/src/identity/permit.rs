//! Permissions that handlers name in their signatures. A handler whose first argument is none of these cannot be
//! registered under `/v1`.

use super::circle::Circle;
use super::secret::Secret;
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
pub(crate) struct By<C: Circle> {
    pub(crate) caller: C::Member,
    circle: PhantomData<C>,
}

/// A caller of a circle, and the table of the path, which the caller may see.
#[derive(Debug)]
pub(crate) struct At<C: Circle> {
    pub(crate) caller: C::Member,
    pub(crate) handle: TableHandle,
    pub(crate) room: Arc<Room>,
    circle: PhantomData<C>,
}

/// A caller of a circle who may act at the table of the path, and as whom.
#[derive(Debug)]
pub(crate) struct Acts<C: Circle> {
    pub(crate) actor: Actor,
    pub(crate) handle: TableHandle,
    circle: PhantomData<C>,
}

impl<C: Circle> FromRequestParts<Arc<App>> for By<C> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let secret = bearer(parts).ok_or(EdgeCode::Unauthorized)?;
        let caller = app.bearers.caller(&secret).await?.ok_or(EdgeCode::Unauthorized)?;
        tracing::Span::current().record("caller", tracing::field::display(caller.credential()));
        if !app.callers.permits(caller.credential()) {
            return Err(EdgeCode::RateLimited.into());
        }
        if caller.must_change_password() && !C::BEFORE_CHANGE {
            return Err(EdgeCode::PasswordChangeRequired.into());
        }
        let caller = C::admit(caller).ok_or(EdgeCode::Forbidden)?;
        Ok(Self { caller, circle: PhantomData })
    }
}

impl<C: Circle> FromRequestParts<Arc<App>> for At<C> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let By { caller, circle } = By::<C>::from_request_parts(parts, app).await?;
        let OfTable(id) = OfTable::from_request_parts(parts, app).await?;
        caller.into().sees(id, &app.duty)?;
        let (handle, room) = app.live_table(id)?;
        Ok(Self { caller, handle, room, circle })
    }
}

impl<C: Circle> FromRequestParts<Arc<App>> for Acts<C> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let At { caller, handle, circle, .. } = At::<C>::from_request_parts(parts, app).await?;
        let actor = caller.into().actor(handle.id(), &handle.standing(), &app.duty)?;
        Ok(Self { actor, handle, circle })
    }
}

/// The token of the request, if it has one in the form of one.
fn bearer(parts: &Parts) -> Option<Secret> {
    let value = parts.headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, secret) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| Secret::parse(secret.trim()))?
}

/// Something that lets nobody in without asking who it is.
pub(crate) trait Permission {}

impl<C: Circle> Permission for By<C> {}
impl<C: Circle> Permission for At<C> {}
impl<C: Circle> Permission for Acts<C> {}

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
