//! Random steps with the table's money.

use super::Dice;
use game_core::inventory::{
    Action, Contents, CountKind, Denomination, Note, Notes, Offer, SlipKind, SlipNumber, Tray, VoidReason,
};
use game_core::money::Cents;
use game_core::values::Values;

/// Slips and boxes come about now and then, and once begun go on.
pub(super) fn likes(offer: &Offer, dice: &mut Dice<'_>) -> bool {
    match offer {
        Offer::Count { .. } => dice.below(30) == 0,
        Offer::RequestSlip { .. } | Offer::RemoveBox => dice.below(40) == 0,
        Offer::ProposeVoid { .. } | Offer::RejectCount | Offer::DeclineVoid { .. } => dice.below(12) == 0,
        Offer::VerifyCount
        | Offer::IssueSlip { .. }
        | Offer::ReceiveSlip { .. }
        | Offer::ApproveVoid { .. }
        | Offer::CountDrop { .. }
        | Offer::VerifyDrop { .. } => dice.below(3) == 0,
    }
}

/// Chips that come to no more than the template permits.
fn tray(values: &Values, dice: &mut Dice<'_>) -> Tray {
    let Values::Amounts { min, max } = values else { panic!("{values:?} are not amounts") };
    let tray = any_tray(dice);
    let total = tray.total().unwrap();
    if (*min..=*max).contains(&total) {
        return tray;
    }
    let quarters = |sum: Cents| u32::try_from(sum.get() / 25).unwrap_or(0);
    Tray::of(&[(Denomination::Quarter, quarters(*max).clamp(quarters(*min), 40_000))])
}

fn any_tray(dice: &mut Dice<'_>) -> Tray {
    let mut some = |kind| (kind, u32::try_from(dice.below(60)).unwrap());
    Tray::of(&[some(Denomination::Half), some(Denomination::Five), some(Denomination::Hundred)])
}

fn contents(dice: &mut Dice<'_>) -> Contents {
    Contents {
        notes: Notes::of(&[(Note::Twenty, u32::try_from(dice.below(90)).unwrap())]),
        chips: if dice.below(4) == 0 { any_tray(dice) } else { Tray::default() },
        counter_checks: Cents::new(dice.pick(&[0, 0, 50_000])),
        other: Cents::ZERO,
    }
}

/// An action the offer stands for.
pub(super) fn fill(offer: &Offer, dice: &mut Dice<'_>) -> Action {
    match offer {
        Offer::Count { kind, total } => Action::Count { kind: *kind, tray: tray(total, dice) },
        Offer::VerifyCount => Action::VerifyCount,
        Offer::RejectCount => Action::RejectCount,
        Offer::RequestSlip { kind, total } => Action::RequestSlip { kind: *kind, tray: tray(total, dice) },
        Offer::IssueSlip { kind, number } => Action::IssueSlip { kind: *kind, number: *number },
        Offer::ReceiveSlip { kind, number } => Action::ReceiveSlip { kind: *kind, number: *number },
        Offer::ProposeVoid { kind, number } => {
            Action::ProposeVoid { kind: *kind, number: *number, reason: dice.pick(&VoidReason::ALL) }
        }
        Offer::ApproveVoid { kind, number } => Action::ApproveVoid { kind: *kind, number: *number },
        Offer::DeclineVoid { kind, number } => Action::DeclineVoid { kind: *kind, number: *number },
        Offer::RemoveBox => Action::RemoveBox,
        Offer::CountDrop { number, .. } => Action::CountDrop { number: *number, contents: contents(dice) },
        Offer::VerifyDrop { number } => Action::VerifyDrop { number: *number },
    }
}

/// Anything at all.
pub(super) fn absurd(dice: &mut Dice<'_>) -> Action {
    let number = SlipNumber::new(dice.pick(&[1, 1, 2, 3, u32::MAX])).unwrap();
    let kind = dice.pick(&SlipKind::ALL);
    let huge = Tray::of(&[(Denomination::FiveThousand, u32::MAX)]);
    let tray = match dice.below(4) {
        0 => Tray::default(),
        1 => huge,
        _ => any_tray(dice),
    };
    match dice.below(12) {
        0 => Action::Count { kind: dice.pick(&CountKind::ALL), tray },
        1 => Action::VerifyCount,
        2 => Action::RejectCount,
        3 => Action::RequestSlip { kind, tray },
        4 => Action::IssueSlip { kind, number },
        5 => Action::ReceiveSlip { kind, number },
        6 => Action::ProposeVoid { kind, number, reason: dice.pick(&VoidReason::ALL) },
        7 => Action::ApproveVoid { kind, number },
        8 => Action::DeclineVoid { kind, number },
        9 => Action::RemoveBox,
        10 => Action::VerifyDrop { number },
        _ => {
            let other = Cents::new(dice.pick(&[0, -1, i64::MAX, 1_000]));
            Action::CountDrop { number, contents: Contents { other, chips: tray, ..contents(dice) } }
        }
    }
}
