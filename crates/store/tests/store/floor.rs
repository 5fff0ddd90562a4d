//! Real rounds: a table played by the rules, with whatever `legal` offers, and everything it did.

use game_core::actor::Actor;
use game_core::card::Card;
use game_core::command::{Action, Command, Proposal};
use game_core::decide::decide;
use game_core::event::Event;
use game_core::game::{GameId, Millis, PlayerId, Seat, StaffId};
use game_core::inventory::{self, CountKind, Denomination, Tray};
use game_core::legal::{Offered, legal};
use game_core::meters::MeterBook;
use game_core::money::Cents;
use game_core::procedure::{self, ActionKind, Back, DeckId, Offer};
use game_core::submission;
use game_core::table::Table;
use game_core::values::Values;
use game_core::wager::Wager;
use std::collections::BTreeSet;
use std::sync::Arc;

pub(crate) const DEALER: Actor = Actor::Dealer(StaffId(1));
const FLOOR: Actor = Actor::Floorperson(StaffId(2));
const SECOND_FLOOR: Actor = Actor::Floorperson(StaffId(3));

/// A submission of each game, every side wager offered.
pub(crate) const SUBMISSIONS: [&str; 4] = [
    include_str!("../../../../docs/examples/submissions/let-it-ride-rich.json"),
    include_str!("../../../../docs/examples/submissions/two-three-five-rich.json"),
    include_str!("../../../../docs/examples/submissions/criss-cross-rich.json"),
    include_str!("../../../../docs/examples/submissions/california-rich.json"),
];

/// A command that was accepted and what came of it.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    pub(crate) command: Command,
    /// As the table decided, before the meters' owner filled anything in.
    pub(crate) decided: Vec<Event>,
    pub(crate) events: Vec<Event>,
}

pub(crate) struct Floor {
    pub(crate) table: Table,
    pub(crate) played: Vec<Played>,
    pub(crate) book: MeterBook,
    now: Millis,
    random: u64,
    placed: BTreeSet<(Seat, Wager)>,
    out: BTreeSet<Card>,
}

impl Floor {
    /// A table with three players, ready to play.
    pub(crate) fn new(document: &str, now: Millis, seed: u64) -> Self {
        let (_, rules) = submission::check(document).unwrap_or_else(|problems| panic!("{problems:#?}"));
        let rules = Arc::new(rules);
        let book = MeterBook::new(&rules).unwrap();
        let (placed, out) = (BTreeSet::new(), BTreeSet::new());
        let table = Table::new(rules);
        let mut floor = Self { table, played: Vec::new(), book, now, random: seed, placed, out };
        let tray = Tray::of(&[(Denomination::Thousand, 100_000)]);
        floor.must(DEALER, Action::Inventory(inventory::Action::Count { kind: CountKind::Opener, tray }));
        floor.must(FLOOR, Action::Inventory(inventory::Action::VerifyCount));
        for seat in Seat::first(3) {
            floor.sit(seat, PlayerId(100 + u64::from(seat.number())));
        }
        floor
    }

    /// Seats a player who brought chips.
    fn sit(&mut self, seat: Seat, player: PlayerId) {
        self.must(DEALER, Action::SeatPlayer { seat, player });
        self.must(DEALER, Action::BringChips { seat, amount: Cents::BUY_IN_MAX });
    }

    pub(crate) fn game(&self) -> GameId {
        self.table.rules().game()
    }

    fn below(&mut self, sides: usize) -> usize {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.random >> 33).unwrap() % sides.max(1)
    }

    pub(crate) fn must(&mut self, actor: Actor, action: Action) {
        self.now = Millis(self.now.0 + 250);
        let command = Command { actor, at: self.now, action };
        let decided = decide(&self.table, &command).unwrap_or_else(|refusal| panic!("{action:?}: {refusal}"));
        let mut events = decided.clone();
        self.book.post(&mut events).unwrap();
        for event in &events {
            if let Event::CardDealt { card: Some(card), .. } | Event::CardTurned { card, .. } = event {
                self.out.insert(*card);
            }
        }
        self.table.apply_all(&events);
        self.played.push(Played { command, decided, events });
    }

    /// A whole round, from the shuffle to the cleared layout.
    pub(crate) fn round(&mut self) {
        self.open();
        self.finish_round();
    }

    /// A round up to where all cards are dealt.
    pub(crate) fn begin_round(&mut self) {
        self.open();
        while !self.table.round().is_some_and(|round| round.has_cards_out() && round.next_stack().is_empty()) {
            self.step();
        }
    }

    /// The rest of a round that was begun.
    pub(crate) fn finish_round(&mut self) {
        while self.table.round().is_some() {
            self.step();
        }
    }

    /// A round that two people void once cards are out.
    pub(crate) fn void_round(&mut self) {
        self.begin_round();
        self.must(FLOOR, Action::Propose(Proposal::Void));
        self.must(SECOND_FLOOR, Action::Approve);
        assert!(self.table.round().is_none());
    }

    /// A round that nobody wagers on.
    pub(crate) fn cancel_round(&mut self) {
        self.open();
        self.must(DEALER, Action::CancelRound);
        assert!(self.table.round().is_none());
    }

    /// A round in which much goes otherwise: bets taken off, decisions put right, players sent away, the round void.
    pub(crate) fn wild_round(&mut self) {
        self.open();
        let mut voids = self.below(4) == 0;
        while self.table.round().is_some() {
            if !(self.below(3) == 0 && self.stray(&mut voids)) {
                self.step();
            }
        }
        for seat in Seat::first(3) {
            if self.below(3) == 0 {
                self.must(DEALER, Action::LeaveSeat { seat });
                let player = PlayerId(200 + self.played.len() as u64);
                self.sit(seat, player);
            }
        }
    }

    /// Something that leads the round astray, if anything does now.
    fn stray(&mut self, voids: &mut bool) -> bool {
        let offers = legal(&self.table, FLOOR, self.now).into_iter().map(|offer| (FLOOR, offer));
        let offers = offers.chain(legal(&self.table, DEALER, self.now).into_iter().map(|offer| (DEALER, offer)));
        let mut found = Vec::new();
        for (actor, offer) in offers {
            found.push(match offer.action {
                Offered::ProposeDecision { seat, decision } => {
                    let nth = self.below(decision.len());
                    (actor, Action::Propose(Proposal::CorrectDecision { seat, decision: decision[nth] }))
                }
                Offered::RemoveWager { seat, wager } => {
                    // Without a base wager there would be no round.
                    let base = matches!(wager, Wager::LetItRide | Wager::TwoThreeFive | Wager::Ante);
                    if base || self.below(2) == 0 {
                        self.placed.remove(&(seat, wager));
                    }
                    (actor, Action::RemoveWager { seat, wager })
                }
                Offered::ProposeForfeit { seat, cause } if self.below(8) == 0 => {
                    (actor, Action::Propose(Proposal::Forfeit { seat, cause }))
                }
                Offered::ProposeVoid if *voids && self.below(8) == 0 => (actor, Action::Propose(Proposal::Void)),
                _ => continue,
            });
        }
        if found.is_empty() {
            return false;
        }
        let (actor, action) = found.swap_remove(self.below(found.len()));
        self.must(actor, action);
        *voids &= action != Action::Propose(Proposal::Void);
        if matches!(action, Action::Propose(_)) {
            self.must(SECOND_FLOOR, Action::Approve);
        }
        true
    }

    fn open(&mut self) {
        self.make_ready();
        self.placed.clear();
        self.out.clear();
        self.must(DEALER, Action::OpenRound);
    }

    fn step(&mut self) {
        for actor in [DEALER, Actor::Shoe, Actor::Wheel, FLOOR] {
            let offers = legal(&self.table, actor, self.now);
            if let Some(action) = offers.iter().find_map(|offer| self.fill(&offer.action)) {
                return self.must(actor, action);
            }
        }
        panic!("nothing leads on: {:?}", self.table.round());
    }

    /// An action that leads the round on, if the offer is one.
    fn fill(&mut self, offered: &Offered) -> Option<Action> {
        Some(match offered {
            Offered::AnswerBankOffer { seat } => Action::AnswerBankOffer { seat: *seat, accept: true },
            Offered::PlaceBank { .. } if self.has_bank() => return None,
            Offered::PlaceBank { .. } => Action::PlaceBank { amount: Cents::new(1_000_000) },
            Offered::PlaceWager { seat, wager, amount } => {
                let new = self.placed.insert((*seat, *wager));
                return new.then(|| Action::PlaceWager { seat: *seat, wager: *wager, amount: least(amount) });
            }
            Offered::NoMoreBets => Action::NoMoreBets,
            Offered::CollectWagers { wager, .. } => {
                let count = game_core::view::felt(&self.table).live_wagers(*wager);
                Action::CollectWagers { wager: *wager, count }
            }
            Offered::LockWagers => Action::LockWagers,
            Offered::Deal { cards } => Action::Deal { cards: self.cards(cards).into_iter().collect() },
            Offered::CountStub => {
                let out = u8::try_from(self.out.len()).unwrap();
                Action::CountStub { stub: 52 - out, on_table: out }
            }
            Offered::Decide { seat, decision } => {
                let nth = self.below(decision.len());
                Action::Decide { seat: *seat, decision: decision[nth] }
            }
            Offered::TurnUp { cards } => Action::TurnUp { cards: self.cards(cards).into_iter().flatten().collect() },
            Offered::DrawHotSpot { seat } => Action::DrawHotSpot { seat: seat.lowest().unwrap() },
            Offered::Settle { cards, .. } => {
                Action::Settle { cards: self.cards(cards).into_iter().flatten().collect() }
            }
            Offered::StopWheel { segment } => Action::StopWheel { segment: first(segment) },
            Offered::PayEnvy => Action::PayEnvy,
            Offered::VerifyAward { seat, bet, step } => Action::VerifyAward { seat: *seat, bet: *bet, step: *step },
            Offered::ClearTable => Action::ClearTable,
            _ => return None,
        })
    }

    fn has_bank(&self) -> bool {
        self.played.iter().rev().find_map(|played| match played.events.first() {
            Some(Event::BankPlaced { .. }) => Some(true),
            Some(Event::RoundOpened { .. }) => Some(false),
            _ => None,
        }) == Some(true)
    }

    fn cards(&mut self, values: &Values) -> Vec<Option<Card>> {
        match values {
            Values::HiddenCards { max, .. } => vec![None; usize::from(*max)],
            Values::KnownCards { max, not, .. } => {
                let free = Card::deck().filter(|card| !not.contains(card) && !self.out.contains(card));
                let mut free: Vec<Card> = free.collect();
                (0..*max).map(|_| Some(free.swap_remove(self.below(free.len())))).collect()
            }
            other => panic!("{other:?} are no cards"),
        }
    }

    fn make_ready(&mut self) {
        while self.table.state().procedure().ready(self.table.rules(), self.now).is_err() {
            let step = ORDER.iter().find_map(|kind| self.offered_step(*kind));
            let (actor, action) = step.unwrap_or_else(|| panic!("nothing leads on: {:?}", self.table.state()));
            self.must(actor, Action::Procedure(action));
        }
    }

    fn offered_step(&self, kind: ActionKind) -> Option<(Actor, procedure::Action)> {
        [DEALER, FLOOR, Actor::Shuffler].into_iter().find_map(|actor| {
            legal(&self.table, actor, self.now).iter().find_map(|offer| match &offer.action {
                Offered::Procedure(step) if step.action == kind => candidates(step)
                    .into_iter()
                    .find(|action| offer.admits(&Action::Procedure(*action)))
                    .map(|action| (actor, action)),
                _ => None,
            })
        })
    }
}

fn least(values: &Values) -> Cents {
    match values {
        Values::Amounts { min, .. } => *min,
        Values::OneOf(amounts) => amounts[0],
        other => panic!("{other:?} are no amounts"),
    }
}

fn first(values: &Values) -> u8 {
    match values {
        Values::Count { min, .. } => *min,
        other => panic!("{other:?} is no count"),
    }
}

/// The steps that lead to a round, in the order to try them.
const ORDER: [ActionKind; 12] = [
    ActionKind::SpreadDeck,
    ActionKind::ShowDeck,
    ActionKind::WashDeck,
    ActionKind::StackDeck,
    ActionKind::InspectDeck,
    ActionKind::VerifyInspection,
    ActionKind::Shuffle,
    ActionKind::Cut,
    ActionKind::ReceiveDeck,
    ActionKind::OpenTable,
    ActionKind::ArrivalInspected,
    ActionKind::RetireDeck,
];

fn candidates(offer: &Offer) -> Vec<procedure::Action> {
    use procedure::Action;
    let deck = offer.deck.unwrap_or(DeckId::First);
    let count = matches!(offer.values, Values::Count { .. }).then_some(52);
    match offer.action {
        ActionKind::OpenTable => vec![Action::OpenTable],
        ActionKind::ReceiveDeck => [Back::Red, Back::Blue]
            .into_iter()
            .flat_map(|back| [false, true].map(|preshuffled| Action::ReceiveDeck { back, preshuffled }))
            .collect(),
        ActionKind::InspectDeck => vec![Action::InspectDeck { deck }],
        ActionKind::VerifyInspection => vec![Action::VerifyInspection { deck }],
        ActionKind::SpreadDeck => vec![Action::SpreadDeck { deck }],
        ActionKind::ShowDeck => vec![Action::ShowDeck { deck }],
        ActionKind::WashDeck => vec![Action::WashDeck { deck }],
        ActionKind::StackDeck => vec![Action::StackDeck { deck }],
        ActionKind::Shuffle => vec![Action::Shuffle { deck, count }],
        ActionKind::Cut => vec![Action::Cut { deck, depth: 20 }],
        ActionKind::ArrivalInspected => vec![Action::ArrivalInspected],
        ActionKind::RetireDeck => vec![Action::RetireDeck { deck }],
        _ => Vec::new(),
    }
}
