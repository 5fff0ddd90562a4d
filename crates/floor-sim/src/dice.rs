//! Pseudo-randomness of the simulated floor: everything is drawn from one seed, so that a run can be played again.

/// A stream of numbers, the same for the same seed (SplitMix64).
#[derive(Clone, Debug)]
pub struct Dice {
    state: u64,
}

/// The step of the sequence: 2⁶⁴ divided by the golden ratio.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl Dice {
    /// The stream of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// A stream of its own for one of many: a table, a seat, a round.
    #[must_use]
    pub const fn of(&self, one: u64) -> Self {
        Self { state: mixed(self.state.wrapping_add(mixed(one.wrapping_mul(STEP)))) }
    }

    /// The next number.
    pub const fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        mixed(self.state)
    }

    /// A number below the bound; nought where the bound is nought. A bound is tiny beside 2⁶⁴, so the bias is too.
    pub const fn below(&mut self, bound: u64) -> u64 {
        if bound == 0 { 0 } else { self.next() % bound }
    }

    /// Whether something happens that happens so many times in a thousand.
    pub const fn happens(&mut self, per_mille: u16) -> bool {
        self.below(1000) < per_mille as u64
    }

    /// One of several.
    pub fn one_of<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        let place = usize::try_from(self.below(items.len() as u64)).ok()?;
        items.get(place)
    }

    /// Puts items into another order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for place in (1..items.len()).rev() {
            let other = usize::try_from(self.below(place as u64 + 1)).unwrap_or(0);
            items.swap(place, other);
        }
    }
}

const fn mixed(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_always_gives_the_same_numbers_and_streams_differ() {
        let draw = |mut dice: Dice| (0..100).map(|_| dice.next()).collect::<Vec<_>>();
        let floor = Dice::new(7);
        assert_eq!(draw(floor.clone()), draw(Dice::new(7)));
        assert_eq!(draw(floor.of(1).of(2)), draw(Dice::new(7).of(1).of(2)));
        assert_ne!(draw(floor.of(1)), draw(floor.of(2)));
        assert_ne!(draw(floor.of(1).of(2)), draw(floor.of(2).of(1)));
        assert_ne!(draw(floor), draw(Dice::new(8)));
    }

    #[test]
    fn the_numbers_of_the_stream_are_those_published_for_it() {
        let mut dice = Dice::new(1_234_567);
        let first = [dice.next(), dice.next(), dice.next()];
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn rates_and_bounds_are_kept() {
        let mut dice = Dice::new(3);
        assert!((0..1000).all(|_| !dice.happens(0) && dice.happens(1000) && dice.below(6) < 6));
        let often = (0..10_000).filter(|_| dice.happens(250)).count();
        assert!((2_200..2_800).contains(&often), "{often}");
        assert_eq!((dice.below(0), dice.one_of::<u8>(&[])), (0, None));
    }
}
