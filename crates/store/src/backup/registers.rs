//! The registers of counts, slips and boxes of one table: as the journal tells them, and as they are kept.

use crate::times::timestamp;
use game_core::event::Event as Happened;
use game_core::game::{Millis, StaffId};
use game_core::inventory::{Event, SlipKind, SlipNumber};
use game_core::money::{Cents, Overflow};
use serde::Serialize;
use serde_json::Value;
use sqlx::PgConnection;
use std::collections::BTreeMap;
use table_host::ids::TableId;
use time::OffsetDateTime;

/// A count of the rack.
#[derive(Clone, PartialEq, Debug)]
struct Count {
    seq: i64,
    at: OffsetDateTime,
    kind: String,
    tray: Value,
    total_cents: i64,
    expected_cents: i64,
    difference_cents: Option<i64>,
    recount: bool,
    counted_by: i64,
    verified_at: Option<OffsetDateTime>,
    verified_by: Option<i64>,
}

/// A slip between table and cage.
#[derive(Clone, PartialEq, Debug)]
struct Slip {
    series: String,
    number: i64,
    tray: Value,
    total_cents: i64,
    state: String,
    requested_seq: i64,
    requested_at: OffsetDateTime,
    requested_by: i64,
    issued_at: Option<OffsetDateTime>,
    issued_by: Option<i64>,
    received_seq: Option<i64>,
    received_at: Option<OffsetDateTime>,
    received_by: Option<i64>,
    void_at: Option<OffsetDateTime>,
    void_reason: Option<String>,
    void_proposed_by: Option<i64>,
    void_by: Option<i64>,
}

/// A box of the drop.
#[derive(Clone, PartialEq, Debug)]
struct Dropped {
    number: i64,
    recorded_cents: i64,
    removed_seq: i64,
    removed_at: OffsetDateTime,
    removed_by: i64,
    contents: Option<Value>,
    counted_cents: Option<i64>,
    counted_at: Option<OffsetDateTime>,
    counted_by: Option<i64>,
    verified_at: Option<OffsetDateTime>,
    verified_by: Option<i64>,
}

/// Everything on the registers of one table.
#[derive(Debug, Default)]
pub(super) struct Registers {
    counts: BTreeMap<i64, Count>,
    slips: BTreeMap<(String, i64), Slip>,
    boxes: BTreeMap<i64, Dropped>,
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
    total.map_or(i64::MAX, Cents::get)
}

impl Registers {
    /// What an event of an entry puts on the registers.
    pub(super) fn take(&mut self, seq: i64, at: Millis, event: &Happened) {
        if let (Happened::Inventory(event), Some(at)) = (event, timestamp(at)) {
            self.step(seq, at, event);
        }
    }

    fn step(&mut self, seq: i64, at: OffsetDateTime, event: &Event) {
        match *event {
            Event::Counted { by, .. } => self.counted((seq, at, person(by)), event),
            Event::CountVerified { by, .. } => {
                if let Some(count) = self.counts.values_mut().next_back() {
                    (count.verified_at, count.verified_by) = (Some(at), Some(person(by)));
                }
            }
            Event::SlipRequested { kind, number: given, tray, by } => {
                let slip = requested(kind.name(), given.map_or(0, number), (seq, at, person(by)));
                let slip = Slip { tray: json(&tray), total_cents: sum(tray.total()), ..slip };
                self.slips.insert((slip.series.clone(), slip.number), slip);
            }
            Event::SlipIssued { kind, number, by, .. } => self.of(kind, number, "issued", |slip| {
                (slip.issued_at, slip.issued_by) = (Some(at), Some(person(by)));
            }),
            Event::SlipReceived { kind, number, by, .. } => self.of(kind, number, "received", |slip| {
                (slip.received_seq, slip.received_at, slip.received_by) = (Some(seq), Some(at), Some(person(by)));
            }),
            Event::SlipVoided { kind, number, reason, proposed_by, by, .. } => self.of(kind, number, "void", |slip| {
                (slip.void_at, slip.void_reason) = (Some(at), Some(reason.name().to_owned()));
                (slip.void_proposed_by, slip.void_by) = (Some(person(proposed_by)), Some(person(by)));
            }),
            Event::BoxRemoved { number: given, recorded, by } => {
                let dropped = removed(given.map_or(0, number), recorded, (seq, at, person(by)));
                self.boxes.insert(dropped.number, dropped);
            }
            Event::DropCounted { number: of, contents, by } => {
                if let Some(dropped) = self.boxes.get_mut(&number(of)) {
                    (dropped.contents, dropped.counted_cents) = (Some(json(&contents)), Some(sum(contents.total())));
                    (dropped.counted_at, dropped.counted_by) = (Some(at), Some(person(by)));
                }
            }
            Event::DropVerified { number: of, by, .. } => {
                if let Some(dropped) = self.boxes.get_mut(&number(of)) {
                    (dropped.verified_at, dropped.verified_by) = (Some(at), Some(person(by)));
                }
            }
            Event::CountRejected { .. } | Event::VoidProposed { .. } | Event::VoidDeclined { .. } => {}
        }
    }

    fn counted(&mut self, (seq, at, counted_by): (i64, OffsetDateTime, i64), event: &Event) {
        let Event::Counted { kind, tray, expected, difference, recount, .. } = event else { return };
        let count = Count {
            seq,
            at,
            kind: kind.name().to_owned(),
            tray: json(tray),
            total_cents: sum(tray.total()),
            expected_cents: expected.get(),
            difference_cents: difference.map(Cents::get),
            recount: *recount,
            counted_by,
            verified_at: None,
            verified_by: None,
        };
        self.counts.insert(seq, count);
    }

    /// A slip that goes on to another state.
    fn of(&mut self, kind: SlipKind, of: SlipNumber, state: &str, sign: impl FnOnce(&mut Slip)) {
        if let Some(slip) = self.slips.get_mut(&(kind.name().to_owned(), number(of))) {
            state.clone_into(&mut slip.state);
            sign(slip);
        }
    }

    /// The first thing that is not the same on both.
    pub(super) fn differing(&self, kept: &Self) -> Option<String> {
        let count = first(&self.counts, &kept.counts).map(|seq| format!("the count of entry {seq}"));
        let slip = || first(&self.slips, &kept.slips).map(|(series, number)| format!("{series} {number}"));
        let dropped = || first(&self.boxes, &kept.boxes).map(|number| format!("drop box {number}"));
        count.or_else(slip).or_else(dropped)
    }
}

/// The first key whose value is not the same in both.
fn first<K: Ord + Clone, V: PartialEq>(told: &BTreeMap<K, V>, kept: &BTreeMap<K, V>) -> Option<K> {
    told.keys().chain(kept.keys()).filter(|key| told.get(key) != kept.get(key)).min().cloned()
}

fn requested(series: &str, number: i64, (seq, at, by): (i64, OffsetDateTime, i64)) -> Slip {
    Slip {
        series: series.to_owned(),
        number,
        tray: Value::Null,
        total_cents: 0,
        state: "requested".to_owned(),
        requested_seq: seq,
        requested_at: at,
        requested_by: by,
        issued_at: None,
        issued_by: None,
        received_seq: None,
        received_at: None,
        received_by: None,
        void_at: None,
        void_reason: None,
        void_proposed_by: None,
        void_by: None,
    }
}

fn removed(number: i64, recorded: Cents, (seq, at, by): (i64, OffsetDateTime, i64)) -> Dropped {
    Dropped {
        number,
        recorded_cents: recorded.get(),
        removed_seq: seq,
        removed_at: at,
        removed_by: by,
        contents: None,
        counted_cents: None,
        counted_at: None,
        counted_by: None,
        verified_at: None,
        verified_by: None,
    }
}

/// What is kept of a table.
pub(super) async fn kept(connection: &mut PgConnection, table: TableId) -> Result<Registers, sqlx::Error> {
    let counts = sqlx::query_as!(
        Count,
        "SELECT seq, at, kind, tray, total_cents, expected_cents, difference_cents, recount, counted_by, verified_at,
             verified_by
         FROM inventory_counts WHERE table_id = $1",
        table.0
    )
    .fetch_all(&mut *connection)
    .await?;
    let slips = sqlx::query_as!(
        Slip,
        "SELECT series, number, tray, total_cents, state, requested_seq, requested_at, requested_by, issued_at, issued_by,
             received_seq, received_at, received_by, void_at, void_reason, void_proposed_by, void_by
         FROM slips WHERE table_id = $1",
        table.0
    )
    .fetch_all(&mut *connection)
    .await?;
    let boxes = sqlx::query_as!(
        Dropped,
        "SELECT number, recorded_cents, removed_seq, removed_at, removed_by, contents, counted_cents, counted_at,
             counted_by, verified_at, verified_by
         FROM drop_boxes WHERE table_id = $1",
        table.0
    )
    .fetch_all(connection)
    .await?;
    Ok(Registers {
        counts: counts.into_iter().map(|count| (count.seq, count)).collect(),
        slips: slips.into_iter().map(|slip| ((slip.series.clone(), slip.number), slip)).collect(),
        boxes: boxes.into_iter().map(|dropped| (dropped.number, dropped)).collect(),
    })
}
