//! What can be asked about the table's money.

use super::pieces::Tray;
use super::slip::{Contents, SlipKind, SlipNumber};
use serde::{Deserialize, Serialize};

/// What a count is for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum CountKind {
    /// The rack opens with it.
    Opener,
    /// One shift hands over to the next.
    Shift,
    /// The rack closes with it.
    Closer,
}

impl CountKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Opener, Self::Shift, Self::Closer];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Opener => "opener",
            Self::Shift => "shift",
            Self::Closer => "closer",
        }
    }
}

/// Why a slip is void.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = SlipVoidReason))]
#[serde(rename_all = "snake_case")]
pub enum VoidReason {
    /// The chips asked for are not those that were meant.
    WrongChips,
    /// It was meant for another table.
    WrongTable,
    /// The chips are not needed any more.
    NotNeeded,
    /// The chips that came are not those on the slip.
    Discrepancy,
}

impl VoidReason {
    /// Every reason.
    pub const ALL: [Self; 4] = [Self::WrongChips, Self::WrongTable, Self::NotNeeded, Self::Discrepancy];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::WrongChips => "wrong_chips",
            Self::WrongTable => "wrong_table",
            Self::NotNeeded => "not_needed",
            Self::Discrepancy => "discrepancy",
        }
    }
}

/// A step with the table's money, as it is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = InventoryAction))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// The dealer counts the rack and signs the count.
    Count {
        /// What for.
        kind: CountKind,
        /// The chips.
        tray: Tray,
    },
    /// A floorperson signs the count.
    VerifyCount,
    /// A floorperson does not sign the count; it is made again or not at all.
    RejectCount,
    /// A floorperson asks for a fill or a credit.
    RequestSlip {
        /// Which way the chips go.
        kind: SlipKind,
        /// The chips.
        tray: Tray,
    },
    /// Whoever holds the chips lets them go: the cage those of a fill, the dealer those of a credit.
    IssueSlip {
        /// Which kind.
        kind: SlipKind,
        /// Which number.
        number: SlipNumber,
    },
    /// Whoever gets the chips has them: the dealer those of a fill, the cage those of a credit.
    ReceiveSlip {
        /// Which kind.
        kind: SlipKind,
        /// Which number.
        number: SlipNumber,
    },
    /// A floorperson or the cage wants a slip void.
    ProposeVoid {
        /// Which kind.
        kind: SlipKind,
        /// Which number.
        number: SlipNumber,
        /// Why.
        reason: VoidReason,
    },
    /// A second person agrees that a slip is void.
    ApproveVoid {
        /// Which kind.
        kind: SlipKind,
        /// Which number.
        number: SlipNumber,
    },
    /// A slip that was to be void is not.
    DeclineVoid {
        /// Which kind.
        kind: SlipKind,
        /// Which number.
        number: SlipNumber,
    },
    /// The drop box is taken off the table, and an empty one put on.
    RemoveBox,
    /// The count room enters what a box held.
    CountDrop {
        /// Which box.
        number: SlipNumber,
        /// What it held.
        contents: Contents,
    },
    /// A second person of the count room signs the count of a box.
    VerifyDrop {
        /// Which box.
        number: SlipNumber,
    },
}
