//! Deciding what waits in a mailbox: one command after the other, each on what the ones before it would leave behind.

use crate::journal::NewEntry;
use crate::order::Order;
use game_core::bets::AwardSource;
use game_core::command::Command;
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
}

/// What was decided of a command.
pub(crate) enum Verdict {
    /// It is accepted as this one of the entries.
    Entry(usize),
    /// It is refused. `firm` says that nothing undecided came before it.
    Rejected { rejection: Box<Rejection>, firm: bool },
}

/// Decides commands until one is accepted whose amounts the writer fills in: what follows must see them.
pub(crate) fn decide_all<'a>(table: &Table, orders: impl Iterator<Item = &'a Order>, at: Millis) -> Decided {
    let mut decided = Decided { verdicts: Vec::new(), trial: table.clone(), entries: Vec::new() };
    for order in orders {
        let command = Command { actor: order.actor, at, action: order.action };
        match decide(&decided.trial, &command) {
            Err(rejection) => {
                let firm = decided.entries.is_empty();
                decided.verdicts.push(Verdict::Rejected { rejection: Box::new(rejection), firm });
            }
            Ok(events) => {
                decided.trial.apply_all(&events);
                let last = events.iter().any(is_the_writers);
                decided.verdicts.push(Verdict::Entry(decided.entries.len()));
                decided.entries.push(NewEntry {
                    at,
                    actor: order.actor,
                    command_id: order.command_id,
                    body_digest: order.body_digest,
                    command: order.action,
                    events,
                });
                if last {
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
