//! The virtual shoe and its shuffler. The order of a round's deck is drawn and kept, and a commitment to it published,
//! before betting closes; cards then leave it one stack after the other, through the command of any shoe.

use super::Trouble;
use crate::app::App;
use chance::{Generator, Shuffle};
use game_core::actor::Actor;
use game_core::command::Action;
use game_core::commitment::Commitment;
use game_core::legal::{Offered, legal};
use game_core::procedure::{self, ActionKind};
use game_core::values::Values;
use store::{StoreError, shuffles};
use table_host::Standing;
use table_host::ids::TableId;

/// The shoe at one table.
#[derive(Debug, Default)]
pub(super) struct Shoe {
    /// The round its order is for, and the order.
    loaded: Option<(u64, Shuffle)>,
}

impl Shoe {
    /// What the shoe or its shuffler has to do now.
    pub(super) async fn action(
        &mut self,
        app: &App,
        table: TableId,
        standing: &Standing,
    ) -> Result<Option<(Actor, Action)>, Trouble> {
        if let Some(shuffle) = shuffle(standing) {
            return Ok(Some((Actor::Shuffler, shuffle)));
        }
        let Some(round) = standing.table.round() else { return Ok(None) };
        for offer in legal(&standing.table, Actor::Shoe, table_host::now()) {
            match offer.action {
                Offered::CommitShuffle => {
                    let order = self.load(app, table, round.number()).await?;
                    let commitment = Commitment(order.commitment(*table.0.as_bytes(), round.number()));
                    return Ok(Some((Actor::Shoe, Action::CommitShuffle { commitment })));
                }
                Offered::Deal { cards: Values::KnownCards { max, .. } } => {
                    let order = self.load(app, table, round.number()).await?;
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

/// A shuffle the machine has to make.
fn shuffle(standing: &Standing) -> Option<Action> {
    let table = &standing.table;
    if !table.rules().equipment().machine_shuffles() {
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
