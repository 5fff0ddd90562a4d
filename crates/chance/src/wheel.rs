//! Where a prize wheel stops, and which seat becomes the Hot Spot. What is drawn here is what is shown: there is no
//! second choice for display (R6).

use crate::fault::Fault;
use crate::generator::Generator;
use game_core::game::{Seat, SeatSet};
use game_core::rules::WheelRules;

/// The most segments whose number fits the command that stops a wheel.
const SEGMENTS_MAX: usize = 256;

/// The segment the wheel stops on, from 0, each as likely as its weight says. None if no segment can be drawn: all
/// weights are zero, or some segments could never be told because there are more than 256.
///
/// # Errors
///
/// The generator's fault; the wheel may not be spun then.
pub fn stop(generator: &mut Generator, wheel: &WheelRules) -> Result<Option<u8>, Fault> {
    let weights: Vec<u32> = wheel.segments.iter().map(|segment| segment.weight).collect();
    weighted(generator, &weights)
}

/// One of the seats, each as likely as the other; none of no seats.
///
/// # Errors
///
/// The generator's fault; the Hot Spot may not be drawn then.
pub fn hot_spot(generator: &mut Generator, seats: SeatSet) -> Result<Option<Seat>, Fault> {
    let drawn = weighted(generator, &vec![1; seats.len()])?;
    Ok(drawn.and_then(|place| seats.iter().nth(usize::from(place))))
}

fn weighted(generator: &mut Generator, weights: &[u32]) -> Result<Option<u8>, Fault> {
    let tickets: u64 = weights.iter().copied().map(u64::from).sum();
    let Some(last) = tickets.checked_sub(1).filter(|_| weights.len() <= SEGMENTS_MAX) else {
        return Ok(None);
    };
    let ticket = generator.up_to(last)?;
    Ok(holder(weights, ticket))
}

/// Who holds a ticket when each takes as many as its weight, one after the other.
fn holder(weights: &[u32], ticket: u64) -> Option<u8> {
    let mut given = 0;
    let place = weights.iter().position(|weight| {
        given += u64::from(*weight);
        ticket < given
    });
    place.and_then(|place| u8::try_from(place).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R6: over all tickets each segment is drawn exactly as often as its weight says, whatever the weights.
    #[test]
    fn every_segment_holds_as_many_tickets_as_it_weighs() {
        let heaps: [&[u32]; 6] = [&[1], &[3, 1, 2], &[0, 5, 0, 0, 7, 0], &[1, 1, 1, 1], &[1000, 1], &[0, 0, 1]];
        for weights in heaps {
            let total: u64 = weights.iter().copied().map(u64::from).sum();
            let mut held = vec![0; weights.len()];
            for ticket in 0..total {
                held[usize::from(holder(weights, ticket).unwrap())] += 1;
            }
            assert_eq!(held, weights);
            assert_eq!(holder(weights, total), None);
        }
    }

    #[test]
    fn the_largest_weights_there_can_be_are_added_without_loss() {
        let weights = [u32::MAX; SEGMENTS_MAX];
        let each = u64::from(u32::MAX);
        for segment in 0..=255_u8 {
            assert_eq!(holder(&weights, u64::from(segment) * each), Some(segment));
            assert_eq!(holder(&weights, u64::from(segment) * each + each - 1), Some(segment));
        }
        assert_eq!(holder(&weights, 256 * each), None);
        let mut generator = Generator::from_system().unwrap();
        let high = (0..1000).filter(|_| weighted(&mut generator, &weights).unwrap() >= Some(128)).count();
        assert!((300..700).contains(&high), "{high} of 1000 in the upper half");
    }

    #[test]
    fn a_segment_without_weight_is_never_drawn_and_an_only_one_always() {
        let mut generator = Generator::from_system().unwrap();
        for _ in 0..1000 {
            assert_eq!(weighted(&mut generator, &[0, 4, 0]), Ok(Some(1)));
            assert_eq!(weighted(&mut generator, &[1]), Ok(Some(0)));
        }
    }

    #[test]
    fn a_wheel_that_cannot_stop_anywhere_does_not() {
        let mut generator = Generator::from_system().unwrap();
        assert_eq!(weighted(&mut generator, &[]), Ok(None));
        assert_eq!(weighted(&mut generator, &[0, 0]), Ok(None));
        assert_eq!(weighted(&mut generator, &[1; SEGMENTS_MAX + 1]), Ok(None));
    }
}
