//! Tables that play: commands chosen among those offered, so that views of every phase come about.

use crate::floor::{DEALER, FLOOR, Floor, SECOND_FLOOR, candidates, full_tray};
use game_core::actor::Actor;
use game_core::card::{Card, CardSet};
use game_core::command::{Action, CountResolution, FaceReason, Proposal};
use game_core::commitment::Commitment;
use game_core::event::{Event, SuspendCause};
use game_core::game::{Millis, PlayerId, Seat, StaffId};
use game_core::inventory;
use game_core::legal::{Offered, Who, legal};
use game_core::money::Cents;
use game_core::submission::{self, Submission};
use game_core::switch::SwitchReason;
use game_core::values::Values;
use game_core::view::felt;
use std::path::Path;

/// Choices, one after another.
pub(crate) struct Dice<'a>(pub(crate) &'a [u32]);

impl Dice<'_> {
    pub(crate) const fn is_spent(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn below(&mut self, sides: usize) -> usize {
        let Some((roll, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *roll as usize % sides.max(1)
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// The Rules Submissions of the documentation: two for each game, one plain and one with everything on.
pub(crate) fn submissions() -> Vec<Submission> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/submissions");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let texts = paths.iter().map(|path| std::fs::read_to_string(path).unwrap());
    texts.map(|text| submission::parse(&text).unwrap()).collect()
}

/// A table that is ready for a round, with players 1, 2 and 3 at the seats of those numbers as far as there are so many.
pub(crate) fn ready(submission: &Submission) -> Floor {
    let mut floor = Floor::new(submission);
    floor.open_rack(full_tray());
    make_ready(&mut floor);
    floor
}

fn make_ready(floor: &mut Floor) {
    for seat in Seat::first(floor.table.rules().seats().min(3)) {
        let player = PlayerId(u64::from(seat.number()));
        // Refused where somebody sits already, or where the player has boxes enough.
        if floor.ask(DEALER, Action::SeatPlayer { seat, player }).is_ok() {
            floor.bring(seat.number(), Cents::BUY_IN_MAX);
        }
    }
    floor.make_ready();
}

/// One command, if anything is offered that the dice like.
pub(crate) fn step(floor: &mut Floor, dice: &mut Dice<'_>) {
    floor.now = Millis(floor.now.0 + [900, 30_000][dice.below(2)]);
    if floor.table.round().is_none() && dice.below(6) != 0 {
        make_ready(floor);
    }
    let player = Actor::Player(PlayerId(1 + dice.below(3) as u64));
    let actors = [player, DEALER, Actor::Shoe, Actor::Wheel, Actor::Shuffler, FLOOR, SECOND_FLOOR, Actor::Clock];
    let anything = dice.below(30) == 0;
    for actor in actors.into_iter().skip(dice.below(2)) {
        let mut offers = legal(&floor.table, actor, floor.now);
        offers.retain(|offer| anything || leads_on(&offer.action));
        if !offers.is_empty() {
            let offer = &offers[dice.below(offers.len())];
            let action = fill(&offer.action, floor, dice);
            if offer.admits(&action) {
                floor.must(actor, action);
            }
            return;
        }
    }
}

/// What ends or spoils a round is rarely chosen, so that rounds run their course.
fn leads_on(offered: &Offered) -> bool {
    !matches!(
        offered,
        Offered::Procedure(_)
            | Offered::SeatPlayer { .. }
            | Offered::LeaveSeat { .. }
            | Offered::BuyIn { .. }
            | Offered::BringChips { .. }
            | Offered::CashOut { .. }
            | Offered::MoveSeat { .. }
            | Offered::ReportAway { .. }
            | Offered::CancelRound
            | Offered::RemoveWager { .. }
            | Offered::StrikeWager { .. }
            | Offered::ReportStub { .. }
            | Offered::ReportCount { .. }
            | Offered::DoubtDeck { .. }
            | Offered::ProposeFace { .. }
            | Offered::ProposeDecision { .. }
            | Offered::FaceUpCard { .. }
            | Offered::DrawnInError { .. }
            | Offered::Report(_)
            | Offered::ProposeForfeit { .. }
            | Offered::ProposeVoid
            | Offered::Decline
    )
}

fn amount(values: &Values, dice: &mut Dice<'_>) -> Cents {
    let extra = dice.pick(&[0, 500, 1_000, 2_500, 9_500]);
    match values {
        Values::Amounts { min, max } => Cents::new((min.get() + extra).min(max.get())),
        Values::OneOf(amounts) => dice.pick(amounts),
        other => panic!("{other:?} are not amounts"),
    }
}

fn count(values: &Values, dice: &mut Dice<'_>) -> u8 {
    let Values::Count { min, max } = values else { panic!("{values:?} is not a count") };
    min + u8::try_from(dice.below(usize::from(max - min) + 1)).unwrap()
}

/// The cards of the round in progress, whether anybody has seen them or not.
fn out(floor: &Floor) -> CardSet {
    let since = floor.log.iter().rposition(|event| matches!(event, Event::RoundOpened { .. })).unwrap_or(0);
    let cards = floor.log[since..].iter().filter_map(|event| match event {
        Event::CardDealt { card, .. } => *card,
        Event::CardTurned { card, .. } | Event::CardSetAside { card } => Some(*card),
        _ => None,
    });
    cards.collect()
}

fn known(values: &Values, floor: &Floor, dice: &mut Dice<'_>) -> Vec<Card> {
    let Values::KnownCards { max, .. } = values else { panic!("{values:?} are not known cards") };
    let free: Vec<Card> = out(floor).complement().iter().collect();
    let start = dice.below(free.len());
    (0..usize::from(*max)).map(|place| free[(start + place * 4) % free.len()]).collect()
}

fn arrivals(values: &Values, floor: &Floor, dice: &mut Dice<'_>) -> Vec<Option<Card>> {
    match values {
        Values::HiddenCards { max, .. } => vec![None; usize::from(*max)],
        values => known(values, floor, dice).into_iter().map(Some).collect(),
    }
}

/// A step with the table's money.
fn with_money(offer: &inventory::Offer) -> inventory::Action {
    use inventory::{Action, Contents, Denomination, Offer, Tray, VoidReason};
    let tray = Tray::of(&[(Denomination::Quarter, 1)]);
    match *offer {
        Offer::Count { kind, .. } => Action::Count { kind, tray },
        Offer::VerifyCount => Action::VerifyCount,
        Offer::RejectCount => Action::RejectCount,
        Offer::RequestSlip { kind, .. } => Action::RequestSlip { kind, tray },
        Offer::IssueSlip { kind, number } => Action::IssueSlip { kind, number },
        Offer::ReceiveSlip { kind, number } => Action::ReceiveSlip { kind, number },
        Offer::ProposeVoid { kind, number } => Action::ProposeVoid { kind, number, reason: VoidReason::NotNeeded },
        Offer::ApproveVoid { kind, number } => Action::ApproveVoid { kind, number },
        Offer::DeclineVoid { kind, number } => Action::DeclineVoid { kind, number },
        Offer::RemoveBox => Action::RemoveBox,
        Offer::CountDrop { number, .. } => Action::CountDrop { number, contents: Contents::default() },
        Offer::VerifyDrop { number } => Action::VerifyDrop { number },
    }
}

/// An action the offer stands for.
fn fill(offered: &Offered, floor: &Floor, dice: &mut Dice<'_>) -> Action {
    match offered {
        Offered::Procedure(offer) => Action::Procedure(dice.pick(&candidates(offer))),
        Offered::Inventory(offer) => Action::Inventory(with_money(offer)),
        Offered::SeatPlayer { seat, who } => {
            let player = match who {
                Who::Only(player) => *player,
                Who::AnyoneBut(_) => PlayerId(1 + dice.below(9) as u64),
            };
            Action::SeatPlayer { seat: *seat, player }
        }
        Offered::LeaveSeat { seat } => Action::LeaveSeat { seat: *seat },
        Offered::BuyIn { seat, amount: values } => Action::BuyIn { seat: *seat, amount: amount(values, dice) },
        Offered::BringChips { seat, amount: values } => {
            Action::BringChips { seat: *seat, amount: amount(values, dice) }
        }
        Offered::CashOut { seat, amount: values } => Action::CashOut { seat: *seat, amount: amount(values, dice) },
        Offered::MoveSeat { from, to } => Action::MoveSeat { from: *from, to: to.lowest().unwrap() },
        Offered::ReportAway { seat } => Action::ReportAway { seat: *seat },
        Offered::ReportBack { seat } => Action::ReportBack { seat: *seat },
        Offered::OpenRound => Action::OpenRound,
        Offered::CancelRound => Action::CancelRound,
        Offered::AnswerBankOffer { seat } => Action::AnswerBankOffer { seat: *seat, accept: dice.below(3) != 0 },
        Offered::PlaceBank { amount: values } => Action::PlaceBank { amount: amount(values, dice) },
        Offered::PlaceWager { seat, wager, amount: values } => {
            Action::PlaceWager { seat: *seat, wager: *wager, amount: amount(values, dice) }
        }
        Offered::AcceptWager { seat, wager, amount: values } => {
            Action::AcceptWager { seat: *seat, wager: *wager, amount: amount(values, dice) }
        }
        Offered::RemoveWager { seat, wager } => Action::RemoveWager { seat: *seat, wager: *wager },
        Offered::CommitShuffle => Action::CommitShuffle { commitment: Commitment([7; 32]) },
        Offered::NoMoreBets => Action::NoMoreBets,
        Offered::CollectWagers { wager, .. } => {
            let count = felt(&floor.table).live_wagers(*wager) + u8::from(dice.below(9) == 0);
            Action::CollectWagers { wager: *wager, count }
        }
        Offered::StrikeWager { seat, wager, .. } => {
            Action::StrikeWager { seat: *seat, wager: *wager, resolution: CountResolution::TakenBack }
        }
        Offered::ResolveCount { wager, .. } => {
            Action::ResolveCount { wager: *wager, resolution: CountResolution::Recounted }
        }
        Offered::LockWagers => Action::LockWagers,
        Offered::Deal { cards } => Action::Deal { cards: arrivals(cards, floor, dice).into_iter().collect() },
        Offered::CountStub => {
            let dealt = floor.log.iter().rev().take_while(|event| !matches!(event, Event::RoundOpened { .. }));
            let lying = dealt.filter(|event| matches!(event, Event::CardDealt { .. } | Event::CardSetAside { .. }));
            let on_table = u8::try_from(lying.count()).unwrap();
            Action::CountStub { stub: 52 - on_table, on_table }
        }
        Offered::Decide { seat, decision } => Action::Decide { seat: *seat, decision: dice.pick(decision) },
        Offered::ProposeDecision { seat, decision } => {
            Action::Propose(Proposal::CorrectDecision { seat: *seat, decision: dice.pick(decision) })
        }
        Offered::ExpireDecision => Action::ExpireDecision,
        Offered::TurnUp { cards } => Action::TurnUp { cards: known(cards, floor, dice).into_iter().collect() },
        Offered::DrawHotSpot { seat } => Action::DrawHotSpot { seat: seat.lowest().unwrap() },
        Offered::Settle { cards, .. } => Action::Settle { cards: known(cards, floor, dice).into_iter().collect() },
        Offered::StopWheel { segment } => Action::StopWheel { segment: count(segment, dice) },
        Offered::PayEnvy => Action::PayEnvy,
        Offered::VerifyAward { seat, bet, step } => Action::VerifyAward { seat: *seat, bet: *bet, step: *step },
        Offered::ClearTable => Action::ClearTable,
        Offered::FaceUpCard { card } => Action::FaceUpCard { card: known(card, floor, dice)[0] },
        Offered::DrawnInError { card } => Action::DrawnInError { card: arrivals(card, floor, dice)[0] },
        Offered::Report(irregularity) => Action::Report(*irregularity),
        Offered::ConfirmVoid => Action::ConfirmVoid,
        Offered::ProposeForfeit { seat, cause } => Action::Propose(Proposal::Forfeit { seat: *seat, cause: *cause }),
        Offered::ProposeVoid => Action::Propose(Proposal::Void),
        Offered::ProposeFace { spots, card } => Action::Propose(Proposal::CorrectFace {
            spot: spots[0],
            card: known(card, floor, dice)[0],
            reason: FaceReason::Misread,
        }),
        Offered::ReportStub { .. } => Action::ReportStub { stub: 30 },
        Offered::ReportCount { deck, count: values } => Action::ReportCount { deck: *deck, count: count(values, dice) },
        Offered::DoubtDeck { cause } => Action::DoubtDeck { cause: *cause },
        Offered::ProposeCorrection { card } => {
            Action::Propose(Proposal::CorrectCard { card: known(card, floor, dice)[0] })
        }
        Offered::ProposeAward { seat, bet, step } => {
            Action::Propose(Proposal::Award { seat: *seat, bet: *bet, step: *step })
        }
        Offered::SuspendWager { wager, stake } => {
            Action::SuspendWager { wager: *wager, stake: *stake, cause: SuspendCause::Disabled }
        }
        Offered::ResumeWager { wager, stake } => Action::ResumeWager { wager: *wager, stake: *stake },
        Offered::SwitchOff { what } => Action::SwitchOff { what: *what, reason: SwitchReason::Other },
        Offered::SwitchOn { what } => Action::SwitchOn { what: *what },
        Offered::Approve => Action::Approve,
        Offered::Decline => Action::Decline,
        Offered::ExpireProposal => Action::ExpireProposal,
        Offered::AdoptRules => Action::AdoptRules { proposed_by: StaffId(2), approved_by: StaffId(3) },
    }
}
