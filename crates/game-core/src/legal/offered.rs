//! An offer: an action with the values it may take left open.

use crate::card::Card;
use crate::clause::ClauseId;
use crate::command::{Action, AwardStep, CountResolution, Doubt, ForfeitCause, Irregularity, Proposal};
use crate::decision::Decision;
use crate::game::{PlayerId, Seat, SeatSet};
use crate::inventory;
use crate::layout::{Arrivals, Cards, Spot};
use crate::money::Cents;
use crate::procedure::{self, DeckId};
use crate::switch::Switch;
use crate::values::Values;
use crate::wager::{Bet, Wager};
use serde::{Deserialize, Serialize};

/// Something the asker may do now, and the clause behind it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Offer {
    /// What.
    pub action: Offered,
    /// The clause that provides for it, where one does.
    pub clause: Option<ClauseId>,
}

/// The twin of [`Action`] with templates in place of values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each variant is the twin of the action of the same name, which says what it means")]
pub enum Offered {
    Procedure(procedure::Offer),
    Inventory(inventory::Offer),
    SeatPlayer { seat: Seat, who: Who },
    LeaveSeat { seat: Seat },
    BuyIn { seat: Seat, amount: Values },
    BringChips { seat: Seat, amount: Values },
    CashOut { seat: Seat, amount: Values },
    MoveSeat { from: Seat, to: SeatSet },
    ReportAway { seat: Seat },
    ReportBack { seat: Seat },
    OpenRound,
    CancelRound,
    AnswerBankOffer { seat: Seat },
    PlaceBank { amount: Values },
    PlaceWager { seat: Seat, wager: Wager, amount: Values },
    AcceptWager { seat: Seat, wager: Wager, amount: Values },
    RemoveWager { seat: Seat, wager: Wager },
    CommitShuffle,
    NoMoreBets,
    CollectWagers { wager: Wager, count: Values },
    StrikeWager { seat: Seat, wager: Wager, resolution: Vec<CountResolution> },
    ResolveCount { wager: Wager, resolution: Vec<CountResolution> },
    LockWagers,
    Deal { cards: Values },
    CountStub,
    ReportStub { stub: Values },
    ReportCount { deck: DeckId, count: Values },
    DoubtDeck { cause: Doubt },
    Decide { seat: Seat, decision: Vec<Decision> },
    ExpireDecision,
    TurnUp { cards: Values },
    DrawHotSpot { seat: SeatSet },
    Settle { seat: Seat, cards: Values },
    StopWheel { segment: Values },
    PayEnvy,
    VerifyAward { seat: Seat, bet: Bet, step: AwardStep },
    ClearTable,
    FaceUpCard { card: Values },
    DrawnInError { card: Values },
    Report(Irregularity),
    ConfirmVoid,
    ProposeVoid,
    ProposeCorrection { card: Values },
    ProposeFace { spots: Vec<Spot>, card: Values },
    ProposeForfeit { seat: Seat, cause: ForfeitCause },
    ProposeDecision { seat: Seat, decision: Vec<Decision> },
    ProposeAward { seat: Seat, bet: Bet, step: AwardStep },
    SuspendWager { wager: Wager, stake: Option<Cents> },
    ResumeWager { wager: Wager, stake: Option<Cents> },
    SwitchOff { what: Switch },
    SwitchOn { what: Switch },
    Approve,
    Decline,
    ExpireProposal,
    AdoptRules,
}

/// Who may take a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// The asker.
    Only(PlayerId),
    /// Anybody but those who have boxes enough or would sit apart from them.
    AnyoneBut(Vec<PlayerId>),
}

impl Who {
    fn includes(&self, player: PlayerId) -> bool {
        match self {
            Self::Only(only) => *only == player,
            Self::AnyoneBut(others) => !others.contains(&player),
        }
    }
}

impl Values {
    /// Whether cards whose faces are given fit the template: right in number, all different, none out already.
    #[must_use]
    pub fn admit_faces(&self, cards: &Cards) -> bool {
        let Self::KnownCards { min, max, not } = self else { return false };
        let distinct = cards.iter().collect::<crate::card::CardSet>().len() as usize == cards.len();
        let count = (usize::from(*min)..=usize::from(*max)).contains(&cards.len());
        count && distinct && cards.iter().all(|card| !not.contains(&card))
    }

    /// Whether one face fits the template.
    #[must_use]
    pub fn admit_face(&self, card: Card) -> bool {
        self.admit_faces(&[card].into_iter().collect())
    }

    /// Whether arriving cards fit the template: right in number, and unread where the table has no reader.
    #[must_use]
    pub fn admit_arrivals(&self, cards: &Arrivals) -> bool {
        let (min, max, read) = match self {
            Self::KnownCards { min, max, .. } => (*min, *max, true),
            Self::HiddenCards { min, max } => (*min, *max, false),
            Self::Nothing
            | Self::Amounts { .. }
            | Self::OneOf(_)
            | Self::Count { .. }
            | Self::Decisions(_)
            | Self::Seats(_) => return false,
        };
        let count = (usize::from(min)..=usize::from(max)).contains(&cards.len());
        count && cards.iter().all(|card| read || card.is_none())
    }
}

impl Offer {
    /// Whether the offer covers this action with these values.
    #[must_use]
    pub fn admits(&self, action: &Action) -> bool {
        self.action.admits(action)
    }
}

impl Offered {
    fn admits(&self, action: &Action) -> bool {
        match (self, *action) {
            (Self::Procedure(offer), Action::Procedure(action)) => offer.admits(&action),
            (Self::Inventory(offer), Action::Inventory(action)) => offer.admits(&action),
            (Self::SeatPlayer { seat, who }, Action::SeatPlayer { seat: at, player }) => {
                *seat == at && who.includes(player)
            }
            (Self::LeaveSeat { seat }, Action::LeaveSeat { seat: at })
            | (Self::ReportAway { seat }, Action::ReportAway { seat: at })
            | (Self::ReportBack { seat }, Action::ReportBack { seat: at })
            | (Self::AnswerBankOffer { seat }, Action::AnswerBankOffer { seat: at, .. }) => *seat == at,
            (Self::BuyIn { seat, amount }, Action::BuyIn { seat: at, amount: asked })
            | (Self::BringChips { seat, amount }, Action::BringChips { seat: at, amount: asked })
            | (Self::CashOut { seat, amount }, Action::CashOut { seat: at, amount: asked }) => {
                *seat == at && amount.admit_amount(asked)
            }
            (Self::MoveSeat { from, to }, Action::MoveSeat { from: at, to: asked }) => {
                *from == at && to.contains(asked)
            }
            (Self::PlaceBank { amount }, Action::PlaceBank { amount: asked }) => amount.admit_amount(asked),
            (Self::PlaceWager { seat, wager, amount }, Action::PlaceWager { seat: at, wager: on, amount: asked })
            | (Self::AcceptWager { seat, wager, amount }, Action::AcceptWager { seat: at, wager: on, amount: asked }) => {
                *seat == at && *wager == on && amount.admit_amount(asked)
            }
            (Self::RemoveWager { seat, wager }, Action::RemoveWager { seat: at, wager: on }) => {
                *seat == at && *wager == on
            }
            (
                Self::StrikeWager { seat, wager, resolution },
                Action::StrikeWager { seat: at, wager: on, resolution: asked },
            ) => *seat == at && *wager == on && resolution.contains(&asked),
            (Self::ResolveCount { wager, resolution }, Action::ResolveCount { wager: on, resolution: asked }) => {
                *wager == on && resolution.contains(&asked)
            }
            (Self::CollectWagers { wager, count }, Action::CollectWagers { wager: on, count: asked }) => {
                *wager == on && count.admit_count(asked)
            }
            (Self::Deal { cards }, Action::Deal { cards: asked }) => cards.admit_arrivals(&asked),
            (Self::Decide { seat, decision }, Action::Decide { seat: at, decision: asked })
            | (
                Self::ProposeDecision { seat, decision },
                Action::Propose(Proposal::CorrectDecision { seat: at, decision: asked }),
            ) => *seat == at && decision.contains(&asked),
            (Self::TurnUp { cards }, Action::TurnUp { cards: asked })
            | (Self::Settle { cards, .. }, Action::Settle { cards: asked }) => cards.admit_faces(&asked),
            (Self::DrawHotSpot { seat }, Action::DrawHotSpot { seat: at }) => seat.contains(at),
            (Self::StopWheel { segment }, Action::StopWheel { segment: asked }) => segment.admit_count(asked),
            (Self::VerifyAward { seat, bet, step }, Action::VerifyAward { seat: at, bet: on, step: asked }) => {
                *seat == at && *bet == on && *step == asked
            }
            (Self::FaceUpCard { card }, Action::FaceUpCard { card: asked }) => card.admit_face(asked),
            (Self::DrawnInError { card }, Action::DrawnInError { card: asked }) => {
                card.admit_arrivals(&[asked].into_iter().collect())
            }
            (Self::Report(irregularity), Action::Report(asked)) => *irregularity == asked,
            (Self::ProposeForfeit { seat, cause }, Action::Propose(Proposal::Forfeit { seat: at, cause: asked })) => {
                *seat == at && *cause == asked
            }
            (
                Self::ProposeAward { seat, bet, step },
                Action::Propose(Proposal::Award { seat: at, bet: on, step: asked }),
            ) => *seat == at && *bet == on && *step == asked,
            (Self::SuspendWager { wager, stake }, Action::SuspendWager { wager: on, stake: asked, .. })
            | (Self::ResumeWager { wager, stake }, Action::ResumeWager { wager: on, stake: asked }) => {
                *wager == on && *stake == asked
            }
            (Self::AdoptRules, Action::AdoptRules { proposed_by, approved_by }) => proposed_by != approved_by,
            (Self::SwitchOff { what }, Action::SwitchOff { what: asked, .. })
            | (Self::SwitchOn { what }, Action::SwitchOn { what: asked }) => *what == asked,
            (Self::ProposeCorrection { card }, Action::Propose(Proposal::CorrectCard { card: asked })) => {
                card.admit_face(asked)
            }
            (Self::ProposeFace { spots, card }, Action::Propose(Proposal::CorrectFace { spot, card: asked, .. })) => {
                spots.contains(&spot) && card.admit_face(asked)
            }
            (Self::ReportStub { stub }, Action::ReportStub { stub: asked }) => stub.admit_count(asked),
            (Self::ReportCount { deck, count }, Action::ReportCount { deck: of, count: asked }) => {
                *deck == of && count.admit_count(asked)
            }
            (Self::DoubtDeck { cause }, Action::DoubtDeck { cause: asked }) => *cause == asked,
            (Self::OpenRound, Action::OpenRound)
            | (Self::CancelRound, Action::CancelRound)
            | (Self::CommitShuffle, Action::CommitShuffle { .. })
            | (Self::NoMoreBets, Action::NoMoreBets)
            | (Self::LockWagers, Action::LockWagers)
            | (Self::CountStub, Action::CountStub { .. })
            | (Self::ExpireDecision, Action::ExpireDecision)
            | (Self::PayEnvy, Action::PayEnvy)
            | (Self::ClearTable, Action::ClearTable)
            | (Self::ConfirmVoid, Action::ConfirmVoid)
            | (Self::ProposeVoid, Action::Propose(Proposal::Void))
            | (Self::Approve, Action::Approve)
            | (Self::Decline, Action::Decline)
            | (Self::ExpireProposal, Action::ExpireProposal) => true,
            _ => false,
        }
    }
}
