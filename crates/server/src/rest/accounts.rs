//! Accounts: the own one, and everybody's for security administrators and auditors.

use crate::app::App;
use crate::identity::{AccountsReading, By, Oneself, Security};
use crate::people;
use crate::problem::Problem;
use crate::request::{Body, IdempotencyKey, OfPerson, Query, page_limit};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use game_core::game::StaffId;
use std::sync::Arc;
use store::people as kept;
use wire::problem::EdgeCode;
use wire::rest::people::{
    AccessQuery, Account, AccountsPage, AccountsQuery, ChangePassword, ChangeRole, ChangeState, ChangedAccount,
    ConfirmTotp, EnrolTotp, NewAccount, ResetPassword, Standings, TotpSecret,
};

/// Changes the own password
///
/// Every other session of the person ends.
#[utoipa::path(
    put,
    path = "/v1/accounts/own/password",
    operation_id = "change_password",
    tag = "accounts",
    params(IdempotencyKey),
    request_body = ChangePassword,
    responses((status = 204, description = "The password is changed.")),
)]
pub(super) async fn change_password(
    by: By<Oneself>,
    State(app): State<Arc<App>>,
    _: IdempotencyKey,
    Body(asked): Body<ChangePassword>,
) -> Result<StatusCode, Problem> {
    people::change_password(&app, by.caller, &asked).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A shared secret for one-time codes
///
/// The answer has it, and is the only one that does. Codes are asked for once the first one has confirmed it.
#[utoipa::path(
    post,
    path = "/v1/accounts/own/totp",
    operation_id = "enrol_totp",
    tag = "accounts",
    params(IdempotencyKey),
    request_body = EnrolTotp,
    responses((status = 201, description = "The secret.", body = TotpSecret)),
)]
pub(super) async fn enrol_totp(
    by: By<Oneself>,
    State(app): State<Arc<App>>,
    _: IdempotencyKey,
    Body(asked): Body<EnrolTotp>,
) -> Result<(StatusCode, Json<TotpSecret>), Problem> {
    Ok((StatusCode::CREATED, Json(people::enrol_totp(&app, by.caller, &asked).await?)))
}

/// The first one-time code
///
/// From now on every login of the account needs one.
#[utoipa::path(
    post,
    path = "/v1/accounts/own/totp/confirmation",
    operation_id = "confirm_totp",
    tag = "accounts",
    params(IdempotencyKey),
    request_body = ConfirmTotp,
    responses((status = 204, description = "Codes are asked for from now on.")),
)]
pub(super) async fn confirm_totp(
    by: By<Oneself>,
    State(app): State<Arc<App>>,
    _: IdempotencyKey,
    Body(asked): Body<ConfirmTotp>,
) -> Result<StatusCode, Problem> {
    people::confirm_totp(&app, by.caller, &asked).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Makes an account
///
/// The person must change the password at the first login. An account with powers, any role but dealer, cannot be used until a
/// second security administrator agrees to the `approval`.
#[utoipa::path(
    post,
    path = "/v1/accounts",
    operation_id = "create_account",
    tag = "accounts",
    params(IdempotencyKey),
    request_body = NewAccount,
    responses((status = 201, description = "The account, and what it waits for.", body = ChangedAccount)),
)]
pub(super) async fn create(
    by: By<Security>,
    State(app): State<Arc<App>>,
    key: IdempotencyKey,
    Body(asked): Body<NewAccount>,
) -> Result<(StatusCode, Json<ChangedAccount>), Problem> {
    let made = people::create(&app, by.caller, key.0, asked).await?;
    Ok((StatusCode::CREATED, Json(people::changed(made))))
}

/// The accounts
#[utoipa::path(
    get,
    path = "/v1/accounts",
    operation_id = "list_accounts",
    tag = "accounts",
    params(AccountsQuery),
    responses((status = 200, description = "A page of accounts.", body = AccountsPage)),
)]
pub(super) async fn list(
    _: By<AccountsReading>,
    State(app): State<Arc<App>>,
    Query(query): Query<AccountsQuery>,
) -> Result<Json<AccountsPage>, Problem> {
    let limit = page_limit(query.limit)?;
    let after = query.after.unwrap_or(StaffId(0));
    // One more than asked for tells whether there is more.
    let mut found = kept::page(&mut *app.store.connection().await?, after, limit + 1).await?;
    let more = found.len() > limit as usize;
    found.truncate(limit as usize);
    let next = found.last().map(|last| last.staff).filter(|_| more);
    Ok(Json(AccountsPage { accounts: found.into_iter().map(people::account).collect(), next }))
}

/// An account
#[utoipa::path(
    get,
    path = "/v1/accounts/{staff}",
    operation_id = "show_account",
    tag = "accounts",
    params(OfPerson),
    responses((status = 200, description = "The account.", body = Account)),
)]
pub(super) async fn show(
    _: By<AccountsReading>,
    State(app): State<Arc<App>>,
    OfPerson(staff): OfPerson,
) -> Result<Json<Account>, Problem> {
    let found = kept::one(&mut *app.store.connection().await?, staff).await?;
    Ok(Json(people::account(found.ok_or(EdgeCode::NotFound)?)))
}

/// What became of an account
///
/// Every change of its role or state, in order.
#[utoipa::path(
    get,
    path = "/v1/accounts/{staff}/history",
    operation_id = "show_account_history",
    tag = "accounts",
    params(OfPerson),
    responses((status = 200, description = "The changes.", body = Standings)),
)]
pub(super) async fn history(
    _: By<AccountsReading>,
    State(app): State<Arc<App>>,
    OfPerson(staff): OfPerson,
) -> Result<Json<Standings>, Problem> {
    let found = kept::history(&mut *app.store.connection().await?, staff).await?;
    if found.is_empty() {
        return Err(EdgeCode::NotFound.into());
    }
    Ok(Json(Standings { standings: found.into_iter().map(people::standing).collect() }))
}

/// Who could do what
///
/// Everybody who had an account at a moment, with the role and state of that moment.
#[utoipa::path(
    get,
    path = "/v1/access",
    operation_id = "show_access",
    tag = "accounts",
    params(AccessQuery),
    responses((status = 200, description = "A row for each person.", body = Standings)),
)]
pub(super) async fn access(
    _: By<AccountsReading>,
    State(app): State<Arc<App>>,
    Query(query): Query<AccessQuery>,
) -> Result<Json<Standings>, Problem> {
    let moment = query.at.map_or_else(table_host::now, |at| at.0);
    let found = kept::could(&mut *app.store.connection().await?, moment).await?;
    Ok(Json(Standings { standings: found.into_iter().map(people::standing).collect() }))
}

/// Gives a person another role
///
/// Whatever the person has open is closed. A role with powers waits for a second security administrator.
#[utoipa::path(
    put,
    path = "/v1/accounts/{staff}/role",
    operation_id = "change_role",
    tag = "accounts",
    params(OfPerson, IdempotencyKey),
    request_body = ChangeRole,
    responses((status = 200, description = "The account, and what it waits for.", body = ChangedAccount)),
)]
pub(super) async fn change_role(
    by: By<Security>,
    State(app): State<Arc<App>>,
    OfPerson(staff): OfPerson,
    key: IdempotencyKey,
    Body(asked): Body<ChangeRole>,
) -> Result<Json<ChangedAccount>, Problem> {
    let changed = people::change_role(&app, by.caller, key.0, staff, people::role(asked.role)).await?;
    Ok(Json(people::changed(changed)))
}

/// Unlocks, enables or disables an account
///
/// Whatever somebody who is disabled has open is closed at once.
#[utoipa::path(
    put,
    path = "/v1/accounts/{staff}/state",
    operation_id = "change_account_state",
    tag = "accounts",
    params(OfPerson, IdempotencyKey),
    request_body = ChangeState,
    responses((status = 200, description = "The account, and what it waits for.", body = ChangedAccount)),
)]
pub(super) async fn change_state(
    by: By<Security>,
    State(app): State<Arc<App>>,
    OfPerson(staff): OfPerson,
    key: IdempotencyKey,
    Body(asked): Body<ChangeState>,
) -> Result<Json<ChangedAccount>, Problem> {
    let changed = people::change_state(&app, by.caller, key.0, staff, asked.state).await?;
    Ok(Json(people::changed(changed)))
}

/// Gives an account another first password
///
/// The person must change it at the next login; whatever the person has open is closed. That of somebody with powers waits for
/// a second security administrator.
#[utoipa::path(
    post,
    path = "/v1/accounts/{staff}/password-reset",
    operation_id = "reset_password",
    tag = "accounts",
    params(OfPerson, IdempotencyKey),
    request_body = ResetPassword,
    responses((status = 200, description = "The account, and what it waits for.", body = ChangedAccount)),
)]
pub(super) async fn reset_password(
    by: By<Security>,
    State(app): State<Arc<App>>,
    OfPerson(staff): OfPerson,
    key: IdempotencyKey,
    Body(asked): Body<ResetPassword>,
) -> Result<Json<ChangedAccount>, Problem> {
    Ok(Json(people::changed(people::reset_password(&app, by.caller, key.0, staff, &asked).await?)))
}
