//! What a report asks of its table, as the commands of the table's own devices. Nothing here changes anything.

use game_core::actor::Actor;
use game_core::command::{Action, Command, Doubt, Irregularity};
use game_core::decide::decide;
use game_core::games::Spin;
use game_core::layout::Spot;
use game_core::procedure::{self, Back, CutDue, DeckId, FULL_DECK, Stage};
use game_core::rejection::Code;
use game_core::round::{Phase, Round};
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
    /// What the device reports is not taken, for this reason, and yet it happened: the table is asked for this.
    Irregular { code: ProblemCode, asks: Vec<(Actor, Action)> },
}

/// What follows from a report of a device at a table.
pub(super) fn effect(kind: DeviceKind, report: &Report, table: &Table) -> Effect {
    let machine = if kind == DeviceKind::Shoe { Actor::Shoe } else { Actor::Shuffler };
    match *report {
        Report::Hello { .. }
        | Report::Heartbeat { .. }
        | Report::Acknowledged { .. }
        | Report::FaultCleared { .. }
        | Report::StubRemoved { count: None }
        | Report::ShuffleStarted { .. } => Effect::Recorded,
        Report::Fault { code } => fault(machine, kind, code, table),
        Report::CardDrawn { card, to } => deal(&[card], to, table),
        Report::StackDispensed { ref cards, to } => deal(cards, Some(to), table),
        Report::Misread {} => deal(&[None], None, table),
        Report::FaceUpCard { card } => Effect::Asks(vec![(Actor::Shoe, Action::FaceUpCard { card })]),
        Report::StubRemoved { count: Some(stub) } => stub_removed(stub, table),
        Report::CoverCardReached {} => {
            possible(Actor::Shoe, [Action::DoubtDeck { cause: Doubt::CoverCard }].into_iter(), table)
        }
        Report::ShuffleCompleted { back, count } => shuffled(machine, back, count, table),
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
///
/// Cards that went elsewhere, or too many, are out all the same: the round is frozen as wrongly dealt (LIR-13-D). A card
/// drawn for nobody when the deal is over has the dealer count.
fn deal(cards: &[Option<game_core::card::Card>], to: Option<Destination>, table: &Table) -> Effect {
    if cards.is_empty() || cards.len() > 8 {
        return Effect::Refused(EdgeCode::InvalidMessage.into());
    }
    let due = table.round().map(Round::next_stack).unwrap_or_default();
    let dealing = is_dealing(table);
    let astray = to.is_some_and(|to| due.iter().take(cards.len()).any(|spot| !goes_to(*spot, to)));
    let dealt = Effect::Asks(vec![(Actor::Shoe, Action::Deal { cards: cards.iter().copied().collect() })]);
    let (code, otherwise) = match (astray, dealing) {
        (true, _) => (EdgeCode::WrongDestination.into(), Effect::Refused(EdgeCode::WrongDestination.into())),
        (false, true) if cards.len() > due.len() => (Code::WrongCards.into(), dealt),
        (false, true) => return dealt,
        (false, false) => (Code::WrongPhase.into(), dealt),
    };
    let what = if dealing || to.is_some() {
        Action::Report(Irregularity::WrongNumberOfCards)
    } else {
        Action::DoubtDeck { cause: Doubt::ExtraCard }
    };
    match possible(Actor::Shoe, [what].into_iter(), table) {
        Effect::Asks(asks) => Effect::Irregular { code, asks },
        Effect::Recorded | Effect::Refused(_) | Effect::Irregular { .. } => otherwise,
    }
}

fn is_dealing(table: &Table) -> bool {
    table.round().is_some_and(|round| *round.phase() == Phase::Dealing)
}

/// The stub of an automated shoe that still deals was taken out: it stopped dealing (LIR-13-G). Otherwise the count tells
/// whether the deck is whole (LIR-8-F, LIR-9-H, LIR-10-G).
fn stub_removed(stub: u8, table: &Table) -> Effect {
    let stopped = Action::Report(Irregularity::ShoeJam);
    match possible(Actor::Shoe, [stopped].into_iter().filter(|_| is_dealing(table)), table) {
        Effect::Recorded => possible(Actor::Shoe, [Action::ReportStub { stub }].into_iter(), table),
        stopped => stopped,
    }
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
    let waits = table.spin().zip(table.round().map(Round::number));
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
    let counts = table.state().procedure().counts_cards(table.rules());
    let shuffle = |deck, count| Action::Procedure(procedure::Action::Shuffle { deck, count });
    match (deck(back, table), count) {
        (None, _) => Effect::Refused(EdgeCode::DeckUnknown.into()),
        (Some(deck), None | Some(FULL_DECK)) => Effect::Asks(vec![(machine, shuffle(deck, count.filter(|_| counts)))]),
        // A count that is not 52 is never thrown away, whether the table's machine is to count or not (LIR-5-E, CC-5-B).
        (Some(deck), Some(wrong)) => match possible(machine, [shuffle(deck, count)].into_iter(), table) {
            Effect::Recorded => Effect::Asks(vec![(machine, Action::ReportCount { deck, count: wrong })]),
            counted => counted,
        },
    }
}

/// A shoe or shuffler did not do what it was told to, as if it had jammed.
pub(super) fn stopped(kind: DeviceKind, back: Option<Back>, table: &Table) -> Effect {
    effect(kind, &Report::Jam { back }, table)
}

/// The deck that a jam can only mean: the one that waits for its shuffle, or else lies in the machine; of two the one whose
/// turn it is.
fn jammed(table: &Table) -> Option<DeckId> {
    let procedure = table.state().procedure();
    let of = |fits: fn(Stage) -> bool| {
        let held = DeckId::ALL.into_iter().filter(|id| procedure.deck(*id).is_some_and(|deck| fits(deck.stage)));
        let held: Vec<DeckId> = held.collect();
        let in_turn = procedure.turn(table.rules()).filter(|turn| held.contains(turn));
        in_turn.or_else(|| held.first().copied())
    };
    let waits = |stage| matches!(stage, Stage::ToShuffle(_) | Stage::ToCut(CutDue::Preshuffled));
    of(waits).or_else(|| of(|stage| matches!(stage, Stage::Ready { cut: false, .. })))
}

/// A jam: a shoe's voids the round it deals (LIR-13-G), a shuffler's has the deck shuffled again (LIR-13-F). What does not
/// apply now falls away.
fn jam(machine: Actor, back: Option<Back>, table: &Table) -> Effect {
    let held = back.map_or_else(|| jammed(table), |back| deck(back, table));
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
