//! Random commands: mostly what is offered, with values filled in; sometimes absurd ones that nobody offered.

mod inventory;

use crate::floor::{ACCOUNTING, CAGE, DEALER, FLOOR, Floor, SECOND_ACCOUNTING, SECOND_CAGE, SECOND_FLOOR};
use game_core::actor::Actor;
use game_core::card::Card;
use game_core::command::{Action, AwardStep, CountResolution, Doubt, FaceReason, ForfeitCause, Irregularity, Proposal};
use game_core::commitment::Commitment;
use game_core::decision::Decision;
use game_core::event::SuspendCause;
use game_core::game::{Millis, PlayerId, Seat, StaffId};
use game_core::inventory::{CountKind, Offer, SlipKind};
use game_core::layout::Spot;
use game_core::legal::{Offered, Who, legal};
use game_core::money::Cents;
use game_core::procedure;
use game_core::switch::{Switch, SwitchReason};
use game_core::values::Values;
use game_core::view::felt;
use game_core::wager::{Bet, Wager};

/// People who play; the last two never sit unless a command seats them.
pub(crate) const PLAYERS: [PlayerId; 8] =
    [PlayerId(1), PlayerId(2), PlayerId(3), PlayerId(4), PlayerId(5), PlayerId(6), PlayerId(7), PlayerId(8)];

/// Choices, one after another.
pub(crate) struct Dice<'a> {
    rolls: &'a [u32],
    /// Whether people come and go with their chips as often as they play.
    money: bool,
}

impl<'a> Dice<'a> {
    pub(crate) const fn new(rolls: &'a [u32]) -> Self {
        Self { rolls, money: false }
    }

    /// Choices that carry chips about often.
    pub(crate) const fn with_money(rolls: &'a [u32]) -> Self {
        Self { rolls, money: true }
    }

    pub(crate) const fn is_spent(&self) -> bool {
        self.rolls.is_empty()
    }

    pub(crate) fn below(&mut self, sides: usize) -> usize {
        match self.rolls.split_first() {
            Some((roll, rest)) => {
                self.rolls = rest;
                *roll as usize % sides.max(1)
            }
            None => 0,
        }
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

fn anybody(dice: &mut Dice<'_>) -> Actor {
    match dice.below(16) {
        0..4 => DEALER,
        4 => FLOOR,
        5 => SECOND_FLOOR,
        6 => Actor::Shuffler,
        7 => Actor::Wheel,
        8 => dice.pick(&[Actor::Clock, Actor::Controller, Actor::Sensor]),
        9..11 => Actor::Shoe,
        11 => dice.pick(&[Actor::Floorperson(StaffId(9)), CAGE, ACCOUNTING, Actor::Cage(StaffId(2))]),
        _ => Actor::Player(dice.pick(&PLAYERS)),
    }
}

/// One command. Time goes on a little, and sometimes by hours.
pub(crate) fn step(floor: &mut Floor, dice: &mut Dice<'_>) {
    let pause = match dice.below(40) {
        0 => 5 * 3_600_000,
        1..8 => 30_000,
        _ => 900,
    };
    floor.now = Millis(floor.now.0 + pause);
    if dice.below(12) == 0 {
        let (actor, action) = (anybody(dice), absurd(dice));
        let _ = floor.ask(actor, action);
        return;
    }
    // What is switched off is asked for all the same.
    let is_off = floor.table.is_off(Switch::Table) || floor.table.is_off(Switch::Play);
    if is_off && dice.below(2) == 0 {
        let _ = floor.ask(DEALER, Action::OpenRound);
        return;
    }
    // Whoever can move the game on does, so that walks reach settlement.
    let actors = [
        DEALER,
        Actor::Shoe,
        Actor::Wheel,
        Actor::Shuffler,
        FLOOR,
        SECOND_FLOOR,
        CAGE,
        ACCOUNTING,
        SECOND_CAGE,
        SECOND_ACCOUNTING,
        Actor::Clock,
        Actor::Controller,
        Actor::Sensor,
    ];
    let start = if dice.below(3) == 0 { dice.below(actors.len()) } else { 0 };
    let player = Actor::Player(dice.pick(&PLAYERS));
    for place in 0..=actors.len() {
        let actor = if place == 0 && dice.below(3) == 0 { player } else { actors[(start + place) % actors.len()] };
        let offers = legal(&floor.table, actor, floor.now);
        let useful: Vec<_> = offers.iter().filter(|offer| dice_likes(&offer.action, floor, dice)).collect();
        if !useful.is_empty() {
            let offer = useful[dice.below(useful.len())];
            let action = fill(&offer.action, floor, dice);
            assert!(offer.admits(&action), "{offer:?} does not admit {action:?}");
            floor.must(actor, action);
            return;
        }
    }
}

/// Rounds should mostly run their course: what ends or spoils them is rarely chosen.
fn dice_likes(offered: &Offered, floor: &Floor, dice: &mut Dice<'_>) -> bool {
    match offered {
        // A payment that waits for a fill should be made in the end.
        Offered::Inventory(
            Offer::RequestSlip { kind: SlipKind::Fill, .. }
            | Offer::IssueSlip { kind: SlipKind::Fill, .. }
            | Offer::ReceiveSlip { kind: SlipKind::Fill, .. },
        ) if floor.table.rack_lacking().is_some() => dice.below(2) == 0,
        Offered::BuyIn { .. }
        | Offered::BringChips { .. }
        | Offered::CashOut { .. }
        | Offered::MoveSeat { .. }
        | Offered::LeaveSeat { .. }
        | Offered::SeatPlayer { .. }
        | Offered::RemoveWager { .. }
            if dice.money =>
        {
            dice.below(60) == 0
        }
        Offered::Inventory(Offer::Count { kind: CountKind::Closer, .. }) if dice.money => dice.below(2) == 0,
        Offered::Procedure(offer) if dice.money && offer.action == procedure::ActionKind::CloseTable => {
            dice.below(20) == 0
        }
        Offered::PlaceBank { .. } | Offered::PlaceWager { .. } => dice.below(3) == 0,
        Offered::NoMoreBets => dice.below(2) == 0,
        Offered::Inventory(offer) => inventory::likes(offer, dice),
        Offered::OpenRound
        | Offered::CommitShuffle
        | Offered::AnswerBankOffer { .. }
        | Offered::CollectWagers { .. }
        | Offered::ResolveCount { .. }
        | Offered::LockWagers
        | Offered::Deal { .. }
        | Offered::CountStub
        | Offered::Decide { .. }
        | Offered::TurnUp { .. }
        | Offered::DrawHotSpot { .. }
        | Offered::Settle { .. }
        | Offered::StopWheel { .. }
        | Offered::PayEnvy
        | Offered::VerifyAward { .. }
        | Offered::ClearTable
        | Offered::ConfirmVoid => true,
        Offered::Procedure(offer) => match offer.action {
            procedure::ActionKind::Shuffle
            | procedure::ActionKind::Cut
            | procedure::ActionKind::StackDeck
            | procedure::ActionKind::WashDeck
            | procedure::ActionKind::InspectDeck
            | procedure::ActionKind::VerifyInspection
            | procedure::ActionKind::SpreadDeck
            | procedure::ActionKind::ShowDeck
            | procedure::ActionKind::ReceiveDeck
            | procedure::ActionKind::OpenTable
            | procedure::ActionKind::ArrivalInspected => true,
            _ => dice.below(90) == 0,
        },
        // Once trouble has begun it should run its course too.
        Offered::ProposeCorrection { .. }
        | Offered::ProposeAward { .. }
        | Offered::Approve
        | Offered::ExpireProposal => true,
        // A deck in doubt seldom leaves a round to settle.
        Offered::ReportStub { .. }
        | Offered::ReportCount { .. }
        | Offered::DoubtDeck { .. }
        | Offered::ProposeFace { .. }
        | Offered::Report(Irregularity::WrongNumberOfCards) => dice.below(500) == 0,
        Offered::SuspendWager { .. } => dice.below(40) == 0,
        Offered::ResumeWager { .. } => dice.below(4) == 0,
        Offered::AdoptRules => dice.below(40) == 0,
        Offered::SwitchOff { .. } => dice.below(120) == 0,
        Offered::SwitchOn { .. } => dice.below(4) == 0,
        _ => dice.below(90) == 0,
    }
}

fn amount(values: &Values, dice: &mut Dice<'_>) -> Cents {
    match values {
        Values::Amounts { min, max } => {
            let extra = i64::try_from(dice.below(20)).unwrap() * 100;
            Cents::new((min.get() + extra).min(max.get()))
        }
        Values::OneOf(amounts) => dice.pick(amounts),
        other => panic!("{other:?} are not amounts"),
    }
}

fn count(values: &Values, dice: &mut Dice<'_>) -> u8 {
    match values {
        Values::Count { min, max } => min + u8::try_from(dice.below(usize::from(max - min) + 1)).unwrap(),
        other => panic!("{other:?} is not a count"),
    }
}

/// Cards that have not been seen, as the template asks; a reader may once in a while repeat one.
fn known(values: &Values, floor: &Floor, dice: &mut Dice<'_>) -> Vec<Card> {
    let Values::KnownCards { max, not, .. } = values else { panic!("{values:?} are not known cards") };
    let out = crate::properties::places(&floor.log);
    let free: Vec<Card> =
        Card::deck().filter(|card| !not.contains(card) && !out.values().any(|other| other == card)).collect();
    // Often the next card up in suit after one that is out, so that straight flushes and pairs come about.
    let last = out.values().nth(dice.below(out.len().max(1)));
    let neighbour = last.map(|last| (last.index() + dice.pick(&[1, 4, 48])) % 52).and_then(Card::from_index);
    let start = neighbour.and_then(|card| free.iter().position(|other| *other == card)).filter(|_| dice.below(6) != 0);
    let start = start.unwrap_or_else(|| dice.below(free.len()));
    (0..usize::from(*max)).map(|place| free[(start + place * 4) % free.len()]).collect()
}

fn cards(values: &Values, floor: &Floor, dice: &mut Dice<'_>) -> Vec<Option<Card>> {
    match values {
        Values::HiddenCards { max, .. } => vec![None; usize::from(*max)],
        values if dice.below(150) == 0 => {
            let out = crate::properties::places(&floor.log);
            let repeated = out.values().next().copied().unwrap_or_else(|| known(values, floor, dice)[0]);
            vec![Some(repeated)]
        }
        Values::KnownCards { .. } if dice.below(200) == 0 => vec![None],
        values => {
            let mut cards: Vec<Card> = known(values, floor, dice);
            cards.sort_unstable();
            cards.dedup();
            cards.into_iter().map(Some).collect()
        }
    }
}

fn faces(values: &Values, floor: &Floor, dice: &mut Dice<'_>) -> Vec<Card> {
    let Values::KnownCards { max, .. } = values else { panic!("{values:?} are not known cards") };
    if *max == 0 { Vec::new() } else { known(values, floor, dice) }
}

/// An action the offer stands for.
fn fill(offered: &Offered, floor: &Floor, dice: &mut Dice<'_>) -> Action {
    match offered {
        Offered::Procedure(offer) => Action::Procedure(procedure_step(offer, dice)),
        Offered::Inventory(offer) => Action::Inventory(inventory::fill(offer, dice)),
        Offered::SeatPlayer { seat, who } => {
            let player = match who {
                Who::Only(player) => *player,
                Who::AnyoneBut(others) => {
                    PLAYERS.into_iter().chain([PlayerId(77)]).find(|player| !others.contains(player)).unwrap()
                }
            };
            Action::SeatPlayer { seat: *seat, player }
        }
        Offered::LeaveSeat { seat } => Action::LeaveSeat { seat: *seat },
        Offered::BuyIn { seat, amount: values } => Action::BuyIn { seat: *seat, amount: amount(values, dice) },
        Offered::BringChips { seat, amount: values } => {
            Action::BringChips { seat: *seat, amount: amount(values, dice) }
        }
        Offered::CashOut { seat, amount: values } => Action::CashOut { seat: *seat, amount: amount(values, dice) },
        Offered::MoveSeat { from, to } => {
            Action::MoveSeat { from: *from, to: dice.pick(&to.iter().collect::<Vec<_>>()) }
        }
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
        Offered::CommitShuffle => Action::CommitShuffle { commitment: commitment(dice) },
        Offered::NoMoreBets => Action::NoMoreBets,
        Offered::CollectWagers { wager, count: values } => {
            let right = felt(&floor.table).live_wagers(*wager);
            let count = match dice.below(30) {
                0 => right.saturating_sub(1),
                1 => right + 1,
                2 => count(values, dice),
                _ => right,
            };
            Action::CollectWagers { wager: *wager, count }
        }
        Offered::StrikeWager { seat, wager, resolution } => {
            Action::StrikeWager { seat: *seat, wager: *wager, resolution: dice.pick(resolution) }
        }
        Offered::ResolveCount { wager, resolution } => {
            Action::ResolveCount { wager: *wager, resolution: dice.pick(resolution) }
        }
        Offered::LockWagers => Action::LockWagers,
        Offered::Deal { cards: values } => Action::Deal { cards: cards(values, floor, dice).into_iter().collect() },
        Offered::CountStub => stub(floor, dice),
        Offered::Decide { seat, decision } => Action::Decide { seat: *seat, decision: dice.pick(decision) },
        Offered::ExpireDecision => Action::ExpireDecision,
        Offered::TurnUp { cards } => Action::TurnUp { cards: faces(cards, floor, dice).into_iter().collect() },
        Offered::DrawHotSpot { seat } => Action::DrawHotSpot { seat: dice.pick(&seat.iter().collect::<Vec<_>>()) },
        Offered::Settle { cards, .. } => Action::Settle { cards: faces(cards, floor, dice).into_iter().collect() },
        Offered::StopWheel { segment } => Action::StopWheel { segment: count(segment, dice) },
        Offered::PayEnvy => Action::PayEnvy,
        Offered::VerifyAward { seat, bet, step } => Action::VerifyAward { seat: *seat, bet: *bet, step: *step },
        Offered::ClearTable => Action::ClearTable,
        Offered::FaceUpCard { card } => Action::FaceUpCard { card: known(card, floor, dice)[0] },
        Offered::DrawnInError { card } => Action::DrawnInError { card: cards(card, floor, dice)[0] },
        Offered::Report(irregularity) => Action::Report(*irregularity),
        Offered::ConfirmVoid => Action::ConfirmVoid,
        Offered::ProposeForfeit { seat, cause } => Action::Propose(Proposal::Forfeit { seat: *seat, cause: *cause }),
        Offered::ProposeDecision { seat, decision } => {
            Action::Propose(Proposal::CorrectDecision { seat: *seat, decision: dice.pick(decision) })
        }
        Offered::ProposeVoid => Action::Propose(Proposal::Void),
        Offered::ProposeCorrection { card } => {
            Action::Propose(Proposal::CorrectCard { card: known(card, floor, dice)[0] })
        }
        Offered::ProposeFace { spots, card } => Action::Propose(Proposal::CorrectFace {
            spot: dice.pick(spots),
            card: known(card, floor, dice)[0],
            reason: FaceReason::Misread,
        }),
        Offered::ReportStub { stub: values } => {
            let right = match stub(floor, dice) {
                Action::CountStub { stub, .. } => stub,
                _ => 52,
            };
            Action::ReportStub { stub: if dice.below(3) == 0 { count(values, dice) } else { right } }
        }
        Offered::ReportCount { deck, count: values } => Action::ReportCount { deck: *deck, count: count(values, dice) },
        Offered::DoubtDeck { cause } => Action::DoubtDeck { cause: *cause },
        Offered::ProposeAward { seat, bet, step } => {
            Action::Propose(Proposal::Award { seat: *seat, bet: *bet, step: *step })
        }
        Offered::SuspendWager { wager, stake } => {
            let cause = dice.pick(&[SuspendCause::Disabled, SuspendCause::Frozen, SuspendCause::Wheel]);
            Action::SuspendWager { wager: *wager, stake: *stake, cause }
        }
        Offered::ResumeWager { wager, stake } => Action::ResumeWager { wager: *wager, stake: *stake },
        Offered::SwitchOff { what } => {
            Action::SwitchOff { what: *what, reason: dice.pick(&[SwitchReason::Equipment, SwitchReason::Other]) }
        }
        Offered::SwitchOn { what } => Action::SwitchOn { what: *what },
        Offered::Approve => Action::Approve,
        Offered::Decline => Action::Decline,
        Offered::ExpireProposal => Action::ExpireProposal,
        Offered::AdoptRules => Action::AdoptRules { proposed_by: StaffId(2), approved_by: StaffId(3) },
    }
}

fn commitment(dice: &mut Dice<'_>) -> Commitment {
    Commitment([u8::try_from(dice.below(256)).unwrap(); 32])
}

/// Mostly the right count, sometimes a card too many or too few.
fn stub(floor: &Floor, dice: &mut Dice<'_>) -> Action {
    let dealt =
        floor.log.iter().rev().take_while(|event| !matches!(event, game_core::event::Event::RoundOpened { .. }));
    let on_table = dealt.filter(|event| {
        matches!(event, game_core::event::Event::CardDealt { .. } | game_core::event::Event::CardSetAside { .. })
    });
    let on_table = u8::try_from(on_table.count()).unwrap();
    let off = dice.below(12);
    let (stub, on_table) = match off {
        0 => (52 - on_table - 1, on_table + 1),
        1 => (52 - on_table - 1, on_table),
        _ => (52 - on_table, on_table),
    };
    Action::CountStub { stub, on_table }
}

fn procedure_step(offer: &procedure::Offer, dice: &mut Dice<'_>) -> procedure::Action {
    let mut candidates = crate::floor::candidates(offer);
    candidates.retain(|action| offer.admits(action));
    if let Some(action) = candidates.first().copied().filter(|_| candidates.len() == 1) {
        return action;
    }
    candidates.get(dice.below(candidates.len())).copied().unwrap_or_else(|| panic!("no action for {offer:?}"))
}

/// Anything at all, from anybody.
fn absurd(dice: &mut Dice<'_>) -> Action {
    let seat = Seat::new(1 + u8::try_from(dice.below(7)).unwrap()).unwrap();
    let wager = dice.pick(&Wager::ALL);
    let amount = Cents::new(dice.pick(&[0, -500, 1, 99, 100, 500, 501, 100_000, i64::MAX, i64::MIN]));
    let card = Card::from_index(dice.below(52)).unwrap();
    let count = u8::try_from(dice.below(256)).unwrap();
    let decision = dice.pick(&Decision::ALL);
    let cards: Vec<Card> =
        (0..dice.below(8)).filter_map(|place| Card::from_index((place * 5 + card.index()) % 52)).collect();
    match dice.below(42) {
        0 => Action::SeatPlayer { seat, player: dice.pick(&PLAYERS) },
        1 => Action::LeaveSeat { seat },
        2 => Action::ReportAway { seat },
        3 => Action::ReportBack { seat },
        4 => dice.pick(&[Action::OpenRound, Action::CancelRound]),
        5 => Action::AnswerBankOffer { seat, accept: true },
        6 => Action::PlaceBank { amount },
        7 | 8 => Action::PlaceWager { seat, wager, amount },
        9 => Action::RemoveWager { seat, wager },
        10 => Action::NoMoreBets,
        11 => Action::CollectWagers { wager, count },
        12 => {
            let resolution = dice.pick(&[
                CountResolution::WrongChip,
                CountResolution::ExtraChipReturned,
                CountResolution::Recounted,
                CountResolution::ChipMissing,
            ]);
            dice.pick(&[Action::StrikeWager { seat, wager, resolution }, Action::ResolveCount { wager, resolution }])
        }
        13 => Action::LockWagers,
        14 => Action::Deal { cards: cards.into_iter().map(Some).collect() },
        15 => Action::Deal { cards: cards.into_iter().map(|_| None).collect() },
        16 => Action::CountStub { stub: count, on_table: count },
        17 => Action::Decide { seat, decision },
        18 => Action::Propose(Proposal::CorrectDecision { seat, decision }),
        19 => Action::ExpireDecision,
        20 => Action::TurnUp { cards: cards.into_iter().collect() },
        21 => Action::DrawHotSpot { seat },
        22 => Action::Settle { cards: cards.into_iter().collect() },
        23 => Action::StopWheel { segment: count },
        24 => Action::PayEnvy,
        25 => Action::VerifyAward { seat, bet: Bet::ProgressivePayout, step: AwardStep::Validate },
        26 => Action::ClearTable,
        27 => Action::FaceUpCard { card },
        28 => Action::DrawnInError { card: Some(card) },
        29 => Action::Report(dice.pick(&[
            Irregularity::WrongNumberOfCards,
            Irregularity::CommunityExposed,
            Irregularity::ShoeJam,
        ])),
        30 => dice.pick(&[Action::BuyIn { seat, amount }, Action::BringChips { seat, amount }]),
        31 => Action::CashOut { seat, amount },
        32 => Action::MoveSeat { from: seat, to: dice.pick(&Seat::first(7).collect::<Vec<_>>()) },
        33 => Action::CommitShuffle { commitment: commitment(dice) },
        34 => {
            let cause = dice.pick(&[ForfeitCause::Abandoned, ForfeitCause::Conduct]);
            Action::Propose(Proposal::Forfeit { seat, cause })
        }
        35 => Action::AcceptWager { seat, wager, amount },
        36 => Action::Inventory(inventory::absurd(dice)),
        37 => Action::SuspendWager { wager, stake: dice.pick(&[None, Some(amount)]), cause: SuspendCause::Disabled },
        38 => Action::ResumeWager { wager, stake: dice.pick(&[None, Some(amount)]) },
        39 => Action::Propose(Proposal::Award {
            seat,
            bet: Bet::ProgressivePayout,
            step: dice.pick(&[AwardStep::Hand, AwardStep::Light, AwardStep::Validate, AwardStep::Refuse]),
        }),
        40 => {
            let what = dice.pick(&[Switch::Play, Switch::Table, Switch::Wager(wager), Switch::Terminal(seat)]);
            dice.pick(&[Action::SwitchOff { what, reason: SwitchReason::Dispute }, Action::SwitchOn { what }])
        }
        _ => dice.pick(&[
            Action::ConfirmVoid,
            Action::Propose(Proposal::CorrectCard { card }),
            Action::Propose(Proposal::CorrectFace {
                spot: Spot::Own { seat, place: count % 4 },
                card,
                reason: FaceReason::Mistyped,
            }),
            Action::Propose(Proposal::CorrectFace {
                spot: Spot::Community(count % 6),
                card,
                reason: FaceReason::Misread,
            }),
            Action::ReportStub { stub: count },
            Action::ReportCount { deck: procedure::DeckId::First, count },
            Action::DoubtDeck { cause: Doubt::CoverCard },
            Action::DoubtDeck { cause: Doubt::ExtraCard },
            Action::Approve,
            Action::ExpireProposal,
            Action::AdoptRules { proposed_by: StaffId(2), approved_by: StaffId(2) },
            Action::AdoptRules { proposed_by: StaffId(2), approved_by: StaffId(3) },
        ]),
    }
}
