//! Who asks: a person in a session, or a terminal with its key; and as whom they act at a table.

use super::Duty;
use game_core::actor::Actor;
use game_core::game::{Seat, StaffId};
use std::fmt;
use store::keys::KeyId;
use store::sessions::SessionId;
use table_host::Standing;
use table_host::ids::TableId;
use wire::problem::EdgeCode;

pub use store::people::Role;

/// What a caller was let in by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Credential {
    /// A person's session.
    Session(SessionId),
    /// A terminal's key.
    Key(KeyId),
}

impl fmt::Display for Credential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Session(session) => write!(f, "session {session}"),
            Self::Key(key) => write!(f, "key {key}"),
        }
    }
}

/// A person, logged in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Person {
    /// Who.
    pub staff: StaffId,
    /// What the person may do.
    pub role: Role,
    /// By which session.
    pub session: SessionId,
    /// Whether the password must be changed before anything else.
    pub must_change: bool,
}

/// Whoever asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Caller {
    /// A person, logged in.
    Person(Person),
    /// A player's terminal at a seat.
    Terminal {
        /// By which key.
        key: KeyId,
        /// The table.
        table: TableId,
        /// The seat.
        seat: Seat,
    },
}

impl From<Person> for Caller {
    fn from(person: Person) -> Self {
        Self::Person(person)
    }
}

impl Person {
    /// As whom the person acts at a table, where the role acts at tables at all.
    const fn actor(self) -> Option<Actor> {
        match self.role {
            Role::Dealer => Some(Actor::Dealer(self.staff)),
            Role::Floorperson | Role::PitManager => Some(Actor::Floorperson(self.staff)),
            Role::Cage => Some(Actor::Cage(self.staff)),
            Role::Accounting => Some(Actor::Accounting(self.staff)),
            Role::Auditor | Role::DeviceAdmin | Role::SecurityAdmin => None,
        }
    }

    /// Whether the person may look at tables.
    const fn sees_tables(self) -> bool {
        match self.role {
            Role::Dealer
            | Role::Floorperson
            | Role::PitManager
            | Role::Cage
            | Role::Accounting
            | Role::Auditor
            | Role::DeviceAdmin => true,
            Role::SecurityAdmin => false,
        }
    }
}

impl Caller {
    /// What the caller was let in by.
    #[must_use]
    pub const fn credential(self) -> Credential {
        match self {
            Self::Person(person) => Credential::Session(person.session),
            Self::Terminal { key, .. } => Credential::Key(key),
        }
    }

    /// Whether the caller must change the password before anything else.
    #[must_use]
    pub const fn must_change_password(self) -> bool {
        match self {
            Self::Person(person) => person.must_change,
            Self::Terminal { .. } => false,
        }
    }

    /// Whether the caller may look at a table at all.
    ///
    /// # Errors
    /// When the caller may not, with the reason.
    pub fn sees(self, table: TableId, duty: &Duty) -> Result<(), EdgeCode> {
        match self {
            Self::Person(Person { role: Role::Dealer, staff, .. }) => duty.at(staff, table),
            Self::Person(person) if person.sees_tables() => Ok(()),
            Self::Terminal { table: own, .. } if own == table => Ok(()),
            Self::Person(_) | Self::Terminal { .. } => Err(EdgeCode::Forbidden),
        }
    }

    /// As whom the caller acts at a table.
    ///
    /// # Errors
    /// When the caller may not act there, or nobody sits at the terminal's seat.
    pub fn actor(self, table: TableId, standing: &Standing, duty: &Duty) -> Result<Actor, EdgeCode> {
        self.sees(table, duty)?;
        match self {
            Self::Person(person) => person.actor().ok_or(EdgeCode::Forbidden),
            Self::Terminal { seat, .. } => {
                standing.table.state().player(seat).map(Actor::Player).ok_or(EdgeCode::SeatEmpty)
            }
        }
    }

    /// The seat whose owner's cards the caller may see.
    #[must_use]
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Terminal { seat, .. } => Some(seat),
            Self::Person(_) => None,
        }
    }
}
