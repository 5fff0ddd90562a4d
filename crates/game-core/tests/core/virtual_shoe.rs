//! The virtual shoe: it binds itself to an order before betting closes, and no card comes before it did.

use crate::arbitrary;
use crate::floor::{DEALER, FLOOR, Floor};
use game_core::actor::Actor;
use game_core::command::Action;
use game_core::commitment::Commitment;
use game_core::event::Event;
use game_core::game::{GameId, Seat};
use game_core::money::Cents;
use game_core::rejection::Code;
use game_core::view::felt;
use game_core::wager::Wager;

const COMMIT: Action = Action::CommitShuffle { commitment: Commitment([7; 32]) };

/// A table whose only player has a wager down, dealt to by a shoe of this kind.
fn table(is_virtual: bool) -> Floor {
    let mut submission = arbitrary::plain(GameId::LetItRide);
    submission.equipment.virtual_shoe = Some(is_virtual);
    let mut floor = Floor::new(&submission);
    floor.sit_with(1, 1, Cents::new(5_000));
    floor.make_ready();
    floor.must(DEALER, Action::OpenRound);
    let seat = Seat::new(1).unwrap();
    floor.must(DEALER, Action::PlaceWager { seat, wager: Wager::LetItRide, amount: Cents::new(500) });
    floor
}

fn refused(floor: &mut Floor, actor: Actor, action: Action) -> Code {
    floor.ask(actor, action).unwrap_err().code
}

#[test]
fn betting_stays_open_until_the_order_is_bound() {
    let mut floor = table(true);
    assert_eq!(refused(&mut floor, DEALER, Action::NoMoreBets), Code::ShuffleNotCommitted);
    let cards = floor.arrivals(game_core::card::Card::deck().take(1));
    assert_eq!(refused(&mut floor, Actor::Shoe, Action::Deal { cards }), Code::WrongPhase);
    let at = floor.now;
    let commitment = Commitment([7; 32]);
    assert_eq!(floor.must(Actor::Shoe, COMMIT), [Event::ShuffleCommitted { commitment, at }]);
    let shown = felt(&floor.table);
    assert!(shown.virtual_shoe);
    assert_eq!(shown.round.unwrap().commitment, Some(commitment));
    floor.must(DEALER, Action::NoMoreBets);
}

#[test]
fn the_shoe_commits_once_a_round_and_only_before_betting_closes() {
    let mut floor = table(true);
    for actor in [DEALER, FLOOR, Actor::Shuffler, Actor::Clock] {
        assert_eq!(refused(&mut floor, actor, COMMIT), Code::WrongActor);
    }
    floor.must(Actor::Shoe, COMMIT);
    assert_eq!(refused(&mut floor, Actor::Shoe, COMMIT), Code::WrongPhase);
    floor.must(DEALER, Action::NoMoreBets);
    assert_eq!(refused(&mut floor, Actor::Shoe, COMMIT), Code::WrongPhase);
}

#[test]
fn the_next_round_needs_its_own_commitment() {
    let mut floor = table(true);
    floor.must(Actor::Shoe, COMMIT);
    let (seat, wager) = (Seat::new(1).unwrap(), Wager::LetItRide);
    floor.must(DEALER, Action::RemoveWager { seat, wager });
    floor.must(DEALER, Action::CancelRound);
    assert_eq!(refused(&mut floor, Actor::Shoe, COMMIT), Code::WrongPhase);
    floor.must(DEALER, Action::OpenRound);
    floor.must(DEALER, Action::PlaceWager { seat, wager, amount: Cents::new(500) });
    assert_eq!(refused(&mut floor, DEALER, Action::NoMoreBets), Code::ShuffleNotCommitted);
}

#[test]
fn other_tables_know_nothing_of_it() {
    let mut floor = table(false);
    assert!(!felt(&floor.table).virtual_shoe);
    assert_eq!(refused(&mut floor, Actor::Shoe, COMMIT), Code::NotOffered);
    floor.must(DEALER, Action::NoMoreBets);
}

#[test]
fn a_virtual_shoe_needs_the_faces_of_its_cards_to_be_told() {
    let mut submission = arbitrary::plain(GameId::LetItRide);
    submission.equipment.virtual_shoe = Some(true);
    assert!(submission.validate().unwrap().virtual_shoe());
    for card_reader in [None, Some(false)] {
        submission.equipment.card_reader = card_reader;
        let problems = submission.validate().unwrap_err();
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert_eq!(problems[0].field.to_string(), "equipment.virtual_shoe");
    }
}
