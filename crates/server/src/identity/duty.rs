//! Who deals where now, kept in memory: a dealer sees and does something only at the table assigned, and only until the
//! shift is over.

use crate::clock::Clock;
use game_core::game::{Millis, StaffId};
use std::collections::HashMap;
use store::assignments::{self, Assignment};
use store::{Store, StoreError};
use table_host::ids::TableId;
use tokio::sync::watch;
use wire::problem::EdgeCode;

/// Where each dealer deals.
#[derive(Debug)]
pub struct Duty {
    clock: Clock,
    posts: watch::Sender<HashMap<StaffId, Post>>,
}

/// A dealer's table, and until when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Post {
    table: TableId,
    until: Millis,
}

impl Duty {
    /// Nobody deals anywhere yet.
    #[must_use]
    pub fn new(clock: Clock) -> Self {
        Self { clock, posts: watch::Sender::default() }
    }

    /// Takes up what is kept.
    ///
    /// # Errors
    /// When the store cannot answer.
    pub async fn recover(&self, store: &Store) -> Result<(), StoreError> {
        let current = assignments::current(&mut *store.connection().await?).await?;
        self.posts.send_modify(|posts| current.iter().for_each(|one| post(posts, one)));
        Ok(())
    }

    /// A dealer was assigned, which the store knows already.
    pub(crate) fn assigned(&self, assignment: &Assignment) {
        self.posts.send_modify(|posts| {
            posts.retain(|_, post| post.table != assignment.table);
            if assignment.ended_at.is_none() {
                post(posts, assignment);
            }
        });
    }

    /// The dealer of a table was relieved, which the store knows already.
    pub(crate) fn relieved(&self, table: TableId) {
        self.posts.send_modify(|posts| posts.retain(|_, post| post.table != table));
    }

    /// Whether the dealer deals at the table now.
    ///
    /// # Errors
    /// When the dealer is assigned elsewhere or nowhere, or the shift is over.
    pub fn at(&self, dealer: StaffId, table: TableId) -> Result<(), EdgeCode> {
        match self.posts.borrow().get(&dealer) {
            Some(post) if post.table == table && self.clock.now() < post.until => Ok(()),
            Some(post) if post.table == table => Err(EdgeCode::OffShift),
            Some(_) | None => Err(EdgeCode::NotAssigned),
        }
    }

    /// Waits until the dealer deals at the table no more, but for the end of the shift.
    pub(crate) fn left(&self, dealer: StaffId, table: TableId) -> impl Future<Output = ()> + Send + use<> {
        let mut posts = self.posts.subscribe();
        async move {
            let left = |posts: &HashMap<StaffId, Post>| posts.get(&dealer).is_none_or(|post| post.table != table);
            if posts.wait_for(left).await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }
}

fn post(posts: &mut HashMap<StaffId, Post>, assignment: &Assignment) {
    posts.insert(assignment.staff, Post { table: assignment.table, until: assignment.until });
}
