//! Random hands, the same list in every library's own cards.

use std::array::from_fn;

/// Enough that no branch predictor learns them by heart, few enough to stay near the processor in the widest form.
const COUNT: usize = 4_096;

/// The same hands as each library wants them.
pub(crate) struct Hands<const N: usize> {
    pub(crate) ours: Vec<[game_core::card::Card; N]>,
    pub(crate) aya: Vec<[aya_poker::base::Card; N]>,
    /// `aya_poker` can also be handed the sum of the cards; the adding up is then not measured.
    pub(crate) aya_summed: Vec<aya_poker::base::Hand>,
    pub(crate) poker: Vec<[poker::Card; N]>,
}

impl<const N: usize> Hands<N> {
    /// The same random hands in every run.
    pub(crate) fn random() -> Self {
        let mut random = SplitMix(0x00ba_12e0_5eed);
        let hands: Vec<[usize; N]> = (0..COUNT).map(|_| random.hand()).collect();
        let aya: Vec<_> = hands.iter().map(|hand| hand.map(|index| aya_poker::base::CARDS[index])).collect();
        Self {
            ours: hands.iter().map(|hand| hand.map(our_card)).collect(),
            aya_summed: aya.iter().map(|cards| cards.iter().collect()).collect(),
            poker: hands.iter().map(|hand| hand.map(poker_card)).collect(),
            aya,
        }
    }
}

fn our_card(index: usize) -> game_core::card::Card {
    use game_core::card::{Card, Rank, Suit};
    Card::new(Rank::ALL[index / 4], Suit::ALL[index % 4])
}

fn poker_card(index: usize) -> poker::Card {
    use poker::{Card, Rank, Suit};
    const RANKS: [Rank; 13] = [
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
        Rank::Ace,
    ];
    const SUITS: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];
    Card::new(RANKS[index / 4], SUITS[index % 4])
}

/// A small generator whose whole state is a seed; good enough to deal test hands, not to deal to players.
pub(crate) struct SplitMix(u64);

impl SplitMix {
    /// Numbers that follow from the seed alone.
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).unwrap_or(0)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// The places of the first `N` cards of a shuffled deck.
    fn hand<const N: usize>(&mut self) -> [usize; N] {
        let mut deck: [usize; 52] = from_fn(|index| index);
        from_fn(|dealt| {
            let left = 52 - dealt as u64;
            deck.swap(dealt, dealt + usize::try_from(self.next() % left).unwrap_or(0));
            deck[dealt]
        })
    }
}
