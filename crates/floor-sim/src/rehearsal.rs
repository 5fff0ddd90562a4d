//! Rehearsals: dealers, floorpersons and players choose at a table that is played here by the rules engine itself, so
//! that every choice is known to be a lawful one, and every offer that should be taken up is.

use crate::dealer::{Manners, Scene, choose};
use crate::dice::Dice;
use crate::facility::examples;
use crate::player::{Habit, Mind};
use crate::stacked::StackedDeck;
use game_core::actor::Actor;
use game_core::card::Card;
use game_core::command::{Action, Command};
use game_core::commitment::Commitment;
use game_core::decide::decide;
use game_core::event::Event;
use game_core::game::{Millis, PlayerId, Seat, StaffId};
use game_core::inventory::SlipNumber;
use game_core::legal::{Offer, Offered, legal};
use game_core::meters::MeterBook;
use game_core::procedure;
use game_core::submission;
use game_core::table::Table;
use game_core::values::Values;
use game_core::view::{CardView, View, Viewer, felt, view};
use game_odds::strategy::BestPlay;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use wire::step::{PlayStep, Step};

const DEALER: Actor = Actor::Dealer(StaffId(1));
const CASHIER: Actor = Actor::Cage(StaffId(4));
const FLOORPERSONS: [Actor; 2] = [Actor::Floorperson(StaffId(2)), Actor::Floorperson(StaffId(3))];

/// The examples, by game and by how cards are known.
const SUBMISSIONS: [&str; 9] = [
    include_str!("../../../docs/examples/submissions/let-it-ride-plain.json"),
    include_str!("../../../docs/examples/submissions/let-it-ride-rich.json"),
    include_str!("../../../docs/examples/submissions/two-three-five-plain.json"),
    include_str!("../../../docs/examples/submissions/two-three-five-rich.json"),
    include_str!("../../../docs/examples/submissions/criss-cross-plain.json"),
    include_str!("../../../docs/examples/submissions/criss-cross-rich.json"),
    include_str!("../../../docs/examples/submissions/criss-cross-prize.json"),
    include_str!("../../../docs/examples/submissions/california-plain.json"),
    include_str!("../../../docs/examples/submissions/california-rich.json"),
];

/// A table, everybody at it, and what was taken up.
struct Rehearsal {
    table: Table,
    book: MeterBook,
    now: Millis,
    manners: Manners,
    dice: Dice,
    minds: Vec<Mind>,
    best: Option<Arc<BestPlay>>,
    /// Decisions that were checked against the odds.
    reckoned: u32,
    shoe: Vec<Card>,
    cards_out: u8,
    rounds: u64,
    /// The number of the last slip.
    slips: u32,
    /// Decks come sorted and cut, so that great hands are common.
    unwashed: bool,
    taken: BTreeSet<Step>,
    log: Vec<Action>,
}

impl Rehearsal {
    fn new(text: &str, seed: u64) -> Self {
        let (_, rules) = submission::check(text).unwrap();
        let best = (seed == 1).then(|| Arc::new(BestPlay::new(&rules)));
        let dice = Dice::new(seed);
        let habits = if seed == 1 { [Habit::Best; 4] } else { Habit::ALL };
        let minds = (1..=4u8).zip(habits).map(|(number, habit)| {
            Mind::new(Seat::new(number).unwrap(), habit, best.clone(), dice.of(u64::from(number)))
        });
        let manners = Manners { irregular_per_mille: if seed == 2 { 30 } else { 0 }, ..Manners::brisk() };
        let mut rehearsal = Self {
            book: MeterBook::new(&rules).unwrap(),
            now: Millis(1_000_000),
            manners,
            minds: minds.collect(),
            best,
            reckoned: 0,
            shoe: Vec::new(),
            cards_out: 0,
            rounds: 0,
            slips: 0,
            unwashed: seed == 5,
            taken: BTreeSet::new(),
            log: Vec::new(),
            table: Table::new(Arc::new(rules)),
            dice,
        };
        for number in 1..=4 {
            let seat = Seat::new(number).unwrap();
            rehearsal.ask(DEALER, Action::SeatPlayer { seat, player: PlayerId(u64::from(number)) });
        }
        // The fourth player never touches the terminal: the dealer enters the gestures.
        rehearsal.minds.truncate(if seed == 3 { 3 } else { 4 });
        rehearsal
    }

    fn ask(&mut self, actor: Actor, action: Action) {
        self.log.push(action);
        let decided = decide(&self.table, &Command { actor, at: self.now, action });
        let mut events = decided.unwrap_or_else(|refusal| panic!("{actor:?} {action:?}: {refusal}\n{:?}", self.log));
        self.book.post(&mut events).unwrap();
        self.number(&mut events);
        for event in &events {
            match event {
                Event::RoundOpened { number, .. } => (self.cards_out, self.rounds) = (0, *number),
                Event::CardDealt { .. }
                | Event::CardRepeated { .. }
                | Event::CardUnread { .. }
                | Event::CardSetAside { .. } => {
                    self.cards_out += 1;
                }
                _ => {}
            }
            self.table.apply(event);
        }
        self.now = Millis(self.now.0 + 20_000);
    }

    /// Gives slips their numbers, as the journal does.
    fn number(&mut self, events: &mut [Event]) {
        for event in events {
            if let Event::Inventory(event) = event
                && event.waits_for().is_some()
            {
                self.slips += 1;
                event.give(SlipNumber::new(self.slips).unwrap());
            }
        }
    }

    /// Plays until so many rounds are over.
    fn play(&mut self, rounds: u64) {
        for _ in 0..rounds * 1000 {
            if self.rounds >= rounds && self.table.round().is_none() {
                return;
            }
            self.step();
        }
        panic!("the table does not get on: {:?}", self.log);
    }

    fn step(&mut self) {
        let brief = self.manners.betting_min;
        let acted = self.player_acts() || self.device_acts() || self.staff_acts(brief);
        let acted = acted || self.staff_acts(Duration::MAX);
        assert!(acted, "nothing leads on: {:?} {:?}", felt(&self.table), self.log);
    }

    fn player_acts(&mut self) -> bool {
        for place in 0..self.minds.len() {
            let player = PlayerId(u64::from(self.minds[place].seat().number()));
            let seen = view(&self.table, Viewer::Player(player));
            if !self.minds[place].is_wanted(&seen) {
                continue;
            }
            let offers = legal(&self.table, Actor::Player(player), self.now);
            if let Some(action) = self.minds[place].choose(&offers, &seen) {
                self.check_odds(&seen, action);
                self.take(Actor::Player(player), &offers, action);
                return true;
            }
        }
        false
    }

    /// A decision of one who plays by the odds is the best there is, where the player sees the cards.
    fn check_odds(&mut self, seen: &View, action: Action) {
        let (Some(best), Action::Decide { seat, decision }) = (&self.best, action) else { return };
        let (Some(round), Some(own)) = (&seen.felt.round, seen.own.iter().find(|own| own.seat == seat)) else { return };
        let faces = |cards: &[CardView]| {
            let up = cards.iter().filter_map(|card| match card {
                CardView::Face(card) => Some(*card),
                CardView::Back => None,
            });
            up.collect::<Vec<_>>()
        };
        if let Some(reckoned) = best.decide(round.deciding.unwrap(), &faces(&own.cards), &faces(&round.community)) {
            assert_eq!(decision, reckoned);
            self.reckoned += 1;
        }
    }

    /// The first of the staff, the dealer before the floorpersons, who has something to do.
    fn staff_acts(&mut self, waited: Duration) -> bool {
        let felt = felt(&self.table);
        let deck = StackedDeck::new(&self.dice.of(9), self.rounds);
        for actor in [DEALER, CASHIER].into_iter().chain(FLOORPERSONS) {
            let offers = legal(&self.table, actor, self.now);
            let mut scene = Scene {
                felt: &felt,
                waited,
                quiet: waited,
                deck: &deck,
                cards_out: self.cards_out,
                dice: &mut self.dice,
                manners: &self.manners,
            };
            if let Some(action) = choose(&offers, &mut scene) {
                self.take(actor, &offers, action);
                return true;
            }
        }
        false
    }

    /// The devices the server has: a shoe with a full deck for every round, a wheel, and a clock.
    fn device_acts(&mut self) -> bool {
        for actor in [Actor::Shoe, Actor::Wheel, Actor::Clock] {
            for offer in legal(&self.table, actor, self.now) {
                let action = match &offer.action {
                    Offered::CommitShuffle => Action::CommitShuffle { commitment: Commitment([7; 32]) },
                    Offered::Deal { cards: Values::KnownCards { max, .. } } => self.dealt(*max),
                    Offered::StopWheel { segment: Values::Count { max, .. } } => {
                        Action::StopWheel { segment: u8::try_from(self.dice.below(u64::from(*max) + 1)).unwrap() }
                    }
                    Offered::DrawHotSpot { seat } => Action::DrawHotSpot { seat: seat.lowest().unwrap() },
                    Offered::Procedure(step) if step.action == procedure::ActionKind::ExpireDeck => {
                        Action::Procedure(procedure::Action::ExpireDeck { deck: step.deck.unwrap() })
                    }
                    _ => continue,
                };
                self.ask(actor, action);
                return true;
            }
        }
        false
    }

    fn dealt(&mut self, count: u8) -> Action {
        if self.cards_out == 0 || self.shoe.len() < usize::from(count) {
            self.shoe = Card::deck().collect();
            if self.unwashed {
                self.shoe.sort_unstable_by_key(|card| (card.suit(), card.rank()));
                self.shoe.rotate_left(usize::try_from(self.dice.below(52)).unwrap());
            } else {
                self.dice.shuffle(&mut self.shoe);
            }
            if self.dice.happens(self.manners.irregular_per_mille) {
                // A card that is in the shoe twice.
                self.shoe[50] = self.shoe[51];
            }
        }
        Action::Deal { cards: (0..count).map(|_| self.shoe.pop()).collect() }
    }

    /// What was chosen was offered, and is accepted.
    fn take(&mut self, actor: Actor, offers: &[Offer], action: Action) {
        let offer = offers.iter().find(|offer| offer.admits(&action));
        let offer = offer.unwrap_or_else(|| panic!("{actor:?} was not offered {action:?}"));
        self.taken.insert(Step::from(&offer.action));
        self.ask(actor, action);
    }
}

fn rehearse(seed: u64, rounds: u64) -> BTreeSet<Step> {
    let mut taken = BTreeSet::new();
    let with_virtual_shoes = examples().unwrap().into_iter().map(|(_, submission)| submission.to_string());
    for text in SUBMISSIONS.map(str::to_owned).into_iter().chain(with_virtual_shoes) {
        let mut rehearsal = Rehearsal::new(&text, seed);
        rehearsal.play(rounds);
        taken.append(&mut rehearsal.taken);
    }
    taken
}

#[test]
fn every_game_goes_on_for_many_rounds_by_what_is_offered() {
    let taken = rehearse(4, 40);
    for step in [
        PlayStep::OpenRound,
        PlayStep::AnswerBankOffer,
        PlayStep::PlaceBank,
        PlayStep::PlaceWager,
        PlayStep::RemoveWager,
        PlayStep::NoMoreBets,
        PlayStep::CollectWagers,
        PlayStep::LockWagers,
        PlayStep::Deal,
        PlayStep::CountStub,
        PlayStep::Decide,
        PlayStep::TurnUp,
        PlayStep::Settle,
        PlayStep::ClearTable,
        PlayStep::BuyIn,
    ] {
        assert!(taken.contains(&Step::Play(step)), "{step:?} was never taken up");
    }
    for step in [
        procedure::ActionKind::ReceiveDeck,
        procedure::ActionKind::InspectDeck,
        procedure::ActionKind::VerifyInspection,
        procedure::ActionKind::SpreadDeck,
        procedure::ActionKind::ShowDeck,
        procedure::ActionKind::WashDeck,
        procedure::ActionKind::StackDeck,
        procedure::ActionKind::Shuffle,
        procedure::ActionKind::Cut,
        procedure::ActionKind::OpenTable,
        procedure::ActionKind::RetireDeck,
    ] {
        assert!(taken.contains(&Step::Procedure(step)), "{step:?} was never taken up");
    }
}

#[test]
fn irregular_rounds_are_frozen_voided_and_followed_by_others() {
    let taken = rehearse(2, 150);
    for step in [
        PlayStep::FaceUpCard,
        PlayStep::DrawnInError,
        PlayStep::Report,
        PlayStep::ConfirmVoid,
        PlayStep::ProposeVoid,
        PlayStep::Approve,
    ] {
        assert!(taken.contains(&Step::Play(step)), "{step:?} was never taken up");
    }
}

#[test]
fn great_hands_are_verified_and_envied() {
    let taken = rehearse(5, 200);
    // A great hand at a table with high limits is more than the rack holds, and waits for a fill.
    for step in [PlayStep::PayEnvy, PlayStep::VerifyAward, PlayStep::Inventory] {
        assert!(taken.contains(&Step::Play(step)), "{step:?} was never taken up");
    }
}

#[test]
fn a_player_who_does_nothing_holds_nobody_up() {
    rehearse(3, 10);
}

#[test]
fn the_best_players_decide_as_the_odds_say() {
    for text in SUBMISSIONS {
        let mut rehearsal = Rehearsal::new(text, 1);
        rehearsal.play(2);
        let read = rehearsal.table.rules().equipment().card_reader;
        assert_eq!(rehearsal.reckoned > 0, read, "{}", rehearsal.table.rules().name());
    }
}

#[test]
fn the_same_seed_plays_the_same_floor() {
    let log = |seed| {
        let mut rehearsal = Rehearsal::new(SUBMISSIONS[0], seed);
        rehearsal.play(5);
        rehearsal.log
    };
    assert_eq!(log(6), log(6));
    assert_ne!(log(6), log(7));
}
