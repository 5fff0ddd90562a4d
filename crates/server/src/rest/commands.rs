//! The one way to ask a table for something, and the question what it would accept.

use crate::app::App;
use crate::commands::{is_about_approval, submit};
use crate::identity::{Acts, Anyone, At};
use crate::problem::Problem;
use crate::request::{Body, OfTable};
use axum::Json;
use axum::extract::State;
use game_core::actor::Actor;
use game_core::command::Action;
use game_core::inventory;
use game_core::view::shown;
use std::sync::Arc;
use table_host::TableHandle;
use table_host::ids::CommandId;
use wire::problem::EdgeCode;
use wire::rest::commands::{Answer, CommandRequest, LegalAnswer};

/// What the caller may do now
///
/// Each thing that would be accepted, with the values it may carry and the clause behind it. A caller who may not act at the
/// table is offered nothing.
#[utoipa::path(
    get,
    path = "/v1/tables/{id}/legal",
    operation_id = "list_offers",
    tag = "commands",
    params(OfTable),
    responses((status = 200, description = "What would be accepted.", body = LegalAnswer)),
)]
pub(super) async fn legal(at: At<Anyone>, State(app): State<Arc<App>>) -> Json<LegalAnswer> {
    let standing = at.handle.standing();
    let actor = at.caller.actor(at.handle.id(), &standing, &app.duty);
    let offers = actor.ok().map(|actor| app.plane.offers(at.handle.id(), &standing.table, actor));
    Json(LegalAnswer { seq: standing.seq, offers: offers.unwrap_or_default() })
}

/// Asks a table for something
///
/// The answer comes when the command is on disk. The same `command_id` with the same body is answered as it was first, with
/// `repeated`; with another body it is refused. A refused command is not remembered.
#[utoipa::path(
    post,
    path = "/v1/tables/{id}/commands",
    operation_id = "send_command",
    tag = "commands",
    params(OfTable),
    request_body(content = CommandRequest, examples(
        ("A wager" = (value = json!({
            "command_id": "0198c5a1-7c00-7000-8000-000000000001",
            "action": {"place_wager": {"seat": 3, "wager": "let_it_ride", "amount": 1000}},
        }))),
        ("No more bets" = (value = json!({
            "command_id": "0198c5a1-7c00-7000-8000-000000000002",
            "action": "no_more_bets",
        }))),
        ("A decision" = (value = json!({
            "command_id": "0198c5a1-7c00-7000-8000-000000000003",
            "action": {"decide": {"seat": 3, "decision": "ride"}},
        }))),
        ("A step of table procedure" = (value = json!({
            "command_id": "0198c5a1-7c00-7000-8000-000000000004",
            "action": {"procedure": {"cut": {"deck": "first", "depth": 20}}},
        }))),
    )),
    responses((status = 200, description = "The command is accepted and on disk.", body = Answer)),
)]
pub(super) async fn command(
    Acts { actor, handle, .. }: Acts<Anyone>,
    State(app): State<Arc<App>>,
    Body(request): Body<CommandRequest>,
) -> Result<Json<Answer>, Problem> {
    let id = CommandId(request.command_id.0);
    match request.action {
        Action::Approve | Action::Inventory(inventory::Action::ApproveVoid { .. }) => {
            Err(EdgeCode::ApproveElsewhere.into())
        }
        action if is_about_approval(&action) => {
            let _alone = app.deciding.lock().await;
            carry_out(&app, &handle, actor, id, action).await
        }
        action => carry_out(&app, &handle, actor, id, action).await,
    }
}

/// Has a command carried out, and renders its answer.
pub(super) async fn carry_out(
    app: &App,
    handle: &TableHandle,
    actor: Actor,
    command_id: CommandId,
    action: Action,
) -> Result<Json<Answer>, Problem> {
    let accepted = submit(app, handle, actor, command_id, action).await?;
    Ok(Json(Answer {
        command_id: wire::id::CommandId(command_id.0),
        seq: accepted.seq,
        at: accepted.at.into(),
        repeated: accepted.repeated,
        events: accepted.events.iter().map(shown).collect(),
    }))
}
