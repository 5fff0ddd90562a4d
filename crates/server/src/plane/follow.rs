//! What devices show follows from what is committed: sensors are locked and lit, displays are told.

use super::SENSED;
use super::post::{Live, Post};
use crate::app::App;
use crate::progressives::displayed;
use game_core::actor::Actor;
use game_core::game::Seat;
use game_core::layout::Spot;
use game_core::legal::{Offered, legal};
use game_core::procedure::{ActionKind, DeckId};
use game_core::round::Phase;
use game_core::table::Table;
use game_core::view::felt;
use table_host::TableHandle;
use wire::device::{Destination, DeviceKind, Instruction, ShownMeter};

/// The names of the seats' lights.
const LIGHTS: [&str; 7] = ["light 1", "light 2", "light 3", "light 4", "light 5", "light 6", "light 7"];

/// Tells a table's devices what follows from how the table stands.
pub(crate) async fn follow(app: &App, table: &TableHandle) {
    for post in app.plane.at_table(table.id()).into_iter().filter(|post| post.kind != DeviceKind::Display) {
        let mut live = post.live.lock().await;
        if let Some(live) = live.as_mut() {
            tell(app, &post, live, wanted(app, &post, table)).await;
        }
    }
}

/// What a device is to do and to show, by what it is about.
fn wanted(app: &App, post: &Post, table: &TableHandle) -> Vec<(&'static str, Instruction)> {
    let standing = table.standing();
    match post.kind {
        DeviceKind::WagerSensor => sensed(&standing.table),
        DeviceKind::Display => shown(app, table),
        DeviceKind::Shoe => due(&standing.table).into_iter().chain(unshuffled(&standing.table, Actor::Shoe)).collect(),
        DeviceKind::Shuffler => unshuffled(&standing.table, Actor::Shuffler),
        DeviceKind::PrizeWheel => spin(&standing.table).into_iter().collect(),
    }
}

/// Tells a device that was just let in what follows from how its table stands.
pub(super) async fn greet(app: &App, post: &Post, live: &mut Live) {
    let Some((handle, _)) = app.table(post.table()) else { return };
    tell(app, post, live, wanted(app, post, &handle)).await;
}

/// Tells a display what there is to show now.
pub(super) async fn refresh(app: &App, post: &Post) {
    let Some((handle, _)) = app.table(post.table()) else { return };
    let mut live = post.live.lock().await;
    if let Some(live) = live.as_mut() {
        tell(app, post, live, wanted(app, post, &handle)).await;
    }
}

/// Issues what differs from what the device was told last; nothing while nobody listens.
async fn tell(app: &App, post: &Post, live: &mut Live, wanted: Vec<(&'static str, Instruction)>) {
    if !post.condition(|condition| condition.reconciled && !condition.silent) {
        return;
    }
    // What is not wanted any more may be wanted again.
    live.told.retain(|about, _| wanted.iter().any(|(other, _)| other == about));
    let news = wanted.into_iter().filter(|(about, instruction)| live.told.get(about) != Some(instruction));
    let news: Vec<(&'static str, Instruction)> = news.collect();
    if !news.is_empty() && app.plane.issue(post, live, news).await.is_err() {
        tracing::warn!(device = %post.id, "a device cannot be told what to do");
    }
}

/// Locked unless wagers may be placed, and a light at every seat whose wager is accepted (R17).
fn sensed(table: &Table) -> Vec<(&'static str, Instruction)> {
    let open = table.round().is_some_and(|round| matches!(round.phase(), Phase::Betting));
    let felt = felt(table);
    let lock = if open { Instruction::Unlock {} } else { Instruction::Lock {} };
    let mut wanted = vec![("lock", lock)];
    for seat in &felt.seats {
        let on = seat.bets.iter().any(|record| SENSED.iter().any(|wager| wager.bets().contains(&record.bet)));
        wanted.extend(light(seat.seat).map(|about| (about, Instruction::Light { seat: seat.seat, on })));
    }
    wanted
}

fn light(seat: Seat) -> Option<&'static str> {
    LIGHTS.get(usize::from(seat.number()) - 1).copied()
}

/// The stack that is due next.
fn due(table: &Table) -> Option<(&'static str, Instruction)> {
    let round = table.round().filter(|round| matches!(round.phase(), Phase::Dealing))?;
    let stack = round.next_stack();
    let to = stack.iter().rev().find_map(|spot| match *spot {
        Spot::Own { seat, .. } => Some(Destination::Seat(seat)),
        Spot::Community(_) => Some(Destination::Community),
        Spot::SixCardBox(_) => Some(Destination::SixCardBox),
        Spot::Discard => None,
    });
    let to = to.unwrap_or(Destination::Discard);
    let (out, cards) = (u8::try_from(round.cards_out()).ok()?, u8::try_from(stack.len()).ok()?);
    Some(("dispense", Instruction::Dispense { round: round.number(), out, cards, to }))
}

/// The decks that this machine has to shuffle.
fn unshuffled(table: &Table, machine: Actor) -> Vec<(&'static str, Instruction)> {
    let offers = legal(table, machine, table_host::now()).into_iter();
    let decks = offers.filter_map(|offer| match offer.action {
        Offered::Procedure(step) if step.action == ActionKind::Shuffle => step.deck,
        _ => None,
    });
    let due = decks.filter_map(|id| {
        let about = match id {
            DeckId::First => "shuffle first",
            DeckId::Second => "shuffle second",
        };
        Some((about, Instruction::Shuffle { back: table.state().procedure().deck(id)?.back }))
    });
    due.collect()
}

/// The stop that is waited for.
fn spin(table: &Table) -> Option<(&'static str, Instruction)> {
    let round = table.round()?;
    let Phase::Spinning { seat } = *round.phase() else { return None };
    let segments = u8::try_from(table.waiting_wheel()?.segments.len()).ok()?;
    Some(("spin", Instruction::Spin { round: round.number(), seat, segments }))
}

/// The table's name, its round, and what can be won at it; no meter at all while the values cannot be read (R22).
fn shown(app: &App, table: &TableHandle) -> Vec<(&'static str, Instruction)> {
    let seen = app.progressives.watch().borrow().clone();
    let mut meters = Vec::new();
    if table_host::now() < seen.valid_until() {
        let played = seen.progressives.iter().filter(|found| found.tables.iter().any(|(at, _)| *at == table.id()));
        for progressive in played.map(displayed) {
            meters.extend(progressive.levels.iter().filter_map(|level| {
                let name = format!("{} {}", progressive.name, level.level.name());
                Some(ShownMeter { name, amount_cents: level.value_cents? })
            }));
        }
    }
    let round = table.standing().table.round().map(game_core::round::Round::number);
    vec![("show", Instruction::Show { table: table.name().to_owned(), round, meters })]
}
