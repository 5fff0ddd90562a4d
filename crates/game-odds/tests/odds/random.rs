//! Numbers that follow from a seed: SplitMix64.

use game_core::card::Card;

pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below a small limit; the bias of one part in 2^58 is far below what any test here could see.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        usize::try_from((u128::from(self.next()) * limit as u128) >> 64).unwrap()
    }

    /// Brings random cards to the front of the deck.
    pub(crate) fn deal(&mut self, deck: &mut [Card], count: usize) {
        for place in 0..count {
            deck.swap(place, place + self.below(deck.len() - place));
        }
    }
}
