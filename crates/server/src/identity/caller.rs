//! The holder of a key, and as whom the holder acts at a table.

use game_core::actor::Actor;
use game_core::game::{Seat, StaffId};
use store::keys::KeyId;
use table_host::Standing;
use table_host::ids::TableId;

/// What a key makes of its holder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// A dealer, at every table or at one.
    Dealer {
        /// Who.
        staff: StaffId,
        /// The only table, where there is one.
        table: Option<TableId>,
    },
    /// A floorperson or above.
    Floorperson {
        /// Who.
        staff: StaffId,
    },
    /// Reads everything and changes nothing.
    Auditor,
    /// A player's terminal at a seat.
    Terminal {
        /// The table.
        table: TableId,
        /// The seat.
        seat: Seat,
    },
    /// Makes tables.
    Admin,
}

/// Whoever holds a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Caller {
    /// The key.
    pub key: KeyId,
    /// What it permits.
    pub role: Role,
}

impl Caller {
    /// Who it is, where the caller is a member of staff.
    #[must_use]
    pub const fn staff(self) -> Option<StaffId> {
        match self.role {
            Role::Dealer { staff, .. } | Role::Floorperson { staff } => Some(staff),
            Role::Auditor | Role::Terminal { .. } | Role::Admin => None,
        }
    }
}

impl Role {
    /// Whether the role may look at a table at all.
    #[must_use]
    pub fn sees(self, table: TableId) -> bool {
        match self {
            Self::Dealer { table: only, .. } => only.is_none_or(|only| only == table),
            Self::Terminal { table: own, .. } => own == table,
            Self::Floorperson { .. } | Self::Auditor | Self::Admin => true,
        }
    }

    /// As whom the role acts at a table; nobody where it may not act there, or where nobody sits at its seat.
    #[must_use]
    pub fn actor(self, table: TableId, standing: &Standing) -> Option<Actor> {
        match self {
            _ if !self.sees(table) => None,
            Self::Dealer { staff, .. } => Some(Actor::Dealer(staff)),
            Self::Floorperson { staff } => Some(Actor::Floorperson(staff)),
            Self::Terminal { seat, .. } => standing.table.state().player(seat).map(Actor::Player),
            Self::Auditor | Self::Admin => None,
        }
    }

    /// The seat whose owner's cards the role may see.
    #[must_use]
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Terminal { seat, .. } => Some(seat),
            Self::Dealer { .. } | Self::Floorperson { .. } | Self::Auditor | Self::Admin => None,
        }
    }
}
