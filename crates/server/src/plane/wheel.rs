//! Whose a spin is: a wheel that was told to make it decides it, and the server never draws a second time for it (R6).

use crate::app::App;
use game_core::table::Table;
use store::{StoreError, devices};
use table_host::ids::TableId;
use wire::device::{DeviceKind, Instruction};

/// Whether the stop that a table waits for is a wheel's to report: there is one, or one was told to make this very spin before
/// somebody silenced it. Then two people let it speak again, bind another, or void the round.
pub(crate) async fn is_left_to_a_wheel(app: &App, id: TableId, table: &Table) -> Result<bool, StoreError> {
    if app.plane.has(id, DeviceKind::PrizeWheel) {
        return Ok(true);
    }
    let here = app.plane.posts().into_iter().filter(|post| post.kind == DeviceKind::PrizeWheel && post.table() == id);
    let waits = table.spin().zip(table.round().map(game_core::round::Round::number));
    for post in here {
        let last = devices::last_command(&mut *app.store.connection().await?, post.id, "spin").await?;
        let told = last.and_then(|body| Instruction::read("spin", &body));
        if let Some(Instruction::Spin { round, spin, .. }) = told
            && waits == Some((spin, round))
        {
            return Ok(true);
        }
    }
    Ok(false)
}
