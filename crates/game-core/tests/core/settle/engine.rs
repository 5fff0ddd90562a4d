//! The table's word: any round played command by command at a table pays what settling it by itself pays.

use super::rounds::round;
use crate::floor::{DEALER, FLOOR, Floor, full_tray};
use crate::replay::replayable;
use game_core::actor::Actor;
use game_core::bets::BetResult;
use game_core::card::Card;
use game_core::command::{Action, AwardStep};
use game_core::decision::Decision;
use game_core::event::{AwardAmount, BonusKind, Event};
use game_core::game::Seat;
use game_core::layout::Spot;
use game_core::ledger::Account;
use game_core::meters::meters;
use game_core::money::Cents;
use game_core::round::Phase;
use game_core::rules::{MeterRef, Rules, WheelRules};
use game_core::settle::{AnsweredBet, Bonus, settle_json};
use game_core::submission::{SettlementRules, for_settlement, symbol_name};
use game_core::wager::Wager;
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A table on which a noted round is played.
struct Stage {
    request: Value,
    floor: Floor,
    /// How many decisions each seat has made.
    decided: BTreeMap<Seat, usize>,
    /// The wheels that wait, with the segment each stops on.
    stops: Vec<u8>,
}

fn seat(number: &Value) -> Seat {
    Seat::new(u8::try_from(number.as_u64().unwrap()).unwrap()).unwrap()
}

impl Stage {
    fn new(request: Value, rules: Arc<Rules>) -> Self {
        let mut floor = Floor::with(rules);
        for given in request["seats"].as_array().unwrap() {
            let number = u8::try_from(given["seat"].as_u64().unwrap()).unwrap();
            let player = given["player"].as_u64().unwrap_or(100 + u64::from(number));
            floor.sit_with(number, player, Cents::BUY_IN_MAX);
        }
        if let Some(bank) = request["bank"]["seat"].as_u64() {
            floor.sit_with(u8::try_from(bank).unwrap(), 1000, Cents::BUY_IN_MAX);
        }
        floor.open_rack(full_tray());
        floor.make_ready();
        Self { request, floor, decided: BTreeMap::new(), stops: Vec::new() }
    }

    fn given(&self, at: Seat) -> &Value {
        let seats = self.request["seats"].as_array().unwrap();
        seats.iter().find(|given| seat(&given["seat"]) == at).unwrap()
    }

    fn card(&self, spot: Spot) -> Card {
        let text = match spot {
            Spot::Own { seat, place } => &self.given(seat)["cards"][usize::from(place)],
            Spot::Community(place) => &self.request["community"][usize::from(place)],
            Spot::SixCardBox(place) => &self.request["six_card_box"][usize::from(place)],
            // Some card that lies nowhere else.
            Spot::Discard => {
                let used = self.request.to_string();
                return Card::deck().find(|card| !used.contains(&format!("\"{card}\""))).unwrap();
            }
        };
        text.as_str().unwrap().parse().unwrap()
    }

    /// Plays from the opening to the cleared layout.
    fn play(&mut self) {
        self.floor.must(DEALER, Action::OpenRound);
        while let Some(phase) = self.floor.table.round().map(|round| *round.phase()) {
            self.step(phase);
        }
    }

    fn step(&mut self, phase: Phase) {
        match phase {
            Phase::BankOffer { to } => {
                let asked = to.get(0).unwrap();
                let accept = asked == seat(&self.request["bank"]["seat"]);
                self.floor.must(DEALER, Action::AnswerBankOffer { seat: asked, accept });
            }
            Phase::Betting => self.bet(),
            Phase::Collecting(step) => match step.wager() {
                None => drop(self.floor.must(DEALER, Action::LockWagers)),
                Some(wager) => {
                    let seats = self.request["seats"].as_array().unwrap();
                    let count = seats.iter().filter(|given| !given["wagers"][wager.name()].is_null()).count();
                    let count = u8::try_from(count).unwrap();
                    self.floor.must(DEALER, Action::CollectWagers { wager, count });
                }
            },
            Phase::Dealing => {
                let spots = self.floor.table.round().unwrap().next_stack();
                let cards = self.floor.arrivals(spots.iter().map(|spot| self.card(*spot)));
                self.floor.must(Actor::Shoe, Action::Deal { cards });
            }
            Phase::Deciding { seat, .. } => self.decide(seat),
            Phase::Turning { .. } => {
                let unknown = self.floor.table.round().unwrap().unknown_to_turn(self.floor.table.rules());
                let cards = unknown.map(|spot| self.card(spot)).collect();
                self.floor.must(DEALER, Action::TurnUp { cards });
            }
            Phase::DrawingHotSpot => {
                let seat = seat(&self.request["spins"]["hot_spot"]["seat"]);
                self.floor.must(Actor::Wheel, Action::DrawHotSpot { seat });
            }
            Phase::SettlingFirst { .. } => self.settle(),
            Phase::Settling { seat } => {
                self.stops = self.stops_at(seat);
                self.settle();
            }
            Phase::Spinning { .. } => {
                let segment = self.stops.remove(0);
                self.floor.must(Actor::Wheel, Action::StopWheel { segment });
            }
            Phase::PayingEnvy => drop(self.floor.must(DEALER, Action::PayEnvy)),
            Phase::Settled => self.clear(),
            Phase::Halted | Phase::CountingStub | Phase::Frozen { .. } => panic!("{phase:?}"),
        }
    }

    fn bet(&mut self) {
        if let Some(amount) = self.request["bank"]["wager_cents"].as_i64() {
            self.floor.must(DEALER, Action::PlaceBank { amount: Cents::new(amount) });
        }
        let seats = self.request["seats"].as_array().unwrap().clone();
        for given in &seats {
            let (seat, wagers) = (seat(&given["seat"]), given["wagers"].as_object().unwrap());
            // The base wager first.
            for wager in Wager::ALL.into_iter().filter(|wager| wagers.contains_key(wager.name())) {
                let amount = Cents::new(wagers[wager.name()].as_i64().unwrap());
                self.floor.must(DEALER, Action::PlaceWager { seat, wager, amount });
            }
        }
        self.floor.must(DEALER, Action::NoMoreBets);
    }

    fn decide(&mut self, at: Seat) {
        let names = ["bet_1", "bet_2", "three_card_raise", "five_card_raise", "across", "down", "middle"];
        let decisions = &self.given(at)["decisions"];
        let mut made = names.iter().map(|name| &decisions[name]).filter(|made| !made.is_null());
        let made = made.nth(self.decided.get(&at).copied().unwrap_or(0)).unwrap();
        let decision = match made.as_u64() {
            Some(units) => [Decision::Bet1x, Decision::Bet2x, Decision::Bet3x][usize::try_from(units).unwrap() - 1],
            None => serde_json::from_value(made.clone()).unwrap(),
        };
        *self.decided.entry(at).or_default() += 1;
        self.floor.must(DEALER, Action::Decide { seat: at, decision });
    }

    fn settle(&mut self) {
        let unknown = self.floor.table.round().unwrap().unknown_to_settle(self.floor.table.rules());
        let cards = unknown.map(|spot| self.card(spot)).collect();
        self.floor.must(DEALER, Action::Settle { cards });
    }

    /// Where the wheels stop that are spun at a seat's turn: its own, then as the Hot Spot, then for the community.
    fn stops_at(&self, at: Seat) -> Vec<u8> {
        let (rules, spins) = (self.floor.table.rules(), &self.request["spins"]);
        let segment = |wheel: &WheelRules, stop: &Value| {
            let names = wheel.segments.iter().map(|segment| symbol_name(segment.line.symbol));
            u8::try_from(names.into_iter().position(|name| stop["stop"] == name).unwrap()).unwrap()
        };
        let mut stops = Vec::new();
        let bonus = spins["bonus"].as_array().into_iter().flatten().find(|stop| seat(&stop["seat"]) == at);
        stops.extend(bonus.map(|stop| segment(&rules.bonus_spin().unwrap().wheel, stop)));
        if !spins["hot_spot"].is_null() && seat(&spins["hot_spot"]["seat"]) == at {
            let stake = |cents: &Value| rules.xtreme().unwrap().stake(Cents::new(cents.as_i64().unwrap())).unwrap();
            let own = &self.given(at)["wagers"]["bonus_spin_xtreme_progressive"];
            stops.push(segment(&stake(own).hot_spot, &spins["hot_spot"]));
            let community = spins["community"].as_array().unwrap().iter();
            stops.extend(community.map(|stop| segment(&stake(&stop["stake_cents"]).community, stop)));
        }
        stops
    }

    fn clear(&mut self) {
        let hit = |event: &Event| match event {
            Event::AwardHit { seat, bet, .. } => Some((*seat, *bet)),
            _ => None,
        };
        for (seat, bet) in self.floor.log.iter().filter_map(hit).collect::<Vec<_>>() {
            for (actor, step) in [(DEALER, AwardStep::Hand), (DEALER, AwardStep::Light), (FLOOR, AwardStep::Validate)] {
                self.floor.must(actor, Action::VerifyAward { seat, bet, step });
            }
        }
        self.floor.must(DEALER, Action::ClearTable);
    }

    /// The bets a seat had settled, with what a meter or prize paid.
    fn results(&self, at: Seat) -> Vec<AnsweredBet> {
        let award = |result: &BetResult| {
            self.floor.log.iter().find_map(|event| match event {
                Event::AwardHit { seat, bet, amount: Some(AwardAmount { paid, .. }), .. } => {
                    (*seat == at && *bet == result.bet).then_some(*paid)
                }
                _ => None,
            })
        };
        let settled = self.floor.log.iter().filter_map(|event| match event {
            Event::BetSettled { seat, result, .. } if *seat == at => {
                Some(AnsweredBet { win: award(result).unwrap_or(result.win), ..(*result).into() })
            }
            _ => None,
        });
        let mut results: Vec<AnsweredBet> = settled.collect();
        results.sort_by_key(|result| result.bet);
        results
    }

    fn bonuses(&self, at: Seat) -> Vec<Bonus> {
        let paid = |event: &Event| match *event {
            Event::BonusPaid { seat, kind, from, amount, clause } if seat == at => {
                Some(Bonus { kind, from_seat: from, amount, clause })
            }
            _ => None,
        };
        self.floor.log.iter().filter_map(paid).collect()
    }
}

/// A noted round as a table can play it: boxes of one person touch, tiers belong to symbols, and each stake of the
/// progressive has meters of its own (I-03, I-06, I-75).
fn playable(mut request: Value) -> (Value, Arc<Rules>) {
    let many = request["game"] == "let_it_ride_md" || request["game"] == "two_three_five_stud_md";
    for given in request["seats"].as_array_mut().unwrap() {
        let pair = given["seat"].as_u64().unwrap() / 2;
        given["player"] = if many { json!(pair) } else { Value::Null };
    }
    if request["game"] == "criss_cross_md" {
        for stop in request["spins"]["bonus"].as_array_mut().unwrap() {
            stop["tier"] = Value::Null;
        }
        let small = ["A", "B"].map(Value::from).contains(&request["rules"]["paytables"]["bonus_spin_progressive"]);
        let tiers = if small { json!({"jackpot": 3, "$500": 1}) } else { json!({"jackpot": 1, "$40": 2}) };
        request["rules"]["options"] = json!({"tiers": tiers});
    }
    let mut document = request["rules"].clone();
    document["game"] = request["game"].clone();
    let rules = for_settlement(&SettlementRules::parse(&document.to_string()).unwrap()).unwrap();
    let name = |MeterRef { wager, stake, level }: MeterRef| match wager {
        Wager::BonusSpinProgressive => format!("{wager}.{}", level.name()),
        _ => format!("{wager}.{}.{}", stake.get(), level.name()),
    };
    let given = meters(&rules).into_iter().map(|(meter, rules)| (name(meter), json!(rules.initial.get())));
    request["meters_cents"] = Value::Object(given.collect());
    (request, Arc::new(rules))
}

fn agrees(request: Value) {
    let (request, rules) = playable(request);
    let answer = settle_json(&request.to_string()).unwrap_or_else(|problems| panic!("{problems:#?}\n{request:#}"));
    let mut stage = Stage::new(request, rules);
    stage.play();
    let cents = |account: Account| stage.floor.played(account) / 1_000_000;
    for seat in &answer.seats {
        assert_eq!(cents(Account::Seat(seat.seat)), seat.net.get(), "net of seat {}\n{:#}", seat.seat, stage.request);
        let bonuses = stage.bonuses(seat.seat);
        assert_eq!(bonuses, seat.awards);
        assert!(bonuses.iter().all(|bonus| matches!(bonus.kind, BonusKind::Envy | BonusKind::Community)));
        let settled = stage.results(seat.seat);
        let answered: Vec<AnsweredBet> =
            seat.wagers.iter().copied().filter(|bet| settled.iter().any(|other| other.bet == bet.bet)).collect();
        assert_eq!(settled, answered, "bets of seat {}", seat.seat);
    }
    let balances: Vec<Cents> = answer.meters_cents.0.iter().map(|(_, cents)| *cents).collect();
    let kept = meters(stage.floor.table.rules()).into_iter().map(|(meter, _)| stage.floor.book.balance(meter).unwrap());
    assert_eq!(kept.map(|balance| balance.whole_cents()).collect::<Vec<_>>(), balances);
    if let Some(bank) = answer.bank {
        assert_eq!(cents(Account::Seat(seat(&stage.request["bank"]["seat"]))), bank.net.get());
    }
}

proptest! {
    #![proptest_config(replayable(ProptestConfig::with_cases(150)))]

    /// LIR-11-D, LIR-11-E.
    #[test]
    fn let_it_ride_agrees(request in round("let_it_ride_md")) {
        agrees(request);
    }

    /// S235-11-D.
    #[test]
    fn stud_agrees(request in round("two_three_five_stud_md")) {
        agrees(request);
    }

    /// CC-11-H, CC-11-I.
    #[test]
    fn criss_cross_agrees(request in round("criss_cross_md")) {
        agrees(request);
    }

    /// CAL-round-8, CAL-round-13.
    #[test]
    fn california_agrees(request in round("let_it_ride_ca"), bank in vec(500_i64..20_000, 1)) {
        let mut request = request;
        request["bank"]["wager_cents"] = json!(bank[0]);
        agrees(request);
    }
}
