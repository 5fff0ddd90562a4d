//! Everything at the table that is not the player: dealer, floorperson, shuffler, shoe, wheel and, in California, a bank.

use super::shoe::Shoe;
use game_core::actor::Actor;
use game_core::command::{Action, AwardStep, Command};
use game_core::decide::decide;
use game_core::event::Event;
use game_core::game::{GameId, Millis, PlayerId, Seat, StaffId};
use game_core::inventory::{self, CountKind, Denomination, RackState, Tray};
use game_core::layout::{Arrivals, Cards};
use game_core::ledger::{Account, postings};
use game_core::legal::{Offer, Offered, legal};
use game_core::meters::MeterBook;
use game_core::money::Cents;
use game_core::procedure::{self, ActionKind, Back};
use game_core::rejection::Rejection;
use game_core::rules::{Rules, Stakes};
use game_core::table::Table;
use game_core::values::Values;
use game_core::view::felt;
use game_core::wager::Wager;
use std::sync::Arc;

const DEALER: Actor = Actor::Dealer(StaffId(1));
const FLOOR: Actor = Actor::Floorperson(StaffId(2));
const BANKER: PlayerId = PlayerId(2);

pub(super) struct House {
    pub(super) table: Table,
    pub(super) log: Vec<Event>,
    /// What the player has won or lost in cents since sitting down.
    pub(super) net_cents: i64,
    /// Where the player sits.
    seat: Seat,
    book: MeterBook,
    shoe: Shoe,
    ticks: u64,
}

impl House {
    /// An open table with the player at it.
    pub(super) fn open(rules: Arc<Rules>, me: PlayerId) -> Result<Self, String> {
        let book = MeterBook::new(&rules).map_err(|error| error.to_string())?;
        let shoe = Shoe::new()?;
        let mut seats = Seat::first(rules.seats());
        let (seat, beside) = (seats.next().ok_or("a table without seats")?, seats.next());
        let banked = rules.game() == GameId::California;
        let table = Table::new(rules);
        let mut house = Self { table, log: Vec::new(), net_cents: 0, seat, book, shoe, ticks: 0 };
        let banker = beside.filter(|_| banked).map(|beside| (beside, BANKER));
        for (seat, player) in [(seat, me)].into_iter().chain(banker) {
            house.ask(DEALER, Action::SeatPlayer { seat, player }).map_err(|refusal| refusal.to_string())?;
        }
        Ok(house)
    }

    /// Time at this table passes command by command.
    pub(super) const fn now(&self) -> Millis {
        Millis(self.ticks * 1000)
    }

    pub(super) fn ask(&mut self, actor: Actor, action: Action) -> Result<(), Rejection> {
        self.ticks += 1;
        let mut events = decide(&self.table, &Command { actor, at: self.now(), action })?;
        self.book.post(&mut events)?;
        for event in &events {
            for posting in postings(self.table.rules().game(), event)?.iter() {
                // Chips carried to the table are neither won nor lost.
                if posting.account == Account::Seat(self.seat) && !event.carries_chips() {
                    self.net_cents += posting.amount.get() / game_core::money::MicroCents::PER_CENT;
                }
            }
            self.table.apply(event);
        }
        self.log.append(&mut events);
        Ok(())
    }

    /// Whether the player-dealer still has to put up the bank.
    pub(super) fn bank_is_due(&self) -> bool {
        let offers = self.offers(Actor::Player(BANKER));
        offers.iter().any(|offer| matches!(offer.action, Offered::PlaceBank { .. })) && self.bank().is_some()
    }

    /// Whether the dealer could announce "no more bets" now.
    pub(super) fn bets_can_close(&self) -> bool {
        self.offers(DEALER).iter().any(|offer| offer.action == Offered::NoMoreBets)
    }

    /// Announces "no more bets".
    pub(super) fn close_bets(&mut self) -> Result<(), String> {
        self.ask(DEALER, Action::NoMoreBets).map_err(|refusal| refusal.to_string())
    }

    fn offers(&self, actor: Actor) -> Vec<Offer> {
        legal(&self.table, actor, self.now())
    }

    /// Does the next thing that is not the player's to do.
    pub(super) fn step(&mut self) -> Result<(), String> {
        for actor in [Actor::Player(BANKER), DEALER, Actor::Shoe, Actor::Wheel, Actor::Shuffler, FLOOR] {
            for offer in self.offers(actor) {
                if let Some(action) = self.chosen(&offer.action) {
                    return self.ask(actor, action).map_err(|refusal| refusal.to_string());
                }
            }
        }
        Err("the house does not know how to go on".to_owned())
    }

    /// The action the house takes on an offer, where it is one that moves the game on.
    fn chosen(&mut self, offered: &Offered) -> Option<Action> {
        match offered {
            Offered::Procedure(step) => self.procedure(step).map(Action::Procedure),
            Offered::Inventory(step) => self.rack(step).map(Action::Inventory),
            Offered::BringChips { seat, .. } => self.chips(*seat),
            Offered::OpenRound => Some(Action::OpenRound),
            Offered::AnswerBankOffer { seat } => {
                Some(Action::AnswerBankOffer { seat: *seat, accept: *seat != self.seat })
            }
            Offered::PlaceBank { .. } => self.bank(),
            Offered::CollectWagers { wager, .. } => {
                let count = felt(&self.table).live_wagers(*wager);
                Some(Action::CollectWagers { wager: *wager, count })
            }
            Offered::LockWagers => Some(Action::LockWagers),
            Offered::Deal { cards: Values::KnownCards { max, .. } } => {
                self.draw(*max).map(|cards| Action::Deal { cards })
            }
            Offered::CountStub => {
                let deck = self.deck()?;
                let stub = u8::try_from(self.shoe.left(deck)).ok()?;
                Some(Action::CountStub { stub, on_table: 52 - stub })
            }
            Offered::TurnUp { .. } => Some(Action::TurnUp { cards: Cards::new() }),
            Offered::Settle { .. } => Some(Action::Settle { cards: Cards::new() }),
            Offered::DrawHotSpot { seat } => self.shoe.hot_spot(*seat).map(|seat| Action::DrawHotSpot { seat }),
            Offered::StopWheel { .. } => {
                self.shoe.stop(self.table.waiting_wheel()?).map(|segment| Action::StopWheel { segment })
            }
            Offered::PayEnvy => Some(Action::PayEnvy),
            Offered::VerifyAward { seat, bet, step } if *step != AwardStep::Refuse => {
                Some(Action::VerifyAward { seat: *seat, bet: *bet, step: *step })
            }
            Offered::ClearTable => Some(Action::ClearTable),
            _ => None,
        }
    }

    /// Nobody runs out of chips: between rounds, whoever has few is brought more.
    fn chips(&self, seat: Seat) -> Option<Action> {
        const FEW: Cents = Cents::new(Cents::BUY_IN_MAX.get() / 2);
        let few = self.table.round().is_none() && self.table.state().chips(seat) < FEW;
        few.then_some(Action::BringChips { seat, amount: Cents::BUY_IN_MAX })
    }

    /// The rack opens with more than anybody can win.
    fn rack(&self, offer: &inventory::Offer) -> Option<inventory::Action> {
        use inventory::Offer;
        match (offer, self.table.rack_state()) {
            (Offer::Count { kind: kind @ CountKind::Opener, .. }, RackState::Uncounted) => {
                let tray = Tray::of(&[(Denomination::FiveThousand, 20_000)]);
                Some(inventory::Action::Count { kind: *kind, tray })
            }
            (Offer::VerifyCount, RackState::Counted) => Some(inventory::Action::VerifyCount),
            _ => None,
        }
    }

    /// A hundred times the table's least bet, put up once.
    fn bank(&self) -> Option<Action> {
        let placed = self.log.iter().rev().take_while(|event| !matches!(event, Event::BankAccepted { .. }));
        if placed.into_iter().any(|event| matches!(event, Event::BankPlaced { .. })) {
            return None;
        }
        let least = self.table.rules().stakes(Wager::LetItRide).map_or(Cents::ZERO, Stakes::least);
        least.times(100).ok().map(|amount| Action::PlaceBank { amount })
    }

    /// The deck the round is dealt from.
    fn deck(&self) -> Option<procedure::DeckId> {
        felt(&self.table).round.map(|round| round.deck)
    }

    fn draw(&mut self, count: u8) -> Option<Arrivals> {
        let deck = self.deck()?;
        Some((0..count).filter_map(|_| self.shoe.draw(deck)).map(Some).collect())
    }

    /// The step of procedure that leads towards a round.
    fn procedure(&mut self, offer: &procedure::Offer) -> Option<procedure::Action> {
        use procedure::Action as Step;
        let deck = offer.deck.unwrap_or(procedure::DeckId::First);
        let step = match offer.action {
            ActionKind::ReceiveDeck => {
                let decks = [Back::Red, Back::Blue].map(|back| Step::ReceiveDeck { back, preshuffled: false });
                return decks.into_iter().find(|step| offer.admits(step));
            }
            ActionKind::OpenTable => Step::OpenTable,
            ActionKind::InspectDeck => Step::InspectDeck { deck },
            ActionKind::VerifyInspection => Step::VerifyInspection { deck },
            ActionKind::SpreadDeck => Step::SpreadDeck { deck },
            ActionKind::ShowDeck => Step::ShowDeck { deck },
            ActionKind::WashDeck => Step::WashDeck { deck },
            ActionKind::StackDeck => Step::StackDeck { deck },
            ActionKind::Shuffle => {
                self.shoe.shuffle(deck);
                let count = matches!(offer.values, Values::Count { .. }).then_some(52);
                Step::Shuffle { deck, count }
            }
            ActionKind::Cut => Step::Cut { deck, depth: 26 },
            ActionKind::CloseTable
            | ActionKind::ShufflerJam
            | ActionKind::OrderShuffle
            | ActionKind::OrderRecut
            | ActionKind::RetireDeck
            | ActionKind::ExpireDeck
            | ActionKind::GoIdle
            | ActionKind::TurnSpreadUp
            | ActionKind::ArrivalInspected
            | ActionKind::ReportFault
            | ActionKind::MarkDevice
            | ActionKind::RestoreDevice
            | ActionKind::SwitchDealing
            | ActionKind::SwitchShuffle => return None,
        };
        Some(step)
    }
}
