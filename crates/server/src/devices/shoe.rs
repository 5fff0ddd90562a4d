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
use std::sync::{Arc, Mutex, PoisonError};
use store::{StoreError, shuffles};
use table_host::ids::TableId;
use table_host::{Attendant, Standing};

/// Steps that are handed in together, at most.
const STEPS_MAX: usize = 16;

/// The shoe at one table. What it can do at once it does within the table's own task; for what it must keep first, somebody
/// waits on its behalf.
#[derive(Debug)]
pub(crate) struct Shoe {
    table: TableId,
    /// The round its order is for, and the order.
    loaded: Mutex<Option<Loaded>>,
}

#[derive(Clone, Debug)]
struct Loaded {
    round: u64,
    order: Arc<Shuffle>,
}

/// What a shoe needs before it can do its part.
enum Due {
    /// Nothing: this is what it does.
    Done(Actor, Action),
    /// The order of the round's deck.
    Order(u64),
}

impl Shoe {
    /// The shoe of this table, with nothing in it.
    pub(crate) fn at(table: TableId) -> Self {
        Self { table, loaded: Mutex::default() }
    }

    /// What the shoe or its shuffler has to do now: all of it up to where somebody else is needed, each step on what the
    /// steps before it will leave.
    pub(super) async fn actions(&self, app: &App, standing: &Standing) -> Result<Vec<(Actor, Action)>, Trouble> {
        let mut steps = Vec::new();
        let Some(mut next) = self.ready(app, &standing.table).await? else { return Ok(steps) };
        let mut ahead = Table::clone(&standing.table);
        loop {
            let (actor, action) = next;
            // What the rules refuse here they refuse at the table.
            let Ok(events) = decide(&ahead, &Command { actor, at: table_host::now(), action }) else {
                return Ok(steps);
            };
            ahead.apply_all(&events);
            steps.push(next);
            next = match self.ready(app, &ahead).await? {
                Some(next) if steps.len() < STEPS_MAX => next,
                Some(_) | None => return Ok(steps),
            };
        }
    }

    /// What it does next, once it has all it needs.
    async fn ready(&self, app: &App, table: &Table) -> Result<Option<(Actor, Action)>, Trouble> {
        if let Some(Due::Order(round)) = self.due(table)? {
            self.load(app, round).await?;
        }
        Ok(match self.due(table)? {
            Some(Due::Done(actor, action)) => Some((actor, action)),
            Some(Due::Order(_)) | None => None,
        })
    }

    fn due(&self, table: &Table) -> Result<Option<Due>, Trouble> {
        if let Some(shuffle) = shuffle(table) {
            return Ok(Some(Due::Done(Actor::Shuffler, shuffle)));
        }
        let Some(round) = table.round().filter(|round| is_of_concern(*round.phase())) else { return Ok(None) };
        for offer in legal(table, Actor::Shoe, table_host::now()) {
            let Some(asked) = asked(&offer.action) else { continue };
            let Some(order) = self.order(round.number()) else { return Ok(Some(Due::Order(round.number()))) };
            let action = match asked {
                Asked::Commitment => {
                    let commitment = order.commitment(*self.table.0.as_bytes(), round.number());
                    Action::CommitShuffle { commitment: Commitment(commitment) }
                }
                Asked::Cards(count) => {
                    let cards = order.cards(round.cards_out(), count).ok_or(Trouble::RunOut)?;
                    Action::Deal { cards: cards.iter().copied().map(Some).collect() }
                }
            };
            return Ok(Some(Due::Done(Actor::Shoe, action)));
        }
        Ok(None)
    }

    fn order(&self, round: u64) -> Option<Arc<Shuffle>> {
        let loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        loaded.as_ref().filter(|loaded| loaded.round == round).map(|loaded| Arc::clone(&loaded.order))
    }

    /// Loads the order of a round: the one kept for it, or a new one, kept before anybody hears of it.
    async fn load(&self, app: &App, round: u64) -> Result<(), Trouble> {
        let drawn = Shuffle::draw(&mut Generator::from_system()?)?;
        let commitment = drawn.commitment(*self.table.0.as_bytes(), round);
        let drawn = shuffles::Shuffle { commitment, salt: *drawn.salt(), order: drawn.to_bytes() };
        let mut connection = app.store.pool().acquire().await.map_err(StoreError::from)?;
        let kept = shuffles::keep(&mut connection, self.table, round, &drawn).await?.shuffle;
        let order = Arc::new(Shuffle::from_bytes(&kept.order, kept.salt)?);
        *self.loaded.lock().unwrap_or_else(PoisonError::into_inner) = Some(Loaded { round, order });
        Ok(())
    }
}

impl Attendant for Shoe {
    fn next(&self, table: &Table) -> Option<(Actor, Action)> {
        if !table.rules().virtual_shoe() {
            return None;
        }
        // What it is in trouble with comes up again where it is told of.
        match self.due(table) {
            Ok(Some(Due::Done(actor, action))) => Some((actor, action)),
            Ok(Some(Due::Order(_)) | None) | Err(_) => None,
        }
    }
}

/// What the rules ask of a shoe.
enum Asked {
    Commitment,
    Cards(usize),
}

const fn asked(offered: &Offered) -> Option<Asked> {
    match offered {
        Offered::CommitShuffle => Some(Asked::Commitment),
        Offered::Deal { cards: Values::KnownCards { max, .. } } => Some(Asked::Cards(*max as usize)),
        _ => None,
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
