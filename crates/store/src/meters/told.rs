//! What the register of significant events is told of meters, in the transaction that does it (R61).

use crate::open::StoreError;
use crate::significant::{Kind, SignificantEvent, record};
use game_core::game::StaffId;
use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

/// Something that happened to a progressive or to one of its levels.
#[derive(Debug)]
pub(crate) struct Told<'a> {
    pub(crate) kind: Kind,
    pub(crate) what: &'a str,
    pub(crate) progressive: Uuid,
    /// Who asked, and who agreed, where people did it.
    pub(crate) asked: Option<StaffId>,
    pub(crate) agreed: Option<StaffId>,
    pub(crate) details: Vec<(&'a str, Value)>,
}

/// Puts it on record.
pub(crate) async fn tell(connection: &mut PgConnection, told: Told<'_>) -> Result<(), StoreError> {
    let event = SignificantEvent::new(told.kind).staff(told.agreed.or(told.asked)).detail("what", told.what);
    let event = event.detail("progressive", told.progressive.to_string());
    let event = match (told.asked, told.agreed) {
        (Some(asked), Some(_)) => event.detail("proposed_by", asked.0),
        (Some(_) | None, None) | (None, Some(_)) => event,
    };
    let event = told.details.into_iter().fold(event, |event, (name, value)| event.detail(name, value));
    record(connection, &event).await.map(drop)
}
