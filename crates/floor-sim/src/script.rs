//! A round written down beforehand: a table is played here by the rules engine, with a deck whose order is known, and
//! what people do is kept. Tests send the same to a server and compare.

use crate::dealer::{Manners, Scene, choose};
use crate::dice::Dice;
use crate::player::{Habit, Mind};
use crate::stacked::StackedDeck;
use game_core::actor::Actor;
use game_core::card::Card;
use game_core::command::{Action, Command};
use game_core::commitment::Commitment;
use game_core::decide::decide;
use game_core::game::{Millis, PlayerId, Seat, StaffId};
use game_core::legal::{Offered, legal};
use game_core::procedure::{self, ActionKind};
use game_core::rules::Rules;
use game_core::table::Table;
use game_core::values::Values;
use game_core::view::{Viewer, felt, view};
use std::sync::Arc;
use std::time::Duration;

/// Who does something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    /// The dealer.
    Dealer,
    /// One of two floorpersons, 0 or 1.
    Floorperson(usize),
    /// The player at a seat.
    Player(Seat),
}

/// Something a person does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Who.
    pub who: Who,
    /// What.
    pub action: Action,
    /// The entries of the journal after it, and after what it makes the table's own devices do.
    pub seq: u64,
}

/// A round from an empty table to a cleared layout.
#[derive(Clone, Debug)]
pub struct Script {
    /// What people do, in order.
    pub steps: Vec<Step>,
    /// The table as it is left.
    pub table: Table,
}

/// More steps than any round takes.
const STEPS_MAX: usize = 1000;

struct Writer<'a> {
    table: Table,
    order: &'a [Card],
    minds: Vec<Mind>,
    dice: Dice,
    manners: Manners,
    now: Millis,
    seq: u64,
    steps: Vec<Step>,
}

/// Writes one round of so many players at a table with a virtual shoe, dealt in this order. None where the table does not
/// get on.
#[must_use]
pub fn write(rules: Arc<Rules>, players: u8, order: &[Card], now: Millis) -> Option<Script> {
    let dice = Dice::new(1);
    let minds = Seat::first(players).zip([Habit::AlwaysRide, Habit::Random, Habit::SideBetLover].into_iter().cycle());
    let minds = minds.map(|(seat, habit)| Mind::new(seat, habit, None, dice.of(u64::from(seat.number())))).collect();
    let table = Table::new(rules);
    let mut writer = Writer { table, order, minds, dice, manners: Manners::brisk(), now, seq: 0, steps: Vec::new() };
    for seat in Seat::first(players) {
        writer.person(Who::Dealer, Action::SeatPlayer { seat, player: player(seat) })?;
    }
    while writer.seq == 0 || writer.table.round().is_some() || !writer.has_played() {
        if writer.steps.len() > STEPS_MAX {
            return None;
        }
        writer.next()?;
    }
    Some(Script { steps: writer.steps, table: writer.table })
}

/// The player who sits at a seat.
#[must_use]
pub fn player(seat: Seat) -> PlayerId {
    PlayerId(u64::from(seat.number()))
}

const fn actor(who: Who) -> Actor {
    match who {
        Who::Dealer => Actor::Dealer(StaffId(1)),
        Who::Floorperson(0) => Actor::Floorperson(StaffId(2)),
        Who::Floorperson(_) => Actor::Floorperson(StaffId(3)),
        Who::Player(seat) => Actor::Player(PlayerId(seat.number() as u64)),
    }
}

impl Writer<'_> {
    fn has_played(&self) -> bool {
        self.steps.iter().any(|step| step.action == Action::ClearTable)
    }

    /// Somebody does the next thing.
    fn next(&mut self) -> Option<()> {
        let chosen = self.players_choice().or_else(|| self.staffs_choice(self.manners.betting_min));
        let (who, action) = chosen.or_else(|| self.staffs_choice(Duration::MAX))?;
        self.person(who, action)
    }

    fn players_choice(&mut self) -> Option<(Who, Action)> {
        let (table, now) = (&self.table, self.now);
        self.minds.iter_mut().find_map(|mind| {
            let seen = view(table, Viewer::Player(player(mind.seat())));
            if !mind.is_wanted(&seen) {
                return None;
            }
            let offers = legal(table, Actor::Player(player(mind.seat())), now);
            Some((Who::Player(mind.seat()), mind.choose(&offers, &seen)?))
        })
    }

    fn staffs_choice(&mut self, waited: Duration) -> Option<(Who, Action)> {
        let felt = felt(&self.table);
        let deck = StackedDeck::new(&self.dice.of(9), 1);
        let cards_out = self.table.round().map_or(0, |round| u8::try_from(round.cards_out()).unwrap_or(0));
        [Who::Dealer, Who::Floorperson(0), Who::Floorperson(1)].into_iter().find_map(|who| {
            let offers = legal(&self.table, actor(who), self.now);
            let (dice, manners) = (&mut self.dice, &self.manners);
            let mut scene = Scene { felt: &felt, waited, quiet: waited, deck: &deck, cards_out, dice, manners };
            Some((who, choose(&offers, &mut scene)?))
        })
    }

    /// A person acts, and then the devices as long as they have something to do.
    fn person(&mut self, who: Who, action: Action) -> Option<()> {
        self.ask(actor(who), action)?;
        while let Some((actor, action)) = self.devices_turn() {
            self.ask(actor, action)?;
        }
        self.steps.push(Step { who, action, seq: self.seq });
        Some(())
    }

    fn ask(&mut self, actor: Actor, action: Action) -> Option<()> {
        let events = decide(&self.table, &Command { actor, at: self.now, action }).ok()?;
        self.table.apply_all(&events);
        self.seq += 1;
        Some(())
    }

    fn devices_turn(&self) -> Option<(Actor, Action)> {
        let asked = [Actor::Shuffler, Actor::Shoe].into_iter();
        let mut offers =
            asked.flat_map(|actor| legal(&self.table, actor, self.now).into_iter().map(move |offer| (actor, offer)));
        offers.find_map(|(actor, offer)| match offer.action {
            Offered::Procedure(step) if step.action == ActionKind::Shuffle => {
                let count = matches!(step.values, Values::Count { .. }).then_some(procedure::FULL_DECK);
                Some((actor, Action::Procedure(procedure::Action::Shuffle { deck: step.deck?, count })))
            }
            Offered::CommitShuffle => Some((actor, Action::CommitShuffle { commitment: Commitment([0; 32]) })),
            Offered::Deal { cards: Values::KnownCards { max, .. } } => {
                let out = self.table.round()?.cards_out();
                let cards = self.order.get(out..out + usize::from(max))?;
                Some((actor, Action::Deal { cards: cards.iter().copied().map(Some).collect() }))
            }
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facility::plain_examples;

    #[test]
    fn a_round_of_every_game_can_be_written_down() {
        let order: Vec<Card> = Card::deck().collect();
        for (name, submission) in plain_examples().unwrap() {
            let (_, rules) = game_core::submission::check(&submission.to_string()).unwrap();
            let script = write(Arc::new(rules), 3, &order, Millis(1_000_000)).unwrap_or_else(|| panic!("{name}"));
            assert!(script.table.round().is_none());
            assert!(script.steps.iter().any(|step| matches!(step.who, Who::Player(_))), "{name}");
        }
    }
}
