//! What devices show follows from what is committed: sensors are locked and lit, displays are told.

use super::SENSED;
use super::post::{Live, Post};
use crate::app::App;
use crate::progressives::displayed;
use game_core::actor::Actor;
use game_core::layout::Spot;
use game_core::legal::{Offered, legal};
use game_core::procedure::ActionKind;
use game_core::round::Phase;
use game_core::table::Table;
use game_core::view::felt;
use store::devices::Unwritten;
use table_host::TableHandle;
use wire::device::{Destination, DeviceKind, Instruction, ShownMeter};

/// Tells a table's devices what follows from how the table stands.
pub(crate) async fn follow(app: &App, table: &TableHandle) {
    for post in app.plane.at_table(table.id()).into_iter().filter(|post| post.kind != DeviceKind::Display) {
        look_again(app, table, &post).await;
    }
}

/// Tells a device what follows from how its table stands, wherever it stands by now.
async fn look_again(app: &App, table: &TableHandle, post: &Post) {
    let mut place = post.live.lock().await;
    if post.table() != table.id() {
        return;
    }
    if let Some(live) = place.as_mut()
        && tell(app, post, live, wanted(app, post, table)).await.is_err()
    {
        tracing::warn!(device = %post.id, "a device cannot be told what to do");
        // Whether it was written all the same, the store will tell.
        *place = None;
    }
}

/// What a device is to do and to show.
fn wanted(app: &App, post: &Post, table: &TableHandle) -> Vec<Instruction> {
    let standing = table.standing();
    match post.kind {
        DeviceKind::WagerSensor => sensed(&standing.table),
        DeviceKind::Display => vec![shown(app, table)],
        DeviceKind::Shoe => due(&standing.table).into_iter().chain(unshuffled(&standing.table, Actor::Shoe)).collect(),
        DeviceKind::Shuffler => unshuffled(&standing.table, Actor::Shuffler),
        DeviceKind::PrizeWheel => spin(&standing.table).into_iter().collect(),
    }
}

/// Tells a device that was just let in, or is there again, what follows from how its table stands.
pub(super) async fn greet(app: &App, table: &TableHandle, post: &Post, live: &mut Live) -> Result<(), Unwritten> {
    tell(app, post, live, wanted(app, post, table)).await
}

/// Tells a display what there is to show now.
pub(super) async fn refresh(app: &App, post: &Post) {
    if let Some((table, _)) = app.table(post.table()) {
        look_again(app, &table, post).await;
    }
}

/// Tells a device what it does not know yet; nothing while nobody listens.
async fn tell(app: &App, post: &Post, live: &mut Live, wanted: Vec<Instruction>) -> Result<(), Unwritten> {
    match post.condition(|condition| condition.reconciled && !condition.silent) {
        true => app.plane.issue(post, live, wanted).await,
        false => Ok(()),
    }
}

/// Locked unless wagers may be placed, and a light at every seat for each wager that is accepted there (R17, LIR-2-C-1).
fn sensed(table: &Table) -> Vec<Instruction> {
    let open = table.round().is_some_and(|round| matches!(round.phase(), Phase::Betting));
    let felt = felt(table);
    let lock = if open { Instruction::Unlock {} } else { Instruction::Lock {} };
    let mut wanted = vec![lock];
    for wager in SENSED.into_iter().filter(|wager| table.rules().stakes(*wager).is_some()) {
        wanted.extend(felt.seats.iter().map(|seat| {
            let on = seat.bets.iter().any(|record| wager.bets().contains(&record.bet));
            Instruction::Light { seat: seat.seat, wager, on }
        }));
    }
    wanted
}

/// The stack that is due next.
fn due(table: &Table) -> Option<Instruction> {
    let round = table.round().filter(|round| matches!(round.phase(), Phase::Dealing))?;
    let stack = round.next_stack();
    let to = stack.iter().rev().find_map(|spot| match *spot {
        Spot::Own { seat, .. } => Some(Destination::Seat(seat)),
        Spot::Community(_) => Some(Destination::Community),
        Spot::SixCardBox(_) => Some(Destination::SixCardBox),
        Spot::Discard => None,
    });
    let to = to.unwrap_or(Destination::Discard);
    let (out, cards) = (round.cards_on_table(), u8::try_from(stack.len()).ok()?);
    Some(Instruction::Dispense { round: round.number(), out, cards, to })
}

/// The decks that this machine has to shuffle.
fn unshuffled(table: &Table, machine: Actor) -> Vec<Instruction> {
    let offers = legal(table, machine, table_host::now()).into_iter();
    let decks = offers.filter_map(|offer| match offer.action {
        Offered::Procedure(step) if step.action == ActionKind::Shuffle => step.deck,
        _ => None,
    });
    let backs = decks.filter_map(|id| table.state().procedure().deck(id).map(|deck| deck.back));
    backs.map(|back| Instruction::Shuffle { back }).collect()
}

/// The stop that is waited for.
fn spin(table: &Table) -> Option<Instruction> {
    let round = table.round()?;
    let segments = u8::try_from(table.waiting_wheel()?.segments.len()).ok()?;
    Some(Instruction::Spin { round: round.number(), spin: table.spin()?, segments })
}

/// The table's name, its round, and what can be won at it; no meter at all while the values cannot be read (R22).
fn shown(app: &App, table: &TableHandle) -> Instruction {
    let seen = app.progressives.watch().borrow().clone();
    let mut meters = Vec::new();
    if app.config.people.clock.now() < seen.valid_until() {
        let played = seen.progressives.iter().filter(|found| found.tables.iter().any(|(at, _)| *at == table.id()));
        for progressive in played.map(displayed) {
            meters.extend(progressive.levels.iter().filter_map(|level| {
                let name = format!("{} {}", progressive.name, level.level.name());
                Some(ShownMeter { name, amount_cents: level.value_cents? })
            }));
        }
    }
    let round = table.standing().table.round().map(game_core::round::Round::number);
    Instruction::Show { table: table.name().to_owned(), round, meters }
}
