//! The choices of the rules by the names that documents give them.

use crate::document::{Shape, Shaped};
use crate::rules::{AntePayout, DealingMethod, PartialAwardFloor, QualifyingEvent, VoidContribution};

impl Shaped for DealingMethod {
    const SHAPE: Shape = Shape::Choice(&["manual_shoe", "hand", "automated_shoe", "self_reshuffling_shoe"]);
}

impl Shaped for AntePayout {
    const SHAPE: Shape = Shape::Choice(&["paytable", "even_money"]);
}

impl Shaped for VoidContribution {
    const SHAPE: Shape = Shape::Choice(&["house_funds", "reverse"]);
}

impl Shaped for PartialAwardFloor {
    const SHAPE: Shape = Shape::Choice(&["none", "reset"]);
}

impl Shaped for QualifyingEvent {
    const SHAPE: Shape = Shape::Choice(QUALIFYING_EVENTS);
}

/// The names of the events that may start Bonus Spin Xtreme.
pub(super) const QUALIFYING_EVENTS: &[&str] = &[
    "community_two_pair_or_better",
    "community_three_of_a_kind_or_better",
    "community_straight_or_better",
    "community_flush_or_better",
    "community_full_house_or_better",
];
