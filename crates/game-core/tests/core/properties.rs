//! What must always hold, for every game and any Rules Submission: whatever is asked, in whatever order, by whomever.

pub(crate) mod walk;

use crate::arbitrary;
use crate::floor::{DEALER, FLOOR, Floor, SECOND_FLOOR, full_tray};
use crate::replay::replayable;
use game_core::actor::Actor;
use game_core::card::{Card, CardSet};
use game_core::command::{Action, Proposal};
use game_core::event::Event;
use game_core::game::{GameId, Millis, Seat};
use game_core::inventory::{self, CountKind, Denomination, Tray};
use game_core::layout::Spot;
use game_core::ledger::Account;
use game_core::legal::legal;
use game_core::money::Cents;
use game_core::rejection::Code;
use game_core::submission::Submission;
use game_core::table::Table;
use game_core::view::{CardView, Felt, View, Viewer, felt, own, shown, view};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use std::collections::BTreeMap;
use std::sync::Arc;
use walk::{Dice, PLAYERS, step};

fn any_game() -> impl Strategy<Value = Submission> {
    proptest::sample::select(&GameId::ALL).prop_flat_map(arbitrary::submission)
}

fn rolls() -> impl Strategy<Value = Vec<u32>> {
    proptest::collection::vec(any::<u32>(), 600..2400)
}

fn config() -> ProptestConfig {
    replayable(ProptestConfig { cases: 96, max_shrink_iters: 200, ..ProptestConfig::default() })
}

/// Walks a table through commands, legal and absurd, and looks at it after each.
fn walk(submission: &Submission, rolls: &[u32], mut look: impl FnMut(&Floor)) -> Floor {
    let mut floor = Floor::new(submission);
    let mut dice = Dice::new(rolls);
    // Where people learn nothing is worth money, and there are no meters to play for.
    let training = dice.below(4) == 0 && !floor.table.rules().plays_for_meters();
    floor.table = floor.table.for_training(training);
    let opener = Action::Inventory(inventory::Action::Count { kind: CountKind::Opener, tray: full_tray() });
    match dice.below(4) {
        _ if training => {
            assert!(floor.ask(DEALER, opener).is_err(), "chips that are worth nothing are counted (R66)");
        }
        0 => floor.open_rack(Tray::of(&[(Denomination::Five, u32::try_from(dice.below(400)).unwrap())])),
        _ => floor.open_rack(full_tray()),
    }
    for seat in 1..=floor.table.rules().seats() {
        if seat == 1 || dice.below(3) != 0 {
            floor.sit(seat, u64::from(seat));
            match dice.below(4) {
                0 => {}
                1 => floor.bring(seat, Cents::new(2_500 + 100 * i64::try_from(dice.below(1_000)).unwrap())),
                _ => floor.bring(seat, Cents::BUY_IN_MAX),
            }
        }
    }
    floor.make_ready();
    while !dice.is_spent() {
        step(&mut floor, &mut dice);
        look(&floor);
    }
    floor
}

proptest! {
    #![proptest_config(config())]

    /// `decide` accepts exactly what `legal` offers, every event balances, the layout never owes, the meters foot (all
    /// checked by the floor on every command), nothing panics, and replay gives the same state.
    #[test]
    fn a_walk_keeps_the_books_and_replays(submission in any_game(), rolls in rolls()) {
        let first = walk(&submission, &rolls, |_| {});
        first.check_replay();
        // The same commands give the same events: nothing but the commands decides.
        prop_assert_eq!(walk(&submission, &rolls, |_| {}).log, first.log);
    }

    /// Voiding at any point hands back exactly what is held: every seat ends the round as it began it, but for chips carried
    /// to the table or away meanwhile.
    #[test]
    fn a_void_leaves_everybody_as_before(submission in any_game(), rolls in rolls()) {
        let mut opening: BTreeMap<Account, i64> = BTreeMap::new();
        let mut voids = 0;
        walk(&submission, &rolls, |floor| {
            match floor.table.round() {
                None => opening = floor.played.clone(),
                Some(_) => voids += usize::from(void_and_compare(floor, &opening)),
            }
        });
        prop_assume!(voids > 0);
    }

    /// Changing cards that a viewer cannot see changes nothing that the viewer is shown or offered.
    #[test]
    fn hidden_cards_stay_hidden(submission in any_game(), rolls in rolls(), shift in 1usize..51) {
        let mut looked = 0;
        walk(&submission, &rolls, |floor| {
            looked += 1;
            if looked % 7 == 0 {
                for viewer in [Viewer::Public, Viewer::Player(PLAYERS[0]), Viewer::Player(PLAYERS[2])] {
                    assert_unmoved(floor, viewer, shift);
                }
            }
        });
    }

    /// What everybody hears of an event names no card that lies face down, and nobody: no field of it is looked at here,
    /// only its text. It comes back from text as it was, and so do views.
    #[test]
    fn what_is_shown_names_no_hidden_card_and_no_patron(submission in any_game(), rolls in rolls()) {
        let mut heard = 0;
        walk(&submission, &rolls, |floor| {
            for event in &floor.log[heard..] {
                assert_heard(event);
            }
            heard = floor.log.len();
            if heard % 5 == 0 {
                assert_views_are_text(&floor.table);
            }
        });
    }

    /// The clock speaks at the deadline and not a moment before, and having spoken does not ask the same again.
    #[test]
    fn the_clock_speaks_at_the_deadline(submission in any_game(), rolls in rolls()) {
        let mut deadlines = 0;
        walk(&submission, &rolls, |floor| deadlines += usize::from(assert_deadline(floor)));
        prop_assume!(deadlines > 0);
    }

    /// No card lies in two places.
    #[test]
    fn no_card_appears_twice(submission in any_game(), rolls in rolls()) {
        walk(&submission, &rolls, |floor| {
            let places = places(&floor.log);
            let distinct: CardSet = places.values().copied().collect();
            assert_eq!(distinct.len() as usize, places.len(), "{places:?}");
        });
    }
}

/// Voids a copy of the table and compares the books of every seat with those at the opening of the round.
fn void_and_compare(floor: &Floor, opening: &BTreeMap<Account, i64>) -> bool {
    let mut copy = copy(floor);
    if matches!(copy.table.round().map(|round| *round.phase()), Some(game_core::round::Phase::Frozen { .. })) {
        if copy.table.rack_lacking().is_some() {
            return false;
        }
        // Whoever reported the irregularity does not confirm it.
        if copy.ask(FLOOR, Action::ConfirmVoid).is_err() {
            copy.must(SECOND_FLOOR, Action::ConfirmVoid);
        }
    } else {
        let _ = copy.ask(FLOOR, Action::Decline);
        if copy.ask(FLOOR, Action::Propose(Proposal::Void)).is_err() {
            // Only an award that is already paid stands in the way.
            assert!(copy.log.iter().any(|event| matches!(event, Event::AwardVerified { .. })));
            return false;
        }
        if let Err(refusal) = copy.ask(SECOND_FLOOR, Action::Approve) {
            // The rack cannot hand the wagers back.
            assert!(refusal.code == Code::RackTooLow && refusal.missing > Some(Cents::ZERO), "{refusal}");
            return false;
        }
    }
    for seat in Seat::first(7) {
        let account = Account::Seat(seat);
        assert_eq!(copy.played(account), opening.get(&account).copied().unwrap_or(0), "seat {seat}");
    }
    let paid_in = |account| opening.get(&account).copied().unwrap_or(0);
    assert_eq!(copy.account(Account::Fees), paid_in(Account::Fees));
    true
}

fn copy(floor: &Floor) -> Floor {
    Floor {
        table: floor.table.clone(),
        book: floor.book.clone(),
        now: floor.now,
        numbers: floor.numbers,
        fed: floor.fed,
        log: floor.log.clone(),
        accounts: floor.accounts.clone(),
        played: floor.played.clone(),
    }
}

/// Lets a copy of the table reach its deadline.
fn assert_deadline(floor: &Floor) -> bool {
    let Some((at, action)) = floor.table.deadline() else { return false };
    let mut copy = copy(floor);
    copy.now = Millis(at.0 - 1);
    assert!(copy.ask(Actor::Clock, action).is_err(), "{action:?} was granted before its time");
    copy.now = at.max(floor.now);
    copy.must(Actor::Clock, action);
    if let Some((next, again)) = copy.table.deadline() {
        assert!(next > at || (next == at && again != action), "{again:?} at {next:?} after {action:?} at {at:?}");
    }
    true
}

/// Where each card of the round in progress lies.
fn places(log: &[Event]) -> BTreeMap<String, Card> {
    let mut places = BTreeMap::new();
    let mut unseen = 0;
    for event in log {
        match event {
            Event::RoundOpened { .. } => places.clear(),
            Event::CardDealt { spot: Spot::Discard, card: Some(card), .. } | Event::CardSetAside { card } => {
                unseen += 1;
                places.insert(format!("aside {unseen}"), *card);
            }
            Event::CardDealt { spot, card: Some(card), .. }
            | Event::CardTurned { spot, card }
            | Event::CardCorrected { spot, card, .. } => {
                places.insert(format!("{spot:?}"), *card);
            }
            _ => {}
        }
    }
    places
}

/// The cards a viewer may know of the round in progress: what was turned up or set aside, and the own cards that their
/// owner may pick up. Worked out from what happened, not from what is shown.
fn may_know(floor: &Floor, round: &[Event], viewer: Viewer) -> CardSet {
    let private = match floor.game() {
        GameId::LetItRide | GameId::California => 3,
        GameId::Stud235 | GameId::CrissCross => 2,
    };
    let is_own = |spot| match spot {
        Spot::Own { seat, place } => {
            place < private && floor.table.state().player(seat).map(Viewer::Player) == Some(viewer)
        }
        Spot::Community(_) | Spot::SixCardBox(_) | Spot::Discard => false,
    };
    let turned = |at| round.iter().any(|event| matches!(event, Event::CardTurned { spot, .. } if *spot == at));
    let known = round.iter().filter_map(|event| match *event {
        Event::CardTurned { card, .. } | Event::CardSetAside { card } => Some(card),
        Event::CardDealt { spot, card, .. } if is_own(spot) => card,
        Event::CardCorrected { spot, card, .. } if is_own(spot) || turned(spot) => Some(card),
        _ => None,
    });
    known.collect()
}

/// The event with the card it names exchanged, where that card lies face down when it happens.
fn with_hidden_cards(event: &Event, exchange: impl Fn(Card) -> Card) -> Event {
    match *event {
        Event::CardDealt { spot, card, in_error } => Event::CardDealt { spot, card: card.map(exchange), in_error },
        Event::CardRepeated { spot, card } => Event::CardRepeated { spot, card: exchange(card) },
        Event::CardCorrected { spot, card, was, reason, proposed_by, approved_by, at } => {
            let (card, was) = (exchange(card), was.map(exchange));
            Event::CardCorrected { spot, card, was, reason, proposed_by, approved_by, at }
        }
        Event::Proposed { proposal: Proposal::CorrectFace { spot, card, reason }, by, at } => {
            Event::Proposed { proposal: Proposal::CorrectFace { spot, card: exchange(card), reason }, by, at }
        }
        Event::Proposed { proposal: Proposal::CorrectCard { card }, by, at } => {
            Event::Proposed { proposal: Proposal::CorrectCard { card: exchange(card) }, by, at }
        }
        event => event,
    }
}

/// Replays the log with every card the viewer cannot see exchanged for another, and compares what is shown and offered.
fn assert_unmoved(floor: &Floor, viewer: Viewer, shift: usize) {
    let start = floor.log.iter().rposition(|event| matches!(event, Event::RoundOpened { .. })).unwrap_or(0);
    let hidden: Vec<Card> = may_know(floor, &floor.log[start..], viewer).complement().iter().collect();
    let exchange = |card: Card| match hidden.iter().position(|other| *other == card) {
        Some(place) => hidden[(place + shift) % hidden.len()],
        None => card,
    };
    let mut other = Table::new(Arc::clone(floor.table.rules())).for_training(floor.table.is_training());
    other.apply_all(&floor.log[..start]);
    for event in &floor.log[start..] {
        let other_event = with_hidden_cards(event, exchange);
        assert_eq!(shown(event), shown(&other_event), "an event tells a card");
        other.apply(&other_event);
    }
    assert_eq!(felt(&floor.table), felt(&other), "a hidden card lies on the felt");
    assert_eq!(view(&floor.table, viewer), view(&other, viewer), "a hidden card shows");
    let asks = match viewer {
        Viewer::Player(player) => vec![Actor::Player(player)],
        Viewer::Public => vec![DEALER, FLOOR, Actor::Clock],
    };
    for actor in asks {
        assert_eq!(legal(&floor.table, actor, floor.now), legal(&other, actor, floor.now), "an offer tells a card");
    }
}

/// An event as it is heard: cards only where they lie up, no number of a patron, readable again.
fn assert_heard(event: &Event) {
    let text = serde_json::to_value(shown(event)).unwrap();
    assert_eq!(serde_json::from_value::<game_core::view::Shown>(text.clone()).unwrap(), shown(event));
    let lies_up = matches!(event, Event::CardTurned { .. } | Event::CardSetAside { .. });
    assert!(lies_up || !names_a_card(&text), "{text} names a card");
    if let Event::PlayerSeated { .. } = event {
        assert_eq!(text["player_seated"].as_object().unwrap().len(), 1, "{text} names a patron");
    }
}

fn names_a_card(text: &serde_json::Value) -> bool {
    match text {
        serde_json::Value::String(word) => word.parse::<Card>().is_ok(),
        serde_json::Value::Array(items) => items.iter().any(names_a_card),
        serde_json::Value::Object(fields) => fields.values().any(names_a_card),
        _ => false,
    }
}

/// A view is the felt that everybody sees and the boxes of its viewer, and it survives the way through text.
fn assert_views_are_text(table: &Table) {
    let public = view(table, Viewer::Public);
    assert_eq!(public, View { felt: felt(table), own: Vec::new() });
    let text = serde_json::to_string(&public.felt).unwrap();
    assert_eq!(serde_json::from_str::<Felt>(&text).unwrap(), public.felt);
    for player in PLAYERS {
        let mine = View { felt: felt(table), own: own(table, player) };
        assert_eq!(view(table, Viewer::Player(player)), mine);
        let seats: Vec<Seat> = mine.own.iter().map(|own| own.seat).collect();
        assert!(seats.is_sorted() && seats.iter().all(|seat| table.state().player(*seat) == Some(player)));
        for own in &mine.own {
            let face_up = |card: &&CardView| matches!(card, CardView::Face(_));
            let on_felt = &public.felt.seats[own.seat.index()].cards;
            assert!(own.cards.len() == on_felt.len());
            assert!(own.cards.iter().filter(face_up).count() >= on_felt.iter().filter(face_up).count());
        }
        let text = serde_json::to_string(&mine).unwrap();
        assert_eq!(serde_json::from_str::<View>(&text).unwrap(), mine);
    }
}

/// The walks are worth something only if they get everywhere: every kind of event happens in some of them.
#[test]
fn walks_reach_every_kind_of_event() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut seen = BTreeMap::<String, usize>::new();
    for _ in 0..500 {
        for game in GameId::ALL {
            let submission = arbitrary::submission(game).new_tree(&mut runner).unwrap().current();
            let rolls = rolls().new_tree(&mut runner).unwrap().current();
            for event in walk(&submission, &rolls, |_| {}).log {
                let name = format!("{event:?}");
                let name = name.split([' ', '(', '{']).next().unwrap_or_default().to_owned();
                *seen.entry(name).or_default() += 1;
            }
        }
    }
    let missing: Vec<&str> = KINDS.iter().copied().filter(|kind| !seen.contains_key(*kind)).collect();
    assert!(missing.is_empty(), "never reached: {missing:?} in {seen:?}");
}

const KINDS: [&str; 65] = [
    "Procedure",
    "Inventory",
    "WagerFlagged",
    "PlayerSeated",
    "PlayerLeft",
    "PlayerAway",
    "PlayerBack",
    "BoughtIn",
    "ChipsBrought",
    "ChipsTaken",
    "ChipsMoved",
    "RoundOpened",
    "BankDeclined",
    "BankAccepted",
    "NoBank",
    "RoundCancelled",
    "BankPlaced",
    "WagerPlaced",
    "WagerRemoved",
    "ShuffleCommitted",
    "BetsClosed",
    "FeeCharged",
    "CountDiffered",
    "CountResolved",
    "StubReported",
    "DeckDoubted",
    "WagersLocked",
    "WagersCollected",
    "MeterFed",
    "DealStarted",
    "CardDealt",
    "CardRepeated",
    "CardUnread",
    "CardCorrected",
    "CardSetAside",
    "DealCompleted",
    "StubCounted",
    "Decided",
    "DecisionCorrected",
    "CardTurned",
    "TurnCompleted",
    "HotSpotDrawn",
    "BetSettled",
    "PayoutWaits",
    "AwardHit",
    "SeatSettled",
    "WheelStopped",
    "BonusPaid",
    "AwardVerified",
    "RoundFrozen",
    "Forfeited",
    "Proposed",
    "ProposalApproved",
    "ProposalDropped",
    "BetRefunded",
    "FeeRefunded",
    "MeterFeedFunded",
    "WagerSuspended",
    "WagerResumed",
    "RulesAdopted",
    "SwitchedOff",
    "SwitchedOn",
    "BankReturned",
    "RoundVoided",
    "RoundCleared",
];
