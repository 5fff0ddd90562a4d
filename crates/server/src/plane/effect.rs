//! What a report asks of its table, as the commands of the table's own devices. Nothing here changes anything.

use game_core::actor::Actor;
use game_core::command::{Action, Command, Irregularity};
use game_core::decide::decide;
use game_core::games::Spin;
use game_core::layout::Spot;
use game_core::procedure::{self, Back, DeckId, FULL_DECK, Stage};
use game_core::table::Table;
use wire::device::{Destination, DeviceKind, FaultCode, Report};
use wire::problem::{EdgeCode, ProblemCode};

/// What follows from a report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// It is on record, and that is all.
    Recorded,
    /// The table is asked for this, one after the other.
    Asks(Vec<(Actor, Action)>),
    /// It has none, for this reason.
    Refused(ProblemCode),
}

/// What follows from a report of a device at a table.
pub(super) fn effect(kind: DeviceKind, report: &Report, table: &Table) -> Effect {
    let machine = if kind == DeviceKind::Shoe { Actor::Shoe } else { Actor::Shuffler };
    match *report {
        Report::Hello { .. }
        | Report::Heartbeat { .. }
        | Report::Acknowledged { .. }
        | Report::FaultCleared { .. }
        | Report::StubRemoved { .. }
        | Report::CoverCardReached {}
        | Report::ShuffleStarted { .. } => Effect::Recorded,
        Report::Fault { code } => fault(machine, kind, code, table),
        Report::CardDrawn { card, to } => deal(&[card], to, table),
        Report::StackDispensed { ref cards, to } => deal(cards, Some(to), table),
        Report::Misread {} => deal(&[None], None, table),
        Report::FaceUpCard { card } => Effect::Asks(vec![(Actor::Shoe, Action::FaceUpCard { card })]),
        Report::ShuffleCompleted { back, count } => {
            let counts = table.state().procedure().counts_cards(table.rules());
            shuffled(machine, back, count.filter(|_| counts), table)
        }
        Report::CountWrong { count: FULL_DECK, .. } => Effect::Refused(EdgeCode::InvalidMessage.into()),
        Report::CountWrong { back, count } => shuffled(machine, back, Some(count), table),
        Report::Jam { back } => jam(machine, back, table),
        Report::WagerDetected { seat, wager, amount } => {
            Effect::Asks(vec![(Actor::Sensor, Action::PlaceWager { seat, wager, amount })])
        }
        Report::WagerRemoved { seat, wager } => {
            Effect::Asks(vec![(Actor::Sensor, Action::RemoveWager { seat, wager })])
        }
        Report::WheelStopped { round, spin, segment } => stop(round, spin, segment, table),
    }
}

/// Cards that arrive. Where the device knows where they go, that is where the game's deal script has them go.
fn deal(cards: &[Option<game_core::card::Card>], to: Option<Destination>, table: &Table) -> Effect {
    let due = table.round().map(game_core::round::Round::next_stack).unwrap_or_default();
    if cards.is_empty() || cards.len() > 8 {
        return Effect::Refused(EdgeCode::InvalidMessage.into());
    }
    if let Some(to) = to
        && due.iter().take(cards.len()).any(|spot| !goes_to(*spot, to))
    {
        return Effect::Refused(EdgeCode::WrongDestination.into());
    }
    Effect::Asks(vec![(Actor::Shoe, Action::Deal { cards: cards.iter().copied().collect() })])
}

fn goes_to(spot: Spot, to: Destination) -> bool {
    match (spot, to) {
        (Spot::Own { seat, .. }, Destination::Seat(at)) => seat == at,
        (Spot::Community(_), Destination::Community)
        | (Spot::SixCardBox(_), Destination::SixCardBox)
        // The bottom card of the first community stack is discarded unseen, and lies in that stack (I-32).
        | (Spot::Discard, Destination::Discard | Destination::Community) => true,
        (Spot::Own { .. } | Spot::Community(_) | Spot::SixCardBox(_) | Spot::Discard, _) => false,
    }
}

/// The stop of the spin that is waited for. A late one of another spin decides nothing (R6).
fn stop(round: u64, spin: Spin, segment: u8, table: &Table) -> Effect {
    let waits = table.spin().zip(table.round().map(game_core::round::Round::number));
    if waits.is_some_and(|waits| waits != (spin, round)) {
        return Effect::Refused(EdgeCode::WrongSpin.into());
    }
    Effect::Asks(vec![(Actor::Wheel, Action::StopWheel { segment })])
}

/// The deck with such backs: the one that waits to be shuffled, where both have them.
fn deck(back: Back, table: &Table) -> Option<DeckId> {
    let procedure = table.state().procedure();
    let waits = |deck: &&procedure::Deck| matches!(deck.stage, Stage::ToShuffle(_) | Stage::ToCut(_));
    let with = |waiting: bool| {
        DeckId::ALL.into_iter().find(|id| {
            procedure.deck(*id).filter(|deck| deck.back == back).is_some_and(|deck| !waiting || waits(&deck))
        })
    };
    with(true).or_else(|| with(false))
}

fn shuffled(machine: Actor, back: Back, count: Option<u8>, table: &Table) -> Effect {
    match deck(back, table) {
        Some(deck) => Effect::Asks(vec![(machine, Action::Procedure(procedure::Action::Shuffle { deck, count }))]),
        None => Effect::Refused(EdgeCode::DeckUnknown.into()),
    }
}

/// A shoe or shuffler did not do what it was told to, as if it had jammed.
pub(super) fn stopped(kind: DeviceKind, back: Option<Back>, table: &Table) -> Effect {
    effect(kind, &Report::Jam { back }, table)
}

/// A jam: a shoe's voids the round it deals (LIR-13-G), a shuffler's has the deck shuffled again (LIR-13-F). What does not
/// apply now falls away.
fn jam(machine: Actor, back: Option<Back>, table: &Table) -> Effect {
    let held = back.and_then(|back| deck(back, table));
    let again = held.map(|deck| Action::Procedure(procedure::Action::ShufflerJam { deck }));
    let void = (machine == Actor::Shoe).then_some(Action::Report(Irregularity::ShoeJam));
    possible(machine, [void, again].into_iter().flatten(), table)
}

/// A fault that can affect an outcome takes a shoe or shuffler out of use until a floorperson restores it (R40, LIR-13-H).
fn fault(machine: Actor, kind: DeviceKind, code: FaultCode, table: &Table) -> Effect {
    let device = match kind {
        DeviceKind::Shoe => procedure::DeviceKind::Shoe,
        DeviceKind::Shuffler => procedure::DeviceKind::Shuffler,
        DeviceKind::WagerSensor | DeviceKind::PrizeWheel | DeviceKind::Display => return Effect::Recorded,
    };
    if !code.blocks() {
        return Effect::Recorded;
    }
    let out = Action::Procedure(procedure::Action::ReportFault { device });
    let stopped = stops_dealing(code).then_some(Action::Report(Irregularity::ShoeJam));
    possible(machine, stopped.into_iter().filter(|_| machine == Actor::Shoe).chain([out]), table)
}

/// Whether a shoe with this fault jams, stops dealing or fails to deal: that voids the round it deals (LIR-13-G). With the
/// others it can still finish the round.
const fn stops_dealing(code: FaultCode) -> bool {
    match code {
        FaultCode::Jam | FaultCode::MotorFailed | FaultCode::PowerLost => true,
        FaultCode::Misread
        | FaultCode::CountFailed
        | FaultCode::DoorOpen
        | FaultCode::SensorFailed
        | FaultCode::MemoryFailed
        | FaultCode::Tampered
        | FaultCode::PowerLow
        | FaultCode::ClockLost
        | FaultCode::CommunicationLost
        | FaultCode::Worn => false,
    }
}

/// Those of the actions that the rules would accept, each on what those before it leave.
fn possible(actor: Actor, actions: impl Iterator<Item = Action>, table: &Table) -> Effect {
    let mut ahead = Table::clone(table);
    let mut asks = Vec::new();
    for action in actions {
        if let Ok(events) = decide(&ahead, &Command { actor, at: table_host::now(), action }) {
            ahead.apply_all(&events);
            asks.push((actor, action));
        }
    }
    if asks.is_empty() { Effect::Recorded } else { Effect::Asks(asks) }
}
