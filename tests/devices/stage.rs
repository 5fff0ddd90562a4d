//! A table of any game with all its devices, played by a plan: people do what is written down, and devices what the server
//! tells them, over the real protocol.

use super::plans::Plan;
use crate::house::device::Device;
use crate::house::{Game, Holder, TestServer, config, stands};
use game_core::card::Card;
use game_core::game::Seat;
use game_core::games::Spin;
use game_core::layout::Spot;
use game_core::procedure::{Back, CutDue, DeckId, Stage as DeckStage};
use game_core::round::{CollectStep, Phase};
use game_core::table::Table;
use game_core::view::{SeatView, felt};
use game_core::wager::Wager;
use serde_json::{Value, json};
use server::config::{Config, Devices};
use std::sync::Arc;
use std::time::Duration;
use table_host::{Standing, TableHandle};
use wire::device::{Destination, DeviceKind, FaultCode, Instruction, Report};

/// How long a device may be silent, by a clock that stands.
pub(super) const SILENCE: Duration = Duration::from_millis(40);

/// A server that waits for devices however slow the machine is: its clock stands until a test sets it ahead.
pub(super) async fn patient() -> TestServer {
    let devices = Devices { heartbeat_every: SILENCE / 2, silence_max: SILENCE, ..config().devices };
    TestServer::spawn_with(Config { devices, ..config() }).await
}

/// More steps than any round takes.
const STEPS_MAX: usize = 200;

pub(super) struct Stage {
    pub(super) plan: Plan,
    pub(super) game: Game,
    handle: TableHandle,
    pub(super) shoe: Device,
    /// None where the shoe reshuffles.
    pub(super) shuffler: Option<Device>,
    pub(super) sensor: Option<Device>,
    pub(super) wheel: Option<Device>,
    /// The round whose wagers are down.
    wagered: u64,
    /// How often the wheel has stopped.
    pub(super) stopped: usize,
    /// The fault that the wheel reports.
    pub(super) broken: Option<FaultCode>,
    /// The first card of the last stack.
    pub(super) last: Option<Card>,
}

impl Stage {
    /// A new table with patrons from seat 1 on, and every device that the plan's game can have.
    pub(super) async fn set(server: &TestServer, plan: Plan) -> Self {
        let game = Game::with(server, plan.submission.clone()).await;
        let (handle, _) = server.server.app().table(game.id).unwrap();
        let equipment = &plan.submission["equipment"];
        let reshuffles = equipment["dealing"] == "self_reshuffling_shoe";
        let spins = plan.sensed.iter().any(|(_, wager, _)| *wager != Wager::ProgressivePayout);
        let device = async |kind, wanted: bool| match wanted {
            true => Some(Device::ready(server, kind, game.id).await),
            false => None,
        };
        let shoe = Device::ready(server, DeviceKind::Shoe, game.id).await;
        let shuffler = device(DeviceKind::Shuffler, !reshuffles).await;
        let sensor = device(DeviceKind::WagerSensor, !plan.sensed.is_empty()).await;
        let wheel = device(DeviceKind::PrizeWheel, spins).await;
        game.seat_patrons().await;
        for number in 3..=plan.decisions.len() {
            game.seat_patron(number).await;
        }
        Self { plan, game, handle, shoe, shuffler, sensor, wheel, wagered: 0, stopped: 0, broken: None, last: None }
    }

    /// The table as it is committed.
    pub(super) fn table(&self) -> Arc<Table> {
        self.handle.standing().table
    }

    /// Every device at the table.
    pub(super) fn devices(&mut self) -> Vec<&mut Device> {
        let others = [&mut self.shuffler, &mut self.sensor, &mut self.wheel];
        others.into_iter().flatten().chain([&mut self.shoe]).collect()
    }

    /// The stop of the spin that is waited for, or of one that is not.
    pub(super) fn stop(&self, segment: u8) -> Report {
        let table = self.table();
        let round = table.round().map_or(1, game_core::round::Round::number);
        let spin = table.spin().unwrap_or(Spin::Bonus { seat: Seat::new(1).unwrap() });
        Report::WheelStopped { round, spin, segment }
    }

    pub(super) fn seq(&self) -> u64 {
        self.handle.standing().seq
    }

    /// Where the round is; none between two.
    pub(super) fn phase(&self) -> Option<Phase> {
        self.table().round().map(|round| *round.phase())
    }

    /// The chips before the patrons at seats 1 and 2.
    pub(super) fn chips(&self) -> [i64; 2] {
        [1, 2].map(|seat| self.table().state().chips(Seat::new(seat).unwrap()).get())
    }

    /// Goes on, everybody doing their part, until the round is where it should be.
    pub(super) async fn until(&mut self, is: impl Fn(&Option<Phase>) -> bool) {
        for _ in 0..STEPS_MAX {
            if is(&self.phase()) {
                return;
            }
            self.step().await;
        }
        panic!("the table does not get there: {:?}", self.phase());
    }

    /// Whoever's turn it is does the next thing.
    pub(super) async fn step(&mut self) {
        let Some(phase) = self.phase() else { return self.prepare().await };
        let empty = json!({"cards": []});
        match phase {
            Phase::BankOffer { to } => {
                let seat = to.get(0).unwrap();
                let accept = json!({"answer_bank_offer": {"seat": seat, "accept": seat.number() == 1}});
                self.dealer(accept).await;
            }
            Phase::Betting => self.bet().await,
            Phase::Collecting(step) => self.collect(step).await,
            Phase::Dealing => self.deal().await,
            Phase::CountingStub => self.count_stub().await,
            Phase::Deciding { seat, .. } => self.decide(seat).await,
            Phase::Turning { .. } => self.dealer(json!({"turn_up": empty})).await,
            Phase::SettlingFirst { .. } | Phase::Settling { .. } => self.dealer(json!({"settle": empty})).await,
            Phase::Spinning { .. } => self.stop_wheel().await,
            Phase::PayingEnvy => self.dealer(json!("pay_envy")).await,
            Phase::Settled => self.dealer(json!("clear_table")).await,
            Phase::Frozen { .. } => drop(self.game.act(&self.game.floorperson, &json!("confirm_void")).await),
            // The Hot Spot is the server's own draw.
            Phase::DrawingHotSpot => {
                let drawn = |now: &Standing| now.table.round().is_some_and(|round| *round.phase() != phase);
                stands(&self.handle, "the Hot Spot is drawn", drawn).await;
            }
            Phase::Halted => panic!("nobody planned for {phase:?}"),
        }
    }

    pub(super) async fn dealer(&self, action: Value) {
        self.game.act(&self.game.dealer, &action).await;
    }

    /// A patron's terminal; the dealer enters what patrons without one want.
    fn terminal(&self, seat: u8) -> &Holder {
        self.game.terminals.get(usize::from(seat) - 1).unwrap_or(&self.game.dealer)
    }

    /// Between two rounds: cards are made ready, and betting opens.
    async fn prepare(&mut self) {
        let summary = self.game.summary().await;
        let waiting: Vec<&str> =
            summary["waiting_for"].as_array().unwrap().iter().map(|one| one["what"].as_str().unwrap()).collect();
        let has = |what: &str| waiting.contains(&what);
        let table = self.table();
        if table.state().procedure().turn(table.rules()).is_none() {
            self.receive_deck().await;
        } else if has("shuffle") {
            self.shuffle().await;
        } else if has("open_round") {
            self.dealer(json!("open_round")).await;
        } else if has("inventory") {
            self.game.open_rack().await;
        } else if has("open_table") {
            self.game.act(&self.game.floorperson, &json!({"procedure": "open_table"})).await;
        } else if has("receive_deck") {
            self.receive_deck().await;
        } else if has("cut") {
            let to_cut = |deck: &DeckId| {
                self.table().state().procedure().deck(*deck).is_some_and(|it| matches!(it.stage, DeckStage::ToCut(_)))
            };
            let deck = DeckId::ALL.into_iter().find(to_cut).unwrap();
            self.dealer(json!({"procedure": {"cut": {"deck": deck, "depth": 20}}})).await;
        } else {
            panic!("nobody planned for this: {summary}");
        }
    }

    /// Another deck comes to the table, with backs that no other has.
    pub(super) async fn receive_deck(&self) {
        let table = self.table();
        let decks = DeckId::ALL.iter().filter_map(|id| table.state().procedure().deck(*id));
        let back = if decks.into_iter().any(|deck| deck.back == Back::Red) { Back::Blue } else { Back::Red };
        let preshuffled = self.plan.submission["game"] != "let_it_ride_ca";
        let deck = json!({"receive_deck": {"back": back, "preshuffled": preshuffled}});
        self.dealer(json!({"procedure": deck})).await;
    }

    /// Whether the deck whose turn it is has these backs and waits for the machine.
    fn is_due(table: &Table, back: Back) -> bool {
        let procedure = table.state().procedure();
        let deck = procedure.turn(table.rules()).and_then(|turn| procedure.deck(turn));
        deck.is_some_and(|deck| {
            deck.back == back && matches!(deck.stage, DeckStage::ToShuffle(_) | DeckStage::ToCut(CutDue::Preshuffled))
        })
    }

    /// The machine shuffles the deck it is told to. What it was told before it broke it may be told again.
    pub(super) async fn shuffle(&mut self) {
        let table = self.table();
        let machine = self.shuffler.as_mut().unwrap_or(&mut self.shoe);
        let due = |told: &Instruction| matches!(*told, Instruction::Shuffle { back } if Self::is_due(&table, back));
        let told = machine.told(due).await;
        let Instruction::Shuffle { back } = told else { panic!("{told:?}") };
        machine.must(&Report::ShuffleStarted { back }).await;
        machine.must(&Report::ShuffleCompleted { back, count: Some(52) }).await;
        machine.to_do.retain(|other| *other != told);
    }

    /// Everybody wagers, and betting closes.
    async fn bet(&mut self) {
        self.wager().await;
        self.dealer(json!("no_more_bets")).await;
    }

    /// Everybody wagers as planned, once a round; the sensor is told that it may take wagers and lights up where it did.
    pub(super) async fn wager(&mut self) {
        let round = self.table().round().unwrap().number();
        if std::mem::replace(&mut self.wagered, round) == round {
            return;
        }
        if let Some(amount) = self.plan.bank {
            self.game.act(self.terminal(1), &json!({"place_bank": {"amount": amount}})).await;
        }
        for (seat, wager, amount) in &self.plan.bets {
            let action = json!({"place_wager": {"seat": seat, "wager": wager, "amount": amount}});
            self.game.act(self.terminal(*seat), &action).await;
        }
        self.on_the_felt().await;
        let Some(sensor) = &mut self.sensor else { return };
        sensor.told(|told| *told == Instruction::Unlock {}).await;
        for (number, wager, amount) in &self.plan.sensed {
            let seat = Seat::new(*number).unwrap();
            let amount = game_core::money::Cents::new(*amount);
            sensor.must(&Report::WagerDetected { seat, wager: *wager, amount }).await;
            sensor.told(|told| *told == Instruction::Light { seat, wager: *wager, on: true }).await;
        }
    }

    /// Waits until everything that the sensor takes is on the felt: the controller gives it free once the devices are there.
    async fn on_the_felt(&self) {
        let sensed: Vec<Wager> = self.plan.sensed.iter().map(|(_, wager, _)| *wager).collect();
        let is_free = |table: &Table| sensed.iter().all(|wager| table.suspension(*wager, None).is_none());
        stands(&self.handle, "what the sensor takes is on the felt", |now| is_free(&now.table)).await;
    }

    async fn collect(&mut self, step: CollectStep) {
        let Some(wager) = step.wager() else {
            self.dealer(json!("lock_wagers")).await;
            if let Some(sensor) = &mut self.sensor {
                sensor.told(|told| *told == Instruction::Lock {}).await;
            }
            return;
        };
        let lies = |seat: &SeatView| seat.bets.iter().any(|record| wager.bets().contains(&record.bet));
        let count = felt(&self.table()).seats.iter().filter(|seat| lies(seat)).count();
        self.dealer(json!({"collect_wagers": {"wager": wager, "count": count}})).await;
    }

    /// The next stack as the script has it, with the plan's cards, and where it goes.
    pub(super) fn stack(&self) -> (Vec<Option<Card>>, Destination) {
        let table = self.table();
        let spots = table.round().unwrap().next_stack();
        let lies = |spot: &Spot| self.plan.cards.iter().find(|(place, _)| place == spot).map(|(_, card)| *card);
        let to = match spots[0] {
            Spot::Own { seat, .. } => Destination::Seat(seat),
            Spot::Community(_) => Destination::Community,
            Spot::SixCardBox(_) => Destination::SixCardBox,
            Spot::Discard => Destination::Discard,
        };
        (spots.iter().map(lies).collect(), to)
    }

    /// The shoe is told which stack is due, and deals it: a single card as one, more as a stack.
    pub(super) async fn deal(&mut self) {
        let (stack, script) = self.stack();
        let table = self.table();
        let (this, dealt) = (table.round().unwrap().number(), table.round().unwrap().cards_out());
        let due = |told: &Instruction| {
            matches!(*told, Instruction::Dispense { round, out, cards, to }
                if (round, usize::from(out), usize::from(cards), to) == (this, dealt, stack.len(), script))
        };
        self.shoe.told(due).await;
        self.last = stack[0];
        let report = match *stack.as_slice() {
            [card] => Report::CardDrawn { card, to: Some(script) },
            _ => Report::StackDispensed { cards: stack.clone(), to: script },
        };
        self.shoe.must(&report).await;
    }

    async fn count_stub(&self) {
        let out = self.table().round().unwrap().cards_out();
        self.dealer(json!({"count_stub": {"stub": 52 - out, "on_table": out}})).await;
    }

    async fn decide(&self, seat: Seat) {
        let Some(Phase::Deciding { stage, .. }) = self.phase() else { panic!("{:?}", self.phase()) };
        // Every second stage turns cards up.
        let decision = self.plan.decisions[seat.index()][usize::from(stage) / 2];
        let action = json!({"decide": {"seat": seat, "decision": decision}});
        self.game.act(self.terminal(seat.number()), &action).await;
    }

    /// The wheel is told to spin, and stops where the plan has it stop. While it is out of order its stop is none (R40).
    pub(super) async fn stop_wheel(&mut self) {
        let wheel = self.wheel.as_mut().unwrap();
        let told = wheel.told(|told| matches!(told, Instruction::Spin { .. })).await;
        let Instruction::Spin { round, spin, .. } = told else { panic!("{told:?}") };
        let segment = self.plan.stops[self.stopped % self.plan.stops.len()];
        self.stopped += 1;
        let stop = Report::WheelStopped { round, spin, segment };
        if let Some(code) = self.broken.take() {
            let before = self.handle.standing().seq;
            wheel.refused(&stop, "device_out_of_order").await;
            assert_eq!(self.handle.standing().seq, before);
            wheel.must(&Report::FaultCleared { code }).await;
        }
        wheel.must(&stop).await;
    }
}
