//! A table under test: takes commands, keeps the books beside it, and checks after each one what must always hold.

use game_core::actor::Actor;
use game_core::command::{Action, Command};
use game_core::decide::decide;
use game_core::event::Event;
use game_core::game::{GameId, Millis, PlayerId, Seat, StaffId};
use game_core::inventory::{self, CountKind, Denomination, RackState, Series, SlipNumber, SlipState, Tray};
use game_core::layout::Arrivals;
use game_core::ledger::{Account, postings};
use game_core::legal::{Offered, legal};
use game_core::meters::MeterBook;
use game_core::money::{Cents, MicroCents};
use game_core::procedure::{self, ActionKind, Back};
use game_core::rejection::Rejection;
use game_core::rules::Rules;
use game_core::submission::Submission;
use game_core::table::{State, Table};
use game_core::values::Values;
use std::collections::BTreeMap;
use std::sync::Arc;

pub(crate) const DEALER: Actor = Actor::Dealer(StaffId(1));
pub(crate) const FLOOR: Actor = Actor::Floorperson(StaffId(2));
pub(crate) const SECOND_FLOOR: Actor = Actor::Floorperson(StaffId(3));
pub(crate) const CAGE: Actor = Actor::Cage(StaffId(5));
pub(crate) const SECOND_CAGE: Actor = Actor::Cage(StaffId(6));
pub(crate) const ACCOUNTING: Actor = Actor::Accounting(StaffId(7));
pub(crate) const SECOND_ACCOUNTING: Actor = Actor::Accounting(StaffId(8));

pub(crate) struct Floor {
    pub(crate) table: Table,
    pub(crate) book: MeterBook,
    pub(crate) now: Millis,
    /// Everything that happened.
    pub(crate) log: Vec<Event>,
    /// The last number of each series of slips, as the journal's writer would know it.
    pub(crate) numbers: [u32; Series::ALL.len()],
    /// What meters are owed of the chips in the rack.
    pub(crate) fed: i64,
    /// What every account gained or lost.
    pub(crate) accounts: BTreeMap<Account, i64>,
    /// The same by play alone: without chips that were bought, brought, taken away or moved to another seat.
    pub(crate) played: BTreeMap<Account, i64>,
}

impl Floor {
    pub(crate) fn new(submission: &Submission) -> Self {
        let rules = submission.validate().unwrap_or_else(|problems| panic!("{problems:#?}"));
        Self::with(Arc::new(rules))
    }

    pub(crate) fn with(rules: Arc<Rules>) -> Self {
        let book = MeterBook::new(&rules).unwrap();
        let now = Millis(1_000_000);
        Self {
            table: Table::new(rules),
            book,
            now,
            log: Vec::new(),
            numbers: [0; Series::ALL.len()],
            fed: 0,
            accounts: BTreeMap::new(),
            played: BTreeMap::new(),
        }
    }

    pub(crate) fn game(&self) -> GameId {
        self.table.rules().game()
    }

    /// Asks; on success applies, posts and checks the invariants. `legal` must agree either way.
    pub(crate) fn ask(&mut self, actor: Actor, action: Action) -> Result<Vec<Event>, Rejection> {
        let offered = legal(&self.table, actor, self.now).iter().any(|offer| offer.admits(&action));
        let decided = decide(&self.table, &Command { actor, at: self.now, action });
        assert_eq!(decided.is_ok(), offered, "decide and legal disagree: {actor:?} {action:?} {decided:?}");
        let mut events = decided?;
        self.book.post(&mut events).unwrap();
        self.number(&mut events);
        for event in &events {
            self.post(event);
            self.table.apply(event);
        }
        self.log.extend_from_slice(&events);
        self.check();
        Ok(events)
    }

    /// Asks for something that must be granted.
    pub(crate) fn must(&mut self, actor: Actor, action: Action) -> Vec<Event> {
        let phase = self.table.round().map(|round| *round.phase());
        self.ask(actor, action).unwrap_or_else(|refusal| panic!("{action:?} refused in {phase:?}: {refusal}"))
    }

    /// Gives slips their numbers, as the writer does.
    fn number(&mut self, events: &mut [Event]) {
        for event in events {
            if let Event::Inventory(event) = event
                && let Some(series) = event.waits_for()
            {
                self.numbers[series as usize] += 1;
                event.give(SlipNumber::new(self.numbers[series as usize]).unwrap());
            }
        }
    }

    fn post(&mut self, event: &Event) {
        let mut sum = 0;
        match *event {
            Event::MeterFed { amount, overflow, reserve, .. } => {
                self.fed += amount.get() + overflow.get() + reserve.get();
            }
            Event::MeterFeedReversed { amount, overflow, reserve, .. } => {
                self.fed -= amount.get() + overflow.get() + reserve.get();
            }
            Event::MeterFeedFunded { amount, .. } => self.fed -= amount.get(),
            _ => {}
        }
        for posting in postings(self.game(), event).unwrap().iter() {
            sum += posting.amount.get();
            *self.accounts.entry(posting.account).or_default() += posting.amount.get();
            if !event.carries_chips() {
                *self.played.entry(posting.account).or_default() += posting.amount.get();
            }
        }
        assert_eq!(sum, 0, "unbalanced: {event:?}");
    }

    /// What must hold after every command.
    fn check(&self) {
        let layout = self.account(Account::Layout);
        assert!(layout >= 0, "the layout owes money: {layout}");
        if self.table.round().is_none() {
            assert_eq!(layout, 0, "money left on the layout");
            assert_eq!(self.account(Account::Bank), 0, "money left in the bank");
            assert_eq!(self.account(Account::Jackpot), 0, "an award left unpaid");
        }
        for seat in Seat::first(7) {
            let (booked, held) = (self.account(Account::Seat(seat)), self.table.state().chips(seat));
            assert_eq!(held.to_micro().unwrap().get(), booked, "the chips of seat {seat} do not foot");
            assert!(booked >= 0, "seat {seat} owes money: {held}");
            let free = self.table.state().player(seat).is_none();
            assert!(!free || booked == 0, "{held} left at seat {seat}");
        }
        let rack = self.table.state().rack().to_micro().unwrap().get();
        assert!(rack >= 0 || self.table.is_training(), "the rack owes money: {}", self.table.state().rack());
        assert_eq!(rack, self.account(Account::Rack) + self.fed, "the chips in the rack do not foot");
        let on_the_way = self.table.state().inventory().slips().iter();
        let on_the_way = on_the_way.filter(|slip| matches!(slip.state, SlipState::Issued { .. }));
        let on_the_way: i64 = on_the_way.map(|slip| slip.tray.total().unwrap().to_micro().unwrap().get()).sum();
        assert_eq!(on_the_way, self.account(Account::Transit), "the chips on their way do not foot");
        let boxes = self.table.state().inventory().boxes().iter();
        let boxes: i64 = boxes.map(|drop_box| drop_box.recorded.to_micro().unwrap().get()).sum();
        assert_eq!(boxes, self.account(Account::CountRoom), "the boxes do not foot");
        if self.table.is_training() {
            for account in [Account::Drop, Account::Cage, Account::Transit, Account::CountRoom, Account::Jackpot] {
                assert_eq!(self.account(account), 0, "{account:?} has money of a training table (R66)");
            }
        }
        for (meter, balance) in self.book.balances() {
            let initial = initial(&self.table, meter);
            assert_eq!(balance.get() - initial.get(), self.account(Account::Meter(meter)), "{meter:?} does not foot");
        }
    }

    pub(crate) fn account(&self, account: Account) -> i64 {
        self.accounts.get(&account).copied().unwrap_or(0)
    }

    /// What an account gained or lost by play alone.
    pub(crate) fn played(&self, account: Account) -> i64 {
        self.played.get(&account).copied().unwrap_or(0)
    }

    /// The table rebuilt from its log equals the table, also when the state and events went through text.
    pub(crate) fn check_replay(&self) {
        let mut replayed = Table::new(Arc::clone(self.table.rules())).for_training(self.table.is_training());
        for event in &self.log {
            let text = serde_json::to_string(event).unwrap();
            replayed.apply(&serde_json::from_str(&text).unwrap());
        }
        assert_eq!(replayed.state(), self.table.state());
        let text = serde_json::to_string(self.table.state()).unwrap();
        assert_eq!(&serde_json::from_str::<State>(&text).unwrap(), self.table.state());
    }

    /// Seats a player.
    pub(crate) fn sit(&mut self, seat: u8, player: u64) {
        let (seat, player) = (Seat::new(seat).unwrap(), PlayerId(player));
        self.must(DEALER, Action::SeatPlayer { seat, player });
    }

    /// Seats a player who brought chips.
    pub(crate) fn sit_with(&mut self, seat: u8, player: u64, chips: Cents) {
        self.sit(seat, player);
        self.bring(seat, chips);
    }

    /// A player brings chips to the table, as many times as it takes.
    pub(crate) fn bring(&mut self, seat: u8, mut rest: Cents) {
        let seat = Seat::new(seat).unwrap();
        while rest > Cents::ZERO {
            let amount = rest.min(Cents::BUY_IN_MAX);
            self.must(DEALER, Action::BringChips { seat, amount });
            rest = rest.minus(amount).unwrap();
        }
    }

    /// Opens the rack with these chips.
    pub(crate) fn open_rack(&mut self, tray: Tray) {
        self.must(DEALER, Action::Inventory(inventory::Action::Count { kind: CountKind::Opener, tray }));
        self.must(FLOOR, Action::Inventory(inventory::Action::VerifyCount));
    }

    /// Does whatever the table's procedure asks for until a round can open, and counts the rack if nobody has.
    pub(crate) fn make_ready(&mut self) {
        if self.table.rack_state() == RackState::Uncounted {
            self.open_rack(full_tray());
        }
        for _ in 0..60 {
            if self.table.state().procedure().ready(self.table.rules(), self.now).is_ok() {
                return;
            }
            let step = ORDER.iter().find_map(|kind| self.offered_step(*kind));
            let (actor, action) = step.unwrap_or_else(|| panic!("nothing leads on: {:?}", self.table.state()));
            self.must(actor, Action::Procedure(action));
        }
        panic!("the table does not get ready: {:?}", self.table.state());
    }

    fn offered_step(&self, kind: ActionKind) -> Option<(Actor, procedure::Action)> {
        [DEALER, FLOOR, Actor::Shuffler].into_iter().find_map(|actor| {
            let offers = legal(&self.table, actor, self.now);
            offers
                .iter()
                .find_map(|offer| match &offer.action {
                    Offered::Procedure(step) if step.action == kind => {
                        candidates(step).into_iter().find(|action| offer.admits(&Action::Procedure(*action)))
                    }
                    _ => None,
                })
                .map(|action| (actor, action))
        })
    }

    /// Cards as they arrive at this table: read, or unread.
    pub(crate) fn arrivals(&self, cards: impl IntoIterator<Item = game_core::card::Card>) -> Arrivals {
        let read = self.table.rules().equipment().card_reader;
        cards.into_iter().map(|card| read.then_some(card)).collect()
    }
}

/// A rack of chips that pays whatever may be won.
pub(crate) fn full_tray() -> Tray {
    Tray::of(&[(Denomination::Thousand, 100_000)])
}

fn initial(table: &Table, meter: game_core::rules::MeterRef) -> MicroCents {
    let meters = game_core::meters::meters(table.rules());
    let (_, rules) = meters.into_iter().find(|(other, _)| *other == meter).unwrap();
    rules.initial.to_micro().unwrap()
}

/// The steps that lead to a round, in the order to try them.
const ORDER: [ActionKind; 14] = [
    ActionKind::ArrivalInspected,
    ActionKind::SpreadDeck,
    ActionKind::ShowDeck,
    ActionKind::WashDeck,
    ActionKind::StackDeck,
    ActionKind::InspectDeck,
    ActionKind::VerifyInspection,
    ActionKind::Shuffle,
    ActionKind::Cut,
    ActionKind::MarkDevice,
    ActionKind::RestoreDevice,
    ActionKind::ReceiveDeck,
    ActionKind::OpenTable,
    ActionKind::RetireDeck,
];

/// Every action an offer of table procedure can stand for, with a plain value where it leaves one open.
pub(crate) fn candidates(offer: &procedure::Offer) -> Vec<procedure::Action> {
    use game_core::rules::DealingMethod;
    use procedure::{Action, DeviceKind, Marking, Shuffling};
    let deck = offer.deck.unwrap_or(procedure::DeckId::First);
    let devices = [DeviceKind::Shuffler, DeviceKind::Shoe];
    let count = matches!(offer.values, Values::Count { .. }).then_some(52);
    match offer.action {
        ActionKind::OpenTable => vec![Action::OpenTable],
        ActionKind::CloseTable => vec![Action::CloseTable],
        ActionKind::ReceiveDeck => {
            let new = |back| [false, true].map(|preshuffled| Action::ReceiveDeck { back, preshuffled });
            [Back::Red, Back::Blue].into_iter().flat_map(new).collect()
        }
        ActionKind::InspectDeck => vec![Action::InspectDeck { deck }],
        ActionKind::VerifyInspection => vec![Action::VerifyInspection { deck }],
        ActionKind::SpreadDeck => vec![Action::SpreadDeck { deck }],
        ActionKind::ShowDeck => vec![Action::ShowDeck { deck }],
        ActionKind::WashDeck => vec![Action::WashDeck { deck }],
        ActionKind::StackDeck => vec![Action::StackDeck { deck }],
        ActionKind::Shuffle => vec![Action::Shuffle { deck, count }],
        ActionKind::ShufflerJam => vec![Action::ShufflerJam { deck }],
        ActionKind::OrderShuffle => vec![Action::OrderShuffle { deck }],
        ActionKind::Cut => vec![Action::Cut { deck, depth: 20 }],
        ActionKind::OrderRecut => vec![Action::OrderRecut { deck }],
        ActionKind::RetireDeck => vec![Action::RetireDeck { deck }],
        ActionKind::ExpireDeck => vec![Action::ExpireDeck { deck }],
        ActionKind::GoIdle => [false, true].map(|face_up| Action::GoIdle { face_up }).to_vec(),
        ActionKind::TurnSpreadUp => vec![Action::TurnSpreadUp],
        ActionKind::ArrivalInspected => vec![Action::ArrivalInspected],
        ActionKind::ReportFault => devices.map(|device| Action::ReportFault { device }).to_vec(),
        ActionKind::MarkDevice => {
            devices.map(|device| Action::MarkDevice { device, marking: Marking::Covered }).to_vec()
        }
        ActionKind::RestoreDevice => devices.map(|device| Action::RestoreDevice { device }).to_vec(),
        ActionKind::SwitchDealing => DealingMethod::ALL.map(|method| Action::SwitchDealing { method }).to_vec(),
        ActionKind::SwitchShuffle => {
            [Shuffling::Manual, Shuffling::Machine].map(|to| Action::SwitchShuffle { to }).to_vec()
        }
    }
}
