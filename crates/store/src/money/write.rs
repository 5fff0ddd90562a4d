//! What is put on record of counts, slips and boxes, event by event: there are few, and their order matters.

use crate::projection::{Placed, Stepped};
use game_core::event::Event as Happened;
use game_core::game::StaffId;
use game_core::inventory::{Event, SlipKind, SlipNumber};
use game_core::money::{Cents, Overflow};
use serde::Serialize;
use serde_json::Value;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

/// An event with the entry it belongs to.
struct Entered {
    table: Uuid,
    seq: i64,
    line: i16,
    at: Option<OffsetDateTime>,
    round: Option<Uuid>,
}

/// Puts everything on record that the appends say about the table's money.
pub(crate) async fn write(connection: &mut PgConnection, placed: &[Placed<'_>]) -> Result<(), sqlx::Error> {
    for placed in placed {
        for (line, Stepped { entry, event }) in placed.append.changes.money.iter().enumerate() {
            let entered = Entered {
                table: placed.append.of.table.0,
                seq: placed.seq(*entry),
                line: i16::try_from(line).unwrap_or(i16::MAX),
                at: placed.append.time_of(*entry),
                round: placed.round_of(*entry).map(|round| round.0),
            };
            match *event {
                Happened::Inventory(event) => entered.step(connection, &event).await?,
                Happened::WagerFlagged { seat, wager, amount, by } => {
                    let (seat, wager) = (i16::from(seat.number()), wager.name());
                    entered.flag(connection, seat, wager, amount, by).await?;
                }
                _ => {}
            }
        }
    }
    Ok(())
}

fn person(staff: StaffId) -> i64 {
    i64::try_from(staff.0).unwrap_or(i64::MAX)
}

fn number(number: SlipNumber) -> i64 {
    i64::from(number.get())
}

fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

fn sum(total: Result<Cents, Overflow>) -> i64 {
    // What does not fit was refused before it became an event.
    total.map_or(i64::MAX, Cents::get)
}

impl Entered {
    async fn step(&self, connection: &mut PgConnection, event: &Event) -> Result<(), sqlx::Error> {
        match *event {
            Event::Counted { .. } => self.counted(connection, event).await,
            Event::CountVerified { by, .. } => self.verified(connection, by).await,
            Event::SlipRequested { .. } => self.requested(connection, event).await,
            Event::SlipIssued { kind, number, by, .. } => self.issued(connection, kind, number, by).await,
            Event::SlipReceived { kind, number, by, .. } => self.received(connection, kind, number, by).await,
            Event::SlipVoided { .. } => self.voided(connection, event).await,
            Event::BoxRemoved { number, recorded, by } => self.removed(connection, number, recorded, by).await,
            Event::DropCounted { .. } => self.drop_counted(connection, event).await,
            Event::DropVerified { number, by, .. } => self.drop_verified(connection, number, by).await,
            // These leave their trace in the journal alone.
            Event::CountRejected { .. } | Event::VoidProposed { .. } | Event::VoidDeclined { .. } => Ok(()),
        }
    }

    async fn flag(
        &self,
        connection: &mut PgConnection,
        seat: i16,
        wager: &str,
        amount: Cents,
        by: StaffId,
    ) -> Result<(), sqlx::Error> {
        sqlx::query!(
            "INSERT INTO flagged_wagers (table_id, seq, line, at, round_id, seat, wager, amount_cents, accepted_by)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            self.table,
            self.seq,
            self.line,
            self.at,
            self.round,
            seat,
            wager,
            amount.get(),
            person(by)
        )
        .execute(connection)
        .await?;
        Ok(())
    }

    async fn counted(&self, connection: &mut PgConnection, event: &Event) -> Result<(), sqlx::Error> {
        let Event::Counted { kind, tray, expected, difference, recount, by } = event else { return Ok(()) };
        sqlx::query!(
            "INSERT INTO inventory_counts
                 (table_id, seq, at, kind, tray, total_cents, expected_cents, difference_cents, recount, counted_by)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
            self.table,
            self.seq,
            self.at,
            kind.name(),
            json(tray),
            sum(tray.total()),
            expected.get(),
            difference.map(Cents::get),
            recount,
            person(*by)
        )
        .execute(connection)
        .await?;
        Ok(())
    }

    /// The count that waits is the last one made.
    async fn verified(&self, connection: &mut PgConnection, by: StaffId) -> Result<(), sqlx::Error> {
        sqlx::query!(
            "UPDATE inventory_counts SET verified_at = $3, verified_by = $4
             WHERE table_id = $1
                 AND seq = (SELECT max(seq) FROM inventory_counts WHERE table_id = $1 AND seq < $2)",
            self.table,
            self.seq,
            self.at,
            person(by)
        )
        .execute(connection)
        .await?;
        Ok(())
    }

    async fn requested(&self, connection: &mut PgConnection, event: &Event) -> Result<(), sqlx::Error> {
        let Event::SlipRequested { kind, number: given, tray, by } = event else { return Ok(()) };
        sqlx::query!(
            "INSERT INTO slips (series, number, table_id, tray, total_cents, requested_seq, requested_at, requested_by)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            kind.name(),
            given.map(number),
            self.table,
            json(tray),
            sum(tray.total()),
            self.seq,
            self.at,
            person(*by)
        )
        .execute(connection)
        .await?;
        Ok(())
    }

    async fn issued(
        &self,
        connection: &mut PgConnection,
        kind: SlipKind,
        of: SlipNumber,
        by: StaffId,
    ) -> Result<(), sqlx::Error> {
        sqlx::query!(
            "UPDATE slips SET state = 'issued', issued_at = $3, issued_by = $4 WHERE series = $1 AND number = $2",
            kind.name(),
            number(of),
            self.at,
            person(by)
        )
        .execute(connection)
        .await?;
        Ok(())
    }

    async fn received(
        &self,
        connection: &mut PgConnection,
        kind: SlipKind,
        of: SlipNumber,
        by: StaffId,
    ) -> Result<(), sqlx::Error> {
        sqlx::query!(
            "UPDATE slips SET state = 'received', received_seq = $3, received_at = $4, received_by = $5
             WHERE series = $1 AND number = $2",
            kind.name(),
            number(of),
            self.seq,
            self.at,
            person(by)
        )
        .execute(connection)
        .await?;
        Ok(())
    }

    async fn voided(&self, connection: &mut PgConnection, event: &Event) -> Result<(), sqlx::Error> {
        let Event::SlipVoided { kind, number: of, reason, proposed_by, by, .. } = *event else { return Ok(()) };
        sqlx::query!(
            "UPDATE slips SET state = 'void', void_at = $3, void_reason = $4, void_proposed_by = $5, void_by = $6
             WHERE series = $1 AND number = $2",
            kind.name(),
            number(of),
            self.at,
            reason.name(),
            person(proposed_by),
            person(by)
        )
        .execute(connection)
        .await?;
        Ok(())
    }

    async fn removed(
        &self,
        connection: &mut PgConnection,
        given: Option<SlipNumber>,
        recorded: Cents,
        by: StaffId,
    ) -> Result<(), sqlx::Error> {
        sqlx::query!(
            "INSERT INTO drop_boxes (number, table_id, recorded_cents, removed_seq, removed_at, removed_by)
             VALUES ($1, $2, $3, $4, $5, $6)",
            given.map(number),
            self.table,
            recorded.get(),
            self.seq,
            self.at,
            person(by)
        )
        .execute(connection)
        .await?;
        Ok(())
    }

    async fn drop_counted(&self, connection: &mut PgConnection, event: &Event) -> Result<(), sqlx::Error> {
        let Event::DropCounted { number: of, contents, by } = event else { return Ok(()) };
        sqlx::query!(
            "UPDATE drop_boxes SET contents = $2, counted_cents = $3, counted_at = $4, counted_by = $5 WHERE number = $1",
            number(*of),
            json(contents),
            sum(contents.total()),
            self.at,
            person(*by)
        )
        .execute(connection)
        .await?;
        Ok(())
    }

    async fn drop_verified(
        &self,
        connection: &mut PgConnection,
        of: SlipNumber,
        by: StaffId,
    ) -> Result<(), sqlx::Error> {
        sqlx::query!(
            "UPDATE drop_boxes SET verified_at = $2, verified_by = $3 WHERE number = $1",
            number(of),
            self.at,
            person(by)
        )
        .execute(connection)
        .await?;
        Ok(())
    }
}
