//! The table's money: the rack counted by denomination, fills and credits by numbered slips, and the drop box.
//!
//! [`Inventory::decide`] says yes or no, [`Inventory::apply`] changes the state, [`Inventory::legal`] answers the same question
//! beforehand. Two people sign whatever is counted (R44); a slip passes through three hands (R45). Numbers of slips and boxes
//! are given by the journal's writer when it writes the event, so a number is used only by what is on disk.

mod action;
mod decide;
mod event;
mod legal;
mod pieces;
mod slip;

pub use action::{Action, CountKind, VoidReason};
pub use event::{Event, Series, Step};
pub use legal::Offer;
pub use pieces::{Denomination, Note, Notes, Tray};
pub use slip::{Contents, DropBox, Slip, SlipKind, SlipNumber, SlipState};

use crate::actor::Actor;
use crate::game::StaffId;
use crate::money::Cents;
use crate::procedure;
use serde::{Deserialize, Serialize};

/// The most that a count, a slip or a box may come to: a hundred million dollars.
pub const AMOUNT_MAX: Cents = Cents::new(10_000_000_000);

/// Slips under way at one table at most.
pub const SLIPS_MAX: usize = 8;

/// Boxes of one table that wait for their count at most.
pub const BOXES_MAX: usize = 16;

/// A difference above this is reported in writing (R44).
pub const REPORT_ABOVE: Cents = Cents::new(2_500);
/// From here on the regulator gets a copy of the report (R44).
pub const REGULATOR_FROM: Cents = Cents::new(10_000);

/// Who is told of an opening difference (R44).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Report {
    /// It stays on record.
    Noted,
    /// It is reported in writing.
    Written,
    /// The regulator gets a copy of the report.
    Regulator,
}

impl Report {
    /// The report that a difference asks for, whichever way it goes.
    #[must_use]
    pub const fn of(difference: Cents) -> Self {
        let size = difference.get().unsigned_abs();
        if size >= REGULATOR_FROM.get().unsigned_abs() {
            Self::Regulator
        } else if size > REPORT_ABOVE.get().unsigned_abs() {
            Self::Written
        } else {
            Self::Noted
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Noted => "noted",
            Self::Written => "written",
            Self::Regulator => "regulator",
        }
    }
}

/// Whether the rack is open.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = InventoryStanding))]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// No inventory has ever been signed at this table.
    #[default]
    Unkept,
    /// Open: the opener is signed by both.
    Open,
    /// Closed, with what the closer says.
    Closed {
        /// The chips the closer counts.
        closer: Tray,
    },
}

/// How far a rack is on its way to being open. The table opens for gaming only with an open rack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum RackState {
    /// The dealer has not counted the chips, or must count them again.
    Uncounted,
    /// The dealer has counted the chips; a floorperson has not signed yet.
    Counted,
    /// Both have signed.
    Open,
    /// The dealer has counted what the rack closes with; a floorperson has not signed yet.
    Closing,
}

/// A count that waits for its second signature.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Count {
    /// What for.
    pub kind: CountKind,
    /// The chips.
    pub tray: Tray,
    /// What the rack should have held by the books at that moment.
    pub expected: Cents,
    /// Whether it differs from the last closer and must be made again before anybody signs it.
    pub recount_due: bool,
    /// The dealer who counted.
    pub by: StaffId,
}

/// What is under way with the table's money.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Inventory {
    standing: Standing,
    count: Option<Count>,
    slips: Vec<Slip>,
    boxes: Vec<DropBox>,
}

/// What an action is judged against besides the inventory itself.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// Who asks.
    pub actor: Actor,
    /// Whether the table is open for gaming.
    pub phase: procedure::Phase,
    /// Whether a round is in progress.
    pub in_round: bool,
    /// What the rack holds by the books.
    pub rack: Cents,
    /// What the rack can give now.
    pub free: Cents,
    /// What buy-ins have put into the box on the table.
    pub dropped: Cents,
}

impl Inventory {
    /// Whether the rack is open.
    #[must_use]
    pub const fn standing(&self) -> Standing {
        self.standing
    }

    /// The count that waits for its second signature.
    #[must_use]
    pub const fn count(&self) -> Option<&Count> {
        self.count.as_ref()
    }

    /// The slips under way.
    #[must_use]
    pub fn slips(&self) -> &[Slip] {
        &self.slips
    }

    /// The boxes taken off the table whose count is not signed yet.
    #[must_use]
    pub fn boxes(&self) -> &[DropBox] {
        &self.boxes
    }

    /// How far the rack is on its way to being open.
    #[must_use]
    pub fn rack(&self) -> RackState {
        match (self.standing, self.count) {
            (Standing::Open, Some(Count { kind: CountKind::Closer, .. })) => RackState::Closing,
            (Standing::Open, _) => RackState::Open,
            (Standing::Unkept | Standing::Closed { .. }, Some(Count { recount_due: false, .. })) => RackState::Counted,
            (Standing::Unkept | Standing::Closed { .. }, _) => RackState::Uncounted,
        }
    }

    fn slip(&self, kind: SlipKind, number: SlipNumber) -> Option<&Slip> {
        self.slips.iter().find(|slip| slip.kind == kind && slip.number == Some(number))
    }

    fn drop_box(&self, number: SlipNumber) -> Option<&DropBox> {
        self.boxes.iter().find(|drop_box| drop_box.number == Some(number))
    }
}
