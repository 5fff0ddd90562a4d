//! Slips, which carry chips between table and cage, and boxes, which carry the drop to the count room.

use super::action::VoidReason;
use super::pieces::{Notes, Tray};
use crate::game::StaffId;
use crate::money::{Cents, Overflow};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::num::NonZeroU32;

/// The number of a slip or a box: one after another for each kind in the whole facility, without a gap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SlipNumber(NonZeroU32);

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for SlipNumber {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        <u32 as utoipa::PartialSchema>::schema()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for SlipNumber {}

impl SlipNumber {
    /// This number, which is not nothing.
    #[must_use]
    pub const fn new(number: u32) -> Option<Self> {
        match NonZeroU32::new(number) {
            Some(number) => Some(Self(number)),
            None => None,
        }
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0.get()
    }
}

impl fmt::Display for SlipNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Which way chips go.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum SlipKind {
    /// From the cage to the table.
    Fill,
    /// From the table to the cage.
    Credit,
}

impl SlipKind {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::Fill, Self::Credit];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fill => "fill",
            Self::Credit => "credit",
        }
    }
}

/// How far a slip is while it is under way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum SlipState {
    /// A floorperson asked for it.
    Requested,
    /// The chips are on their way.
    Issued {
        /// Who let them go.
        by: StaffId,
    },
}

/// A slip under way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Slip {
    /// Which way the chips go.
    pub kind: SlipKind,
    /// Its number; none only until the request is on disk.
    pub number: Option<SlipNumber>,
    /// The chips.
    pub tray: Tray,
    /// The floorperson who asked for it.
    pub requested_by: StaffId,
    /// How far it is.
    pub state: SlipState,
    /// Who wants it void, and why.
    pub void: Option<(StaffId, VoidReason)>,
}

/// What a box held.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = DropContents))]
#[serde(default, deny_unknown_fields)]
pub struct Contents {
    /// Bank notes.
    pub notes: Notes,
    /// Chips found in the box.
    pub chips: Tray,
    /// Counter checks.
    pub counter_checks: Cents,
    /// Vouchers and whatever else counts as drop.
    pub other: Cents,
}

impl Contents {
    /// The drop: everything in the box.
    ///
    /// # Errors
    /// When the sum does not fit.
    pub fn total(&self) -> Result<Cents, Overflow> {
        self.notes.total()?.plus(self.chips.total()?)?.plus(self.counter_checks)?.plus(self.other)
    }
}

/// A box that was taken off the table and is not counted, or counted and not signed twice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DropBox {
    /// Its number; none only until its removal is on disk.
    pub number: Option<SlipNumber>,
    /// What buy-ins say it holds.
    pub recorded: Cents,
    /// What the count room counted, and who entered it.
    pub counted: Option<(Cents, StaffId)>,
}
