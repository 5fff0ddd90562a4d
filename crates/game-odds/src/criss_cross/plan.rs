//! Best play for two own cards, by backward induction.
//!
//! What a bet is worth grows in proportion to it while the later choices stand, and the best of several such choices is
//! a convex function of the bet. So 1x or 3x is always at least as good as 2x, and where 2x is as good as 3x, 1x is as
//! good as either: with ties going to the smaller wager 2x is never played.

use super::hole::{Hole, MIDDLES, OTHER_PAIRS, PAIRS, Pair};

/// A choice at one of the three stages.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Choice {
    /// Give up.
    Fold,
    /// Bet one ante.
    Once,
    /// Bet three antes.
    Thrice,
}

impl Choice {
    /// The antes it puts up.
    #[must_use]
    pub const fn antes(self) -> i32 {
        match self {
            Self::Fold => 0,
            Self::Once => 1,
            Self::Thrice => 3,
        }
    }

    /// The better of betting once and thrice, each against folding; the smaller wager where they are worth the same.
    fn best(once: i64, thrice: i64) -> (Self, i64) {
        if thrice > once && thrice > 0 {
            (Self::Thrice, thrice)
        } else if once > 0 {
            (Self::Once, once)
        } else {
            (Self::Fold, 0)
        }
    }
}

/// What to do with two own cards, at Across and at Down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Plan {
    pub(super) across: Choice,
    /// The choice at Down by the number of the Across pair, given the choice at Across.
    pub(super) down: Vec<Choice>,
}

impl Plan {
    pub(super) fn new(hole: &Hole) -> Self {
        let (mut once, mut thrice) = (Follow::new(1), Follow::new(3));
        for (pair, size) in &hole.orbits {
            let gains = down_gains(hole, *pair);
            once.add(*pair, *size, gains[0]);
            thrice.add(*pair, *size, gains[1]);
        }
        let (across, _) = Choice::best(once.gain, thrice.gain);
        let followed = if across == Choice::Thrice { thrice } else { once };
        let down = hole.stands_for.iter().map(|number| followed.down[*number]).collect();
        Self { across, down }
    }
}

/// Down's choices after one choice at Across.
struct Follow {
    /// What the Across bet is worth against folding at once.
    gain: i64,
    down: Vec<Choice>,
}

impl Follow {
    fn new(across: i64) -> Self {
        Self { gain: -across * PAIRS.cast_signed() as i64 * OTHER_PAIRS * MIDDLES, down: vec![Choice::Fold; PAIRS] }
    }

    fn add(&mut self, pair: Pair, size: i64, [once, thrice]: [i64; 2]) {
        let (choice, gain) = Choice::best(once, thrice);
        self.gain += size * gain;
        self.down[pair.number()] = choice;
    }
}

/// What betting once and thrice at Down is worth against folding there, after one and after three antes at Across.
fn down_gains(hole: &Hole, across: Pair) -> [[i64; 2]; 2] {
    let mut gains = [[0i64; 2]; 2];
    for down in hole.pairs.iter().filter(|down| !down.meets(across)) {
        let middles = hole.middles(across, *down);
        for (of_across, row) in [1, 3].into_iter().zip(&mut gains) {
            for (of_down, gain) in [1, 3].into_iter().zip(row) {
                *gain += i64::from(middles.gain_over_fold(of_across, of_down).max(0));
            }
        }
    }
    gains.map(|[once, thrice]| [once - OTHER_PAIRS * MIDDLES, thrice - 3 * OTHER_PAIRS * MIDDLES])
}
