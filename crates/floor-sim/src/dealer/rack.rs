//! Staff and the rack: the dealer's count before the table opens, and a fill when a payment waits for one.

use super::choice::Scene;
use game_core::inventory::{Action, CountKind, Denomination, Offer, RackState, SlipKind, Tray};

/// The chips that a rack opens with, and that a fill brings.
#[must_use]
pub fn rack_chips() -> Tray {
    Tray::of(&[
        (Denomination::Quarter, 400),
        (Denomination::Half, 400),
        (Denomination::One, 1_000),
        (Denomination::Five, 1_000),
        (Denomination::TwentyFive, 1_000),
        (Denomination::Hundred, 1_000),
        (Denomination::Thousand, 1_000),
    ])
}

/// The step to take on an offer, where it leads towards an open rack or a payment that waits.
pub(super) fn step(offer: &Offer, scene: &Scene<'_>) -> Option<Action> {
    let waits = scene.felt.round.as_ref().is_some_and(|round| round.rack_lacks_cents.is_some());
    match (offer, scene.felt.rack) {
        (Offer::Count { kind: kind @ CountKind::Opener, .. }, RackState::Uncounted) => {
            Some(Action::Count { kind: *kind, tray: rack_chips() })
        }
        (Offer::VerifyCount, RackState::Counted) => Some(Action::VerifyCount),
        (Offer::RequestSlip { kind: kind @ SlipKind::Fill, .. }, _) if waits => {
            Some(Action::RequestSlip { kind: *kind, tray: rack_chips() })
        }
        // A fill that somebody asked for is brought, whether a payment waits for it or not.
        (Offer::IssueSlip { kind: kind @ SlipKind::Fill, number }, _) => {
            Some(Action::IssueSlip { kind: *kind, number: *number })
        }
        (Offer::ReceiveSlip { kind: kind @ SlipKind::Fill, number }, _) => {
            Some(Action::ReceiveSlip { kind: *kind, number: *number })
        }
        // The floor decides when a rack is counted otherwise, and when chips and boxes leave the table.
        _ => None,
    }
}
