//! Every deal after two own cards, played out by the plan and added up.

use super::hole::{Hole, LANES, Lanes, MIDDLES, OTHER_PAIRS, PADDING, PAIRS, Pair};
use super::pays::OUTCOMES;
use super::plan::{Choice, Plan};
use crate::tally::Tally;

/// Deals by outcome, from loss to the best row.
pub(super) type Outcomes = [i128; OUTCOMES];

/// What all deals came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Sums {
    pub(super) tally: Tally,
    /// Deals folded at Across, Down and Middle.
    pub(super) folds: [i128; 3],
    /// Of the deals played out, by the Across hand, the Down hand and the better of the two.
    pub(super) across: Outcomes,
    pub(super) down: Outcomes,
    pub(super) better: Outcomes,
}

impl Sums {
    pub(super) fn add(mut self, other: &Self, ways: i128) -> Self {
        self.tally = self.tally + other.tally.times(ways);
        let more =
            [(&mut self.across, &other.across), (&mut self.down, &other.down), (&mut self.better, &other.better)];
        for (sum, more) in more {
            for (sum, more) in sum.iter_mut().zip(more) {
                *sum += more * ways;
            }
        }
        for (sum, more) in self.folds.iter_mut().zip(other.folds) {
            *sum += more * ways;
        }
        self
    }
}

/// Plays out two own cards.
pub(super) fn play(hole: &Hole, plan: &Plan) -> Sums {
    let mut sums = Sums::default();
    if plan.across == Choice::Fold {
        let deals = PAIRS as u64 * (OTHER_PAIRS * MIDDLES).unsigned_abs();
        sums.tally.record(deals, -2, 2, false);
        sums.folds[0] = i128::from(deals);
        return sums;
    }
    let across = plan.across.antes();
    let once = Results::new(hole, 1);
    let thrice = Results::new(hole, 3);
    // How often each pair is the Down pair of a deal played out.
    let mut down_played = vec![0i64; PAIRS];
    let of_across = if across == 1 { &once } else { &thrice };
    for (pair, size) in &hole.orbits {
        let down = plan.down[pair.number()];
        let of_down = if down == Choice::Thrice { &thrice } else { &once };
        let path = Path { hole, pair: *pair, across, down: down.antes(), of_across, of_down };
        sums = sums.add(&path.play(*size, &mut down_played), i128::from(*size));
    }
    for (row, times) in hole.outcomes.iter().zip(down_played) {
        for (sum, more) in sums.down.iter_mut().zip(spread(row, i128::from(times), &[0; OUTCOMES])) {
            *sum += more;
        }
    }
    sums
}

/// What an ante and a bet of so many antes on one hand come to together, for every pair and middle.
struct Results(Vec<Lanes>);

impl Results {
    fn new(hole: &Hole, antes: i16) -> Self {
        let row = |(ante, bet): (&Lanes, &Lanes)| std::array::from_fn(|lane| ante[lane] - 1 + antes * (bet[lane] - 1));
        Self(hole.antes.iter().zip(&hole.bets).map(row).collect())
    }
}

/// The deals that share own cards and the Across pair.
struct Path<'a> {
    hole: &'a Hole,
    pair: Pair,
    across: i32,
    down: i32,
    of_across: &'a Results,
    of_down: &'a Results,
}

impl Path<'_> {
    fn play(&self, size: i64, down_played: &mut [i64]) -> Sums {
        let mut sums = Sums::default();
        if self.down == 0 {
            let deals = (OTHER_PAIRS * MIDDLES).unsigned_abs();
            let units = i64::from(2 + self.across);
            sums.tally.record(deals, -units, units, false);
            sums.folds[1] = i128::from(deals);
            return sums;
        }
        let mut counts = Counts::default();
        let others = self.hole.pairs.iter().filter(|other| !other.meets(self.pair));
        for down in others {
            if self.down_pair(*down, &mut counts) {
                down_played[down.number()] += size;
            }
        }
        counts.into_sums(self, &mut sums);
        sums
    }

    /// Counts the deals with one Down pair and says whether they are played out.
    #[inline]
    fn down_pair(&self, down: Pair, counts: &mut Counts) -> bool {
        let middles = self.hole.middles(self.pair, down);
        let gain = middles.gain_over_fold(self.across, self.down);
        if gain <= 0 {
            counts.folded += 1;
            return false;
        }
        counts.played += 1;
        counts.net += i64::from(gain) - MIDDLES * i64::from(2 + self.across + self.down);
        counts.bets += i64::from(middles.bet());
        self.spread(down, middles.bet(), counts);
        self.outcomes(down, counts);
        true
    }

    /// The squares of the results, and how many are above zero.
    #[inline]
    fn spread(&self, down: Pair, bet: i32, counts: &mut Counts) {
        let (a, d) = (self.pair.number(), down.number());
        let (ar, dr) = (&self.of_across.0[a], &self.of_down.0[d]);
        let (ab, db) = (&self.hole.bets[a], &self.hole.bets[d]);
        let bet = if bet == 3 { 3i16 } else { 1 };
        let result = |lane: usize| ar[lane] + dr[lane] + bet * (ab[lane].max(db[lane]) - 1);
        let (mut squares, mut ahead) = (0i32, 0i16);
        for lane in 0..LANES {
            let net = result(lane);
            squares += i32::from(net) * i32::from(net);
            ahead += i16::from(net > 0);
        }
        // The four cards that lie in the cross cannot be the middle, and the padding holds two lost hands.
        for lane in [self.pair.low, self.pair.high, down.low, down.high] {
            let net = result(lane);
            squares -= i32::from(net) * i32::from(net);
            ahead -= i16::from(net > 0);
        }
        let lost = i64::from(2 + self.across + self.down) + i64::from(bet);
        counts.squares += i64::from(squares) - PADDING * lost * lost;
        counts.ahead += i64::from(ahead);
    }

    #[inline]
    fn outcomes(&self, down: Pair, counts: &mut Counts) {
        let (a, d) = (self.pair.number(), down.number());
        let (ao, dow) = (&self.hole.outcomes[a], &self.hole.outcomes[d]);
        let mut better = [0u8; LANES];
        for (lane, outcome) in better.iter_mut().enumerate() {
            *outcome = ao[lane].max(dow[lane]);
        }
        for lane in [self.pair.low, self.pair.high, down.low, down.high] {
            better[lane] = 0;
        }
        for (outcome, count) in (0u8..).zip(&mut counts.better).skip(1) {
            *count += u32::from(better.iter().fold(0u8, |sum, lane| sum + u8::from(*lane == outcome)));
        }
        counts.across_off[usize::from(ao[down.low])] += 1;
        counts.across_off[usize::from(ao[down.high])] += 1;
        counts.down_off[usize::from(dow[self.pair.low])] += 1;
        counts.down_off[usize::from(dow[self.pair.high])] += 1;
    }
}

/// Counts along one path.
#[derive(Default)]
struct Counts {
    folded: u64,
    played: u64,
    net: i64,
    squares: i64,
    ahead: i64,
    /// The Middle bets made.
    bets: i64,
    better: [u32; OUTCOMES],
    across_off: [i64; OUTCOMES],
    down_off: [i64; OUTCOMES],
}

impl Counts {
    fn into_sums(self, path: &Path<'_>, sums: &mut Sums) {
        let units = i64::from(2 + path.across + path.down);
        let middles = MIDDLES.unsigned_abs();
        sums.tally.record(self.folded * middles, -units, units, false);
        sums.folds[2] = i128::from(self.folded * middles);
        let deals = i128::from(self.played * middles);
        for (sum, count) in sums.better.iter_mut().zip(self.better) {
            *sum = i128::from(count);
        }
        sums.better[0] = deals - sums.better.iter().sum::<i128>();
        sums.tally = sums.tally
            + Tally {
                deals,
                net: i128::from(self.net),
                squares: i128::from(self.squares),
                units: i128::from(units) * deals + i128::from(self.bets * MIDDLES),
                // The two lowest outcomes are the loss and the push.
                hits: sums.better.iter().skip(2).sum(),
                ahead: i128::from(self.ahead),
            };
        sums.across = spread(&path.hole.outcomes[path.pair.number()], i128::from(self.played), &self.across_off);
        sums.down = self.down_off.map(|off| -i128::from(off));
    }
}

/// The outcomes of a row of hands so many times over, less some; the pair's own lanes and the padding do not count.
fn spread(row: &[u8; LANES], times: i128, off: &[i64; OUTCOMES]) -> Outcomes {
    let mut outcomes = off.map(|off| -i128::from(off));
    for outcome in row {
        outcomes[usize::from(*outcome)] += times;
    }
    outcomes[0] -= times * i128::from(PADDING + 2);
    outcomes
}
