//! From what `legal` offers to what staff do: every kind of offer is either taken up, or left for a stated reason.

use super::manners::Manners;
use super::{opening, rack};
use crate::dice::Dice;
use crate::stacked::StackedDeck;
use game_core::card::Card;
use game_core::command::{Action, AwardStep, CountResolution, Proposal};
use game_core::decision::Decision;
use game_core::game::Seat;
use game_core::layout::Arrivals;
use game_core::legal::{Offer, Offered};
use game_core::money::Cents;
use game_core::round::Phase;
use game_core::values::Values;
use game_core::view::{Felt, SeatView};
use game_core::wager::Wager;
use std::time::Duration;

/// The least bank a dealer puts up for a player-dealer who is slow, in least bets.
const BANK_UNITS: i64 = 100;

/// The least a player buys in for, in least bets: no round costs a player a quarter of it.
const BUY_IN_UNITS: i64 = 500;

/// What staff know when they choose.
#[derive(Debug)]
pub(crate) struct Scene<'a> {
    /// The table as everybody sees it.
    pub(crate) felt: &'a Felt,
    /// How long the table has been waiting where it is.
    pub(crate) waited: Duration,
    /// How long nothing has happened at all.
    pub(crate) quiet: Duration,
    /// The faces to enter where no reader knows them.
    pub(crate) deck: &'a StackedDeck,
    /// Cards that have left the deck, the discards among them.
    pub(crate) cards_out: u8,
    pub(crate) dice: &'a mut Dice,
    pub(crate) manners: &'a Manners,
}

/// What to do now, if anything leads on.
pub(crate) fn choose(offers: &[Offer], scene: &mut Scene<'_>) -> Option<Action> {
    if let Some(trouble) = irregular(offers, scene) {
        return Some(trouble);
    }
    offers.iter().find_map(|offer| answer(&offer.action, scene))
}

/// What is done about one offer.
fn answer(offered: &Offered, scene: &mut Scene<'_>) -> Option<Action> {
    match offered {
        Offered::Procedure(offer) => opening::step(offer, scene).map(Action::Procedure),
        Offered::Inventory(offer) => rack::step(offer, scene).map(Action::Inventory),
        Offered::BuyIn { seat, amount } => bought_in(*seat, amount, scene),
        Offered::OpenRound => somebody_plays(scene.felt).then_some(Action::OpenRound),
        Offered::CancelRound => (scene.waited >= scene.manners.betting_max).then_some(Action::CancelRound),
        Offered::AnswerBankOffer { seat } => overdue(scene).then(|| passed_on(*seat)),
        Offered::PlaceBank { amount } => bank(amount).filter(|_| overdue(scene) && bank_is_empty(scene.felt)),
        Offered::NoMoreBets => bets_are_in(scene).then_some(Action::NoMoreBets),
        Offered::CollectWagers { wager, .. } => Some(collected(*wager, scene.felt)),
        Offered::ResolveCount { wager, .. } => Some(recounted(*wager)),
        Offered::LockWagers => Some(Action::LockWagers),
        Offered::Deal { cards: Values::HiddenCards { max, .. } } => Some(Action::Deal { cards: unread(*max) }),
        Offered::CountStub => counted(scene.cards_out),
        Offered::Decide { seat, decision } => gesture(*seat, decision, scene),
        Offered::TurnUp { cards } => scene.deck.faces(cards).map(|cards| Action::TurnUp { cards }),
        Offered::Settle { cards, .. } => scene.deck.faces(cards).map(|cards| Action::Settle { cards }),
        Offered::PayEnvy => Some(Action::PayEnvy),
        Offered::VerifyAward { seat, bet, step } if *step != AwardStep::Refuse => {
            Some(Action::VerifyAward { seat: *seat, bet: *bet, step: *step })
        }
        Offered::ProposeAward { seat, bet, step } if *step == AwardStep::Validate => {
            Some(Action::Propose(Proposal::Award { seat: *seat, bet: *bet, step: *step }))
        }
        Offered::ClearTable => Some(Action::ClearTable),
        Offered::ConfirmVoid => Some(Action::ConfirmVoid),
        Offered::ProposeVoid => is_halted(scene.felt).then_some(Action::Propose(Proposal::Void)),
        Offered::Approve => Some(Action::Approve),
        // A refusal, a correction and a dropped proposal want a reason that nobody here has.
        Offered::VerifyAward { .. }
        | Offered::ProposeAward { .. }
        | Offered::ProposeCorrection { .. }
        | Offered::ProposeFace { .. }
        | Offered::SuspendWager { .. }
        | Offered::ResumeWager { .. }
        | Offered::AdoptRules
        | Offered::SwitchOff { .. }
        | Offered::SwitchOn { .. }
        | Offered::Decline
        | Offered::ProposeForfeit { .. }
        | Offered::ProposeDecision { .. }
        | Offered::ExpireProposal
        | Offered::StrikeWager { .. }
        | Offered::AcceptWager { .. }
        | Offered::ReportAway { .. }
        | Offered::ReportBack { .. } => None,
        // Seats, chips and wagers are the players' to ask for.
        Offered::SeatPlayer { .. }
        | Offered::LeaveSeat { .. }
        | Offered::BringChips { .. }
        | Offered::CashOut { .. }
        | Offered::MoveSeat { .. }
        | Offered::PlaceWager { .. }
        | Offered::RemoveWager { .. } => None,
        // Devices and the clock act by themselves, and irregularities are drawn before anything else.
        Offered::CommitShuffle
        | Offered::ReportStub { .. }
        | Offered::ReportCount { .. }
        | Offered::DoubtDeck { .. }
        | Offered::Deal { .. }
        | Offered::DrawHotSpot { .. }
        | Offered::StopWheel { .. }
        | Offered::ExpireDecision
        | Offered::FaceUpCard { .. }
        | Offered::DrawnInError { .. }
        | Offered::Report(_) => None,
    }
}

/// As many chips are collected as wagers lie on the layout.
fn collected(wager: Wager, felt: &Felt) -> Action {
    Action::CollectWagers { wager, count: felt.live_wagers(wager) }
}

const fn passed_on(seat: Seat) -> Action {
    Action::AnswerBankOffer { seat, accept: false }
}

const fn recounted(wager: Wager) -> Action {
    Action::ResolveCount { wager, resolution: CountResolution::Recounted }
}

/// Something goes wrong, as often as it was set to.
fn irregular(offers: &[Offer], scene: &mut Scene<'_>) -> Option<Action> {
    let troubles: Vec<&Offered> =
        offers.iter().map(|offer| &offer.action).filter(|offered| is_trouble(offered)).collect();
    if troubles.is_empty() || !scene.dice.happens(scene.manners.irregular_per_mille) {
        return None;
    }
    match *scene.dice.one_of(&troubles)? {
        Offered::FaceUpCard { card } => face(card, scene).map(|card| Action::FaceUpCard { card }),
        Offered::DrawnInError { card: Values::HiddenCards { .. } } => Some(Action::DrawnInError { card: None }),
        Offered::Report(irregularity) => Some(Action::Report(*irregularity)),
        _ => None,
    }
}

const fn is_trouble(offered: &Offered) -> bool {
    matches!(offered, Offered::FaceUpCard { .. } | Offered::DrawnInError { .. } | Offered::Report(_))
}

fn face(asked: &Values, scene: &Scene<'_>) -> Option<Card> {
    scene.deck.faces(asked).and_then(|faces| faces.iter().next())
}

/// Whether a player has been waited for long enough.
fn overdue(scene: &Scene<'_>) -> bool {
    scene.waited >= scene.manners.decision_max
}

fn playing(felt: &Felt) -> impl Iterator<Item = &SeatView> {
    felt.seats.iter().filter(|seat| seat.taken && !seat.away)
}

fn somebody_plays(felt: &Felt) -> bool {
    playing(felt).next().is_some()
}

/// Everybody who plays has bet, had time for more, and is not at it still; or time is up.
fn bets_are_in(scene: &Scene<'_>) -> bool {
    let bank = scene.felt.round.as_ref().and_then(|round| round.bank).map(|bank| bank.seat);
    let all_in = playing(scene.felt).all(|seat| Some(seat.seat) == bank || !seat.bets.is_empty());
    let Manners { betting_min, betting_max, lull, .. } = *scene.manners;
    scene.waited >= betting_max || (all_in && scene.waited >= betting_min && scene.quiet >= lull)
}

/// The dealer enters what a player who does not answer would lose least by, labelled as the dealer's entry.
fn gesture(seat: Seat, open: &[Decision], scene: &Scene<'_>) -> Option<Action> {
    const CAUTIOUS: [Decision; 3] = [Decision::Withdraw, Decision::Check, Decision::Fold];
    let away = scene.felt.seats.iter().any(|view| view.seat == seat && view.away);
    if !away && !overdue(scene) {
        return None;
    }
    let decision = CAUTIOUS.into_iter().find(|decision| open.contains(decision)).or_else(|| open.first().copied());
    decision.map(|decision| Action::Decide { seat, decision })
}

/// Between rounds a player whose chips run low buys more: enough for some rounds at what the table asks for.
fn bought_in(seat: Seat, amount: &Values, scene: &Scene<'_>) -> Option<Action> {
    let asked = scene.felt.limits.min_cents.times(BUY_IN_UNITS).unwrap_or(Cents::BUY_IN_MAX);
    let wanted = scene.manners.buy_in.max(asked).min(Cents::BUY_IN_MAX);
    let low = wanted.get() / 4;
    let short = scene.felt.seats.iter().any(|view| view.seat == seat && view.chips < Cents::new(low));
    let may = scene.felt.round.is_none() && amount.admit_amount(wanted);
    (short && may).then_some(Action::BuyIn { seat, amount: wanted })
}

fn bank(amount: &Values) -> Option<Action> {
    let Values::Amounts { min, max } = amount else { return None };
    let amount = min.times(BANK_UNITS).unwrap_or(*max).min(*max);
    Some(Action::PlaceBank { amount })
}

fn bank_is_empty(felt: &Felt) -> bool {
    felt.round.as_ref().and_then(|round| round.bank).is_some_and(|bank| bank.stake == Cents::ZERO)
}

fn is_halted(felt: &Felt) -> bool {
    felt.round.as_ref().is_some_and(|round| round.phase == Phase::Halted)
}

fn unread(count: u8) -> Arrivals {
    (0..count).map(|_| None).collect()
}

/// The stub as the dealer counts it: what has left the deck is not in it.
fn counted(cards_out: u8) -> Option<Action> {
    let stub = u8::try_from(Card::COUNT).ok()?.checked_sub(cards_out)?;
    Some(Action::CountStub { stub, on_table: cards_out })
}
