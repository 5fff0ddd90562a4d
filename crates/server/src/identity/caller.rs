//! Who asks: a person in a session, or a terminal with its key; and as whom they act at a table.

use game_core::actor::Actor;
use game_core::game::{Seat, StaffId};
use std::fmt;
use store::keys::KeyId;
use store::sessions::SessionId;
use table_host::Standing;
use table_host::ids::TableId;

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

    /// Whether the caller may look at a table at all.
    #[must_use]
    pub fn sees(self, table: TableId) -> bool {
        match self {
            Self::Person(person) => person.sees_tables(),
            Self::Terminal { table: own, .. } => own == table,
        }
    }

    /// As whom the caller acts at a table; nobody where the caller may not act there, or where nobody sits at the
    /// terminal's seat.
    #[must_use]
    pub fn actor(self, table: TableId, standing: &Standing) -> Option<Actor> {
        match self {
            _ if !self.sees(table) => None,
            Self::Person(person) => person.actor(),
            Self::Terminal { seat, .. } => standing.table.state().player(seat).map(Actor::Player),
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
