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

/// A printed wheel whose segments weigh 1, 2, 3 and so on.
fn rising() -> WheelRules {
    let wheel = &paytable::wheels(GameId::CrissCross, Schedule::BonusSpinProgressive)[0];
    let segments = wheel.segments.iter().zip(1..).map(|(line, weight)| WheelSegment { line, weight, tier: None });
    WheelRules { wheel, segments: segments.collect() }
}

#[test]
fn a_wheel_stops_as_its_weights_say() {
    let mut generator = Generator::from_system().unwrap();
    let wheel = rising();
    let mut stops = vec![0_u64; wheel.segments.len()];
    let tickets: u64 = wheel.segments.iter().map(|segment| u64::from(segment.weight)).sum();
    for _ in 0..1000 * tickets {
        let stop = wheel::stop(&mut generator, &wheel).unwrap().unwrap();
        stops[usize::from(stop)] += 1;
    }
    // Expected are 1000 * weight; the sum of squares over expectation is bounded as before.
    let expected = wheel.segments.iter().map(|segment| 1000 * u64::from(segment.weight));
    let statistic: u64 = stops.iter().zip(expected).map(|(count, of)| count.abs_diff(of).pow(2) / of).sum();
    assert!(statistic < bound(stops.len() as u64 - 1), "{statistic}: {stops:?}");
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
