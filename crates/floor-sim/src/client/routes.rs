//! The routes, each as a method.

use super::{Answered, Client, ClientError};
use game_core::command::Action;
use game_core::game::{Millis, PlayerId, Seat, StaffId};
use game_core::money::Cents;
use game_core::progressive::{Change, NewProgressive};
use hyper::Method;
use serde_json::Value;
use std::fmt::Display;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use wire::id::{ApprovalId, CommandId, DeviceId, ProgressiveId, RoundId, SubmissionId, TableId};
use wire::rest::approvals::{Approval, ApprovalsPage, DecisionRequest, Verdict};
use wire::rest::assignments::{AssignDealer, Assignment};
use wire::rest::commands::{Answer, CommandRequest, LegalAnswer};
use wire::rest::devices::{DeviceProposal, DevicesAnswer, FirmwareAnswer, FirmwareProposal, SilenceRequest};
use wire::rest::events::{EventsPage, EventsQuery};
use wire::rest::jackpots::JackpotsPage;
use wire::rest::progressives::{
    ParticipationRequest, ProgressiveChangeProposal, ProgressiveProposal, ProgressivesAnswer,
};
use wire::rest::rounds::{RoundRecord, RoundsPage, RoundsQuery, ShuffleOpening};
use wire::rest::seats::{BringChips, BuyIn, CashOut, MoveSeat, SeatPatron};
use wire::rest::submissions::{NewSubmission, SubmissionRecord, SubmitRequest};
use wire::rest::tables::{LimitsAnswer, NewTable, TableState, TableSummary, TablesPage, TablesQuery};
use wire::rest::tickets::{Ticket, TicketRequest};
use wire::timestamp::Timestamp;

/// Every method fails when the server refuses, or cannot be reached for long.
#[expect(clippy::missing_errors_doc, reason = "all fail alike, as the block says")]
impl Client {
    /// Makes a table under a Rules Submission.
    pub async fn create_table(&self, name: &str, submission: SubmissionId) -> Answered<TableSummary> {
        let body = NewTable { name: name.to_owned(), submission, training: false };
        self.send(Method::POST, "/v1/tables".to_owned(), &body, Some(CommandId::fresh())).await
    }

    /// A page of the tables.
    pub async fn tables(&self, query: TablesQuery) -> Answered<TablesPage> {
        let after = parameter("after", query.after);
        self.get(format!("/v1/tables?{after}{}", parameter("limit", query.limit))).await
    }

    /// A table as the holder of the key sees it.
    pub async fn table(&self, table: TableId) -> Answered<TableState> {
        self.get(format!("/v1/tables/{table}")).await
    }

    /// Assigns a dealer to a table, for as long as a simulation lasts.
    pub async fn assign_dealer(&self, table: TableId, staff: StaffId) -> Answered<Assignment> {
        let path = format!("/v1/tables/{table}/dealer");
        let body = AssignDealer { staff, until: Some(Timestamp(Millis(in_a_day()))) };
        self.send(Method::POST, path, &body, Some(CommandId::fresh())).await
    }

    /// The wagers' limits.
    pub async fn limits(&self, table: TableId) -> Answered<LimitsAnswer> {
        self.get(format!("/v1/tables/{table}/limits")).await
    }

    /// What the holder of the key may do now.
    pub async fn legal(&self, table: TableId) -> Answered<LegalAnswer> {
        self.get(format!("/v1/tables/{table}/legal")).await
    }

    /// Asks for something to be done at a table.
    pub async fn command(&self, table: TableId, action: Action) -> Answered<Answer> {
        self.command_as(table, CommandId::fresh(), action).await
    }

    /// Asks for something to be done at a table, under a key of the caller's choice.
    pub async fn command_as(&self, table: TableId, command_id: CommandId, action: Action) -> Answered<Answer> {
        let body = CommandRequest { command_id, action };
        self.send(Method::POST, format!("/v1/tables/{table}/commands"), &body, None).await
    }

    /// Agrees to whatever waits for a second person at a table, with the password again, and says how much it was.
    pub async fn approve(&self, table: TableId) -> Answered<usize> {
        let waiting: ApprovalsPage = self.get(format!("/v1/approvals?table={table}")).await?;
        let agreed = waiting.approvals.len();
        for approval in waiting.approvals {
            self.agree(approval.brief.id).await?;
        }
        Ok(agreed)
    }

    /// Agrees to what somebody else proposed, with the password again.
    pub async fn agree(&self, approval: ApprovalId) -> Answered<Approval> {
        let password = self.password().to_owned();
        let body = DecisionRequest { decision: Verdict::Approve, password, totp: None, comment: String::new() };
        self.send(Method::POST, format!("/v1/approvals/{approval}/decision"), &body, Some(CommandId::fresh())).await
    }

    /// Drafts a Rules Submission and puts it before a second person, having thought about every warning.
    pub async fn propose_rules(&self, document: &Value) -> Answered<(SubmissionId, ApprovalId)> {
        let document = serde_json::value::to_raw_value(document).map_err(ClientError::transport)?;
        let body = NewSubmission { document };
        let path = "/v1/submissions".to_owned();
        let drafted: SubmissionRecord = self.send(Method::POST, path, &body, Some(CommandId::fresh())).await?;
        let id = drafted.brief.id;
        let body = SubmitRequest {
            edition: drafted.brief.edition,
            reason: String::new(),
            acknowledge: drafted.warnings.into_iter().map(|warning| warning.name).collect(),
            effective_from: None,
            supersedes: None,
        };
        let path = format!("/v1/submissions/{id}/submit");
        let approval: Approval = self.send(Method::POST, path, &body, Some(CommandId::fresh())).await?;
        Ok((id, approval.brief.id))
    }

    /// Every progressive.
    pub async fn progressives(&self) -> Answered<ProgressivesAnswer> {
        self.get("/v1/progressives".to_owned()).await
    }

    /// Proposes a new progressive.
    pub async fn propose_progressive(&self, progressive: NewProgressive, reason: &str) -> Answered<Approval> {
        let body = ProgressiveProposal { progressive, reason: reason.to_owned() };
        self.send(Method::POST, "/v1/progressives".to_owned(), &body, Some(CommandId::fresh())).await
    }

    /// Proposes a change of a progressive.
    pub async fn propose_change(&self, id: ProgressiveId, change: Change, reason: &str) -> Answered<Approval> {
        let body = ProgressiveChangeProposal { change, reason: reason.to_owned() };
        self.send(Method::POST, format!("/v1/progressives/{id}/changes"), &body, Some(CommandId::fresh())).await
    }

    /// Lets a closed table's wager play for a progressive.
    pub async fn participate(&self, table: TableId, body: &ParticipationRequest) -> Answered<()> {
        self.send(Method::PUT, format!("/v1/tables/{table}/participation"), body, Some(CommandId::fresh())).await
    }

    /// The latest jackpots.
    pub async fn jackpots(&self, limit: u32) -> Answered<JackpotsPage> {
        self.get(format!("/v1/jackpots?limit={limit}")).await
    }

    /// The devices, and the key they know the server by.
    pub async fn devices(&self) -> Answered<DevicesAnswer> {
        self.get("/v1/devices".to_owned()).await
    }

    /// Proposes to enrol a device.
    pub async fn propose_device(&self, proposal: &DeviceProposal) -> Answered<Approval> {
        self.send(Method::POST, "/v1/devices".to_owned(), proposal, Some(CommandId::fresh())).await
    }

    /// Revokes a device.
    pub async fn revoke_device(&self, device: DeviceId, reason: &str) -> Answered<()> {
        let body = SilenceRequest { reason: reason.to_owned() };
        self.send_unanswered(format!("/v1/devices/{device}/revoke"), &body).await
    }

    /// The firmware that devices may run.
    pub async fn firmware(&self) -> Answered<FirmwareAnswer> {
        self.get("/v1/firmware".to_owned()).await
    }

    /// Proposes firmware that devices may run.
    pub async fn propose_firmware(&self, proposal: &FirmwareProposal) -> Answered<Approval> {
        self.send(Method::POST, "/v1/firmware".to_owned(), proposal, Some(CommandId::fresh())).await
    }

    /// A page of a table's journal.
    pub async fn events(&self, table: TableId, query: EventsQuery) -> Answered<EventsPage> {
        let after = parameter("after", query.after);
        self.get(format!("/v1/tables/{table}/events?{after}{}", parameter("limit", query.limit))).await
    }

    /// Opens a table for gaming.
    pub async fn open_table(&self, table: TableId) -> Answered<Answer> {
        self.act(table, "open").await
    }

    /// Closes a table.
    pub async fn close_table(&self, table: TableId) -> Answered<Answer> {
        self.act(table, "close").await
    }

    async fn act(&self, table: TableId, what: &str) -> Answered<Answer> {
        self.bare(Method::POST, format!("/v1/tables/{table}/{what}")).await
    }

    /// Seats a patron.
    pub async fn seat(&self, table: TableId, seat: Seat, player: PlayerId) -> Answered<Answer> {
        self.send(Method::PUT, at(table, seat), &SeatPatron { player }, Some(CommandId::fresh())).await
    }

    /// Gives a seat up.
    pub async fn leave(&self, table: TableId, seat: Seat) -> Answered<Answer> {
        self.bare(Method::DELETE, at(table, seat)).await
    }

    /// Sells chips.
    pub async fn buy_in(&self, table: TableId, seat: Seat, amount_cents: Cents) -> Answered<Answer> {
        let path = format!("{}/buy-ins", at(table, seat));
        self.send(Method::POST, path, &BuyIn { amount_cents }, Some(CommandId::fresh())).await
    }

    /// Puts chips on record that a patron came with.
    pub async fn bring_chips(&self, table: TableId, seat: Seat, amount_cents: Cents) -> Answered<Answer> {
        let path = format!("{}/chips-brought", at(table, seat));
        self.send(Method::POST, path, &BringChips { amount_cents }, Some(CommandId::fresh())).await
    }

    /// Takes chips off the table.
    pub async fn cash_out(&self, table: TableId, seat: Seat, amount_cents: Cents) -> Answered<Answer> {
        let path = format!("{}/cash-outs", at(table, seat));
        self.send(Method::POST, path, &CashOut { amount_cents }, Some(CommandId::fresh())).await
    }

    /// Moves a patron to another seat.
    pub async fn move_seat(&self, table: TableId, from: Seat, to: Seat) -> Answered<Answer> {
        let path = format!("{}/move", at(table, from));
        self.send(Method::POST, path, &MoveSeat { to }, Some(CommandId::fresh())).await
    }

    /// A page of a table's rounds, the latest first.
    pub async fn rounds(&self, table: TableId, query: RoundsQuery) -> Answered<RoundsPage> {
        let before = parameter("before", query.before);
        self.get(format!("/v1/tables/{table}/rounds?{before}{}", parameter("limit", query.limit))).await
    }

    /// Everything about a round.
    pub async fn round(&self, round: RoundId) -> Answered<RoundRecord> {
        self.get(format!("/v1/rounds/{round}")).await
    }

    /// The shuffle of a round that is over.
    pub async fn shuffle(&self, round: RoundId) -> Answered<ShuffleOpening> {
        self.get(format!("/v1/rounds/{round}/shuffle")).await
    }

    /// A ticket for one socket.
    pub async fn ticket(&self, table: Option<TableId>) -> Answered<Ticket> {
        self.send(Method::POST, "/v1/tickets".to_owned(), &TicketRequest { table }, None).await
    }
}

fn in_a_day() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from((now + Duration::from_secs(86_400)).as_millis()).unwrap_or(u64::MAX)
}

fn at(table: TableId, seat: Seat) -> String {
    format!("/v1/tables/{table}/seats/{seat}")
}

/// A parameter of a query, with what separates it from the next.
fn parameter(name: &str, value: Option<impl Display>) -> String {
    value.map_or_else(String::new, |value| format!("{name}={value}&"))
}
