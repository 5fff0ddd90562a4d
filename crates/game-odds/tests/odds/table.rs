//! Rounds through the real engine, from the opened round to the cleared table, decided by best play.

use crate::random::Random;
use game_core::actor::Actor;
use game_core::card::Card;
use game_core::command::{Action, AwardStep, Command};
use game_core::decide::decide_into;
use game_core::decision::Decision;
use game_core::event::{BonusKind, Event};
use game_core::game::{GameId, Millis, PlayerId, Seat, StaffId};
use game_core::games::{Stage, spec};
use game_core::inventory::{self, CountKind, Denomination, Tray};
use game_core::layout::Spot;
use game_core::meters::MeterBook;
use game_core::money::Cents;
use game_core::procedure::{self, Back, DeckId};
use game_core::round::Phase;
use game_core::rules::Rules;
use game_core::submission::{SettlementRules, for_settlement};
use game_core::table::{State, Table};
use game_core::wager::{Bet, Wager};
use game_odds::strategy::BestPlay;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Rounds of one game.
pub(crate) const ROUNDS: u64 = 2_000_000;
const CHUNKS: u64 = 40;
const DEALER: Actor = Actor::Dealer(StaffId(1));
const FLOOR: Actor = Actor::Floorperson(StaffId(2));
const NOW: Millis = Millis(1_000_000);
/// What each base bet is.
pub(crate) const UNIT: Cents = Cents::new(100);
/// Covers every bet of a California round many times over.
const BANK: Cents = Cents::new(10_000_000);

/// Results in cents by the name of the wager, envy bonuses apart.
pub(crate) type Sums = BTreeMap<&'static str, i64>;

/// A table ready for a round, to be played from again and again.
pub(crate) struct Stand {
    pub(crate) rules: Arc<Rules>,
    ready: State,
    book: MeterBook,
    play: BestPlay,
    wagers: Vec<(Wager, Cents)>,
    bettor: Seat,
}

impl Stand {
    pub(crate) fn new(document: &str, side: &[(Wager, i64)]) -> Self {
        let rules = Arc::new(for_settlement(&SettlementRules::parse(document).unwrap()).unwrap());
        let mut table = Table::new(Arc::clone(&rules));
        let seats = if rules.base_wager() == Wager::LetItRide { 2 } else { 1 };
        for seat in Seat::first(seats) {
            let player = PlayerId(u64::from(seat.number()));
            assert!(ask(&mut table, DEALER, Action::SeatPlayer { seat, player }));
            assert!(ask(&mut table, DEALER, Action::BringChips { seat, amount: Cents::BUY_IN_MAX }));
        }
        open_rack(&mut table);
        make_ready(&mut table);
        let base = (rules.base_wager(), UNIT);
        Self {
            ready: table.state().clone(),
            book: MeterBook::new(&rules).unwrap(),
            play: BestPlay::new(&rules),
            wagers: std::iter::once(base)
                .chain(side.iter().map(|(wager, cents)| (*wager, Cents::new(*cents))))
                .collect(),
            bettor: Seat::first(seats).next_back().unwrap(),
            rules,
        }
    }

    /// The sum of every wager's results in cents.
    pub(crate) fn play(&self) -> Sums {
        let chunk = |seed: u64| {
            let mut sums = BTreeMap::new();
            let (mut random, mut deck) =
                (Random::new(0x00ba_12e0 + self.rules.game() as u64 * CHUNKS + seed), Card::deck().collect::<Vec<_>>());
            for _ in 0..ROUNDS / CHUNKS {
                random.deal(&mut deck, 14);
                Playing::new(self, &deck, &mut random).round(&mut sums);
            }
            sums
        };
        (0..CHUNKS).into_par_iter().map(chunk).reduce(BTreeMap::new, |mut all, some| {
            for (wager, cents) in some {
                *all.entry(wager).or_default() += cents;
            }
            all
        })
    }
}

fn ask(table: &mut Table, actor: Actor, action: Action) -> bool {
    let mut events = Vec::new();
    let decided = decide_into(table, &Command { actor, at: NOW, action }, &mut events);
    table.apply_all(&events);
    decided.is_ok()
}

/// Opens the rack with chips that pay whatever may be won.
fn open_rack(table: &mut Table) {
    let tray = Tray::of(&[(Denomination::Thousand, 100_000)]);
    let count = inventory::Action::Count { kind: CountKind::Opener, tray };
    assert!(ask(table, DEALER, Action::Inventory(count)));
    assert!(ask(table, FLOOR, Action::Inventory(inventory::Action::VerifyCount)));
}

/// Takes whatever step of procedure is open until a round can begin.
fn make_ready(table: &mut Table) {
    use procedure::Action as Step;
    let decks = [DeckId::First, DeckId::Second];
    let backs = [Back::Red, Back::Blue].map(|back| Step::ReceiveDeck { back, preshuffled: false });
    let steps = decks.into_iter().flat_map(|deck| {
        let count = Some(52);
        [
            Step::InspectDeck { deck },
            Step::VerifyInspection { deck },
            Step::SpreadDeck { deck },
            Step::ShowDeck { deck },
            Step::WashDeck { deck },
            Step::StackDeck { deck },
            Step::Shuffle { deck, count },
        ]
    });
    let steps: Vec<Step> = backs.into_iter().chain(steps).chain([Step::OpenTable, Step::ArrivalInspected]).collect();
    for _ in 0..60 {
        if table.state().procedure().ready(table.rules(), NOW).is_ok() {
            return;
        }
        let taken = steps.iter().any(|step| {
            [DEALER, FLOOR, Actor::Shuffler].into_iter().any(|actor| ask(table, actor, Action::Procedure(*step)))
        });
        assert!(taken, "nothing leads on: {:?}", table.state());
    }
    panic!("the table does not get ready");
}

/// One round.
struct Playing<'a> {
    stand: &'a Stand,
    table: Table,
    book: MeterBook,
    random: &'a mut Random,
    own: &'a [Card],
    community: &'a [Card],
    six_card_box: &'a [Card],
    /// The cards of the seat beside the bettor, where somebody plays there.
    beside: &'a [Card],
    events: Vec<Event>,
}

impl<'a> Playing<'a> {
    fn new(stand: &'a Stand, deck: &'a [Card], random: &'a mut Random) -> Self {
        let table = Table::restore(Arc::clone(&stand.rules), stand.ready.clone());
        let (own, community, six_card_box, beside) = (&deck[..3], &deck[3..8], &deck[8..11], &deck[11..14]);
        Self {
            stand,
            table,
            book: stand.book.clone(),
            random,
            own,
            community,
            six_card_box,
            beside,
            events: Vec::with_capacity(64),
        }
    }

    fn round(mut self, sums: &mut Sums) {
        self.must(DEALER, Action::OpenRound);
        while let Some(phase) = self.table.round().map(|round| *round.phase()) {
            self.step(phase);
        }
        for event in &self.events {
            if let Some((wager, cents)) = moved(event, self.stand.bettor) {
                *sums.entry(wager).or_default() += cents;
            }
        }
    }

    fn must(&mut self, actor: Actor, action: Action) {
        let before = self.events.len();
        let decided = decide_into(&self.table, &Command { actor, at: NOW, action }, &mut self.events);
        if let Err(refusal) = decided {
            panic!("{action:?} refused: {refusal}");
        }
        self.book.post(&mut self.events[before..]).unwrap();
        self.table.apply_all(&self.events[before..]);
    }

    fn step(&mut self, phase: Phase) {
        let stand = self.stand;
        let round = self.table.round().unwrap();
        let (actor, action) = match phase {
            Phase::BankOffer { to } => (DEALER, Action::AnswerBankOffer { seat: to.get(0).unwrap(), accept: true }),
            Phase::Betting => return self.bet(),
            Phase::Collecting(step) => match step.wager() {
                Some(wager) => (DEALER, Action::CollectWagers { wager, count: 1 }),
                None => (DEALER, Action::LockWagers),
            },
            Phase::Dealing => (Actor::Shoe, Action::Deal { cards: round.next_stack().iter().map(|_| None).collect() }),
            Phase::Deciding { stage, seat, .. } => {
                let Stage::Decide(point) = spec(stand.rules.game()).stages[usize::from(stage)] else {
                    panic!("{stage}")
                };
                let decision = if seat == stand.bettor {
                    stand.play.decide(point.bet, self.own, self.community).unwrap()
                } else {
                    point.by_default
                };
                (DEALER, Action::Decide { seat, decision })
            }
            Phase::Turning { .. } => {
                let cards = round.unknown_to_turn(&stand.rules).map(|spot| self.card(spot)).collect();
                (DEALER, Action::TurnUp { cards })
            }
            Phase::SettlingFirst { .. } | Phase::Settling { .. } => {
                let cards = round.unknown_to_settle(&stand.rules).map(|spot| self.card(spot)).collect();
                (DEALER, Action::Settle { cards })
            }
            Phase::DrawingHotSpot => (Actor::Wheel, Action::DrawHotSpot { seat: stand.bettor }),
            Phase::Spinning { .. } => {
                let segments = self.table.waiting_wheel().unwrap().segments.len();
                (Actor::Wheel, Action::StopWheel { segment: u8::try_from(self.random.below(segments)).unwrap() })
            }
            Phase::PayingEnvy => (DEALER, Action::PayEnvy),
            Phase::Settled => return self.clear(),
            Phase::CountingStub | Phase::Halted | Phase::Frozen { .. } => panic!("{phase:?}"),
        };
        self.must(actor, action);
    }

    fn bet(&mut self) {
        let seat = self.stand.bettor;
        match self.stand.rules.game() {
            GameId::California => self.must(DEALER, Action::PlaceBank { amount: BANK }),
            // Somebody whose hands can bring the bettor an envy bonus.
            GameId::LetItRide => {
                let beside = Seat::first(1).next().unwrap();
                self.must(DEALER, Action::PlaceWager { seat: beside, wager: Wager::LetItRide, amount: UNIT });
            }
            GameId::Stud235 | GameId::CrissCross => {}
        }
        for (wager, amount) in &self.stand.wagers {
            self.must(DEALER, Action::PlaceWager { seat, wager: *wager, amount: *amount });
        }
        self.must(DEALER, Action::NoMoreBets);
    }

    /// Awards are verified by two people before the layout is cleared (I-21).
    fn clear(&mut self) {
        let awards: Vec<(Seat, Bet)> = self
            .events
            .iter()
            .filter_map(|event| match event {
                Event::AwardHit { seat, bet, .. } => Some((*seat, *bet)),
                _ => None,
            })
            .collect();
        for (seat, bet) in awards {
            for (actor, step) in [(DEALER, AwardStep::Hand), (DEALER, AwardStep::Light), (FLOOR, AwardStep::Validate)] {
                self.must(actor, Action::VerifyAward { seat, bet, step });
            }
        }
        self.must(DEALER, Action::ClearTable);
    }

    fn card(&self, spot: Spot) -> Card {
        match spot {
            Spot::Own { seat, place } if seat == self.stand.bettor => self.own[usize::from(place)],
            Spot::Own { place, .. } => self.beside[usize::from(place)],
            Spot::Community(place) => self.community[usize::from(place)],
            Spot::SixCardBox(place) => self.six_card_box[usize::from(place)],
            Spot::Discard => panic!("a discard is never turned up"),
        }
    }
}

/// What an event moves to or from the bettor, by wager.
fn moved(event: &Event, bettor: Seat) -> Option<(&'static str, i64)> {
    match event {
        Event::WagerPlaced { seat, wager, amount, was } if *seat == bettor => {
            Some((wager.name(), (was.get() - amount.get()) * i64::try_from(wager.bets().len()).unwrap()))
        }
        Event::Decided { seat, decision, amount, .. } if *seat == bettor => match decision {
            Decision::Withdraw => Some((Wager::LetItRide.name(), amount.get())),
            Decision::Raise => Some((Wager::TwoThreeFive.name(), -amount.get())),
            Decision::Bet1x | Decision::Bet2x | Decision::Bet3x => Some((Wager::Ante.name(), -amount.get())),
            Decision::Ride | Decision::Check | Decision::Fold => None,
        },
        Event::BetSettled { seat, result, .. } if *seat == bettor => {
            Some((wager_of(result.bet).name(), result.win.get() + result.back.get()))
        }
        Event::AwardVerified { seat, bet, step: AwardStep::Validate, amount, .. } if *seat == bettor => {
            Some((wager_of(*bet).name(), amount.map_or(0, |amount| amount.paid.get())))
        }
        Event::BonusPaid { seat, kind: BonusKind::Envy, amount, .. } if *seat == bettor => Some(("envy", amount.get())),
        _ => None,
    }
}

fn wager_of(bet: Bet) -> Wager {
    let placed = Wager::ALL.into_iter().find(|wager| wager.bets().contains(&bet));
    placed.unwrap_or(match bet {
        Bet::ThreeCardRaise | Bet::FiveCardRaise => Wager::TwoThreeFive,
        _ => Wager::Ante,
    })
}
