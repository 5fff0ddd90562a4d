//! Mistakes on purpose: what must be refused, whatever the table is doing, and what may be too early or too late.

use crate::dice::Dice;
use game_core::command::Action;
use game_core::decision::Decision;
use game_core::game::Seat;
use game_core::legal::{Offer, Offered};
use game_core::money::Cents;
use game_core::values::Values;

/// How often a player errs, in a thousand actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Errors {
    /// Wrong commands.
    pub mistakes_per_mille: u16,
    /// Commands sent twice.
    pub repeats_per_mille: u16,
    /// Sockets pulled.
    pub drops_per_mille: u16,
}

/// A wrong command, and what must come of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mistake {
    pub(super) action: Action,
    /// Whether it is wrong at any time; otherwise it may be right by the time it arrives.
    pub(super) always_wrong: bool,
}

/// Something that a player at this seat may get wrong now.
pub(super) fn mistake(seat: Seat, offers: &[Offer], dice: &mut Dice) -> Option<Mistake> {
    let (action, always_wrong) = match dice.below(5) {
        0 => (out_of_range(seat, offers)?, true),
        1 => (Action::OpenRound, true),
        2 => (elsewhere(seat, offers)?, true),
        3 => (Action::Decide { seat, decision: *dice.one_of(&Decision::ALL)? }, false),
        _ => (Action::LeaveSeat { seat: another(seat)? }, true),
    };
    Some(Mistake { action, always_wrong })
}

/// A wager past its limit, or of nothing at all.
fn out_of_range(seat: Seat, offers: &[Offer]) -> Option<Action> {
    offers.iter().find_map(|offer| match &offer.action {
        Offered::PlaceWager { seat: at, wager, amount } if *at == seat => {
            let most = match amount {
                Values::Amounts { max, .. } => *max,
                Values::OneOf(amounts) => amounts.iter().copied().max()?,
                _ => return None,
            };
            let amount = most.plus(Cents::new(1)).ok()?;
            Some(Action::PlaceWager { seat, wager: *wager, amount })
        }
        _ => None,
    })
}

/// A wager at somebody else's seat.
fn elsewhere(seat: Seat, offers: &[Offer]) -> Option<Action> {
    let at = another(seat)?;
    let others = offers.iter().any(|offer| matches!(offer.action, Offered::PlaceWager { seat, .. } if seat == at));
    offers.iter().filter(|_| !others).find_map(|offer| match &offer.action {
        Offered::PlaceWager { wager, amount: Values::Amounts { min, .. }, .. } => {
            Some(Action::PlaceWager { seat: at, wager: *wager, amount: *min })
        }
        _ => None,
    })
}

fn another(seat: Seat) -> Option<Seat> {
    Seat::new(seat.number() % 6 + 1)
}
