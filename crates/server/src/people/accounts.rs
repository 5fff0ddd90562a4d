//! Accounts: made, changed, unlocked and disabled by security administrators.

use crate::app::App;
use crate::approvals::{self, Proposal};
use crate::identity::{Credential, Person, Role, fit};
use crate::problem::Problem;
use game_core::game::StaffId;
use store::approvals::Approval;
use store::people::{self, Account, NewAccount, PeopleError, State};
use store::sessions::{self, End};
use store::significant::{self, Kind, SignificantEvent};
use store::{PgConnection, StoreError};
use table_host::ids::{BodyDigest, CommandId};
use wire::id::ApprovalId;
use wire::problem::EdgeCode;
use wire::rest::approvals::Matter;
use wire::rest::people::{Password, ResetPassword, WantedState};

/// An account, and what waits for a second person before it is as asked.
pub(crate) type Changed = (Account, Option<ApprovalId>);

/// Makes an account. The person must change the password at the first login; one with powers cannot be used until a
/// second security administrator agrees.
pub(crate) async fn create(
    app: &App,
    by: Person,
    key: CommandId,
    asked: wire::rest::people::NewAccount,
) -> Result<Changed, Problem> {
    fitting(&asked.password, &asked.login)?;
    // What is kept of the request must tell nothing of the password.
    let body = serde_json::to_vec(&(by.staff, &asked.login, &asked.display_name, asked.role));
    let digest = BodyDigest::of(&body.map_err(|error| Problem::fault(&error))?);
    let role = super::role(asked.role);
    let account = NewAccount {
        password_hash: app.passwords.hash(&asked.password.0).await?,
        login: asked.login,
        display_name: asked.display_name,
        role,
        state: if has_powers(role) { State::Disabled } else { State::Active },
        must_change: true,
        by: Some(by.staff),
        request: Some((key, digest)),
    };
    let mut transaction = app.store.transaction().await?;
    let account = people::create(&mut transaction, &account).await?;
    let change = Change { staff: account.staff, role, enable: true };
    let approval = match has_powers(role) {
        true => Some(propose(app, &mut transaction, by, key, change, &account.login).await?),
        false => None,
    };
    record(&mut transaction, by, &account, "made").await?;
    transaction.commit().await.map_err(StoreError::from)?;
    app.board.changed();
    Ok((account, approval))
}

/// Gives a person another role. Whatever the person has open is closed: the next login has the new role.
pub(crate) async fn change_role(
    app: &App,
    by: Person,
    key: CommandId,
    staff: StaffId,
    role: Role,
) -> Result<Changed, Problem> {
    another(by, staff)?;
    let account = people::one(&mut *app.store.connection().await?, staff).await?.ok_or(EdgeCode::NotFound)?;
    if has_powers(role) && account.role != role {
        return wait(app, by, key, account, Change { staff, role, enable: false }).await;
    }
    Ok((put_in_force(app, by, account, Some(role), None).await?, None))
}

/// Unlocks, enables or disables an account.
pub(crate) async fn change_state(
    app: &App,
    by: Person,
    key: CommandId,
    staff: StaffId,
    state: WantedState,
) -> Result<Changed, Problem> {
    another(by, staff)?;
    let account = people::one(&mut *app.store.connection().await?, staff).await?.ok_or(EdgeCode::NotFound)?;
    let state = match state {
        WantedState::Disabled => State::Disabled,
        // Enabling an account with powers gives powers.
        WantedState::Active if account.state == State::Disabled && has_powers(account.role) => {
            let change = Change { staff, role: account.role, enable: true };
            return wait(app, by, key, account, change).await;
        }
        WantedState::Active => State::Active,
    };
    Ok((put_in_force(app, by, account, None, Some(state)).await?, None))
}

/// Whether a role lets a person do more than deal at the table assigned.
const fn has_powers(role: Role) -> bool {
    match role {
        Role::Dealer => false,
        Role::Floorperson
        | Role::PitManager
        | Role::Cage
        | Role::Accounting
        | Role::Auditor
        | Role::DeviceAdmin
        | Role::SecurityAdmin => true,
    }
}

/// What is asked of an account with powers.
#[derive(Clone, Copy)]
struct Change {
    staff: StaffId,
    role: Role,
    enable: bool,
}

/// Leaves an account as it is until a second person agrees.
async fn wait(app: &App, by: Person, key: CommandId, account: Account, change: Change) -> Result<Changed, Problem> {
    let mut transaction = app.store.transaction().await?;
    let approval = propose(app, &mut transaction, by, key, change, &account.login).await?;
    transaction.commit().await.map_err(StoreError::from)?;
    app.board.changed();
    Ok((account, Some(approval)))
}

async fn propose(
    app: &App,
    connection: &mut PgConnection,
    by: Person,
    key: CommandId,
    change: Change,
    login: &str,
) -> Result<ApprovalId, Problem> {
    let Change { staff, role, enable } = change;
    let reason = format!("{login} as {}", role.name());
    let matter = Matter::AccountPowers { staff, role: super::told_role(role), enable };
    let approval = approvals::propose(app, connection, by, key, Proposal { matter, table: None, reason }).await?;
    Ok(ApprovalId(approval.id.0))
}

/// Gives a person powers, as two people agreed, in the transaction of the decision.
pub(crate) async fn give_powers(
    connection: &mut PgConnection,
    approval: &Approval,
    staff: StaffId,
    role: Role,
    enable: bool,
) -> Result<(), Problem> {
    let by = approval.decided_by;
    let state = enable.then_some(State::Active);
    let account = people::put_in_force(connection, staff, Some(role), state, by).await?.ok_or(EdgeCode::NotFound)?;
    sessions::end_all(connection, staff, None, End::AccountChanged, by).await?;
    let event = SignificantEvent::new(Kind::AccountChange).staff(staff).detail("what", "powers given");
    significant::record(connection, &event.detail("role", account.role.name())).await?;
    Ok(())
}

/// Puts on record that somebody changed an account.
async fn record(connection: &mut PgConnection, by: Person, account: &Account, what: &str) -> Result<(), Problem> {
    let event = SignificantEvent::new(Kind::AccountChange).staff(account.staff).detail("what", what);
    let event = event.detail("role", account.role.name()).detail("state", account.state.name());
    significant::record(connection, &event.detail("by", by.staff.0)).await?;
    Ok(())
}

/// Gives an account another password, which the person must change at the next login; of somebody with powers, once a
/// second person agreed.
pub(crate) async fn reset_password(
    app: &App,
    by: Person,
    key: CommandId,
    staff: StaffId,
    asked: &ResetPassword,
) -> Result<Changed, Problem> {
    another(by, staff)?;
    let account = people::one(&mut *app.store.connection().await?, staff).await?.ok_or(EdgeCode::NotFound)?;
    fitting(&asked.password, &account.login)?;
    let hash = app.passwords.hash(&asked.password.0).await?;
    let mut transaction = app.store.transaction().await?;
    if has_powers(account.role) {
        let matter = Matter::PasswordReset { staff, forget_totp: asked.forget_totp };
        let proposal = Proposal { matter, table: None, reason: account.login.clone() };
        let approval = approvals::propose(app, &mut transaction, by, key, proposal).await?;
        people::keep_reset(&mut transaction, approval.id, staff, &hash, asked.forget_totp).await?;
        transaction.commit().await.map_err(StoreError::from)?;
        app.board.changed();
        return Ok((account, Some(ApprovalId(approval.id.0))));
    }
    people::set_password(&mut transaction, staff, &hash, true).await?;
    if asked.forget_totp {
        people::set_totp(&mut transaction, staff, None).await?;
    }
    let ended = sessions::end_all(&mut transaction, staff, None, End::AccountChanged, Some(by.staff)).await?;
    record(&mut transaction, by, &account, "password reset").await?;
    let account = people::one(&mut transaction, staff).await?.ok_or(EdgeCode::NotFound)?;
    transaction.commit().await.map_err(StoreError::from)?;
    app.bearers.end(ended.into_iter().map(Credential::Session));
    Ok((account, None))
}

/// Puts the password in force that two people agreed on, in the transaction of the decision.
pub(crate) async fn reset_agreed(
    connection: &mut PgConnection,
    approval: &Approval,
    staff: StaffId,
) -> Result<(), Problem> {
    if !people::carry_out_reset(connection, approval.id).await? {
        return Err(EdgeCode::NotFound.into());
    }
    sessions::end_all(connection, staff, None, End::AccountChanged, approval.decided_by).await?;
    let event = SignificantEvent::new(Kind::AccountChange).staff(staff).detail("what", "password reset");
    significant::record(connection, &event.detail("by", approval.proposed_by.0)).await?;
    Ok(())
}

/// Nobody changes the own account but by its password.
fn another(by: Person, staff: StaffId) -> Result<(), Problem> {
    if by.staff == staff {
        Err(Problem::saying(EdgeCode::Forbidden, "Nobody does this to the own account."))
    } else {
        Ok(())
    }
}

async fn put_in_force(
    app: &App,
    by: Person,
    before: Account,
    role: Option<Role>,
    state: Option<State>,
) -> Result<Account, Problem> {
    let staff = before.staff;
    let mut transaction = app.store.transaction().await?;
    let after = people::put_in_force(&mut transaction, staff, role, state, Some(by.staff)).await?;
    let after = after.ok_or(EdgeCode::NotFound)?;
    let ended = sessions::end_all(&mut transaction, staff, None, End::AccountChanged, Some(by.staff)).await?;
    record(&mut transaction, by, &after, "changed").await?;
    transaction.commit().await.map_err(StoreError::from)?;
    app.bearers.end(ended.into_iter().map(Credential::Session));
    Ok(after)
}

/// Whether a password is fit for the account of a login.
pub(super) fn fitting(password: &Password, login: &str) -> Result<(), Problem> {
    fit(&password.0, login).map_err(|unfit| Problem::saying(EdgeCode::PasswordUnfit, format!("{unfit}.")))
}

impl From<PeopleError> for Problem {
    fn from(error: PeopleError) -> Self {
        match error {
            PeopleError::LoginTaken => EdgeCode::LoginTaken.into(),
            PeopleError::NameInvalid => Self::saying(EdgeCode::InvalidBody, format!("{error}.")),
            PeopleError::KeyReused => EdgeCode::KeyReused.into(),
            PeopleError::Store(error) => error.into(),
        }
    }
}
