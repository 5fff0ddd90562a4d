//! What is drawn, counted: cards by position, neighbours, wheel stops, hot spots (R3, R4). The counts that pass for the
//! real shuffle must fail for two shuffles people write by mistake.

use crate::statistics::{bound, chi_square};
use chance::{Generator, Shuffle, wheel};
use game_core::game::{GameId, Seat, SeatSet};
use game_core::paytable::{self, Schedule};
use game_core::rules::{WheelRules, WheelSegment};
use rand::rngs::{ChaCha20Rng, SysRng};
use rand::{Rng, SeedableRng};
use std::collections::BTreeSet;

const SHUFFLES: usize = 100_000;

/// The freedom of a table of cards by positions, whose rows and columns have known sums.
const FREEDOM: u64 = 51 * 51;

/// The statistic of cards by position; the factor makes it chi-square, as every shuffle fills a cell of each row.
fn cards_by_position(mut shuffle: impl FnMut() -> [u8; 52]) -> u64 {
    let mut counts = vec![0; 52 * 52];
    for _ in 0..SHUFFLES {
        for (position, card) in shuffle().into_iter().enumerate() {
            counts[position * 52 + usize::from(card)] += 1;
        }
    }
    chi_square(&counts) * 51 / 52
}

fn words() -> ChaCha20Rng {
    ChaCha20Rng::try_from_rng(&mut SysRng).unwrap()
}

fn fresh() -> [u8; 52] {
    std::array::from_fn(|place| u8::try_from(place).unwrap())
}

#[test]
fn every_card_is_as_often_in_every_position() {
    let mut generator = Generator::from_system().unwrap();
    let statistic = cards_by_position(|| Shuffle::draw(&mut generator).unwrap().to_bytes());
    assert!(statistic < bound(FREEDOM), "{statistic} of at most {}", bound(FREEDOM));
}

#[test]
fn the_count_tells_a_shuffle_that_swaps_every_card_with_any_other() {
    let mut source = words();
    let statistic = cards_by_position(|| {
        let mut order = fresh();
        (0..52).for_each(|place| order.swap(place, (source.next_u64() % 52) as usize));
        order
    });
    assert!(statistic > 2 * bound(FREEDOM), "{statistic}");
}

#[test]
fn the_count_tells_a_shuffle_that_takes_remainders_of_bytes() {
    let mut source = words();
    let statistic = cards_by_position(|| {
        let mut order = fresh();
        (1..52).rev().for_each(|place| order.swap(place, source.next_u32().to_le_bytes()[0] as usize % (place + 1)));
        order
    });
    assert!(statistic > 2 * bound(FREEDOM), "{statistic}");
}

#[test]
fn neither_neighbours_nor_successive_shuffles_know_of_each_other_and_none_comes_twice() {
    let mut generator = Generator::from_system().unwrap();
    let mut neighbours = vec![0; 52 * 52];
    let mut successive = vec![0; 52 * 52];
    let mut seen = BTreeSet::new();
    let mut last = Shuffle::draw(&mut generator).unwrap().to_bytes();
    for _ in 0..SHUFFLES {
        let order = Shuffle::draw(&mut generator).unwrap().to_bytes();
        neighbours[usize::from(order[0]) * 52 + usize::from(order[1])] += 1;
        successive[usize::from(last[0]) * 52 + usize::from(order[0])] += 1;
        assert!(seen.insert(order), "the same order twice");
        last = order;
    }
    let pairs: Vec<u64> =
        neighbours.into_iter().enumerate().filter(|(cell, _)| cell % 53 != 0).map(|(_, n)| n).collect();
    assert_eq!(pairs.len(), 52 * 51);
    assert!(chi_square(&pairs) < bound(52 * 51 - 1), "neighbours: {}", chi_square(&pairs));
    assert!(chi_square(&successive) < bound(52 * 52 - 1), "successive: {}", chi_square(&successive));
}

/// A printed wheel of twelve segments with these weights.
fn weighing(weights: [u32; 12]) -> WheelRules {
    let wheels = paytable::wheels(GameId::CrissCross, Schedule::BonusSpinProgressive);
    let wheel = wheels.iter().find(|wheel| wheel.segments.len() == weights.len()).unwrap();
    let segments = wheel.segments.iter().zip(weights).map(|(line, weight)| WheelSegment { line, weight, tier: None });
    WheelRules { wheel, segments: segments.collect() }
}

/// As many draws as a laboratory asks for, a hundred times over (R4).
const DRAWS: u64 = 1_000_000;

/// What chi-square with eleven degrees of freedom exceeds once in a hundred times, in thousandths.
const ONE_IN_A_HUNDRED: u128 = 24_725;

/// The statistic of a million stops against the weights they should have, in thousandths.
fn stops_against(generator: &mut Generator, wheel: &WheelRules, weights: [u32; 12]) -> u128 {
    let mut stops = [0_u64; 12];
    for _ in 0..DRAWS {
        stops[usize::from(wheel::stop(generator, wheel).unwrap().unwrap())] += 1;
    }
    let tickets: u64 = weights.iter().copied().map(u64::from).sum();
    // With an expectation of DRAWS * weight / tickets, over which each square is divided.
    let off = |(count, weight): (&u64, u32)| {
        let of = DRAWS * u64::from(weight);
        1000 * u128::from((count * tickets).abs_diff(of)).pow(2) / u128::from(of * tickets)
    };
    stops.iter().zip(weights).map(off).sum()
}

/// Whether the stops of a wheel differ from weights at 99 % confidence. Chance alone says so once in a hundred times, so that
/// only a sample that differs three times running counts: once in a million times for a wheel that is right.
fn differs(wheel: &WheelRules, weights: [u32; 12]) -> bool {
    let mut generator = Generator::from_system().unwrap();
    (0..3).all(|_| stops_against(&mut generator, wheel, weights) > ONE_IN_A_HUNDRED)
}

const WEIGHTS: [u32; 12] = [1, 2, 3, 4, 6, 6, 8, 10, 10, 12, 14, 20];

#[test]
fn r4_a_million_stops_of_a_wheel_are_as_its_weights_say_at_99_percent() {
    assert!(!differs(&weighing(WEIGHTS), WEIGHTS));
}

#[test]
fn r4_the_same_count_tells_a_wheel_whose_weights_are_a_little_off() {
    let hundredfold = WEIGHTS.map(|weight| 100 * weight);
    let mut off = hundredfold;
    (off[10], off[11]) = (1_430, 1_970);
    assert!(differs(&weighing(off), hundredfold));
}

#[test]
fn every_seat_of_the_set_is_as_often_the_hot_spot_and_no_other_is() {
    let mut generator = Generator::from_system().unwrap();
    let seats: SeatSet = [2, 3, 7].into_iter().filter_map(Seat::new).collect();
    let mut drawn = [0_u64; 8];
    for _ in 0..30_000 {
        let seat = wheel::hot_spot(&mut generator, seats).unwrap().unwrap();
        drawn[usize::from(seat.number())] += 1;
    }
    assert_eq!(drawn.iter().sum::<u64>(), drawn[2] + drawn[3] + drawn[7]);
    assert!(chi_square(&[drawn[2], drawn[3], drawn[7]]) < bound(2), "{drawn:?}");
    assert_eq!(wheel::hot_spot(&mut generator, SeatSet::EMPTY), Ok(None));
}
