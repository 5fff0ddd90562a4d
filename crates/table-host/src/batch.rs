//! Deciding what waits in a mailbox: one command after the other, each on what the ones before it would leave behind.

use crate::attendant::Attendant;
use crate::ids::{BodyDigest, CommandId};
use crate::journal::NewEntry;
use crate::task::Asked;
use game_core::bets::AwardSource;
use game_core::command::{AwardStep, Command};
use game_core::decide::decide;
use game_core::event::Event;
use game_core::game::Millis;
use game_core::rejection::Rejection;
use game_core::table::Table;

/// What was decided of the first commands of a list. The rest waits for the writer's word.
pub(crate) struct Decided {
    /// One for each command decided, in order.
    pub(crate) verdicts: Vec<Verdict>,
    /// What the accepted ones leave behind, if every amount stands.
    pub(crate) trial: Table,
    /// The accepted ones, to be written.
    pub(crate) entries: Vec<NewEntry>,
    /// Whether these must be on disk before anything else is decided.
    complete: bool,
}

/// What was decided of a command.
pub(crate) enum Verdict {
    /// It is accepted as this one of the entries.
    Entry(usize),
    /// It is refused. `firm` says that nothing undecided came before it.
    Rejected { rejection: Box<Rejection>, firm: bool },
}

/// Steps of an attendant that are written with what they answer, at most.
const STEPS_MAX: usize = 16;

impl Decided {
    /// Adds what the attendant answers to what was accepted. What it cannot answer now it answers after the commit.
    pub(crate) fn attend(&mut self, attendant: &dyn Attendant, at: Millis) {
        if self.entries.is_empty() {
            return;
        }
        for _ in 0..STEPS_MAX {
            let Some((actor, action)) = attendant.next(&self.trial).filter(|_| !self.complete) else { return };
            let Ok(events) = decide(&self.trial, &Command { actor, at, action }) else { return };
            self.trial.apply_all(&events);
            self.complete = events.iter().any(is_the_writers);
            let command_id = CommandId::new();
            let body_digest = BodyDigest::of(command_id.0.as_bytes());
            self.entries.push(NewEntry { at, actor, command_id, body_digest, command: action, events });
        }
    }

    /// Whether it was decided of a command that somebody is to be paid an award.
    pub(crate) fn pays(&self, verdict: &Verdict) -> bool {
        let pays = |event: &Event| matches!(event, Event::AwardVerified { step: AwardStep::Validate, .. });
        match verdict {
            Verdict::Entry(place) => self.entries.get(*place).is_some_and(|entry| entry.events.iter().any(pays)),
            Verdict::Rejected { .. } => false,
        }
    }
}

impl Verdict {
    fn rejection(&self) -> Option<&Rejection> {
        match self {
            Self::Entry(_) => None,
            Self::Rejected { rejection, .. } => Some(rejection),
        }
    }
}

/// Decides commands until one is accepted whose amounts the writer fills in: what follows must see them. Where other rules wait for the
/// end of the round, what follows that end is decided under them.
pub(crate) fn decide_all(table: &Table, asked: &[Asked], at: Millis, rules_wait: bool) -> Decided {
    let mut decided = Decided { verdicts: Vec::new(), trial: table.clone(), entries: Vec::new(), complete: false };
    for Asked { order, follows, .. } in asked {
        let command = Command { actor: order.actor, at, action: order.action };
        let refused = decided.verdicts.last().filter(|_| *follows).and_then(Verdict::rejection).cloned();
        match refused.map_or_else(|| decide(&decided.trial, &command), Err) {
            Err(rejection) => {
                let firm = decided.entries.is_empty();
                decided.verdicts.push(Verdict::Rejected { rejection: Box::new(rejection), firm });
            }
            Ok(events) => {
                decided.trial.apply_all(&events);
                decided.complete = events.iter().any(is_the_writers) || (rules_wait && decided.trial.round().is_none());
                decided.verdicts.push(Verdict::Entry(decided.entries.len()));
                decided.entries.push(NewEntry {
                    at,
                    actor: order.actor,
                    command_id: order.command_id,
                    body_digest: order.body_digest,
                    command: order.action,
                    events,
                });
                if decided.complete {
                    break;
                }
            }
        }
    }
    decided
}

/// Whether the writer, which owns the meters, has a say in an event's amount.
fn is_the_writers(event: &Event) -> bool {
    matches!(event, Event::MeterFed { .. } | Event::AwardHit { source: AwardSource::Meter { .. }, .. })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order::Order;
    use crate::task::Answer;
    use game_core::actor::Actor;
    use game_core::command::Action;
    use game_core::game::{PlayerId, Seat, StaffId};
    use std::sync::Arc;

    const RULES: &str = r#"{
        "game": "let_it_ride_md", "name": "A run", "approval": "RUN-1",
        "limits": { "min_cents": 500, "max_cents": 50000 }, "wagers": { "let_it_ride": { "paytable": "A" } },
        "equipment": { "dealing": "automated_shoe", "shuffle": { "method": "machine", "counts_cards": true } }
    }"#;

    fn asked(action: Action, follows: bool) -> Asked {
        let (command_id, body_digest) = (CommandId::new(), BodyDigest::of(b""));
        let order = Order { actor: Actor::Dealer(StaffId(1)), command_id, body_digest, action };
        Asked { order, answer: Answer::Nobody, follows }
    }

    /// Which of these commands are accepted at a table nobody has opened yet.
    fn accepted(asked: &[Asked]) -> Vec<bool> {
        let (_, rules) = game_core::submission::check(RULES).unwrap();
        let decided = decide_all(&Table::new(Arc::new(rules)), asked, Millis(1), false);
        decided.verdicts.iter().map(|verdict| matches!(verdict, Verdict::Entry(_))).collect()
    }

    /// A round is played by one version of the rules: what follows its end waits until those that are due are taken up.
    #[test]
    fn what_follows_the_end_of_a_round_waits_for_rules_that_wait() {
        let (_, rules) = game_core::submission::check(RULES).unwrap();
        let sit = |number| Action::SeatPlayer { seat: Seat::new(number).unwrap(), player: PlayerId(number.into()) };
        let between = Table::new(Arc::new(rules));
        let mut in_round = between.clone();
        let opened = Event::RoundOpened { number: 1, deck: game_core::procedure::DeckId::First, at: Millis(1) };
        in_round.apply(&opened);
        let sitting = || [asked(sit(1), false), asked(sit(2), false)];
        let ending = || [asked(sit(1), false), asked(Action::CancelRound, false), asked(sit(2), false)];
        let decided = |table: &Table, asked: &[Asked], wait| decide_all(table, asked, Millis(2), wait).verdicts.len();
        assert_eq!((decided(&between, &sitting(), false), decided(&between, &sitting(), true)), (2, 1));
        assert_eq!((decided(&in_round, &sitting(), true), decided(&in_round, &ending(), true)), (2, 2));
        assert_eq!(decided(&in_round, &ending(), false), 3);
    }

    /// Sits down at the first free seats, once somebody sits.
    #[derive(Debug)]
    struct Company;

    impl Attendant for Company {
        fn next(&self, table: &Table) -> Option<(Actor, Action)> {
            let taken = |seat: &Seat| table.state().player(*seat).is_some();
            let seat = Seat::first(table.rules().seats()).find(|seat| !taken(seat))?;
            let player = PlayerId(seat.number().into());
            let sits = (Actor::Dealer(StaffId(1)), Action::SeatPlayer { seat, player });
            Seat::first(table.rules().seats()).any(|seat| taken(&seat)).then_some(sits)
        }
    }

    #[test]
    fn an_attendant_answers_what_was_accepted_and_nothing_that_must_be_on_disk_first() {
        let (_, rules) = game_core::submission::check(RULES).unwrap();
        let table = Table::new(Arc::new(rules));
        let sit = Action::SeatPlayer { seat: Seat::new(2).unwrap(), player: PlayerId(2) };
        let entries = |asked: &[Asked], rules_wait| {
            let mut decided = decide_all(&table, asked, Millis(1), rules_wait);
            decided.attend(&Company, Millis(1));
            assert_eq!(decided.verdicts.len(), asked.len(), "what it adds is nobody's answer");
            let mut after = table.clone();
            decided.entries.iter().for_each(|entry| after.apply_all(&entry.events));
            assert_eq!(after.state(), decided.trial.state());
            decided.entries.len()
        };
        assert_eq!(entries(&[asked(sit, false)], false), usize::from(table.rules().seats()));
        assert_eq!(entries(&[asked(sit, false)], true), 1, "other rules wait");
        assert_eq!(entries(&[asked(Action::OpenRound, false)], false), 0, "nothing was accepted");
    }

    #[test]
    fn what_follows_a_refused_command_is_refused_with_it_and_nothing_else_is() {
        let sit = |number| Action::SeatPlayer { seat: Seat::new(number).unwrap(), player: PlayerId(number.into()) };
        let alone = [asked(Action::OpenRound, false), asked(sit(1), false), asked(sit(2), true)];
        assert_eq!(accepted(&alone), [false, true, true]);
        let run = [asked(Action::OpenRound, false), asked(sit(1), true), asked(sit(2), true), asked(sit(3), false)];
        assert_eq!(accepted(&run), [false, false, false, true]);
    }
}
