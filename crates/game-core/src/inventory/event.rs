//! What happened to the table's money, and how each event changes the state. Every event says all that the books need.

use super::action::{CountKind, VoidReason};
use super::pieces::Tray;
use super::slip::{Contents, DropBox, Slip, SlipKind, SlipNumber, SlipState};
use super::{Count, Inventory, Standing};
use crate::game::StaffId;
use crate::ledger::{Account, Books};
use crate::money::{Cents, Overflow};
use serde::{Deserialize, Serialize};

/// A step with the table's money that was taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = InventoryEvent))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are those of the action; `by` is whoever signed")]
pub enum Event {
    /// The rack was counted. `difference` is there when an opener is not what the last closer said; the first such count is
    /// made again, and the second, a `recount`, may be signed as it is.
    Counted { kind: CountKind, tray: Tray, expected: Cents, difference: Option<Cents>, recount: bool, by: StaffId },
    /// The count has both signatures. `adjusted` is what the rack held more than the books said; at the `first` count of a
    /// table it is what the house had put there.
    CountVerified { kind: CountKind, tray: Tray, adjusted: Cents, first: bool, dealer: StaffId, by: StaffId },
    /// The count was not signed.
    CountRejected { by: StaffId },
    /// A slip was asked for. The writer gives its number.
    SlipRequested { kind: SlipKind, number: Option<SlipNumber>, tray: Tray, by: StaffId },
    /// Its chips are on their way.
    SlipIssued { kind: SlipKind, number: SlipNumber, total: Cents, by: StaffId },
    /// Its chips have arrived, and the slip is done.
    SlipReceived { kind: SlipKind, number: SlipNumber, total: Cents, by: StaffId },
    /// Somebody wants the slip void.
    VoidProposed { kind: SlipKind, number: SlipNumber, reason: VoidReason, by: StaffId },
    /// The slip stays as it is.
    VoidDeclined { kind: SlipKind, number: SlipNumber, by: StaffId },
    /// The slip is void and keeps its number. `returned` is what was on its way and went back.
    SlipVoided {
        kind: SlipKind,
        number: SlipNumber,
        reason: VoidReason,
        returned: Cents,
        proposed_by: StaffId,
        by: StaffId,
    },
    /// The box was taken off the table. The writer gives its number.
    BoxRemoved { number: Option<SlipNumber>, recorded: Cents, by: StaffId },
    /// The count room entered what the box held.
    DropCounted { number: SlipNumber, contents: Contents, by: StaffId },
    /// The count of the box has both signatures: this is the drop.
    DropVerified { number: SlipNumber, total: Cents, recorded: Cents, by: StaffId },
}

/// A series of numbers, each without a gap in the whole facility.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Series {
    /// Fills.
    Fill,
    /// Credits.
    Credit,
    /// Drop boxes.
    Drop,
}

impl Series {
    /// Every series.
    pub const ALL: [Self; 3] = [Self::Fill, Self::Credit, Self::Drop];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fill => "fill",
            Self::Credit => "credit",
            Self::Drop => "drop",
        }
    }
}

/// A step without its figures and signatures: all that everybody at the table hears of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = InventoryStep))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each is the event of the same name, less what nobody else need know")]
pub enum Step {
    Counted { kind: CountKind, recount: bool },
    CountVerified { kind: CountKind },
    CountRejected,
    SlipRequested { kind: SlipKind, number: Option<SlipNumber> },
    SlipIssued { kind: SlipKind, number: SlipNumber },
    SlipReceived { kind: SlipKind, number: SlipNumber },
    VoidProposed { kind: SlipKind, number: SlipNumber },
    VoidDeclined { kind: SlipKind, number: SlipNumber },
    SlipVoided { kind: SlipKind, number: SlipNumber },
    BoxRemoved { number: Option<SlipNumber> },
    DropCounted { number: SlipNumber },
    DropVerified { number: SlipNumber },
}

impl Event {
    /// The step without its figures.
    #[must_use]
    pub const fn step(&self) -> Step {
        match *self {
            Self::Counted { kind, recount, .. } => Step::Counted { kind, recount },
            Self::CountVerified { kind, .. } => Step::CountVerified { kind },
            Self::CountRejected { .. } => Step::CountRejected,
            Self::SlipRequested { kind, number, .. } => Step::SlipRequested { kind, number },
            Self::SlipIssued { kind, number, .. } => Step::SlipIssued { kind, number },
            Self::SlipReceived { kind, number, .. } => Step::SlipReceived { kind, number },
            Self::VoidProposed { kind, number, .. } => Step::VoidProposed { kind, number },
            Self::VoidDeclined { kind, number, .. } => Step::VoidDeclined { kind, number },
            Self::SlipVoided { kind, number, .. } => Step::SlipVoided { kind, number },
            Self::BoxRemoved { number, .. } => Step::BoxRemoved { number },
            Self::DropCounted { number, .. } => Step::DropCounted { number },
            Self::DropVerified { number, .. } => Step::DropVerified { number },
        }
    }

    /// The series whose next number the writer has to give, if the event waits for one.
    #[must_use]
    pub const fn waits_for(&self) -> Option<Series> {
        match self {
            Self::SlipRequested { kind: SlipKind::Fill, number: None, .. } => Some(Series::Fill),
            Self::SlipRequested { kind: SlipKind::Credit, number: None, .. } => Some(Series::Credit),
            Self::BoxRemoved { number: None, .. } => Some(Series::Drop),
            _ => None,
        }
    }

    /// Gives the event its number, if it waits for one.
    pub const fn give(&mut self, given: SlipNumber) {
        if let Self::SlipRequested { number, .. } | Self::BoxRemoved { number, .. } = self {
            *number = Some(given);
        }
    }

    /// Writes down what the step moves.
    pub(crate) fn write(&self, books: &mut impl Books) -> Result<(), Overflow> {
        match *self {
            Self::CountVerified { adjusted, first, .. } => {
                let from = if first { Account::Cage } else { Account::Variance };
                books.moved(from, Account::Rack, adjusted)
            }
            Self::SlipIssued { kind, total, .. } => books.moved(holder(kind), Account::Transit, total),
            Self::SlipReceived { kind, total, .. } => books.moved(Account::Transit, receiver(kind), total),
            Self::SlipVoided { kind, returned, .. } => books.moved(Account::Transit, holder(kind), returned),
            Self::BoxRemoved { recorded, .. } => books.moved(Account::Drop, Account::CountRoom, recorded),
            Self::DropVerified { total, recorded, .. } => {
                books.moved(Account::Variance, Account::CountRoom, total.minus(recorded)?)?;
                books.moved(Account::CountRoom, Account::Cage, total)
            }
            Self::Counted { .. }
            | Self::CountRejected { .. }
            | Self::SlipRequested { .. }
            | Self::VoidProposed { .. }
            | Self::VoidDeclined { .. }
            | Self::DropCounted { .. } => Ok(()),
        }
    }
}

/// Who lets the chips of a slip go.
const fn holder(kind: SlipKind) -> Account {
    match kind {
        SlipKind::Fill => Account::Cage,
        SlipKind::Credit => Account::Rack,
    }
}

/// Who gets the chips of a slip.
const fn receiver(kind: SlipKind) -> Account {
    match kind {
        SlipKind::Fill => Account::Rack,
        SlipKind::Credit => Account::Cage,
    }
}

impl Inventory {
    /// Changes the state by what happened. An event about a slip or box that is not there changes nothing.
    pub fn apply(&mut self, event: &Event) {
        match *event {
            Event::Counted { kind, tray, expected, difference, recount, by } => {
                let recount_due = difference.is_some() && !recount;
                self.count = Some(Count { kind, tray, expected, recount_due, by });
            }
            Event::CountVerified { kind, tray, .. } => {
                self.count = None;
                self.standing = match kind {
                    CountKind::Opener | CountKind::Shift => Standing::Open,
                    CountKind::Closer => Standing::Closed { closer: tray },
                };
            }
            Event::CountRejected { .. } => self.count = None,
            Event::SlipRequested { kind, number, tray, by } => {
                let state = SlipState::Requested;
                self.slips.push(Slip { kind, number, tray, requested_by: by, state, void: None });
            }
            Event::SlipIssued { kind, number, by, .. } => {
                self.change(kind, number, |slip| slip.state = SlipState::Issued { by });
            }
            Event::VoidProposed { kind, number, reason, by } => {
                self.change(kind, number, |slip| slip.void = Some((by, reason)));
            }
            Event::VoidDeclined { kind, number, .. } => self.change(kind, number, |slip| slip.void = None),
            Event::SlipReceived { kind, number, .. } | Event::SlipVoided { kind, number, .. } => {
                self.slips.retain(|slip| (slip.kind, slip.number) != (kind, Some(number)));
            }
            Event::BoxRemoved { number, recorded, .. } => {
                self.boxes.push(DropBox { number, recorded, counted: None });
            }
            Event::DropCounted { number, contents, by } => {
                let boxes = self.boxes.iter_mut().filter(|drop_box| drop_box.number == Some(number));
                // A sum that does not fit was refused before it became an event.
                boxes.for_each(|drop_box| drop_box.counted = contents.total().ok().map(|total| (total, by)));
            }
            Event::DropVerified { number, .. } => self.boxes.retain(|drop_box| drop_box.number != Some(number)),
        }
    }

    fn change(&mut self, kind: SlipKind, number: SlipNumber, change: impl Fn(&mut Slip)) {
        self.slips.iter_mut().filter(|slip| (slip.kind, slip.number) == (kind, Some(number))).for_each(change);
    }
}
