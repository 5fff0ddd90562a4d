//! What a table waits for, as one flat word: the name of the action that would take it on.

use game_core::legal::Offered;
use game_core::procedure::ActionKind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The name of an action.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum Step {
    /// A step of table procedure.
    Procedure(ActionKind),
    /// A step of play.
    Play(PlayStep),
}

/// A step of play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each is the action of the same name")]
pub enum PlayStep {
    Inventory,
    SeatPlayer,
    LeaveSeat,
    BuyIn,
    BringChips,
    CashOut,
    MoveSeat,
    ReportAway,
    ReportBack,
    OpenRound,
    CancelRound,
    AnswerBankOffer,
    PlaceBank,
    PlaceWager,
    AcceptWager,
    RemoveWager,
    CommitShuffle,
    NoMoreBets,
    CollectWagers,
    StrikeWager,
    ResolveCount,
    LockWagers,
    Deal,
    CountStub,
    ReportStub,
    ReportCount,
    DoubtDeck,
    Decide,
    ExpireDecision,
    TurnUp,
    DrawHotSpot,
    Settle,
    StopWheel,
    PayEnvy,
    VerifyAward,
    ClearTable,
    FaceUpCard,
    DrawnInError,
    Report,
    ConfirmVoid,
    ProposeVoid,
    ProposeCorrection,
    ProposeFace,
    ProposeForfeit,
    ProposeDecision,
    ProposeAward,
    SuspendWager,
    ResumeWager,
    SwitchOff,
    SwitchOn,
    Approve,
    Decline,
    ExpireProposal,
    AdoptRules,
}

impl From<&Offered> for Step {
    fn from(offered: &Offered) -> Self {
        let step = match offered {
            Offered::Procedure(offer) => return Self::Procedure(offer.action),
            Offered::Inventory(_) => PlayStep::Inventory,
            Offered::SeatPlayer { .. } => PlayStep::SeatPlayer,
            Offered::LeaveSeat { .. } => PlayStep::LeaveSeat,
            Offered::BuyIn { .. } => PlayStep::BuyIn,
            Offered::BringChips { .. } => PlayStep::BringChips,
            Offered::CashOut { .. } => PlayStep::CashOut,
            Offered::MoveSeat { .. } => PlayStep::MoveSeat,
            Offered::ReportAway { .. } => PlayStep::ReportAway,
            Offered::ReportBack { .. } => PlayStep::ReportBack,
            Offered::OpenRound => PlayStep::OpenRound,
            Offered::CancelRound => PlayStep::CancelRound,
            Offered::AnswerBankOffer { .. } => PlayStep::AnswerBankOffer,
            Offered::PlaceBank { .. } => PlayStep::PlaceBank,
            Offered::PlaceWager { .. } => PlayStep::PlaceWager,
            Offered::AcceptWager { .. } => PlayStep::AcceptWager,
            Offered::RemoveWager { .. } => PlayStep::RemoveWager,
            Offered::CommitShuffle => PlayStep::CommitShuffle,
            Offered::NoMoreBets => PlayStep::NoMoreBets,
            Offered::CollectWagers { .. } => PlayStep::CollectWagers,
            Offered::StrikeWager { .. } => PlayStep::StrikeWager,
            Offered::ResolveCount { .. } => PlayStep::ResolveCount,
            Offered::LockWagers => PlayStep::LockWagers,
            Offered::Deal { .. } => PlayStep::Deal,
            Offered::CountStub => PlayStep::CountStub,
            Offered::Decide { .. } => PlayStep::Decide,
            Offered::ExpireDecision => PlayStep::ExpireDecision,
            Offered::TurnUp { .. } => PlayStep::TurnUp,
            Offered::DrawHotSpot { .. } => PlayStep::DrawHotSpot,
            Offered::Settle { .. } => PlayStep::Settle,
            Offered::StopWheel { .. } => PlayStep::StopWheel,
            Offered::PayEnvy => PlayStep::PayEnvy,
            Offered::VerifyAward { .. } => PlayStep::VerifyAward,
            Offered::ClearTable => PlayStep::ClearTable,
            Offered::FaceUpCard { .. } => PlayStep::FaceUpCard,
            Offered::DrawnInError { .. } => PlayStep::DrawnInError,
            Offered::Report(_) => PlayStep::Report,
            Offered::ConfirmVoid => PlayStep::ConfirmVoid,
            Offered::ProposeVoid => PlayStep::ProposeVoid,
            Offered::ReportStub { .. } => PlayStep::ReportStub,
            Offered::ReportCount { .. } => PlayStep::ReportCount,
            Offered::DoubtDeck { .. } => PlayStep::DoubtDeck,
            Offered::ProposeFace { .. } => PlayStep::ProposeFace,
            Offered::ProposeCorrection { .. } => PlayStep::ProposeCorrection,
            Offered::ProposeAward { .. } => PlayStep::ProposeAward,
            Offered::SuspendWager { .. } => PlayStep::SuspendWager,
            Offered::ResumeWager { .. } => PlayStep::ResumeWager,
            Offered::SwitchOff { .. } => PlayStep::SwitchOff,
            Offered::SwitchOn { .. } => PlayStep::SwitchOn,
            Offered::Approve => PlayStep::Approve,
            Offered::ProposeForfeit { .. } => PlayStep::ProposeForfeit,
            Offered::ProposeDecision { .. } => PlayStep::ProposeDecision,
            Offered::Decline => PlayStep::Decline,
            Offered::ExpireProposal => PlayStep::ExpireProposal,
            Offered::AdoptRules => PlayStep::AdoptRules,
        };
        Self::Play(step)
    }
}
