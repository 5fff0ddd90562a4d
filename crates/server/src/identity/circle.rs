//! Circles of callers: which roles a handler lets in. A role that a circle does not name stays outside.

use super::Role;

/// A circle of roles.
pub(crate) trait Circle: Send + Sync + 'static {
    /// Whether the role belongs to it.
    fn admits(role: Role) -> bool;
}

/// Every key.
#[derive(Debug)]
pub(crate) struct Anyone;

/// Dealers and floorpersons.
#[derive(Debug)]
pub(crate) struct Staff;

/// Staff and auditors: what was played.
#[derive(Debug)]
pub(crate) struct Auditing;

/// Staff, auditors and admins: which tables there are, and how they stand.
#[derive(Debug)]
pub(crate) struct Overseeing;

/// Floorpersons.
#[derive(Debug)]
pub(crate) struct Floor;

/// Those who answer for the floor and those who audit it.
#[derive(Debug)]
pub(crate) struct Oversight;

/// Admins.
#[derive(Debug)]
pub(crate) struct Admins;

impl Circle for Anyone {
    fn admits(_: Role) -> bool {
        true
    }
}

impl Circle for Staff {
    fn admits(role: Role) -> bool {
        match role {
            Role::Dealer { .. } | Role::Floorperson { .. } => true,
            Role::Auditor | Role::Terminal { .. } | Role::Admin => false,
        }
    }
}

impl Circle for Auditing {
    fn admits(role: Role) -> bool {
        match role {
            Role::Dealer { .. } | Role::Floorperson { .. } | Role::Auditor => true,
            Role::Terminal { .. } | Role::Admin => false,
        }
    }
}

impl Circle for Overseeing {
    fn admits(role: Role) -> bool {
        match role {
            Role::Dealer { .. } | Role::Floorperson { .. } | Role::Auditor | Role::Admin => true,
            Role::Terminal { .. } => false,
        }
    }
}

impl Circle for Admins {
    fn admits(role: Role) -> bool {
        match role {
            Role::Admin => true,
            Role::Dealer { .. } | Role::Floorperson { .. } | Role::Auditor | Role::Terminal { .. } => false,
        }
    }
}

impl Circle for Floor {
    fn admits(role: Role) -> bool {
        match role {
            Role::Floorperson { .. } => true,
            Role::Dealer { .. } | Role::Auditor | Role::Terminal { .. } | Role::Admin => false,
        }
    }
}

impl Circle for Oversight {
    fn admits(role: Role) -> bool {
        match role {
            Role::Floorperson { .. } | Role::Auditor | Role::Admin => true,
            Role::Dealer { .. } | Role::Terminal { .. } => false,
        }
    }
}
