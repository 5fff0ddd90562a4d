//! The wheel: where the table waits for a stop or for the Hot Spot, it is drawn once, and the event is the outcome.

use chance::{Fault, Generator};
use game_core::actor::Actor;
use game_core::command::Action;
use game_core::legal::{Offered, legal};
use game_core::round::Phase;
use table_host::Standing;

/// What the wheel has to do at this table now.
pub(super) fn action(standing: &Standing) -> Result<Option<Action>, Fault> {
    let table = &standing.table;
    match table.round().map(game_core::round::Round::phase) {
        Some(Phase::Spinning { .. }) => {
            let Some(wheel) = table.waiting_wheel() else { return Ok(None) };
            Ok(chance::wheel::stop(&mut Generator::from_system()?, wheel)?.map(|segment| Action::StopWheel { segment }))
        }
        Some(Phase::DrawingHotSpot) => {
            let offers = legal(table, Actor::Wheel, table_host::now());
            let seats = offers.into_iter().find_map(|offer| match offer.action {
                Offered::DrawHotSpot { seat } => Some(seat),
                _ => None,
            });
            let Some(seats) = seats else { return Ok(None) };
            Ok(chance::wheel::hot_spot(&mut Generator::from_system()?, seats)?.map(|seat| Action::DrawHotSpot { seat }))
        }
        _ => Ok(None),
    }
}
