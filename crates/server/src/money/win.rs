//! The report of win and hold. A period between two signed counts belongs to the shift in which it began; every total is the
//! sum of its parts, column by column.

use super::theory::Theory;
use crate::app::App;
use crate::facility::{Facility, GamingDay, Span};
use crate::problem::Problem;
use game_core::money::{Cents, Overflow};
use std::collections::BTreeMap;
use store::StoreError;
use store::money::{Period, handle, periods};
use table_host::ids::TableId;
use wire::problem::EdgeCode;
use wire::rest::money::{ReportHeader, WinFigures, WinQuery, WinReport, WinRow};

/// The most gaming days in one report.
const DAYS_MAX: usize = 400;

/// What a live table says of itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Live {
    /// What the rack holds by the books.
    pub(super) rack: Cents,
    /// What buy-ins have put into the box on the table.
    pub(super) dropped: Cents,
}

/// A period with everything a line needs.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) period: Period,
    pub(super) live: Live,
    pub(super) theory: Theory,
}

/// The report of gaming days.
pub(crate) async fn win(app: &App, query: &WinQuery) -> Result<WinReport, Problem> {
    let facility = &app.config.facility;
    let (first, last, span) = interval(facility, query)?;
    let table = query.table.map(|table| TableId(table.0));
    let mut connection = app.store.pool().acquire().await.map_err(StoreError::from)?;
    let found = periods(&mut connection, span.from, span.until, table).await?;
    let handles = handle(&mut connection, &found).await?;
    drop(connection);
    let theories = app.edges.theories(&app.store, &handles, found.len()).await?;
    let parts = found.into_iter().zip(theories).map(|(period, theory)| {
        let live = app.table(period.table).map(|(table, _)| {
            let standing = table.standing();
            Live { rack: standing.table.state().rack(), dropped: standing.table.state().dropped() }
        });
        Part { live: live.unwrap_or_default(), period, theory }
    });
    let header = ReportHeader {
        operator: facility.operator().to_owned(),
        title: "Win and hold by table, shift and gaming day".to_owned(),
        time_zone: facility.time_zone().to_owned(),
        first_day: first.to_string(),
        last_day: last.to_string(),
        from: span.from.into(),
        until: span.until.into(),
        generated_at: table_host::now().into(),
    };
    report(facility, header, &parts.collect::<Vec<_>>())
        .map_err(|Overflow| Problem::saying(EdgeCode::Internal, "a sum does not fit"))
}

/// The gaming days a query names, and from when to when they last.
fn interval(facility: &Facility, query: &WinQuery) -> Result<(GamingDay, GamingDay, Span), Problem> {
    let wrong = |detail: &str| Problem::saying(EdgeCode::InvalidQuery, detail);
    let day = |text: &str| GamingDay::parse(text).ok_or_else(|| wrong("a gaming day is written as 2026-11-16"));
    let first = day(&query.from)?;
    let last = query.to.as_deref().map(day).transpose()?.unwrap_or(first);
    if last < first {
        return Err(wrong("the last gaming day comes before the first"));
    }
    let days = std::iter::successors(Some(first), |day| day.next()).take_while(|day| *day <= last);
    if days.take(DAYS_MAX + 1).count() > DAYS_MAX {
        return Err(wrong("a report has at most 400 gaming days"));
    }
    let beyond = || wrong("a gaming day beyond the calendar");
    let from = facility.span(first).ok_or_else(beyond)?.from;
    let until = facility.span(last).ok_or_else(beyond)?.until;
    Ok((first, last, Span { from, until }))
}

/// The lines of one level, by what tells them apart.
type Lines<K> = BTreeMap<K, (WinRow, WinFigures)>;

/// Puts the report together.
pub(super) fn report(facility: &Facility, header: ReportHeader, parts: &[Part]) -> Result<WinReport, Overflow> {
    let (mut shifts, mut days, mut months) = (Lines::new(), Lines::new(), Lines::new());
    let (mut tables, mut floor_days) = (Lines::new(), Lines::new());
    let mut total = WinFigures { is_final: true, ..WinFigures::default() };
    for part in parts {
        let figures = figures(part)?;
        let Some(placed) = facility.place(part.period.started) else { continue };
        let (day, month, table) = (placed.day.to_string(), placed.day.month(), part.period.table.0);
        let row = row(part);
        let shift_row =
            WinRow { day: Some(day.clone()), shift: Some(facility.shift_name(placed.shift).to_owned()), ..row.clone() };
        let day_row = WinRow { day: Some(day.clone()), ..row.clone() };
        let floor_row = WinRow { table: None, table_name: None, ..day_row.clone() };
        add(&mut shifts, (placed, table), shift_row, &figures)?;
        add(&mut days, (day.clone(), table), day_row, &figures)?;
        add(&mut months, (month.clone(), table), WinRow { month: Some(month), ..row.clone() }, &figures)?;
        add(&mut tables, table, row, &figures)?;
        add(&mut floor_days, day, floor_row, &figures)?;
        sum(&mut total, &figures)?;
    }
    finish(&mut total)?;
    Ok(WinReport {
        header,
        note: parts.is_empty().then(|| "no activity".to_owned()),
        shifts: rows(shifts)?,
        days: rows(days)?,
        months: rows(months)?,
        tables: rows(tables)?,
        floor_days: rows(floor_days)?,
        total,
    })
}

fn row(part: &Part) -> WinRow {
    WinRow {
        table: Some(wire::id::TableId(part.period.table.0)),
        table_name: Some(part.period.table_name.clone()),
        month: None,
        day: None,
        shift: None,
        figures: WinFigures::default(),
    }
}

/// The figures of a period, but for win and hold, which follow from them.
fn figures(part: &Part) -> Result<WinFigures, Overflow> {
    let Part { period, live, theory } = part;
    // What is in the box on the table belongs to the table's last period, and is not counted yet.
    let in_box = if period.is_last { live.dropped } else { Cents::ZERO };
    let counted = period.boxes == period.verified_boxes && in_box == Cents::ZERO;
    let boxed = period.boxes > 0 || period.box_since || period.is_last;
    let over_short = match (period.closing, period.closing_expected) {
        (Some(closing), Some(expected)) => closing.minus(expected)?,
        _ => Cents::ZERO,
    };
    Ok(WinFigures {
        is_final: period.closing.is_some() && counted && boxed,
        opening_cents: period.opening,
        fills_cents: period.fills,
        credits_cents: period.credits,
        closing_cents: period.closing.unwrap_or(live.rack),
        drop_cents: period.drop.plus(in_box)?,
        over_short_cents: over_short,
        handle_cents: Cents::new(theory.handle),
        handle_without_edge_cents: Cents::new(theory.without_edge),
        theoretical_win_cents: Cents::new(theory.win),
        ..WinFigures::default()
    })
}

fn add<K: Ord>(lines: &mut Lines<K>, key: K, row: WinRow, figures: &WinFigures) -> Result<(), Overflow> {
    let empty = WinFigures { is_final: true, ..WinFigures::default() };
    let (_, line) = lines.entry(key).or_insert_with(|| (row, empty));
    sum(line, figures)
}

/// Adds a part's columns to a total's. A total is final when all of its parts are.
fn sum(total: &mut WinFigures, part: &WinFigures) -> Result<(), Overflow> {
    total.is_final &= part.is_final;
    for (total, part) in [
        (&mut total.opening_cents, part.opening_cents),
        (&mut total.fills_cents, part.fills_cents),
        (&mut total.credits_cents, part.credits_cents),
        (&mut total.closing_cents, part.closing_cents),
        (&mut total.drop_cents, part.drop_cents),
        (&mut total.over_short_cents, part.over_short_cents),
        (&mut total.handle_cents, part.handle_cents),
        (&mut total.handle_without_edge_cents, part.handle_without_edge_cents),
        (&mut total.theoretical_win_cents, part.theoretical_win_cents),
    ] {
        *total = total.plus(part)?;
    }
    Ok(())
}

fn rows<K>(lines: Lines<K>) -> Result<Vec<WinRow>, Overflow> {
    let finished = |(row, mut figures): (WinRow, WinFigures)| {
        finish(&mut figures)?;
        Ok(WinRow { figures, ..row })
    };
    lines.into_values().map(finished).collect()
}

/// Win and hold by the standard formula (R46).
fn finish(figures: &mut WinFigures) -> Result<(), Overflow> {
    let came = figures.drop_cents.plus(figures.closing_cents)?.plus(figures.credits_cents)?;
    figures.win_cents = came.minus(figures.opening_cents)?.minus(figures.fills_cents)?;
    figures.hold_percent = percent(figures.win_cents, figures.drop_cents);
    Ok(())
}

/// One amount in percent of another, to one place, half away from nothing.
fn percent(of: Cents, whole: Cents) -> Option<String> {
    let (of, whole) = (i128::from(of.get()) * 1_000, i128::from(whole.get()));
    if whole <= 0 {
        return None;
    }
    let tenths = (of.abs() * 2 + whole) / (whole * 2);
    let sign = if of < 0 && tenths > 0 { "-" } else { "" };
    Some(format!("{sign}{}.{}", tenths / 10, tenths % 10))
}

#[cfg(test)]
#[path = "win_tests.rs"]
mod tests;
