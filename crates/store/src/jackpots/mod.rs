//! Jackpots: awards on their way from the hit to the slip, and every one that ever was.

mod write;

pub(crate) use write::{concerns, write};

use crate::meters::MeterId;
use crate::open::StoreError;
use crate::times::millis;
use game_core::game::{Millis, Seat, StaffId};
use game_core::money::{Cents, MicroCents};
use sqlx::PgConnection;
use table_host::ids::TableId;
use time::OffsetDateTime;
use uuid::Uuid;

/// The most jackpots on a page.
const PAGE_MAX: u32 = 500;

/// A jackpot on record (R49).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Jackpot {
    /// Its id: the cursor of the next page.
    pub id: Uuid,
    /// Where it was hit.
    pub table: TableId,
    /// In which round.
    pub round: Option<Uuid>,
    /// At which seat.
    pub seat: Seat,
    /// The bet that won it.
    pub bet: String,
    /// What was staked.
    pub stake: Cents,
    /// The meter and the share of it; none for a fixed prize.
    pub meter: Option<OfMeter>,
    /// The clause that pays it.
    pub clause: String,
    /// The cards that won it.
    pub hand: String,
    /// What the meter held when it was hit.
    pub trigger: MicroCents,
    /// What is paid.
    pub paid: Cents,
    /// When it was hit.
    pub hit_at: Millis,
    /// How far it has come: `hit`, `hand_verified`, `light_verified`, `paid`, `refused` or `void`.
    pub state: String,
    /// Whether a tax form is due, and whether tax is withheld (R50).
    pub tax: game_core::tax::Flags,
    /// Who verified the hand, and when.
    pub hand_verified: Option<(StaffId, Millis)>,
    /// Who verified that the wager was accepted, and when.
    pub light_verified: Option<(StaffId, Millis)>,
    /// Who validated or refused it, and when.
    pub decided: Option<(StaffId, Millis)>,
    /// The second person, where it took two.
    pub second: Option<StaffId>,
    /// Who handed it over.
    pub paid_by: Option<StaffId>,
    /// Out of what.
    pub paid_from: Option<String>,
    /// The number of its slip.
    pub slip: Option<u64>,
}

/// The part of a meter that was won.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OfMeter {
    /// The meter.
    pub meter: MeterId,
    /// Its progressive.
    pub progressive: Uuid,
    /// The progressive's name.
    pub name: String,
    /// The level.
    pub level: String,
    /// The share, in percent.
    pub percent: u8,
    /// The number of the meter's entry that took it: the order of hits.
    pub entry: u64,
}

struct Row {
    jackpot_id: Uuid,
    table_id: Uuid,
    round_id: Option<Uuid>,
    seat: i16,
    bet: String,
    stake_cents: i64,
    meter_id: Option<Uuid>,
    progressive_id: Option<Uuid>,
    name: Option<String>,
    level: Option<String>,
    percent: Option<i16>,
    clause: String,
    hand: String,
    trigger_micro: i64,
    paid_cents: i64,
    meter_entry: Option<i64>,
    hit_at: OffsetDateTime,
    tax_form: bool,
    tax_withholding: bool,
    state: String,
    hand_by: Option<i64>,
    hand_at: Option<OffsetDateTime>,
    light_by: Option<i64>,
    light_at: Option<OffsetDateTime>,
    decided_by: Option<i64>,
    second_by: Option<i64>,
    decided_at: Option<OffsetDateTime>,
    paid_by: Option<i64>,
    paid_from: Option<String>,
    slip_number: Option<i64>,
}

fn staff(number: i64) -> Option<StaffId> {
    u64::try_from(number).ok().map(StaffId)
}

fn act(by: Option<i64>, at: Option<OffsetDateTime>) -> Option<(StaffId, Millis)> {
    Some((staff(by?)?, millis(at?)))
}

impl Row {
    fn of_meter(&self) -> Option<OfMeter> {
        Some(OfMeter {
            meter: MeterId(self.meter_id?),
            progressive: self.progressive_id?,
            name: self.name.clone()?,
            level: self.level.clone()?,
            percent: u8::try_from(self.percent?).ok()?,
            entry: u64::try_from(self.meter_entry?).ok()?,
        })
    }

    fn read(self) -> Result<Jackpot, StoreError> {
        let seat = u8::try_from(self.seat).ok().and_then(Seat::new);
        let unreadable = || StoreError::unreadable(format!("jackpot {}", self.jackpot_id), "a field out of range");
        Ok(Jackpot {
            meter: self.of_meter(),
            id: self.jackpot_id,
            table: TableId(self.table_id),
            round: self.round_id,
            seat: seat.ok_or_else(unreadable)?,
            stake: Cents::new(self.stake_cents),
            trigger: MicroCents::new(self.trigger_micro),
            paid: Cents::new(self.paid_cents),
            hit_at: millis(self.hit_at),
            tax: game_core::tax::Flags { form: self.tax_form, withholding: self.tax_withholding },
            hand_verified: act(self.hand_by, self.hand_at),
            light_verified: act(self.light_by, self.light_at),
            decided: act(self.decided_by, self.decided_at),
            second: self.second_by.and_then(staff),
            paid_by: self.paid_by.and_then(staff),
            slip: self.slip_number.and_then(|number| u64::try_from(number).ok()),
            bet: self.bet,
            clause: self.clause,
            hand: self.hand,
            state: self.state,
            paid_from: self.paid_from,
        })
    }
}

/// The jackpots before one, newest first, at most `limit` and never more than five hundred; those that still wait only, on
/// demand.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn page(
    connection: &mut PgConnection,
    before: Option<Uuid>,
    open: bool,
    limit: u32,
) -> Result<Vec<Jackpot>, StoreError> {
    let before = before.unwrap_or(Uuid::max());
    let rows = sqlx::query_file_as!(Row, "src/jackpots/page.sql", before, open, i64::from(limit.min(PAGE_MAX)));
    rows.fetch_all(connection).await?.into_iter().map(Row::read).collect()
}

/// One jackpot.
///
/// # Errors
/// When the database fails or the row cannot be read.
pub async fn one(connection: &mut PgConnection, id: Uuid) -> Result<Option<Jackpot>, StoreError> {
    let row = sqlx::query_file_as!(Row, "src/jackpots/one.sql", id).fetch_optional(connection).await?;
    row.map(Row::read).transpose()
}
