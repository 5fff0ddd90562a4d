//! The virtual shoe and its shuffler. The order of a round's deck is drawn and kept, and a commitment to it published,
//! before betting closes; cards then leave it one stack after the other, through the command of any shoe.

use super::Trouble;
use crate::app::App;
use chance::{Generator, Shuffle};
use game_core::actor::Actor;
use game_core::command::{Action, Command};
use game_core::commitment::Commitment;
use game_core::decide::decide;
use game_core::legal::{Offered, legal};
use game_core::procedure::{self, ActionKind, DeckId, Stage};
use game_core::round::Phase;
use game_core::table::Table;
use game_core::values::Values;
use store::{StoreError, shuffles};
use table_host::Standing;
use table_host::ids::TableId;

/// Steps that are handed in together, at most.
const STEPS_MAX: usize = 16;

/// The shoe at one table.
#[derive(Debug, Default)]
pub(super) struct Shoe {
    /// The round its order is for, and the order.
    loaded: Option<(u64, Shuffle)>,
}

impl Shoe {
    /// What the shoe or its shuffler has to do now: all of it up to where somebody else is needed, each step on what the
    /// steps before it will leave.
    pub(super) async fn actions(
        &mut self,
        app: &App,
        table: TableId,
        standing: &Standing,
    ) -> Result<Vec<(Actor, Action)>, Trouble> {
        let mut steps = Vec::new();
        let Some(mut next) = self.next(app, table, &standing.table).await? else { return Ok(steps) };
        let mut ahead = Table::clone(&standing.table);
        loop {
            let (actor, action) = next;
            // What the rules refuse here they refuse at the table.
            let Ok(events) = decide(&ahead, &Command { actor, at: table_host::now(), action }) else {
                return Ok(steps);
            };
            ahead.apply_all(&events);
            steps.push(next);
            next = match self.next(app, table, &ahead).await? {
                Some(next) if steps.len() < STEPS_MAX => next,
                Some(_) | None => return Ok(steps),
            };
        }
    }

    async fn next(&mut self, app: &App, id: TableId, table: &Table) -> Result<Option<(Actor, Action)>, Trouble> {
        if let Some(shuffle) = shuffle(table) {
            return Ok(Some((Actor::Shuffler, shuffle)));
        }
        let Some(round) = table.round().filter(|round| is_of_concern(*round.phase())) else { return Ok(None) };
        for offer in legal(table, Actor::Shoe, table_host::now()) {
            match offer.action {
                Offered::CommitShuffle => {
                    let order = self.load(app, id, round.number()).await?;
                    let commitment = Commitment(order.commitment(*id.0.as_bytes(), round.number()));
                    return Ok(Some((Actor::Shoe, Action::CommitShuffle { commitment })));
                }
                Offered::Deal { cards: Values::KnownCards { max, .. } } => {
                    let order = self.load(app, id, round.number()).await?;
                    let cards = order.cards(round.cards_out(), usize::from(max)).ok_or(Trouble::RunOut)?;
                    let cards = cards.iter().copied().map(Some).collect();
                    return Ok(Some((Actor::Shoe, Action::Deal { cards })));
                }
                _ => {}
            }
        }
        Ok(None)
    }

    /// The order of a round: the one kept for it, or a new one, kept before anybody hears of it.
    async fn load(&mut self, app: &App, table: TableId, round: u64) -> Result<&Shuffle, Trouble> {
        if self.loaded.as_ref().is_none_or(|(loaded, _)| *loaded != round) {
            let drawn = Shuffle::draw(&mut Generator::from_system()?)?;
            let commitment = drawn.commitment(*table.0.as_bytes(), round);
            let drawn = shuffles::Shuffle { commitment, salt: *drawn.salt(), order: drawn.to_bytes() };
            let mut connection = app.store.pool().acquire().await.map_err(StoreError::from)?;
            let kept = shuffles::keep(&mut connection, table, round, &drawn).await?.shuffle;
            self.loaded = Some((round, Shuffle::from_bytes(&kept.order, kept.salt)?));
        }
        self.loaded.as_ref().map(|(_, order)| order).ok_or(Trouble::RunOut)
    }
}

/// Whether a shoe may have something to do in a phase, so that the rules are worth asking.
const fn is_of_concern(phase: Phase) -> bool {
    match phase {
        Phase::BankOffer { .. } | Phase::Betting | Phase::Collecting(_) | Phase::Dealing => true,
        Phase::Halted
        | Phase::CountingStub
        | Phase::Deciding { .. }
        | Phase::Turning { .. }
        | Phase::SettlingFirst { .. }
        | Phase::DrawingHotSpot
        | Phase::Settling { .. }
        | Phase::Spinning { .. }
        | Phase::PayingEnvy
        | Phase::Settled
        | Phase::Frozen { .. } => false,
    }
}

/// A shuffle the machine has to make.
fn shuffle(table: &Table) -> Option<Action> {
    let decks = DeckId::ALL.into_iter().filter_map(|deck| table.state().procedure().deck(deck));
    let due = decks.into_iter().any(|deck| matches!(deck.stage, Stage::ToShuffle(_) | Stage::ToCut(_)));
    if !(due && table.rules().equipment().machine_shuffles()) {
        return None;
    }
    legal(table, Actor::Shuffler, table_host::now()).into_iter().find_map(|offer| match offer.action {
        Offered::Procedure(step) if step.action == ActionKind::Shuffle => {
            let count = matches!(step.values, Values::Count { .. }).then_some(procedure::FULL_DECK);
            Some(Action::Procedure(procedure::Action::Shuffle { deck: step.deck?, count }))
        }
        _ => None,
    })
}
