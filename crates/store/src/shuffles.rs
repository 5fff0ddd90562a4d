//! What virtual shoes shuffled, kept before anybody could have seen a card of it and never changed.

use crate::open::StoreError;
use crate::times::millis;
use game_core::game::Millis;
use sqlx::PgConnection;
use std::fmt;
use table_host::ids::TableId;

/// A deck's order and the commitment to it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Shuffle {
    /// What was published before betting closed.
    pub commitment: [u8; 32],
    /// What makes the commitment tell nothing before it is opened.
    pub salt: [u8; 32],
    /// The cards in the order they are drawn, a byte each.
    pub order: [u8; 52],
}

impl fmt::Debug for Shuffle {
    /// Shows nothing of the order: what is printed may be read while the cards are hidden.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Shuffle(..)")
    }
}

/// A shuffle as kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeptShuffle {
    /// The shuffle.
    pub shuffle: Shuffle,
    /// When it was kept.
    pub made_at: Millis,
}

/// Keeps the shuffle of a round, or answers with the one that was kept first: a shoe that restarts goes on with it.
///
/// # Errors
/// When there is no such table or the database fails.
pub async fn keep(
    connection: &mut PgConnection,
    table: TableId,
    round: u64,
    shuffle: &Shuffle,
) -> Result<KeptShuffle, StoreError> {
    sqlx::query!(
        "INSERT INTO virtual_shuffles (table_id, round_number, commitment, salt, card_order) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT ON CONSTRAINT virtual_shuffles_pkey DO NOTHING",
        table.0,
        number(round)?,
        &shuffle.commitment[..],
        &shuffle.salt[..],
        &shuffle.order[..]
    )
    .execute(&mut *connection)
    .await?;
    let missing = || StoreError::unreadable(format!("the shuffle of round {round} of table {table}"), "it is missing");
    of_round(connection, table, round).await?.ok_or_else(missing)
}

/// The shuffle of a round, if a virtual shoe dealt it. Its order is to be shown only when the round is over.
///
/// # Errors
/// When the database fails or the row cannot be read.
pub async fn of_round(
    connection: &mut PgConnection,
    table: TableId,
    round: u64,
) -> Result<Option<KeptShuffle>, StoreError> {
    let row = sqlx::query!(
        "SELECT commitment, salt, card_order, made_at FROM virtual_shuffles WHERE table_id = $1 AND round_number = $2",
        table.0,
        number(round)?
    )
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let fields = (row.commitment.try_into(), row.salt.try_into(), row.card_order.try_into());
    let (Ok(commitment), Ok(salt), Ok(order)) = fields else {
        return Err(StoreError::unreadable(format!("the shuffle of round {round} of table {table}"), "a wrong length"));
    };
    Ok(Some(KeptShuffle { shuffle: Shuffle { commitment, salt, order }, made_at: millis(row.made_at) }))
}

fn number(round: u64) -> Result<i64, StoreError> {
    i64::try_from(round).map_err(|error| StoreError::unreadable("a round's number", error))
}
