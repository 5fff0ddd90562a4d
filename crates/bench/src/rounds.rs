//! Whole rounds through the engine, command by command, and whole settlements: how many a core does in a second.
#![expect(clippy::panic, reason = "a measurement of something that does not work is worth nothing")]

use crate::hands::SplitMix;
use game_core::actor::Actor;
use game_core::card::Card;
use game_core::command::{Action, Command};
use game_core::decide::decide_into;
use game_core::decision::Decision;
use game_core::game::{Millis, PlayerId, Seat, StaffId};
use game_core::inventory::{self, CountKind, Denomination, Tray};
use game_core::layout::Cards;
use game_core::meters::MeterBook;
use game_core::money::Cents;
use game_core::procedure::{self, Back, DeckId};
use game_core::settle::{Request, settle};
use game_core::submission;
use game_core::table::Table;
use game_core::wager::Wager;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

const DEALER: Actor = Actor::Dealer(StaffId(1));
const FLOOR: Actor = Actor::Floorperson(StaffId(2));
const PLAYER: PlayerId = PlayerId(7);

/// Rounds that differ in their cards, played over and over.
const ROUNDS: usize = 256;
const REPETITIONS: usize = 41;

/// A side wager and its stake in cents.
type SideWager = (Wager, i64);

/// What is measured: a name, the table's submission, and what each seat bets beside the base wager.
const TABLES: [(&str, &str, &[SideWager]); 3] = [
    ("cards one at a time, no side wagers", include_str!("submissions/manual.json"), &[]),
    ("stacks of cards, no side wagers", include_str!("submissions/automated.json"), &[]),
    (
        "cards one at a time, four side wagers a seat",
        include_str!("submissions/manual_all.json"),
        &[
            (Wager::FiveCardBonus, 100),
            (Wager::ThreeCardBonus, 500),
            (Wager::SixCardBonus, 500),
            (Wager::ProgressivePayout, 100),
        ],
    ),
];

/// Seven-seat Let It Ride rounds through `decide` and `apply`.
pub(crate) fn whole_rounds() {
    println!("{:<52}{:>14}{:>12}{:>14}", "Seven-seat Let It Ride rounds", "rounds/s", "commands", "ns a command");
    for (name, document, side_wagers) in TABLES {
        let mut stage = Stage::new(document);
        let rounds: Vec<Vec<Command>> = (0..ROUNDS).map(|number| stage.script(number as u64, side_wagers)).collect();
        let commands = rounds.iter().map(Vec::len).sum::<usize>() as f64 / ROUNDS as f64;
        let mut seconds: Vec<f64> = (0..REPETITIONS).map(|_| stage.play(&rounds)).collect();
        seconds.sort_by(f64::total_cmp);
        let each = seconds[REPETITIONS / 2] / ROUNDS as f64;
        println!("  {name:<50}{:>14.0}{commands:>12.0}{:>14.0}", 1.0 / each, each * 1e9 / commands);
    }
}

/// Whole settlements of a round with two seats and three wagers each, checked and answered.
pub(crate) fn settlements() {
    let request: Request = match serde_json::from_str(include_str!("submissions/settle.json")) {
        Ok(request) => request,
        Err(error) => return println!("settle: {error}"),
    };
    let mut seconds: Vec<f64> = (0..REPETITIONS)
        .map(|_| {
            let start = Instant::now();
            for _ in 0..ROUNDS {
                black_box(settle(black_box(&request)).is_ok());
            }
            start.elapsed().as_secs_f64()
        })
        .collect();
    seconds.sort_by(f64::total_cmp);
    let each = seconds[REPETITIONS / 2] / ROUNDS as f64;
    println!("{:<52}{:>14}", "Settlements", "settle/s");
    println!("  {:<50}{:>14.0}", "two seats, three wagers each", 1.0 / each);
}

/// A table on which rounds are played, and the list its events are written to.
struct Stage {
    table: Table,
    book: MeterBook,
    events: Vec<game_core::event::Event>,
    commands: u64,
}

impl Stage {
    fn new(document: &str) -> Self {
        let (_, rules) = submission::check(document).unwrap_or_else(|problems| panic!("{problems:?}"));
        let rules = Arc::new(rules);
        let book = MeterBook::new(&rules).unwrap_or_else(|error| panic!("{error}"));
        let mut stage = Self { table: Table::new(rules), book, events: Vec::with_capacity(64), commands: 0 };
        let tray = Tray::of(&[(Denomination::Thousand, 100_000)]);
        stage.must(DEALER, Action::Inventory(inventory::Action::Count { kind: CountKind::Opener, tray }));
        stage.must(FLOOR, Action::Inventory(inventory::Action::VerifyCount));
        for seat in Seat::first(7) {
            stage.must(DEALER, Action::SeatPlayer { seat, player: PlayerId(u64::from(seat.number()) + PLAYER.0) });
            stage.must(DEALER, Action::BuyIn { seat, amount: Cents::BUY_IN_MAX });
        }
        let deck = DeckId::First;
        for (actor, step) in [
            (DEALER, procedure::Action::ReceiveDeck { back: Back::Red, preshuffled: false }),
            (DEALER, procedure::Action::InspectDeck { deck }),
            (FLOOR, procedure::Action::VerifyInspection { deck }),
            (FLOOR, procedure::Action::OpenTable),
            (DEALER, procedure::Action::SpreadDeck { deck }),
            (DEALER, procedure::Action::ShowDeck { deck }),
            (DEALER, procedure::Action::WashDeck { deck }),
            (DEALER, procedure::Action::StackDeck { deck }),
        ] {
            stage.must(actor, Action::Procedure(step));
        }
        stage
    }

    fn must(&mut self, actor: Actor, action: Action) -> Command {
        self.commands += 1;
        let command = Command { actor, at: Millis(1), action };
        if let Err(refusal) = self.take(&command) {
            panic!("{action:?} refused: {refusal}");
        }
        command
    }

    fn take(&mut self, command: &Command) -> Result<(), game_core::rejection::Rejection> {
        self.events.clear();
        decide_into(&self.table, command, &mut self.events)?;
        self.book.post(&mut self.events)?;
        self.table.apply_all(&self.events);
        Ok(())
    }

    /// Plays a round once and keeps its commands.
    fn script(&mut self, number: u64, side_wagers: &[SideWager]) -> Vec<Command> {
        let mut random = SplitMix::new(number);
        let mut deck: Vec<Card> = Card::deck().collect();
        for place in (1..deck.len()).rev() {
            deck.swap(place, random.below(place + 1));
        }
        let shuffle = procedure::Action::Shuffle { deck: DeckId::First, count: Some(52) };
        let mut script =
            vec![self.must(Actor::Shuffler, Action::Procedure(shuffle)), self.must(DEALER, Action::OpenRound)];
        for seat in Seat::first(7) {
            for (wager, cents) in [(Wager::LetItRide, 500)].iter().chain(side_wagers) {
                let action = Action::PlaceWager { seat, wager: *wager, amount: Cents::new(*cents) };
                script.push(self.must(DEALER, action));
            }
        }
        script.push(self.must(DEALER, Action::NoMoreBets));
        if !side_wagers.is_empty() {
            script.push(self.must(DEALER, Action::CollectWagers { wager: Wager::FiveCardBonus, count: 7 }));
            script.push(self.must(DEALER, Action::LockWagers));
            script.push(self.must(DEALER, Action::CollectWagers { wager: Wager::ProgressivePayout, count: 7 }));
        }
        self.deal(&mut deck, &mut script);
        for _ in 0..2 {
            for seat in Seat::first(7) {
                let decision = if random.below(2) == 0 { Decision::Ride } else { Decision::Withdraw };
                script.push(self.must(DEALER, Action::Decide { seat, decision }));
            }
            script.push(self.must(DEALER, Action::TurnUp { cards: Cards::new() }));
        }
        if !side_wagers.is_empty() {
            script.push(self.must(DEALER, Action::TurnUp { cards: Cards::new() }));
        }
        for _ in 0..7 {
            script.push(self.must(DEALER, Action::Settle { cards: Cards::new() }));
        }
        script.push(self.must(DEALER, Action::ClearTable));
        script
    }

    fn deal(&mut self, deck: &mut Vec<Card>, script: &mut Vec<Command>) {
        while let Some(stack) = self.table.round().map(|round| round.next_stack().len()).filter(|left| *left > 0) {
            let cards = (0..stack).filter_map(|_| deck.pop()).map(Some).collect();
            script.push(self.must(Actor::Shoe, Action::Deal { cards }));
        }
    }

    /// Plays the scripts and says how many seconds it took.
    fn play(&mut self, rounds: &[Vec<Command>]) -> f64 {
        let start = Instant::now();
        for command in rounds.iter().flatten() {
            if let Err(refusal) = self.take(command) {
                panic!("{:?} refused: {refusal}", command.action);
            }
        }
        start.elapsed().as_secs_f64()
    }
}
