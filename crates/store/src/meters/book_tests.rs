//! A million operations on shared meters against a model so simple that it can be read at a glance.

use super::*;
use game_core::clause::ClauseId;
use game_core::game::{Seat, StaffId};
use game_core::layout::Cards;
use game_core::wager::{Bet, Level, Wager};

const MEGA: MeterRef = MeterRef { wager: Wager::ProgressivePayout, stake: Cents::new(100), level: Level::Mega };

/// Splitmix64: a test's own dice, the same for the same seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % sides
    }
}

fn cents(cents: i64) -> MicroCents {
    Cents::new(cents).to_micro().unwrap()
}

fn terms() -> Terms {
    Terms {
        reset: Cents::new(1_000_000),
        rate: Ppm::new(100_003),
        next_rate: None,
        limit: None,
        reserve_rate: Ppm::new(10_007),
        plausible: cents(700),
        floor: PartialAwardFloor::None,
    }
}

/// Meters of a floor: forty tables that share four of them.
fn floor() -> (Book, Vec<TableId>, Vec<MeterId>) {
    let mut book = Book::default();
    let ids: Vec<MeterId> = (1..=4).map(|id| MeterId(Uuid::from_u128(id))).collect();
    for (place, id) in ids.iter().enumerate() {
        let limit = (place == 1).then_some(Cents::new(1_000_500));
        let floor = if place == 2 { PartialAwardFloor::Reset } else { PartialAwardFloor::None };
        let pools = Pools { balance: cents(1_000_000), ..Pools::default() };
        let terms = Terms { limit, floor, ..terms() };
        book.meters.insert(*id, Meter { terms, enabled: true, frozen: false, pools, entries: 1 });
    }
    let tables: Vec<TableId> = (100..140).map(|id| TableId(Uuid::from_u128(id))).collect();
    for (place, table) in tables.iter().enumerate() {
        book.links.entry(*table).or_default().insert(MEGA, ids[place % ids.len()]);
    }
    (book, tables, ids)
}

fn fed(staked: i64) -> Event {
    let (amount, overflow, reserve) = (MicroCents::ZERO, MicroCents::ZERO, MicroCents::ZERO);
    Event::MeterFed { meter: MEGA, amount, overflow, reserve, wagers: 1, staked: Cents::new(staked) }
}

fn hit(percent: u8) -> Event {
    let (seat, bet, hand) = (Seat::new(1).unwrap(), Bet::ProgressivePayout, Cards::new());
    let (source, clause) = (AwardSource::Meter { meter: MEGA, percent }, ClauseId::new("LIR-12-G"));
    Event::AwardHit { seat, bet, source, clause, amount: None, hand }
}

fn undo(refused: bool, amount: AwardAmount) -> Event {
    let (seat, bet) = (Seat::new(1).unwrap(), Bet::ProgressivePayout);
    let (source, amount) = (AwardSource::Meter { meter: MEGA, percent: 100 }, Some(amount));
    if refused {
        let (step, by, with) = (AwardStep::Refuse, StaffId(1), Some(StaffId(2)));
        Event::AwardVerified { seat, bet, step, source, amount, by, with }
    } else {
        Event::AwardReversed { seat, bet, source, amount }
    }
}

/// What a meter should hold, worked out in whole numbers from what the event says it moved.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
struct Model {
    balance: i128,
    beside: i128,
    /// Everything that ever came in, less everything that ever went out.
    outside: i128,
}

impl Model {
    fn take(&mut self, event: &Event) {
        let micro = |amount: MicroCents| i128::from(amount.get());
        match *event {
            Event::MeterFed { amount, overflow, reserve, .. } => {
                self.balance += micro(amount);
                self.beside += micro(overflow) + micro(reserve);
                self.outside -= micro(amount) + micro(overflow) + micro(reserve);
            }
            Event::MeterFeedReversed { amount, overflow, reserve, .. } => {
                self.balance -= micro(amount);
                self.beside -= micro(overflow) + micro(reserve);
                self.outside += micro(amount) + micro(overflow) + micro(reserve);
            }
            Event::AwardHit { amount: Some(amount), .. } => self.award(&amount, 1),
            Event::AwardVerified { amount: Some(amount), .. } | Event::AwardReversed { amount: Some(amount), .. } => {
                self.award(&amount, -1);
            }
            _ => {}
        }
    }

    fn award(&mut self, amount: &AwardAmount, way: i128) {
        let paid = i128::from(amount.paid.get()) * 1_000_000;
        let reseed = i128::from(amount.reseed.get());
        let beside = i128::from(amount.from_overflow.get()) + i128::from(amount.from_reserve.get());
        self.balance += way * (reseed - paid);
        self.beside -= way * beside;
        self.outside += way * (paid - (reseed - beside));
    }
}

#[test]
fn r14_a_million_operations_reconcile_to_zero_and_no_meter_falls_without_a_lawful_kind() {
    let (mut book, tables, ids) = floor();
    let start = Model { balance: 1_000_000_000_000, ..Model::default() };
    let mut models: BTreeMap<MeterId, Model> = ids.iter().map(|id| (*id, start)).collect();
    let mut dice = Dice(20_261_116);
    let mut awards: Vec<(TableId, AwardAmount)> = Vec::new();
    let mut feeds: Vec<(TableId, Event)> = Vec::new();
    let (mut numbers, mut done) = (BTreeMap::new(), 0_u32);
    while done < 1_000_000 {
        let table = tables[usize::try_from(dice.below(40)).unwrap()];
        let id = book.linked(table, MEGA).unwrap();
        let mut event = match dice.below(100) {
            0..80 => fed(100 * i64::try_from(1 + dice.below(7)).unwrap()),
            80..88 => hit(10),
            88..91 => hit(100),
            91..94 => match awards.pop() {
                Some((at, amount)) if at == table => undo(dice.below(2) == 0, amount),
                _ => continue,
            },
            94..96 => match feeds.pop() {
                Some((at, Event::MeterFed { meter, amount, overflow, reserve, .. })) if at == table => {
                    Event::MeterFeedReversed { meter, amount, overflow, reserve }
                }
                _ => continue,
            },
            96 => Event::MeterFeedFunded { meter: MEGA, amount: cents(7) },
            // Disabled, frozen and released again, and a rate that waits.
            97 => {
                let meter = book.meters.get_mut(&id).unwrap();
                meter.enabled = !meter.enabled;
                continue;
            }
            98 => {
                book.meters.get_mut(&id).unwrap().frozen = false;
                continue;
            }
            _ => {
                let rate = Ppm::new(u32::try_from(50_000 + dice.below(100_000)).unwrap());
                book.meters.get_mut(&id).unwrap().terms.next_rate = Some(rate);
                continue;
            }
        };
        done += 1;
        let stood = book.meters[&id];
        let moved = book.post(table, &mut event).unwrap();
        models.get_mut(&id).unwrap().take(&event);
        check(&book.meters[&id], &stood, models[&id], &moved, &mut numbers);
        match event {
            Event::MeterFed { .. } => feeds.push((table, event)),
            Event::AwardHit { amount: Some(amount), .. } => awards.push((table, amount)),
            _ => {}
        }
        (feeds.len() > 500).then(|| feeds.clear());
    }
    assert!(numbers.values().all(|last| *last > 10_000), "{numbers:?}");
}

fn check(meter: &Meter, stood: &Meter, model: Model, moved: &[Movement], numbers: &mut BTreeMap<MeterId, i64>) {
    let Pools { balance, overflow, reserve, .. } = meter.pools;
    assert_eq!(i128::from(balance.get()), model.balance);
    assert_eq!(i128::from(overflow.get()) + i128::from(reserve.get()), model.beside);
    // Nothing is made and nothing is lost: what is here and what is elsewhere is what it began with.
    assert_eq!(model.balance + model.beside + model.outside, 1_000_000_000_000);
    assert!(balance >= MicroCents::ZERO && overflow >= MicroCents::ZERO && reserve >= MicroCents::ZERO);
    let mut pools = stood.pools;
    for movement in moved {
        let last = numbers.entry(movement.meter).or_insert(1);
        *last += 1;
        assert_eq!(movement.number, *last, "entries have no gap");
        assert_eq!(*pools.of(movement.pool), movement.before);
        assert_eq!(movement.before.plus(movement.amount), Ok(movement.after));
        *pools.of(movement.pool) = movement.after;
        let falls = ["award", "contribution_reversed", "reseed_returned", "used_for_reseed"];
        assert!(movement.amount > MicroCents::ZERO || falls.contains(&movement.kind), "{movement:?}");
        if movement.kind == "contribution" {
            assert!(stood.enabled && !stood.frozen, "a level that cannot be played for grew (R23)");
        }
    }
    assert_eq!(pools, meter.pools);
    if let (Some(limit), true) = (meter.terms.limit, moved.iter().any(|movement| movement.kind == "contribution")) {
        assert!(balance <= limit.to_micro().unwrap(), "a contribution took a meter over its limit (R24)");
    }
}

/// One meter, one table, and the amounts that its events had in the end.
fn played(balance: i64, topped_up: PartialAwardFloor, events: &[Event]) -> (Vec<AwardAmount>, MicroCents) {
    let (mut book, tables, ids) = floor();
    let meter = book.meters.get_mut(&ids[0]).unwrap();
    meter.pools.balance = MicroCents::new(balance);
    meter.terms.floor = topped_up;
    let mut amounts = Vec::new();
    for mut event in events.iter().copied() {
        book.post(tables[0], &mut event).unwrap();
        if let Event::AwardHit { amount: Some(amount), .. } = event {
            amounts.push(amount);
        }
    }
    (amounts, book.meters[&ids[0]].pools.balance)
}

#[test]
fn r15_ten_percent_of_1234_5678_pays_123_45_and_leaves_1111_1178() {
    let (amounts, left) = played(123_456_780_000, PartialAwardFloor::None, &[hit(10)]);
    assert_eq!((amounts[0].paid, left), (Cents::new(12_345), MicroCents::new(111_111_780_000)));
    assert_eq!(amounts[0].trigger, MicroCents::new(123_456_780_000));
}

#[test]
fn r18_two_straight_flushes_two_royals_and_both_orders_of_one_each() {
    let m = 2_000_000_000_000_i64;
    let (amounts, left) = played(m, PartialAwardFloor::None, &[hit(10), hit(10)]);
    assert_eq!(amounts.iter().map(|amount| amount.paid.get()).collect::<Vec<_>>(), [200_000, 180_000]);
    assert_eq!(left.get(), m / 100 * 81);
    let (amounts, left) = played(m + 333_333, PartialAwardFloor::None, &[hit(100), hit(100)]);
    assert_eq!(amounts.iter().map(|amount| amount.paid.get()).collect::<Vec<_>>(), [2_000_000, 1_000_000]);
    assert_eq!(left.get(), 1_000_000_333_333, "the fraction is carried over both resets");
    let (amounts, _) = played(m, PartialAwardFloor::None, &[hit(100), hit(10)]);
    assert_eq!(amounts.iter().map(|amount| amount.paid.get()).collect::<Vec<_>>(), [2_000_000, 100_000]);
    let (amounts, _) = played(m, PartialAwardFloor::None, &[hit(10), hit(100)]);
    assert_eq!(amounts.iter().map(|amount| amount.paid.get()).collect::<Vec<_>>(), [200_000, 1_800_000]);
}

#[test]
fn r25_an_implausible_contribution_freezes_the_level_and_stays_beside_it() {
    let (mut book, tables, ids) = floor();
    let mut event = fed(10_000);
    let moved = book.post(tables[0], &mut event).unwrap();
    assert!(moved.iter().all(|movement| movement.pool != Pool::Balance), "{moved:?}");
    assert_eq!(book.notes, [Note::Implausible(ids[0])]);
    // Frozen, it neither grows nor pays what is validated; the hit itself is locked away.
    book.post(tables[0], &mut fed(100)).unwrap();
    assert_eq!(book.meters[&ids[0]].pools.balance, cents(1_000_000));
    let mut hit = hit(100);
    book.post(tables[0], &mut hit).unwrap();
    let Event::AwardHit { amount, source, seat, bet, .. } = hit else { unreachable!() };
    let (step, by, with) = (AwardStep::Validate, StaffId(1), None);
    let mut validated = Event::AwardVerified { seat, bet, step, source, amount, by, with };
    assert_eq!(book.post(tables[0], &mut validated), Err(PostError::Frozen));
    assert_eq!(book.post(TableId(Uuid::nil()), &mut validated), Err(PostError::Unlinked));
}

#[test]
fn r21_another_rate_waits_for_the_next_reset() {
    let (mut book, tables, ids) = floor();
    book.meters.get_mut(&ids[0]).unwrap().terms.next_rate = Some(Ppm::new(500_000));
    let added = |book: &mut Book| {
        let before = book.meters[&ids[0]].pools.balance;
        book.post(tables[0], &mut fed(100)).unwrap();
        book.meters[&ids[0]].pools.balance.minus(before).unwrap().get()
    };
    assert_eq!(added(&mut book), 10_000_300);
    book.post(tables[0], &mut hit(10)).unwrap();
    assert_eq!(added(&mut book), 10_000_300, "a partial award is no reset");
    book.post(tables[0], &mut hit(100)).unwrap();
    assert_eq!(added(&mut book), 50_000_000);
    assert_eq!(book.notes, [Note::RateInForce(ids[0])]);
}
