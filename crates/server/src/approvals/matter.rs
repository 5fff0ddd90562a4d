//! Every matter that needs two people: who may propose it, who may decide it, how it is carried out, and how it is shown. A new
//! matter is a variant of [`Matter`] and an arm in each function here.

use crate::app::App;
use crate::identity::Role;
use crate::people;
use crate::plane;
use crate::problem::Problem;
use crate::progressives;
use crate::schedules;
use crate::submissions;
use crate::terminals;
use store::PgConnection;
use store::approvals::{Approval, Outcome, State};
use store::devices::DeviceId;
use wire::id::{ApprovalId, TableId};
use wire::problem::EdgeCode;
use wire::rest::approvals::{self as told, ApprovalBrief, ApprovalState, Matter};

/// Whether the role may propose the matter.
pub(super) const fn may_propose(matter: &Matter, role: Role) -> bool {
    match matter {
        Matter::RulesSubmission { .. } | Matter::TableLimits { .. } | Matter::Round { .. } => {
            matches!(role, Role::Floorperson | Role::PitManager)
        }
        Matter::TableRules { .. } => matches!(role, Role::PitManager),
        Matter::SlipVoid { .. } => matches!(role, Role::Floorperson | Role::PitManager | Role::Cage),
        Matter::AccountPowers { .. } | Matter::PasswordReset { .. } => matches!(role, Role::SecurityAdmin),
        Matter::Terminal { .. } => matches!(role, Role::Floorperson | Role::PitManager | Role::DeviceAdmin),
        Matter::Progressive { .. } => matches!(role, Role::Accounting | Role::PitManager),
        Matter::Device { .. } => matches!(role, Role::DeviceAdmin),
    }
}

/// Whether the role may decide the matter.
pub(super) const fn may_decide(matter: &Matter, role: Role) -> bool {
    match matter {
        Matter::RulesSubmission { .. } | Matter::TableRules { .. } | Matter::TableLimits { .. } => {
            matches!(role, Role::PitManager)
        }
        Matter::Round { .. } => matches!(role, Role::Floorperson | Role::PitManager),
        Matter::SlipVoid { .. } => matches!(role, Role::Floorperson | Role::PitManager | Role::Cage),
        Matter::AccountPowers { .. } | Matter::PasswordReset { .. } => matches!(role, Role::SecurityAdmin),
        Matter::Terminal { .. } => matches!(role, Role::Floorperson | Role::PitManager | Role::DeviceAdmin),
        Matter::Progressive { .. } => matches!(role, Role::Accounting | Role::PitManager),
        Matter::Device { .. } => matches!(role, Role::DeviceAdmin | Role::PitManager),
    }
}

/// Carries the matter out, in the transaction of the decision.
pub(super) async fn carry_out(
    matter: &Matter,
    connection: &mut PgConnection,
    approval: &Approval,
) -> Result<(), Problem> {
    match matter {
        Matter::RulesSubmission { submission, edition, rules_version, .. } => {
            submissions::approve(connection, approval, *submission, *edition, rules_version).await
        }
        Matter::TableRules { table, submission, effective_from, .. } => {
            schedules::schedule(connection, approval, *table, *submission, *effective_from).await
        }
        Matter::TableLimits { table, min_cents, max_cents, rules_version } => {
            schedules::change_limits(connection, approval, *table, (*min_cents, *max_cents), rules_version).await
        }
        // The table carries it out, in the transaction of its journal.
        Matter::Round { .. } | Matter::SlipVoid { .. } => Err(EdgeCode::Internal.into()),
        Matter::AccountPowers { staff, role, enable } => {
            people::give_powers(connection, approval, *staff, people::role(*role), *enable).await
        }
        Matter::Terminal { terminal, .. } => terminals::agree(connection, approval, *terminal).await,
        Matter::PasswordReset { staff, .. } => people::reset_agreed(connection, approval, *staff).await,
        Matter::Progressive { progressive, change } => {
            progressives::carry_out(connection, approval, *progressive, change).await
        }
        Matter::Device { device, change } => plane::carry_out(connection, approval, *device, change).await,
    }
}

/// What this process must know once the matter is carried out.
pub(super) async fn carried_out(matter: &Matter, app: &App, approval: &Approval) {
    match matter {
        Matter::Round { .. } | Matter::SlipVoid { .. } | Matter::Terminal { .. } | Matter::Progressive { .. } => {}
        // What is due is looked up at once.
        Matter::RulesSubmission { .. } | Matter::TableRules { .. } | Matter::TableLimits { .. } => {
            app.scheduled.notify_one();
        }
        // Whatever the person has open was opened with the powers of before.
        Matter::AccountPowers { staff, .. } | Matter::PasswordReset { staff, .. } => app.bearers.end_all_of(*staff),
        Matter::Device { device, .. } => {
            let device = DeviceId(device.map_or(approval.id.0, |device| device.0));
            let known = app.plane.reread(device).await.and(app.plane.read_firmware().await);
            if let Err(error) = known {
                tracing::error!(%error, "what was decided about a device is known after the next start");
            }
        }
    }
}

/// The matter of an approval.
pub(super) fn read(approval: &Approval) -> Result<Matter, Problem> {
    serde_json::from_value(approval.matter.clone()).map_err(|error| Problem::fault(&error))
}

/// An approval as it goes over the wire to this role: a card that lies face down is for whoever may decide.
pub(crate) fn told(approval: Approval, role: Role) -> Result<told::Approval, Problem> {
    let mut matter = read(&approval)?;
    if let Matter::Round { card, .. } = &mut matter
        && !matches!(role, Role::Floorperson | Role::PitManager)
    {
        *card = None;
    }
    Ok(told::Approval {
        brief: brief(&approval, &matter),
        matter,
        decided_by: approval.decided_by,
        decided_at: approval.decided_at.map(Into::into),
        comment: approval.comment,
    })
}

/// An approval in a few words.
pub(super) fn brief(approval: &Approval, matter: &Matter) -> ApprovalBrief {
    ApprovalBrief {
        id: ApprovalId(approval.id.0),
        kind: matter.kind(),
        table: approval.table.map(|table| TableId(table.0)),
        reason: approval.reason.clone(),
        proposed_by: approval.proposed_by,
        proposed_at: approval.proposed_at.into(),
        expires_at: approval.expires_at.into(),
        state: match approval.state {
            State::Pending => ApprovalState::Pending,
            State::Decided(Outcome::Approved) => ApprovalState::Approved,
            State::Decided(Outcome::Declined) => ApprovalState::Declined,
            State::Decided(Outcome::Withdrawn) => ApprovalState::Withdrawn,
            State::Expired => ApprovalState::Expired,
        },
    }
}

/// The state a filter asks for.
pub(crate) const fn state(asked: ApprovalState) -> State {
    match asked {
        ApprovalState::Pending => State::Pending,
        ApprovalState::Approved => State::Decided(Outcome::Approved),
        ApprovalState::Declined => State::Decided(Outcome::Declined),
        ApprovalState::Withdrawn => State::Decided(Outcome::Withdrawn),
        ApprovalState::Expired => State::Expired,
    }
}
