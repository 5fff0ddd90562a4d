//! How the writer left each meter. One that has no entry more and yet stands elsewhere was moved past every guard.

use super::book::{Book, MeterId, Pools};
use std::collections::BTreeMap;

/// The meters this writer wrote to last, each with the number of its last entry.
#[derive(Debug, Default)]
pub(crate) struct Believed(BTreeMap<MeterId, (i64, Pools)>);

impl Believed {
    pub(crate) fn note(&mut self, standing: &[(MeterId, i64, Pools)]) {
        self.0.extend(standing.iter().map(|(meter, entries, pools)| (*meter, (*entries, *pools))));
    }

    /// The meters that stand elsewhere than their last entry left them.
    pub(super) fn astray(&self, book: &Book) -> Vec<MeterId> {
        let off = book.meters.iter().filter(|(id, meter)| {
            let left = self.0.get(id);
            left.is_some_and(|(entries, pools)| *entries == meter.entries && *pools != meter.pools)
        });
        off.map(|(id, _)| *id).collect()
    }
}
