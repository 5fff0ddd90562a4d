//! Circles of callers: whom a handler lets in, named for what they permit. A role that a circle does not name stays
//! outside, and a new role is let in nowhere until every circle has said so.

use super::{Caller, Person, Role};

/// A circle of callers.
pub(crate) trait Circle: Send + Sync + 'static {
    /// Who is in it: a person, or anybody where terminals are let in too.
    type Member: Into<Caller> + Copy + Send;

    /// Whether somebody who must change the password first is let in.
    const BEFORE_CHANGE: bool = false;

    /// The caller as a member, if it is one.
    fn admit(caller: Caller) -> Option<Self::Member>;
}

/// A circle of people.
pub(crate) trait People: Send + Sync + 'static {
    /// Whether somebody who must change the password first is let in.
    const BEFORE_CHANGE: bool = false;

    /// Whether the role belongs to it.
    fn admits(role: Role) -> bool;
}

impl<C: People> Circle for C {
    type Member = Person;

    const BEFORE_CHANGE: bool = C::BEFORE_CHANGE;

    fn admit(caller: Caller) -> Option<Person> {
        match caller {
            Caller::Person(person) => C::admits(person.role).then_some(person),
            Caller::Terminal { .. } => None,
        }
    }
}

/// Every caller: people and terminals.
#[derive(Debug)]
pub(crate) struct Anyone;

impl Circle for Anyone {
    type Member = Caller;

    fn admit(caller: Caller) -> Option<Caller> {
        Some(caller)
    }
}

/// Every person, with the own account and session.
#[derive(Debug)]
pub(crate) struct Oneself;

impl People for Oneself {
    const BEFORE_CHANGE: bool = true;

    fn admits(role: Role) -> bool {
        match role {
            Role::Dealer
            | Role::Floorperson
            | Role::PitManager
            | Role::Cage
            | Role::Accounting
            | Role::Auditor
            | Role::DeviceAdmin
            | Role::SecurityAdmin => true,
        }
    }
}

/// Defines circles of people. Each names, role by role, whether it lets it in.
macro_rules! circles {
    ($($(#[$doc:meta])* $name:ident: $($inside:ident)|+ ; not $($outside:ident)|* ;)*) => {
        $(
            $(#[$doc])*
            #[derive(Debug)]
            pub(crate) struct $name;

            impl People for $name {
                fn admits(role: Role) -> bool {
                    match role {
                        $(Role::$inside => true,)+
                        $(Role::$outside => false,)*
                    }
                }
            }
        )*
    };
}

circles! {
    /// Who works at a table.
    Staff: Dealer | Floorperson | PitManager;
        not Cage | Accounting | Auditor | DeviceAdmin | SecurityAdmin;

    /// Who answers for a pit: its tables and the rules they are played by.
    PitManagers: PitManager;
        not Dealer | Floorperson | Cage | Accounting | Auditor | DeviceAdmin | SecurityAdmin;

    /// Who answers for tables at play.
    Floor: Floorperson | PitManager;
        not Dealer | Cage | Accounting | Auditor | DeviceAdmin | SecurityAdmin;

    /// Who may read what was played.
    Auditing: Dealer | Floorperson | PitManager | Accounting | Auditor;
        not Cage | DeviceAdmin | SecurityAdmin;

    /// Who may know which tables there are, and how they stand.
    Overseeing: Dealer | Floorperson | PitManager | Cage | Accounting | Auditor | DeviceAdmin;
        not SecurityAdmin;

    /// Who may know what runs here, and have it checked.
    Keepers: PitManager | Auditor | DeviceAdmin | SecurityAdmin;
        not Dealer | Floorperson | Cage | Accounting;

    /// Who answers for devices and for the installation.
    DeviceAdmins: DeviceAdmin;
        not Dealer | Floorperson | PitManager | Cage | Accounting | Auditor | SecurityAdmin;

    /// Who answers for what progressives hold.
    MeterKeepers: PitManager | Accounting;
        not Dealer | Floorperson | Cage | Auditor | DeviceAdmin | SecurityAdmin;

    /// Who may know how a table's money stands.
    Cashiering: Dealer | Floorperson | PitManager | Cage | Accounting | Auditor;
        not DeviceAdmin | SecurityAdmin;

    /// Who may read the reports on money.
    Reporting: PitManager | Accounting | Auditor;
        not Dealer | Floorperson | Cage | DeviceAdmin | SecurityAdmin;

    /// Who may know what waits for a second person.
    Informed: Floorperson | PitManager | Cage | Accounting | Auditor | DeviceAdmin | SecurityAdmin;
        not Dealer;

    /// Who may decide anything that waits for a second person; each matter says who decides it.
    Deciding: Floorperson | PitManager | Cage | Accounting | DeviceAdmin | SecurityAdmin;
        not Dealer | Auditor;

    /// Who may read the register of significant events.
    Oversight: Floorperson | PitManager | Auditor | SecurityAdmin;
        not Dealer | Cage | Accounting | DeviceAdmin;

    /// Who makes, changes, unlocks and disables accounts.
    Security: SecurityAdmin;
        not Dealer | Floorperson | PitManager | Cage | Accounting | Auditor | DeviceAdmin;

    /// Who may know of accounts and sessions.
    AccountsReading: Auditor | SecurityAdmin;
        not Dealer | Floorperson | PitManager | Cage | Accounting | DeviceAdmin;

    /// Who enrols terminals and revokes them.
    Enrolling: Floorperson | PitManager | DeviceAdmin;
        not Dealer | Cage | Accounting | Auditor | SecurityAdmin;

    /// Who may know of devices and of the firmware they may run.
    DevicesReading: Dealer | Floorperson | PitManager | DeviceAdmin | Auditor;
        not Cage | Accounting | SecurityAdmin;

    /// Who may know of terminals.
    TerminalsReading: Floorperson | PitManager | DeviceAdmin | Auditor;
        not Dealer | Cage | Accounting | SecurityAdmin;
}
