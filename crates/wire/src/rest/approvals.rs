//! `/v1/approvals`: what waits for a second person, and what became of what did.

use super::devices::DeviceChange;
use super::people::Role;
use crate::id::{ApprovalId, DeviceId, ProgressiveId, SubmissionId, TableId, TerminalId};
use crate::timestamp::Timestamp;
use game_core::card::Card;
use game_core::game::{Seat, StaffId};
use game_core::inventory::{SlipKind, SlipNumber, VoidReason};
use game_core::money::Cents;
use game_core::progressive::Change;
use game_core::view::ShownProposal;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// What needs two people. Who may propose and decide each, and how it is carried out, is said in one place of the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Matter {
    /// A Rules Submission becomes approved rules.
    RulesSubmission {
        /// Which.
        submission: SubmissionId,
        /// Which edition of it.
        edition: u32,
        /// The version its rules are known by.
        rules_version: String,
        /// The names of the warnings that the proposer acknowledged.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        warnings: Vec<String>,
        /// The earliest moment it is to be effective from.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        effective_from: Option<Timestamp>,
        /// The submission whose place it takes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        supersedes: Option<SubmissionId>,
    },
    /// A table is played by a Rules Submission from a moment on.
    TableRules {
        /// The table.
        table: TableId,
        /// The submission.
        submission: SubmissionId,
        /// The version its rules are known by.
        rules_version: String,
        /// The earliest moment.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        effective_from: Option<Timestamp>,
    },
    /// The limits of a table's base wager change, from the next round on.
    TableLimits {
        /// The table.
        table: TableId,
        /// The least of each bet.
        min_cents: Cents,
        /// The most.
        max_cents: Cents,
        /// The version of the rules with these limits.
        rules_version: String,
    },
    /// What two people must agree on in a round: a void at discretion, a correction, a forfeit. It is proposed and carried out
    /// by commands of the table, and ends with the table's clock.
    Round {
        /// The table.
        table: TableId,
        /// What is proposed.
        proposal: ShownProposal,
        /// The card it is corrected to, for whoever may decide.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<Card>,
    },
    /// A fill or credit under way becomes void. It is proposed and carried out by commands of the table.
    SlipVoid {
        /// The table.
        table: TableId,
        /// Which way its chips go.
        slip: SlipKind,
        /// Its number.
        number: SlipNumber,
        /// Why.
        reason: VoidReason,
    },
    /// A person gets powers: a role other than dealer, and where it says so an account that can be used.
    AccountPowers {
        /// Who.
        staff: StaffId,
        /// The role.
        role: Role,
        /// Whether a disabled account can be used from then on.
        enable: bool,
    },
    /// A terminal's key comes to open something.
    Terminal {
        /// The name of its key.
        terminal: TerminalId,
        /// The table it stands at.
        table: TableId,
        /// The seat it speaks for.
        seat: Seat,
    },
    /// Somebody with powers gets another first password.
    PasswordReset {
        /// Who.
        staff: StaffId,
        /// Whether one-time codes are forgotten with it.
        forget_totp: bool,
    },
    /// A progressive is made or changed.
    Progressive {
        /// Which; none for one that is to be made.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        progressive: Option<ProgressiveId>,
        /// What is to become of it.
        change: Change,
    },
    /// A device is enrolled, bound elsewhere or let speak again, or firmware is approved.
    Device {
        /// Which; none for one that is to be enrolled, and for firmware.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        device: Option<DeviceId>,
        /// What is to become of it.
        change: DeviceChange,
    },
}

/// A matter's kind alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each is the matter of the same name")]
pub enum MatterKind {
    RulesSubmission,
    TableRules,
    TableLimits,
    Round,
    SlipVoid,
    AccountPowers,
    Terminal,
    PasswordReset,
    Progressive,
    Device,
}

impl Matter {
    /// The kind alone.
    #[must_use]
    pub const fn kind(&self) -> MatterKind {
        match self {
            Self::RulesSubmission { .. } => MatterKind::RulesSubmission,
            Self::TableRules { .. } => MatterKind::TableRules,
            Self::TableLimits { .. } => MatterKind::TableLimits,
            Self::Round { .. } => MatterKind::Round,
            Self::SlipVoid { .. } => MatterKind::SlipVoid,
            Self::AccountPowers { .. } => MatterKind::AccountPowers,
            Self::Terminal { .. } => MatterKind::Terminal,
            Self::PasswordReset { .. } => MatterKind::PasswordReset,
            Self::Progressive { .. } => MatterKind::Progressive,
            Self::Device { .. } => MatterKind::Device,
        }
    }
}

impl MatterKind {
    /// Every kind.
    pub const ALL: [Self; 10] = [
        Self::RulesSubmission,
        Self::TableRules,
        Self::TableLimits,
        Self::Round,
        Self::SlipVoid,
        Self::AccountPowers,
        Self::Terminal,
        Self::PasswordReset,
        Self::Progressive,
        Self::Device,
    ];

    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::RulesSubmission => "rules_submission",
            Self::TableRules => "table_rules",
            Self::TableLimits => "table_limits",
            Self::Round => "round",
            Self::SlipVoid => "slip_void",
            Self::AccountPowers => "account_powers",
            Self::Terminal => "terminal",
            Self::PasswordReset => "password_reset",
            Self::Progressive => "progressive",
            Self::Device => "device",
        }
    }
}

/// How a proposal stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ApprovalState {
    /// It waits for a second person.
    #[default]
    Pending,
    /// A second person agreed, and it was carried out.
    Approved,
    /// A second person did not agree.
    Declined,
    /// The proposer took it back.
    Withdrawn,
    /// Nobody decided it in time.
    Expired,
}

/// Something that waits for a second person, in a few words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ApprovalBrief {
    /// Its id.
    pub id: ApprovalId,
    /// What kind of matter it is.
    pub kind: MatterKind,
    /// The table it concerns, where it concerns one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableId>,
    /// Why, in the proposer's words.
    pub reason: String,
    /// Who proposed it.
    pub proposed_by: StaffId,
    /// When.
    pub proposed_at: Timestamp,
    /// Until when it may be decided.
    pub expires_at: Timestamp,
    /// How it stands.
    pub state: ApprovalState,
}

/// A proposal and what became of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Approval {
    /// In a few words.
    #[serde(flatten)]
    pub brief: ApprovalBrief,
    /// What is proposed.
    pub matter: Matter,
    /// Who decided, if anybody did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<StaffId>,
    /// When it was decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_at: Option<Timestamp>,
    /// What the decider said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// Which approvals.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ApprovalsQuery {
    /// Only those that stand so; those that are pending, when left out.
    #[serde(default)]
    #[param(inline)]
    pub state: ApprovalState,
    /// Only those of a kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[param(inline)]
    pub kind: Option<MatterKind>,
    /// Only those that concern a table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableId>,
    /// Only those proposed after this one; from the first, when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<ApprovalId>,
    /// How many at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[param(minimum = 1, maximum = 200)]
    pub limit: Option<u32>,
}

/// Approvals in the order they were proposed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ApprovalsPage {
    /// The approvals.
    pub approvals: Vec<Approval>,
    /// `after` of the next page, if there is more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<ApprovalId>,
}

/// What a second person decides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ApprovalDecision)]
pub enum Verdict {
    /// It is carried out.
    Approve,
    /// It is not.
    Decline,
}

/// `POST /v1/approvals/{id}/decision`: a second person decides, and proves for this act who that is.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DecisionRequest {
    /// What is decided.
    pub decision: Verdict,
    /// The decider's own password again.
    pub password: String,
    /// The code of the decider's second factor, where the account has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub totp: Option<String>,
    /// Anything the decider wants to say; it is kept but for what is decided in a round, whose journal has no words.
    #[serde(default)]
    #[schema(max_length = 500)]
    pub comment: String,
}

/// A password is in no log.
impl std::fmt::Debug for DecisionRequest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DecisionRequest").field("decision", &self.decision).finish_non_exhaustive()
    }
}

/// `POST /v1/approvals/{id}/withdrawal`: the proposer takes it back.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WithdrawalRequest {
    /// Anything the proposer wants to say; kept as a decider's.
    #[serde(default)]
    #[schema(max_length = 500)]
    pub comment: String,
}
