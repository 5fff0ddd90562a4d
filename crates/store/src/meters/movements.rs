//! What an event does to a meter, once its amount is filled in.

use game_core::bets::AwardSource;
use game_core::command::AwardStep;
use game_core::event::{AwardAmount, Event};
use game_core::money::{MicroCents, Overflow};
use game_core::rules::MeterRef;

/// A movement of a meter and its cause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Movement {
    pub(super) meter: MeterRef,
    pub(super) kind: &'static str,
    pub(super) amount: MicroCents,
}

/// Whether the amount of an event depends on a meter, or a meter on it.
pub(crate) const fn touches(event: &Event) -> bool {
    matches!(
        event,
        Event::MeterFed { .. }
            | Event::MeterFeedReversed { .. }
            | Event::AwardHit { source: AwardSource::Meter { .. }, .. }
            | Event::AwardVerified { step: AwardStep::Refuse, source: AwardSource::Meter { .. }, .. }
            | Event::AwardReversed { source: AwardSource::Meter { .. }, .. }
    )
}

/// The movements of an event, in order.
pub(super) fn movements(event: &Event) -> Result<Vec<Movement>, Overflow> {
    let moved = match *event {
        Event::MeterFed { meter, amount } => vec![Movement { meter, kind: "contribution", amount }],
        Event::MeterFeedReversed { meter, amount } => {
            vec![Movement { meter, kind: "contribution_reversed", amount: amount.negated()? }]
        }
        Event::AwardHit { source: AwardSource::Meter { meter, .. }, amount: Some(amount), .. } => {
            awarded(meter, amount)?.to_vec()
        }
        Event::AwardVerified {
            step: AwardStep::Refuse,
            source: AwardSource::Meter { meter, .. },
            amount: Some(amount),
            ..
        }
        | Event::AwardReversed { source: AwardSource::Meter { meter, .. }, amount: Some(amount), .. } => {
            returned(meter, amount)?.to_vec()
        }
        _ => Vec::new(),
    };
    Ok(moved.into_iter().filter(|movement| movement.amount != MicroCents::ZERO).collect())
}

fn awarded(meter: MeterRef, amount: AwardAmount) -> Result<[Movement; 2], Overflow> {
    let paid = amount.paid.to_micro()?.negated()?;
    Ok([Movement { meter, kind: "award", amount: paid }, Movement { meter, kind: "reseed", amount: amount.reseed }])
}

fn returned(meter: MeterRef, amount: AwardAmount) -> Result<[Movement; 2], Overflow> {
    let taken = amount.reseed.negated()?;
    Ok([
        Movement { meter, kind: "award_returned", amount: amount.paid.to_micro()? },
        Movement { meter, kind: "reseed_returned", amount: taken },
    ])
}
