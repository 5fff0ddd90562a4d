//! One way for a command to reach a table, whatever it came by.

use crate::app::App;
use crate::plane;
use crate::problem::Reason;
use crate::register::Unwritable;
use game_core::actor::Actor;
use game_core::command::Action;
use game_core::inventory;
use game_core::rejection::{Code, Rejection};
use game_core::round::Phase;
use store::journal::{Entry, answered};
use store::significant::{Kind, SignificantEvent};
use store::{Store, StoreError};
use table_host::ids::{BodyDigest, CommandId, TableId};
use table_host::{Accepted, Order, Refused, Standing, TableHandle};

/// Hands a command in and waits for its answer. A command that the rules refuse now, but that had been accepted before,
/// is a retry, and gets its first answer.
///
/// # Errors
/// When the command was not accepted.
pub(crate) async fn submit(
    app: &App,
    table: &TableHandle,
    actor: Actor,
    command_id: CommandId,
    action: Action,
) -> Result<Accepted, Refused> {
    let answer = match carry(app, table, actor, command_id, action).await {
        Err(Refused::Rejected(rejection)) => Err(put_on_record(app, table, actor, &action, rejection).await),
        other => other,
    };
    if is_about_approval(&action) {
        app.board.changed();
    }
    answer
}

/// Hands a command in and waits for its answer; what a refusal means is for whoever calls.
///
/// # Errors
/// When the command was not accepted.
pub(crate) async fn carry(
    app: &App,
    table: &TableHandle,
    actor: Actor,
    command_id: CommandId,
    action: Action,
) -> Result<Accepted, Refused> {
    if !app.register.is_writable() {
        return Err(Refused::Unavailable);
    }
    let body_digest = digest(actor, &action)?;
    let standing = table.standing();
    let blocked = action == Action::OpenRound && app.plane.blocks(table.id(), &standing.table);
    let refused = blocked.then_some(Code::DeviceOutOfOrder);
    if let Some(code) = refused.or_else(|| app.config.facility.refuses(&action)) {
        return Err(Refused::Rejected(Box::new(code.into())));
    }
    let dark = plane::refuses_light(app, table, &action).await.map_err(|error| {
        tracing::warn!(table = %table.id(), %error, "a sensor's record cannot be read");
        Refused::Unavailable
    })?;
    if let Some(rejection) = dark {
        return Err(Refused::Rejected(Box::new(rejection)));
    }
    let refused = app.play.refuses(&action).map(Rejection::from);
    let answer = match refused.or_else(|| by_hand(app, table, actor, &action)) {
        Some(rejection) => Err(Refused::Rejected(Box::new(rejection))),
        None => table.command(Order { actor, command_id, body_digest, action }).await,
    };
    let answer = match answer {
        Err(Refused::Rejected(rejection)) => {
            let first = first_answer(app, table, command_id, body_digest).await;
            first.unwrap_or(Err(Refused::Rejected(rejection)))
        }
        other => other,
    };
    note(app, table, command_id, &answer);
    answer
}

/// Hands in what one message of a device asks for, with nothing in between, so that all of it is written or none. What became of
/// the first step is the answer.
///
/// # Errors
/// When the first step was not accepted, and so none that follows it.
pub(crate) async fn carry_together(
    app: &App,
    table: &TableHandle,
    steps: &[(Actor, CommandId, Action)],
) -> Result<Accepted, Refused> {
    let &[(actor, first, action), ref rest @ ..] = steps else { return Err(Refused::Fault("nothing is asked".into())) };
    if rest.is_empty() {
        return carry(app, table, actor, first, action).await;
    }
    if !app.register.is_writable() {
        return Err(Refused::Unavailable);
    }
    let order = |&(actor, command_id, action): &(Actor, CommandId, Action)| {
        Ok(Order { actor, command_id, body_digest: digest(actor, &action)?, action })
    };
    let orders = steps.iter().map(order).collect::<Result<Vec<_>, Refused>>()?;
    let body_digest = digest(actor, &action)?;
    let answers = table.run(orders).await;
    steps.iter().zip(&answers).for_each(|((_, name, _), answer)| note(app, table, *name, answer));
    match answers.into_iter().next() {
        Some(Err(Refused::Rejected(rejection))) => {
            let before = first_answer(app, table, first, body_digest).await;
            before.unwrap_or(Err(Refused::Rejected(rejection)))
        }
        Some(answer) => answer,
        None => Err(Refused::Fault("nothing was answered".into())),
    }
}

/// The refusal of a wager that somebody enters by hand where the table's sensor takes it.
fn by_hand(app: &App, table: &TableHandle, actor: Actor, action: &Action) -> Option<Rejection> {
    let (Action::PlaceWager { wager, .. } | Action::RemoveWager { wager, .. }) = *action else { return None };
    let clause = table.standing().table.rules().wager_clause(wager);
    app.plane.is_sensed(table.id(), actor, wager).then(|| Rejection::new(Code::WrongActor).by(clause))
}

/// Whether the action proposes or decides something that takes two people.
pub(crate) const fn is_about_approval(action: &Action) -> bool {
    match action {
        Action::Propose(_) | Action::Approve | Action::Decline => true,
        Action::Inventory(step) => matches!(
            step,
            inventory::Action::ProposeVoid { .. }
                | inventory::Action::ApproveVoid { .. }
                | inventory::Action::DeclineVoid { .. }
        ),
        _ => false,
    }
}

/// Whether a wager was tried or taken off after "no more bets".
pub(crate) fn is_late(action: &Action, rejection: &Rejection, standing: &Standing) -> bool {
    late_wager(action).is_some() && rejection.code == Code::WrongPhase && is_locked(standing)
}

/// A wager that comes after "no more bets" is put on record before it is refused (R61); nobody is told anything of one that
/// cannot be (R64).
async fn put_on_record(
    app: &App,
    table: &TableHandle,
    actor: Actor,
    action: &Action,
    rejection: Box<Rejection>,
) -> Refused {
    let standing = table.standing();
    let Some(tried) = late_wager(action).filter(|_| is_late(action, &rejection, &standing)) else {
        return Refused::Rejected(rejection);
    };
    let event = SignificantEvent::new(Kind::LockViolation).table(table.id()).staff(actor.staff());
    let event = event.detail("tried", tried).detail("by", serde_json::to_value(actor).unwrap_or_default());
    match app.register.record(event.detail("seq", standing.seq)).await {
        Ok(()) => Refused::Rejected(rejection),
        Err(Unwritable) => Refused::Unavailable,
    }
}

/// Which change of a wager it is, if it is one.
const fn late_wager(action: &Action) -> Option<&'static str> {
    match action {
        Action::PlaceWager { .. } => Some("place_wager"),
        Action::RemoveWager { .. } => Some("remove_wager"),
        _ => None,
    }
}

/// Whether a round is past "no more bets".
fn is_locked(standing: &Standing) -> bool {
    let round = standing.table.round();
    round.is_some_and(|round| !matches!(round.phase(), Phase::BankOffer { .. } | Phase::Betting))
}

/// Hands in what a device of the server's own does next, under names of its own, to be carried out with nothing in
/// between.
///
/// # Errors
/// When one of the commands was not accepted, and so none that follows it.
pub(crate) async fn submit_run(app: &App, table: &TableHandle, steps: &[(Actor, Action)]) -> Result<(), Refused> {
    let order = |(actor, action): &(Actor, Action)| {
        let body_digest = digest(*actor, action)?;
        Ok(Order { actor: *actor, command_id: CommandId::new(), body_digest, action: *action })
    };
    let orders = steps.iter().map(order).collect::<Result<Vec<_>, Refused>>()?;
    let names: Vec<CommandId> = orders.iter().map(|order| order.command_id).collect();
    let answers = table.run(orders).await;
    names.into_iter().zip(&answers).for_each(|(name, answer)| note(app, table, name, answer));
    answers.into_iter().try_for_each(|answer| answer.map(drop))
}

fn note(app: &App, table: &TableHandle, command_id: CommandId, answer: &Result<Accepted, Refused>) {
    trace(table, command_id, answer);
    app.metrics.command(answer);
}

/// What the log is told. A refusal leaves no other trace than this.
fn trace(table: &TableHandle, command_id: CommandId, answer: &Result<Accepted, Refused>) {
    let table = table.id();
    match answer {
        Ok(Accepted { seq, repeated, .. }) => tracing::debug!(%table, %command_id, seq, repeated, "accepted"),
        Err(Refused::Fault(cause)) => tracing::error!(%table, %command_id, cause, "a command failed"),
        Err(refused) => tracing::info!(%table, %command_id, code = %Reason::from(refused.clone()).code(), "refused"),
    }
}

/// The same person asking for the same thing has the same digest, by whatever line it comes.
fn digest(actor: Actor, action: &Action) -> Result<BodyDigest, Refused> {
    let body = serde_json::to_vec(&(actor, action)).map_err(|error| Refused::Fault(error.to_string()))?;
    Ok(BodyDigest::of(&body))
}

/// What a command was answered when it was accepted, if it ever was.
async fn first_answer(
    app: &App,
    table: &TableHandle,
    command_id: CommandId,
    digest: BodyDigest,
) -> Option<Result<Accepted, Refused>> {
    match look_up(&app.store, table.id(), command_id).await {
        Ok(None) => None,
        Ok(Some((first, _))) if first != digest => Some(Err(Refused::KeyReused)),
        Ok(Some((_, entry))) => {
            Some(Ok(Accepted { seq: entry.seq, at: entry.at, events: entry.events, repeated: true }))
        }
        Err(error) => {
            tracing::warn!(table = %table.id(), %error, "a first answer cannot be looked up");
            Some(Err(Refused::Unavailable))
        }
    }
}

async fn look_up(store: &Store, table: TableId, command: CommandId) -> Result<Option<(BodyDigest, Entry)>, StoreError> {
    answered(&mut *store.pool().acquire().await?, table, command).await
}
