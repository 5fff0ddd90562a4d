//! Other rules are taken up between rounds, by two people's decision, and only where nobody and nothing stands in the way (R21, R57).

use game_core::actor::Actor;
use game_core::command::{Action, Command};
use game_core::decide::{Obstacle, decide};
use game_core::event::{Event, SuspendCause};
use game_core::game::{Millis, PlayerId, Seat, StaffId};
use game_core::procedure::{self, DeckId};
use game_core::rejection::Code;
use game_core::rules::Rules;
use game_core::submission;
use game_core::table::Table;
use game_core::view::{Viewer, view};
use game_core::wager::Wager;
use serde_json::{Value, json};
use std::sync::Arc;

fn rules(change: impl Fn(&mut Value)) -> Arc<Rules> {
    let mut document = json!({
        "game": "let_it_ride_md", "name": "Before", "approval": "A-1", "boxes_per_player": 2,
        "limits": {"min_cents": 500, "max_cents": 50_000},
        "wagers": {"let_it_ride": {"paytable": "A"}},
        "equipment": {"dealing": "manual_shoe", "shuffle": {"method": "manual"}},
    });
    change(&mut document);
    Arc::new(submission::check(&document.to_string()).unwrap().1)
}

fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

/// An open table with somebody at seats 6 and 7.
fn table() -> Table {
    let mut table = Table::new(rules(|_| {}));
    table.apply(&Event::Procedure(procedure::Event::TableOpened { by: StaffId(1) }));
    for number in [6, 7] {
        table.apply(&Event::PlayerSeated { seat: seat(number), player: PlayerId(9) });
    }
    table
}

fn progressive(document: &mut Value) {
    document["equipment"]["progressive_system"] = json!(true);
    let meter = json!({"initial_cents": 100_000, "reset_cents": 100_000, "rate_ppm": 100_000});
    document["wagers"]["progressive_payout"] = json!({"paytable": "A", "meters": {"100": {"main": meter}}});
}

#[test]
fn what_stands_in_the_way_is_told() {
    let table = table();
    let obstacle = |change: fn(&mut Value)| table.obstacle(&rules(change));
    assert_eq!(obstacle(|_| {}), None);
    assert_eq!(obstacle(|document| document["limits"]["min_cents"] = json!(1000)), None);
    assert_eq!(obstacle(|document| document["wagers"]["let_it_ride"]["paytable"] = json!("B")), None);
    assert_eq!(obstacle(|document| document["seats"] = json!(6)), Some(Obstacle::Seat { seat: seat(7) }));
    assert_eq!(obstacle(|document| document["seats"] = json!(7)), None);
    let boxes = obstacle(|document| document["boxes_per_player"] = json!(1));
    assert_eq!(boxes, Some(Obstacle::Boxes { seat: seat(6) }));
    let by_machine = |document: &mut Value| document["equipment"]["shuffle"] = json!({"method": "machine"});
    assert_eq!(obstacle(by_machine), Some(Obstacle::Equipment));
    let stud = include_str!("../../../../docs/examples/submissions/two-three-five-plain.json");
    assert_eq!(table.obstacle(&submission::check(stud).unwrap().1), Some(Obstacle::Game));

    // Equipment waits for a closed table, meters for one where nobody sits (R21).
    let mut closed = table.clone();
    closed.apply(&Event::Procedure(procedure::Event::TableClosed { by: StaffId(1) }));
    assert_eq!(closed.obstacle(&rules(by_machine)), None);
    assert_eq!(closed.obstacle(&rules(progressive)), Some(Obstacle::Meters));
    for number in [6, 7] {
        closed.apply(&Event::PlayerLeft { seat: seat(number) });
    }
    assert_eq!(closed.obstacle(&rules(progressive)), None);
}

#[test]
fn no_round_is_played_by_two_versions() {
    let mut table = table();
    let other = rules(|document| document["limits"] = json!({"min_cents": 1000, "max_cents": 2000}));
    let command = |actor, by: (u64, u64)| {
        let action = Action::AdoptRules { proposed_by: StaffId(by.0), approved_by: StaffId(by.1) };
        Command { actor, at: Millis(5), action }
    };
    let refused = |table: &Table, command: &Command| decide(table, command).unwrap_err().code;
    assert_eq!(refused(&table, &command(Actor::Floorperson(StaffId(1)), (1, 2))), Code::WrongActor);
    assert_eq!(refused(&table, &command(Actor::Clock, (2, 2))), Code::SecondPersonNeeded);
    let mut under = table.under(Arc::clone(&other)).unwrap();
    let events = decide(&under, &command(Actor::Clock, (1, 2))).unwrap();
    under.apply_all(&events);
    let limits = view(&under, Viewer::Public).felt.limits;
    assert_eq!((limits.min_cents.get(), limits.max_cents.get()), (1000, 2000));
    assert_eq!(under.state(), table.state(), "but for the rules nothing changes");

    table.apply(&Event::RoundOpened { number: 1, deck: DeckId::First, at: Millis(1) });
    assert_eq!(table.under(other).unwrap_err(), Obstacle::Round);
    assert_eq!(refused(&table, &command(Actor::Clock, (1, 2))), Code::WrongPhase);
}

#[test]
fn a_wager_that_is_not_offered_any_more_is_not_off_the_felt() {
    let mut table = Table::new(rules(progressive));
    let (wager, cause) = (Wager::ProgressivePayout, SuspendCause::Disabled);
    table.apply(&Event::WagerSuspended { wager, stake: None, cause });
    let adopted = Event::RulesAdopted { proposed_by: StaffId(1), approved_by: StaffId(2), at: Millis(5) };
    let mut same = table.under(rules(progressive)).unwrap();
    same.apply(&adopted);
    assert_eq!(same.state().suspended().len(), 1);
    let mut without = table.under(rules(|_| {})).unwrap();
    without.apply(&adopted);
    assert!(without.state().suspended().is_empty());
}
