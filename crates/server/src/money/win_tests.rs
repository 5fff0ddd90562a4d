//! Win and hold by the standard formula, and totals that foot at every level.

use super::*;
use crate::replay::replayable;
use game_core::game::Millis;
use proptest::prelude::*;
use uuid::Uuid;

/// Sixteen November 2026, 12:00 UTC.
const NOON: u64 = 1_794_830_400_000;
const HOUR: u64 = 3_600_000;

fn dollars(dollars: i64) -> Cents {
    Cents::new(dollars * 100)
}

fn header() -> ReportHeader {
    ReportHeader {
        operator: "Operator".to_owned(),
        title: String::new(),
        time_zone: "UTC".to_owned(),
        first_day: String::new(),
        last_day: String::new(),
        from: Millis(0).into(),
        until: Millis(1).into(),
        generated_at: Millis(2).into(),
    }
}

/// The worked example of the vocabulary (R46).
fn example() -> Part {
    let period = Period {
        table: TableId(Uuid::from_u128(1)),
        table_name: "LIR 1".to_owned(),
        game: "let_it_ride_md".to_owned(),
        start_seq: 1,
        started: Millis(NOON),
        opening: dollars(50_000),
        end_seq: Some(9),
        ended: Some(Millis(NOON + 8 * HOUR)),
        closing: Some(dollars(37_000)),
        closing_expected: Some(dollars(37_000)),
        is_last: true,
        fills: dollars(12_000),
        credits: dollars(8_000),
        drop: dollars(21_000),
        boxes: 1,
        verified_boxes: 1,
        box_since: true,
    };
    Part { period, live: Live::default(), theory: Theory::default() }
}

fn made(parts: &[Part]) -> WinReport {
    report(&Facility::default(), header(), parts).unwrap()
}

#[test]
fn the_worked_example_wins_4000_and_holds_19_percent_r46() {
    let report = made(&[example()]);
    let [shift] = <[WinRow; 1]>::try_from(report.shifts).unwrap();
    assert_eq!((shift.day.as_deref(), shift.shift.as_deref()), (Some("2026-11-16"), Some("day")));
    assert_eq!(shift.figures.win_cents, dollars(4_000));
    assert_eq!(shift.figures.hold_percent.as_deref(), Some("19.0"));
    assert!(shift.figures.is_final);
    assert_eq!(report.total, shift.figures);
    assert_eq!(report.note, None);
}

#[test]
fn nothing_is_no_activity() {
    let report = made(&[]);
    assert_eq!((report.note.as_deref(), report.shifts.len()), (Some("no activity"), 0));
    assert_eq!((report.total.win_cents, report.total.hold_percent), (Cents::ZERO, None));
}

#[test]
fn what_is_not_closed_or_not_counted_is_an_estimate() {
    let part = |change: &dyn Fn(&mut Part)| {
        let mut part = example();
        change(&mut part);
        made(&[part]).total
    };
    let open = part(&|part| {
        part.period.closing = None;
        part.live = Live { rack: dollars(40_000), dropped: Cents::ZERO };
    });
    assert_eq!((open.is_final, open.closing_cents, open.win_cents), (false, dollars(40_000), dollars(7_000)));
    let uncounted = part(&|part| part.period.verified_boxes = 0);
    assert!(!uncounted.is_final);
    let still_boxed = part(&|part| part.live.dropped = dollars(500));
    assert_eq!((still_boxed.is_final, still_boxed.drop_cents), (false, dollars(21_500)));
    let no_box = part(&|part| {
        (part.period.boxes, part.period.verified_boxes, part.period.box_since, part.period.is_last) =
            (0, 0, false, false);
    });
    assert!(!no_box.is_final);
}

#[test]
fn hold_is_rounded_to_one_place() {
    for (win, drop, hold) in [
        (4_000, 21_000, Some("19.0")),
        (-4_000, 21_000, Some("-19.0")),
        (1, 3, Some("33.3")),
        (2, 3, Some("66.7")),
        (-1, 100_000, Some("0.0")),
        (1, 2_000, Some("0.1")),
        (5, 0, None),
        (i64::MAX, 1, Some("922337203685477580700.0")),
    ] {
        assert_eq!(percent(Cents::new(win), Cents::new(drop)).as_deref(), hold, "{win} of {drop}");
    }
}

fn part() -> impl Strategy<Value = Part> {
    let cents = || 0i64..10_000_000_000;
    let amounts = (cents(), cents(), cents(), cents(), cents());
    (0u128..4, 0u64..90 * 24, amounts, -50_000i64..50_000, any::<bool>(), any::<bool>()).prop_map(
        |(table, hour, (opening, closing, fills, credits, drop), off, closed, counted)| {
            let mut part = example();
            part.period.table = TableId(Uuid::from_u128(table));
            part.period.table_name = format!("LIR {table}");
            part.period.started = Millis(NOON + hour * HOUR);
            part.period.opening = Cents::new(opening);
            part.period.closing = closed.then_some(Cents::new(closing));
            part.period.closing_expected = closed.then_some(Cents::new(closing + off));
            part.period.fills = Cents::new(fills);
            part.period.credits = Cents::new(credits);
            part.period.drop = Cents::new(drop);
            part.period.verified_boxes = u64::from(counted);
            part.period.is_last = false;
            part.live = Live { rack: Cents::new(closing), dropped: Cents::new(7) };
            part.theory = Theory { handle: fills, without_edge: credits, win: off };
            part
        },
    )
}

fn columns(figures: &WinFigures) -> [i64; 10] {
    [
        figures.opening_cents,
        figures.fills_cents,
        figures.credits_cents,
        figures.closing_cents,
        figures.drop_cents,
        figures.win_cents,
        figures.over_short_cents,
        figures.handle_cents,
        figures.handle_without_edge_cents,
        figures.theoretical_win_cents,
    ]
    .map(Cents::get)
}

fn summed<'a>(rows: impl Iterator<Item = &'a WinRow>) -> ([i64; 10], bool) {
    rows.fold(([0; 10], true), |(sum, is_final), row| {
        let next = columns(&row.figures);
        (std::array::from_fn(|column| sum[column] + next[column]), is_final && row.figures.is_final)
    })
}

fn told(figures: &WinFigures) -> ([i64; 10], bool) {
    (columns(figures), figures.is_final)
}

proptest! {
    #![proptest_config(replayable(ProptestConfig::default()))]

    /// Every level sums to the total, every line of a level to the lines below it, and the formula holds in every line.
    #[test]
    fn every_level_foots(parts in proptest::collection::vec(part(), 0..40)) {
        let report = made(&parts);
        for level in [&report.shifts, &report.days, &report.months, &report.tables, &report.floor_days] {
            prop_assert_eq!(summed(level.iter()), told(&report.total));
            for WinRow { figures, .. } in level {
                let came = figures.drop_cents.get() + figures.closing_cents.get() + figures.credits_cents.get();
                prop_assert_eq!(figures.win_cents.get(), came - figures.opening_cents.get() - figures.fills_cents.get());
            }
        }
        for day in &report.days {
            let below = report.shifts.iter().filter(|shift| (shift.table, &shift.day) == (day.table, &day.day));
            prop_assert_eq!(summed(below), told(&day.figures));
        }
        for month in &report.months {
            let named = month.month.as_deref().unwrap_or_default();
            let within = |day: &&WinRow| day.table == month.table && day.day.as_deref().unwrap_or_default().starts_with(named);
            prop_assert_eq!(summed(report.days.iter().filter(within)), told(&month.figures));
        }
        for table in &report.tables {
            prop_assert_eq!(summed(report.months.iter().filter(|month| month.table == table.table)), told(&table.figures));
        }
        for floor in &report.floor_days {
            prop_assert_eq!(summed(report.days.iter().filter(|day| day.day == floor.day)), told(&floor.figures));
        }
        let parts = parts.iter().map(|part| figures(part).unwrap());
        let rows: Vec<WinRow> = parts.map(|figures| WinRow { figures, ..row(&example()) }).collect();
        let (mut sums, is_final) = summed(rows.iter());
        sums[5] = report.total.win_cents.get();
        prop_assert_eq!((sums, is_final), told(&report.total));
    }
}
