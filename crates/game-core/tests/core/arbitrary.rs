//! Rules Submissions for tests: one plain for each game, and any that the rules permit.

#![expect(clippy::unwrap_used, reason = "a fault here fails the test that uses it")]

mod dice;

use dice::Dice;
use game_core::game::GameId;
use game_core::money::Cents;
use game_core::paytable::{self, Pay, Schedule, Wheel};
use game_core::rules::{AntePayout, DealingMethod, PartialAwardFloor, QualifyingEvent, VoidContribution};
use game_core::submission::{
    BaseWager, BonusSpinWager, BonusWager, DeckHoursChoice, DeviceApproval, EquipmentChoice, FeesChoice,
    Irregularities, Limits, Meter, Options, PrizeChoice, ProgressiveWager, SegmentChoice, ShuffleChoice, ShuffleKind,
    Submission, Wagers, WheelChoice, XtremeStakeChoice, XtremeWager, symbol_name,
};
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Any submission of the game that the rules permit.
pub(crate) fn submission(game: GameId) -> impl Strategy<Value = Submission> {
    vec(any::<u32>(), 0..160).prop_map(move |rolls| build(game, &mut Dice::new(rolls)))
}

/// A submission that offers every wager of the game with the first letter of each and nothing unusual.
pub(crate) fn plain(game: GameId) -> Submission {
    let mut submission = build(game, &mut Dice::new(Vec::new()));
    submission.name = format!("Plain {}", game.title());
    submission.limits = limits(500, 100_000);
    if game != GameId::California {
        submission.equipment = EquipmentChoice {
            dealing: Some(DealingMethod::ManualShoe),
            shuffle: Some(ShuffleChoice {
                method: Some(ShuffleKind::Machine),
                counts_cards: Some(true),
                loads_shoe: None,
            }),
            card_reader: Some(true),
            progressive_system: Some(true),
            ..EquipmentChoice::default()
        };
    }
    submission
}

fn build(game: GameId, dice: &mut Dice) -> Submission {
    let wagers = wagers(game, dice);
    let seats_max = if matches!(game, GameId::LetItRide | GameId::California) { 7 } else { 6 };
    let seats_min = if game == GameId::California { 2 } else { 1 };
    let seats = dice.maybe(|dice| seats_min + dice.below(seats_max - seats_min + 1));
    let many = matches!(game, GameId::LetItRide | GameId::Stud235);
    let boxes_per_player = if many { dice.maybe(|dice| 1 + dice.below(seats.unwrap_or(seats_max))) } else { None };
    let min = dice.pick(&[500, 1, 100, 2_500, 10_000_000]);
    Submission {
        game,
        name: format!("Version {}", dice.below(100)),
        approval: format!("APPROVAL-{}", dice.below(1_000)),
        seats,
        boxes_per_player,
        limits: limits(min, min * dice.pick(&[10, 1, 5])),
        equipment: equipment(game, &wagers, dice),
        wagers,
        options: options(game, dice),
    }
}

#[expect(clippy::unnecessary_wraps, reason = "the field is optional")]
fn limits(min: i64, max: i64) -> Option<Limits> {
    Some(Limits { min_cents: Some(min), max_cents: Some(max) })
}

fn wagers(game: GameId, dice: &mut Dice) -> Wagers {
    let mut wagers = Wagers::default();
    match game {
        GameId::LetItRide => {
            wagers.let_it_ride = Some(BaseWager { paytable: Some(dice.letter(game, Schedule::LetItRide)) });
            wagers.five_card_bonus = dice.unless(|dice| BonusWager {
                paytable: Some(dice.letter(game, Schedule::FiveCardBonus)),
                stake_cents: dice.maybe(|dice| dice.pick(&[100, 500])),
                limits: None,
            });
            wagers.three_card_bonus = dice.unless(|dice| bonus(game, Schedule::ThreeCardBonus, dice));
            wagers.six_card_bonus = dice.unless(|dice| bonus(game, Schedule::SixCardBonus, dice));
            wagers.progressive_payout = dice.unless(|dice| progressive(game, dice));
        }
        GameId::Stud235 => {
            wagers.two_three_five = Some(BaseWager { paytable: dice.maybe(|_| "standard".to_owned()) });
            wagers.win_em_all_bonus = dice.unless(|dice| bonus(game, Schedule::WinEmAllBonus, dice));
            wagers.progressive_payout = dice.unless(|dice| progressive(game, dice));
        }
        GameId::CrissCross => {
            wagers.ante = Some(BaseWager { paytable: dice.maybe(|_| "standard".to_owned()) });
            wagers.five_card_bonus = dice.unless(|dice| bonus(game, Schedule::FiveCardBonus, dice));
            wagers.bonus_spin_progressive = dice.unless(bonus_spin);
            wagers.bonus_spin_xtreme_progressive = dice.unless(xtreme);
        }
        GameId::California => {
            wagers.let_it_ride = Some(BaseWager { paytable: Some(dice.letter(game, Schedule::LetItRide)) });
        }
    }
    wagers
}

fn bonus(game: GameId, schedule: Schedule, dice: &mut Dice) -> BonusWager {
    let min = dice.pick(&[100, 1, 500]);
    BonusWager {
        paytable: Some(dice.letter(game, schedule)),
        stake_cents: None,
        limits: limits(min, min * dice.pick(&[100, 1, 10])),
    }
}

/// A meter at or above its floors that takes at most three tenths of the stake.
fn meter(initial_min: i64, reset_min: i64, dice: &mut Dice) -> Meter {
    let initial = initial_min + dice.below(2) * 12_345;
    let reset = reset_min + dice.below(2) * 54_321;
    Meter {
        initial_cents: Some(initial),
        reset_cents: Some(reset),
        rate_ppm: Some(dice.pick(&[100_000, 1, 123_457, 300_000])),
        limit_cents: dice.maybe(|dice| initial.max(reset) + dice.below(1_000_000)),
    }
}

fn progressive(game: GameId, dice: &mut Dice) -> ProgressiveWager {
    let letter = dice.letter(game, Schedule::ProgressivePayout);
    let stakes: &[i64] = dice.pick(&[&[100, 500], &[500, 100], &[500], &[100]]);
    let mut meters = BTreeMap::new();
    for stake in stakes {
        let floors = paytable::floors(game, Schedule::ProgressivePayout, &letter).iter();
        let set = floors
            .map(|floor| (floor.level.name().to_owned(), meter(floor.initial_min.get(), floor.reset_min.get(), dice)));
        meters.insert(stake.to_string(), set.collect());
    }
    ProgressiveWager {
        paytable: Some(letter),
        stakes_cents: (stakes != [100] || dice.flag()).then(|| stakes.to_vec()),
        meters: Some(meters),
        partial_award_floor: dice.maybe(|dice| dice.pick(&[PartialAwardFloor::None, PartialAwardFloor::Reset])),
    }
}

/// Every printed line once, some of them twice.
fn segments(wheel: &Wheel, tiers: bool, dice: &mut Dice) -> Vec<SegmentChoice> {
    let mut segments = Vec::new();
    for line in wheel.segments {
        for _ in 0..=dice.below(2) {
            segments.push(SegmentChoice {
                symbol: Some(symbol_name(line.symbol)),
                weight: Some(1 + dice.below(40)),
                tier: if tiers { dice.unless(|dice| 1 + dice.below(3)) } else { None },
            });
        }
    }
    segments
}

fn bonus_spin(dice: &mut Dice) -> BonusSpinWager {
    let wheels = paytable::wheels(GameId::CrissCross, Schedule::BonusSpinProgressive);
    let letter = dice.pick(&["B", "A", "C", "D"]);
    let wheel = wheels.iter().find(|wheel| wheel.letter == letter).unwrap();
    let floor = paytable::floors(GameId::CrissCross, Schedule::BonusSpinProgressive, letter)[0].reset_min.get();
    let awards_prize = wheel.segments.iter().any(|line| matches!(line.pay, Pay::PrizePercent(_)));
    let prize = |dice: &mut Dice| {
        let value = Some(floor + dice.below(1_000_000));
        if dice.flag() {
            PrizeChoice { cash_cents: value, ..PrizeChoice::default() }
        } else {
            PrizeChoice { item: Some("Motorcycle".to_owned()), declared_value_cents: value, cash_cents: None }
        }
    };
    let stakes: &[i64] = dice.pick(&[&[100, 500], &[500]]);
    BonusSpinWager {
        wheel: Some(letter.to_owned()),
        segments: Some(segments(wheel, true, dice)),
        stakes_cents: (stakes != [500] || dice.flag()).then(|| stakes.to_vec()),
        meter: (!awards_prize).then(|| meter(floor, floor, dice)),
        prize: awards_prize.then(|| prize(dice)),
        community: Some(dice.pick(&["A", "B"]).to_owned()),
    }
}

fn xtreme(dice: &mut Dice) -> XtremeWager {
    let events = [
        QualifyingEvent::CommunityThreeOfAKindOrBetter,
        QualifyingEvent::CommunityTwoPairOrBetter,
        QualifyingEvent::CommunityStraightOrBetter,
        QualifyingEvent::CommunityFlushOrBetter,
        QualifyingEvent::CommunityFullHouseOrBetter,
    ];
    let qualifying_event = Some(dice.pick(&events));
    let stakes: &[i64] = dice.pick(&[&[100, 200, 500], &[100], &[200, 500], &[500]]);
    let stakes = stakes.iter().map(|stake| (stake.to_string(), xtreme_stake(*stake, dice))).collect();
    XtremeWager { qualifying_event, stakes: Some(stakes) }
}

fn xtreme_stake(stake: i64, dice: &mut Dice) -> XtremeStakeChoice {
    let schedule = Schedule::BonusSpinXtremeProgressive;
    let letters = paytable::xtreme_letters(Cents::new(stake));
    let (hot, community) = (dice.pick(letters), dice.pick(letters));
    let floor = paytable::floors(GameId::CrissCross, schedule, hot)[0];
    let mut choice = |wheel: &Wheel| WheelChoice {
        wheel: Some(wheel.letter.to_owned()),
        segments: Some(segments(wheel, false, dice)),
    };
    XtremeStakeChoice {
        hot_spot: Some(choice(paytable::wheel(GameId::CrissCross, schedule, hot).unwrap())),
        community: Some(choice(paytable::community_wheel(community).unwrap())),
        meter: Some(meter(floor.initial_min.get(), floor.reset_min.get(), dice)),
    }
}

fn equipment(game: GameId, wagers: &Wagers, dice: &mut Dice) -> EquipmentChoice {
    let system_needed = wagers.progressive_payout.is_some()
        || wagers.bonus_spin_progressive.is_some()
        || wagers.bonus_spin_xtreme_progressive.is_some();
    let card_reader = dice.maybe(Dice::flag);
    let virtual_shoe = if card_reader == Some(true) { dice.maybe(Dice::flag) } else { None };
    let progressive_system = if system_needed { Some(true) } else { dice.maybe(Dice::flag) };
    let stub_count_every_rounds = dice.maybe(|dice| 1 + dice.below(5));
    if game == GameId::California {
        return EquipmentChoice {
            dealing: dice.maybe(|_| DealingMethod::AutomatedShoe),
            shuffle: dice.maybe(|dice| shuffle(true, dice.flag(), dice)),
            decks: dice.maybe(|_| 2),
            deck_change_hours: dice
                .maybe(|dice| DeckHoursChoice { hand: None, shoe: dice.maybe(|dice| 1 + dice.below(8)) }),
            card_reader,
            virtual_shoe,
            progressive_system,
            stub_count_every_rounds,
            ..EquipmentChoice::default()
        };
    }
    let machine = dice.flag();
    let device = machine && dice.flag();
    let counts = device || (machine && dice.flag());
    let mut methods = vec![DealingMethod::ManualShoe, DealingMethod::AutomatedShoe];
    methods.extend(machine.then_some(DealingMethod::Hand));
    methods.extend((device && game != GameId::CrissCross).then_some(DealingMethod::SelfReshufflingShoe));
    let dealing = dice.pick(&methods);
    let others: Vec<DealingMethod> = methods.into_iter().filter(|method| *method != dealing).collect();
    EquipmentChoice {
        dealing: Some(dealing),
        fallback: dice.maybe(|dice| others.into_iter().filter(|_| dice.flag()).collect()),
        shuffle: Some(shuffle(machine, counts, dice)),
        decks: dice.maybe(|dice| 1 + if machine { dice.below(2) } else { 0 }),
        self_reshuffling: device.then(|| DeviceApproval { approval: "DEVICE-7".to_owned() }),
        deck_change_hours: dice.maybe(|dice| DeckHoursChoice {
            hand: dice.maybe(|dice| 1 + dice.below(4)),
            shoe: dice.maybe(|dice| 1 + dice.below(8)),
        }),
        card_reader,
        virtual_shoe,
        progressive_system,
        stub_count_every_rounds,
    }
}

fn shuffle(machine: bool, counts: bool, dice: &mut Dice) -> ShuffleChoice {
    ShuffleChoice {
        method: Some(if machine { ShuffleKind::Machine } else { ShuffleKind::Manual }),
        counts_cards: (counts || dice.flag()).then_some(counts),
        loads_shoe: dice.maybe(|_| false),
    }
}

fn options(game: GameId, dice: &mut Dice) -> Options {
    let mut options = Options { decision_clock_seconds: dice.maybe(|dice| 5 + dice.below(596)), ..Options::default() };
    if game != GameId::California {
        let sides = [VoidContribution::HouseFunds, VoidContribution::Reverse];
        options.void_contribution = dice.maybe(|dice| dice.pick(&sides));
    }
    match game {
        GameId::LetItRide => options.payout_limit_cents = dice.maybe(|dice| 1 + dice.below(100_000_000)),
        GameId::Stud235 => {
            options.low_ace_two_card = dice.maybe(Dice::flag);
            options.low_ace_three_card = dice.maybe(Dice::flag);
        }
        GameId::CrissCross => {
            options.low_ace = dice.maybe(Dice::flag);
            options.ante_payout = dice.maybe(|dice| dice.pick(&[AntePayout::Paytable, AntePayout::EvenMoney]));
        }
        GameId::California => {
            let readings = [Irregularities::LetItRideMd, Irregularities::None];
            options.irregularities = dice.maybe(|dice| dice.pick(&readings));
            options.fees = Some(FeesChoice {
                per_bet_cents: Some(dice.pick(&[50, 0, 100])),
                per_banked_hand_cents: Some(dice.pick(&[200, 0, 300])),
            });
        }
    }
    options
}
