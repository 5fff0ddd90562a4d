//! A table in a few words: what a list shows, and who is needed for it to go on.

use game_core::actor::Actor;
use game_core::command::AwardStep;
use game_core::game::{Seat, StaffId};
use game_core::inventory::{self, CountKind, RackState, SlipKind};
use game_core::legal::{Offered, legal};
use game_core::procedure::ActionKind;
use game_core::table::Table;
use table_host::{Standing, TableHandle};
use wire::id::TableId;
use wire::rest::tables::{RoundBrief, TableSummary, Waiting, WaitingFor};

/// Nobody's number: whoever proposed or reported something was somebody else.
const NOBODY: StaffId = StaffId(u64::MAX);

/// A table in a few words.
#[must_use]
pub(crate) fn summary(table: &TableHandle, standing: &Standing) -> TableSummary {
    let Standing { seq, table: played, rules_version } = standing;
    let state = played.state();
    let taken = Seat::first(played.rules().seats()).filter(|seat| state.player(*seat).is_some()).count();
    TableSummary {
        id: TableId(table.id().0),
        name: table.name().to_owned(),
        game: played.rules().game(),
        rules_version: rules_version.to_string(),
        virtual_shoe: played.rules().virtual_shoe(),
        phase: state.procedure().phase().into(),
        round: played.round().map(|round| RoundBrief { number: round.number(), phase: (*round.phase()).into() }),
        switched_off: played.switched_off().to_vec(),
        training: played.is_training(),
        seats_taken: u8::try_from(taken).unwrap_or(u8::MAX),
        seq: *seq,
        waiting_for: waiting_for(played),
    }
}

/// How much a step matters. What is named first hides what comes after it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Urgency {
    /// Play stands still without it.
    Play,
    /// There is no round without wagers.
    Wagers,
    /// No round opens without it: the cards or the rack are not ready.
    Opening,
    /// The cards cannot be made ready: others are needed.
    NewCards,
}

/// Who is needed, and for what: the most urgent of all that anybody is offered.
fn waiting_for(table: &Table) -> Vec<Waiting> {
    let at = table_host::now();
    let ready = table.state().procedure().ready(table.rules(), at).is_ok();
    let payment_waits = table.rack_lacking().is_some();
    let mut found: Vec<(Urgency, Waiting)> = Vec::new();
    // A step offered to several is told of the first: the dealer decides for a player only until a floorperson must, and a
    // shoe is waited for only where the dealer may not enter the cards.
    for (who, actor) in [
        (WaitingFor::Cage, Actor::Cage(NOBODY)),
        (WaitingFor::Floorperson, Actor::Floorperson(NOBODY)),
        (WaitingFor::Dealer, Actor::Dealer(NOBODY)),
        (WaitingFor::Shoe, Actor::Shoe),
        (WaitingFor::Wheel, Actor::Wheel),
    ] {
        for offer in legal(table, actor, at) {
            let needed = need(who, &offer.action).or_else(|| chips_needed(table, payment_waits, who, &offer.action));
            let Some(need) = needed.filter(|need| !ready || need.urgency < Urgency::Opening) else { continue };
            let waiting = Waiting { who: need.who, seat: need.seat, what: (&offer.action).into() };
            if !found.iter().any(|(_, other)| (other.what, other.seat) == (waiting.what, waiting.seat)) {
                found.push((need.urgency, waiting));
            }
        }
    }
    let most = found.iter().map(|(urgency, _)| *urgency).min();
    found.into_iter().filter(|(urgency, _)| Some(*urgency) == most).map(|(_, waiting)| waiting).collect()
}

/// A step that somebody is needed for.
struct Need {
    urgency: Urgency,
    who: WaitingFor,
    seat: Option<Seat>,
}

/// Whom an offer to somebody makes the table wait for, if it takes the table on at all.
fn need(who: WaitingFor, offered: &Offered) -> Option<Need> {
    use Urgency::{Play, Wagers};
    let player = if who == WaitingFor::Dealer { WaitingFor::Player } else { who };
    let (urgency, who, seat) = match *offered {
        Offered::Procedure(ref offer) => (preparation(who, offer.action)?, who, None),
        Offered::AnswerBankOffer { seat } | Offered::Decide { seat, .. } => (Play, player, Some(seat)),
        Offered::PlaceWager { seat, .. } => (Wagers, player, Some(seat)),
        Offered::PlaceBank { .. } => (Wagers, player, None),
        Offered::VerifyAward { step: AwardStep::Refuse, .. }
        | Offered::ProposeAward { step: AwardStep::Refuse, .. } => {
            return None;
        }
        Offered::VerifyAward { seat, .. } | Offered::ProposeAward { seat, .. } | Offered::Settle { seat, .. } => {
            (Play, who, Some(seat))
        }
        Offered::OpenRound
        | Offered::NoMoreBets
        | Offered::CollectWagers { .. }
        | Offered::CommitShuffle
        | Offered::LockWagers
        | Offered::Deal { .. }
        | Offered::CountStub
        | Offered::TurnUp { .. }
        | Offered::DrawHotSpot { .. }
        | Offered::StopWheel { .. }
        | Offered::PayEnvy
        | Offered::ClearTable
        | Offered::ConfirmVoid
        | Offered::ResolveCount { .. }
        | Offered::ProposeCorrection { .. }
        | Offered::Approve => (Play, who, None),
        Offered::Inventory(_)
        | Offered::AcceptWager { .. }
        | Offered::SeatPlayer { .. }
        | Offered::LeaveSeat { .. }
        | Offered::BuyIn { .. }
        | Offered::BringChips { .. }
        | Offered::CashOut { .. }
        | Offered::MoveSeat { .. }
        | Offered::ReportAway { .. }
        | Offered::ReportBack { .. }
        | Offered::CancelRound
        | Offered::RemoveWager { .. }
        | Offered::StrikeWager { .. }
        | Offered::ReportStub { .. }
        | Offered::ReportCount { .. }
        | Offered::DoubtDeck { .. }
        | Offered::ProposeFace { .. }
        | Offered::ExpireDecision
        | Offered::FaceUpCard { .. }
        | Offered::DrawnInError { .. }
        | Offered::Report(_)
        | Offered::ProposeForfeit { .. }
        | Offered::ProposeDecision { .. }
        | Offered::ProposeVoid
        | Offered::ExpireProposal
        | Offered::SuspendWager { .. }
        | Offered::ResumeWager { .. }
        | Offered::AdoptRules
        | Offered::SwitchOff { .. }
        | Offered::SwitchOn { .. }
        | Offered::Decline => return None,
    };
    Some(Need { urgency, who, seat })
}

/// Whom the rack needs: who counts and signs it before the table opens, and who has the next step of the fill that a payment
/// waits for.
fn chips_needed(table: &Table, payment_waits: bool, who: WaitingFor, offered: &Offered) -> Option<Need> {
    use inventory::Offer;
    let Offered::Inventory(offer) = offered else { return None };
    let fills = table.state().inventory().slips().iter().filter(|slip| slip.kind == SlipKind::Fill);
    let urgency = match (offer, table.rack_state()) {
        (Offer::Count { kind: CountKind::Opener, .. }, RackState::Uncounted)
        | (Offer::VerifyCount, RackState::Counted) => Urgency::Opening,
        (Offer::RequestSlip { kind: SlipKind::Fill, .. }, _) if payment_waits && fills.count() == 0 => Urgency::Play,
        (Offer::IssueSlip { kind: SlipKind::Fill, .. } | Offer::ReceiveSlip { kind: SlipKind::Fill, .. }, _)
            if payment_waits =>
        {
            Urgency::Play
        }
        _ => return None,
    };
    Some(Need { urgency, who, seat: None })
}

/// How much a step of table procedure matters, if it makes the table ready at all.
fn preparation(who: WaitingFor, action: ActionKind) -> Option<Urgency> {
    match action {
        ActionKind::OpenTable
        | ActionKind::InspectDeck
        | ActionKind::VerifyInspection
        | ActionKind::SpreadDeck
        | ActionKind::ShowDeck
        | ActionKind::WashDeck
        | ActionKind::StackDeck
        | ActionKind::Shuffle
        | ActionKind::Cut
        | ActionKind::ArrivalInspected
        | ActionKind::MarkDevice => Some(Urgency::Opening),
        ActionKind::ReceiveDeck | ActionKind::RetireDeck => (who == WaitingFor::Dealer).then_some(Urgency::NewCards),
        ActionKind::CloseTable
        | ActionKind::ExpireDeck
        | ActionKind::ShufflerJam
        | ActionKind::OrderShuffle
        | ActionKind::OrderRecut
        | ActionKind::GoIdle
        | ActionKind::TurnSpreadUp
        | ActionKind::ReportFault
        | ActionKind::RestoreDevice
        | ActionKind::SwitchDealing
        | ActionKind::SwitchShuffle => None,
    }
}
