//! What is kept of people as it is told, one into the other.

use store::people::{Account, Role, Standing, State};
use store::sessions::Session;
use wire::rest::people as told;

/// A role as it is told.
pub(crate) const fn told_role(role: Role) -> told::Role {
    match role {
        Role::Dealer => told::Role::Dealer,
        Role::Floorperson => told::Role::Floorperson,
        Role::PitManager => told::Role::PitManager,
        Role::Cage => told::Role::Cage,
        Role::Accounting => told::Role::Accounting,
        Role::Auditor => told::Role::Auditor,
        Role::DeviceAdmin => told::Role::DeviceAdmin,
        Role::SecurityAdmin => told::Role::SecurityAdmin,
    }
}

/// A role that was asked for.
pub(crate) const fn role(role: told::Role) -> Role {
    match role {
        told::Role::Dealer => Role::Dealer,
        told::Role::Floorperson => Role::Floorperson,
        told::Role::PitManager => Role::PitManager,
        told::Role::Cage => Role::Cage,
        told::Role::Accounting => Role::Accounting,
        told::Role::Auditor => Role::Auditor,
        told::Role::DeviceAdmin => Role::DeviceAdmin,
        told::Role::SecurityAdmin => Role::SecurityAdmin,
    }
}

const fn told_state(state: State) -> told::AccountState {
    match state {
        State::Active => told::AccountState::Active,
        State::Locked => told::AccountState::Locked,
        State::Disabled => told::AccountState::Disabled,
    }
}

/// An account as it is told.
pub(crate) fn account(account: Account) -> told::Account {
    told::Account {
        staff: account.staff,
        login: account.login,
        display_name: account.display_name,
        role: told_role(account.role),
        state: told_state(account.state),
        must_change_password: account.must_change,
        totp: account.totp,
        created_at: account.created_at.into(),
    }
}

/// What became of a request for an account, as it is told.
pub(crate) fn changed((changed, approval): super::Changed) -> told::ChangedAccount {
    told::ChangedAccount { account: account(changed), approval }
}

/// A session as it is told.
pub(crate) fn session(session: &Session) -> told::SessionSummary {
    told::SessionSummary {
        id: wire::id::SessionId(session.id.0),
        staff: session.staff,
        role: told_role(session.role),
        must_change_password: session.must_change,
        created_at: session.created_at.into(),
        idle_seconds: session.idle.as_secs(),
        expires_at: session.expires_at.into(),
    }
}

/// What somebody could do, as it is told.
pub(crate) fn standing(standing: Standing) -> told::Standing {
    told::Standing {
        staff: standing.staff,
        login: standing.login,
        role: told_role(standing.role),
        state: told_state(standing.state),
        since: standing.since.into(),
        by: standing.by,
    }
}
