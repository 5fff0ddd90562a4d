//! Roles and states of accounts, and how they are written.

use crate::open::StoreError;

/// What a person may do. Everybody has one role.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// Deals at the table assigned.
    Dealer,
    /// Watches over tables, and decides where the rules ask for a floorperson.
    Floorperson,
    /// Does all a floorperson does, and answers for the pit: its tables and their rules.
    PitManager,
    /// The cage: chips and money between it and the tables.
    Cage,
    /// Counts: meters, drop, win.
    Accounting,
    /// Reads everything and changes nothing.
    Auditor,
    /// Enrols devices and terminals.
    DeviceAdmin,
    /// Makes, changes, unlocks and disables accounts.
    SecurityAdmin,
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 8] = [
        Self::Dealer,
        Self::Floorperson,
        Self::PitManager,
        Self::Cage,
        Self::Accounting,
        Self::Auditor,
        Self::DeviceAdmin,
        Self::SecurityAdmin,
    ];

    /// The name by which it is kept and told.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dealer => "dealer",
            Self::Floorperson => "floorperson",
            Self::PitManager => "pit_manager",
            Self::Cage => "cage",
            Self::Accounting => "accounting",
            Self::Auditor => "auditor",
            Self::DeviceAdmin => "device_admin",
            Self::SecurityAdmin => "security_admin",
        }
    }

    /// The role of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }

    pub(crate) fn read(name: &str) -> Result<Self, StoreError> {
        Self::named(name).ok_or_else(|| StoreError::unreadable("a role", name))
    }
}

/// Whether an account can be used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum State {
    /// It can.
    Active,
    /// Too many attempts failed; a security administrator unlocks it.
    Locked,
    /// The person does not work here any more, or not now.
    Disabled,
}

impl State {
    /// Every state.
    pub const ALL: [Self; 3] = [Self::Active, Self::Locked, Self::Disabled];

    /// The name by which it is kept and told.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Locked => "locked",
            Self::Disabled => "disabled",
        }
    }

    pub(crate) fn read(name: &str) -> Result<Self, StoreError> {
        let state = Self::ALL.into_iter().find(|state| state.name() == name);
        state.ok_or_else(|| StoreError::unreadable("a state of an account", name))
    }
}
