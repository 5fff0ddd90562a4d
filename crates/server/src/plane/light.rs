//! The light at a seat is how a player knows that a wager was accepted, so it is looked up in the sensor's own record before an award
//! of that wager goes on (R27, S235-11-D-5-b, I-21).

use super::SENSED;
use crate::app::App;
use game_core::clause::ClauseId;
use game_core::command::{Action, AwardStep};
use game_core::rejection::{Code, Rejection};
use game_core::round::Round;
use store::{StoreError, devices};
use table_host::TableHandle;
use wire::device::{DeviceKind, Instruction};

/// The clause that has the light verified.
const VERIFIED: &str = "S235-11-D-5-b";

/// Why the dealer cannot verify the light of an award: its table has a sensor, and the sensor never said that it lit it in this
/// round. Where there is no sensor, the dealer's word is what there is.
pub(crate) async fn refuses_light(
    app: &App,
    table: &TableHandle,
    action: &Action,
) -> Result<Option<Rejection>, StoreError> {
    let Action::VerifyAward { seat, bet, step: AwardStep::Light } = *action else { return Ok(None) };
    let sensor = app.plane.at(table.id(), DeviceKind::WagerSensor).into_iter().next();
    let standing = table.standing();
    let round = standing.table.round().map(Round::opened);
    let Some((sensor, opened)) = sensor.zip(round) else { return Ok(None) };
    let Some(wager) = SENSED.into_iter().find(|wager| wager.bets().contains(&bet)) else { return Ok(None) };
    let Ok((kind, body)) = (Instruction::Light { seat, wager, on: true }).parts() else { return Ok(None) };
    let shone = devices::was_done(&mut *app.store.connection().await?, sensor.id, kind, &body, opened).await?;
    let dark = Rejection::new(Code::LightNotLit);
    Ok((!shone).then(|| ClauseId::find(VERIFIED).map_or(dark.clone(), |clause| dark.by(clause))))
}
