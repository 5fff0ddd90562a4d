//! The statements that write the changes of a whole batch, each with arrays. What nothing changes is not asked for.

use super::changes::{Opened, Status};
use super::{Line, Mark, Placed, Refund, RoundChanges, SeatChange, WagerRecord};
use crate::times::timestamp;
use game_core::game::{Millis, Seat};
use game_core::wager::Bet;
use serde::Serialize;
use sqlx::PgConnection;
use table_host::ids::RoundId;
use time::OffsetDateTime;
use uuid::Uuid;

/// Writes everything the appends change beside the journal.
pub(crate) async fn write(connection: &mut PgConnection, placed: &[Placed<'_>]) -> Result<(), sqlx::Error> {
    // A round that ends makes room for the next; who sat where is asked before it changes; what is on record of a bet is
    // marked before it is written anew.
    status(connection, placed).await?;
    opened(connection, placed).await?;
    seats(connection, placed).await?;
    marks(connection, placed).await?;
    refunds(connection, placed).await?;
    wagers(connection, placed).await?;
    seated(connection, placed).await?;
    left(connection, placed).await?;
    postings(connection, placed).await
}

fn seat_number(seat: Seat) -> i16 {
    i16::from(seat.number())
}

fn time_of(at: Option<Millis>) -> Option<OffsetDateTime> {
    at.and_then(timestamp)
}

/// The name by which documents know a value.
fn name(value: &impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// What the appends change in their rounds.
fn in_rounds<'a, T: IntoIterator>(
    placed: &'a [Placed<'_>],
    changes: impl Fn(&'a RoundChanges) -> T,
) -> impl Iterator<Item = (RoundId, &'a Placed<'a>, T::Item)> {
    let rounds = placed.iter().flat_map(|placed| placed.rounds().map(move |(id, round)| (id, placed, round)));
    rounds.flat_map(move |(id, placed, round)| changes(round).into_iter().map(move |change| (id, placed, change)))
}

/// How a round stands, as the database has it.
struct Standing {
    name: Option<&'static str>,
    void_cause: Option<String>,
    bets_closed: Option<OffsetDateTime>,
    ended: Option<OffsetDateTime>,
    last_seq: Option<i64>,
}

impl Standing {
    fn of(placed: &Placed<'_>, status: &Status) -> Self {
        Self {
            name: status.name,
            void_cause: status.void_cause.map(|cause| name(&cause)),
            bets_closed: time_of(status.bets_closed),
            ended: time_of(status.ended.map(|ended| ended.at)),
            last_seq: status.ended.map(|ended| placed.seq(ended.by)),
        }
    }
}

/// Rounds that were open before go on or end.
async fn status(connection: &mut PgConnection, placed: &[Placed<'_>]) -> Result<(), sqlx::Error> {
    let changed = |round: &RoundChanges| {
        let status = round.status;
        (round.opened.is_none() && (status.name.is_some() || status.bets_closed.is_some())).then_some(status)
    };
    let rows: Vec<(RoundId, Standing)> =
        in_rounds(placed, changed).map(|(round, placed, status)| (round, Standing::of(placed, &status))).collect();
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query_file!(
        "src/projection/status.sql",
        &rows.iter().map(|(round, _)| round.0).collect::<Vec<_>>(),
        &rows.iter().map(|(_, standing)| standing.name).collect::<Vec<_>>() as &[Option<&str>],
        &rows.iter().map(|(_, standing)| standing.void_cause.as_deref()).collect::<Vec<_>>() as &[Option<&str>],
        &rows.iter().map(|(_, standing)| standing.bets_closed).collect::<Vec<_>>() as &[Option<OffsetDateTime>],
        &rows.iter().map(|(_, standing)| standing.ended).collect::<Vec<_>>() as &[Option<OffsetDateTime>],
        &rows.iter().map(|(_, standing)| standing.last_seq).collect::<Vec<_>>() as &[Option<i64>]
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Rounds that begin, each as it stands in the end: it may be over already.
async fn opened(connection: &mut PgConnection, placed: &[Placed<'_>]) -> Result<(), sqlx::Error> {
    let rows: Vec<(&Placed<'_>, Opened, Standing)> =
        in_rounds(placed, |round| round.opened.map(|opened| (opened, round.status)))
            .map(|(_, placed, (opened, status))| (placed, opened, Standing::of(placed, &status)))
            .collect();
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query_file!(
        "src/projection/opened.sql",
        &rows.iter().map(|(_, opened, _)| opened.round.0).collect::<Vec<_>>(),
        &rows.iter().map(|(placed, _, _)| placed.append.of.table.0).collect::<Vec<_>>(),
        &rows.iter().map(|(_, opened, _)| i64::try_from(opened.number).unwrap_or(i64::MAX)).collect::<Vec<_>>(),
        &rows.iter().map(|(placed, _, _)| placed.append.of.game.name()).collect::<Vec<_>>() as &[&str],
        &rows.iter().map(|(placed, _, _)| &*placed.append.of.rules_version).collect::<Vec<_>>() as &[&str],
        &rows.iter().map(|(_, opened, _)| opened.dealer).collect::<Vec<_>>() as &[Option<i64>],
        &rows.iter().map(|(_, opened, _)| time_of(Some(opened.at))).collect::<Vec<_>>() as &[Option<OffsetDateTime>],
        &rows.iter().map(|(placed, opened, _)| placed.seq(opened.by)).collect::<Vec<_>>(),
        &rows.iter().map(|(_, _, standing)| standing.name.unwrap_or("in_progress")).collect::<Vec<_>>() as &[&str],
        &rows.iter().map(|(_, _, standing)| standing.void_cause.as_deref()).collect::<Vec<_>>() as &[Option<&str>],
        &rows.iter().map(|(_, _, standing)| standing.bets_closed).collect::<Vec<_>>() as &[Option<OffsetDateTime>],
        &rows.iter().map(|(_, _, standing)| standing.ended).collect::<Vec<_>>() as &[Option<OffsetDateTime>],
        &rows.iter().map(|(_, _, standing)| standing.last_seq).collect::<Vec<_>>() as &[Option<i64>]
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn seats(connection: &mut PgConnection, placed: &[Placed<'_>]) -> Result<(), sqlx::Error> {
    let rows: Vec<(RoundId, &Placed<'_>, (&Seat, &SeatChange))> = in_rounds(placed, |round| &round.seats).collect();
    if rows.is_empty() {
        return Ok(());
    }
    let corrected = rows.iter().filter(|(_, _, (_, change))| change.corrected);
    let (rounds, seats): (Vec<Uuid>, Vec<i16>) =
        corrected.map(|(round, _, (seat, _))| (round.0, seat_number(**seat))).collect();
    if !rounds.is_empty() {
        sqlx::query_file!("src/projection/corrected.sql", &rounds, &seats).execute(&mut *connection).await?;
    }
    let decisions = |change: &SeatChange| {
        let names: Vec<String> = change.decisions.iter().map(name).collect();
        (!names.is_empty()).then(|| names.join(","))
    };
    sqlx::query_file!(
        "src/projection/seats.sql",
        &rows.iter().map(|(round, _, _)| round.0).collect::<Vec<_>>(),
        &rows.iter().map(|(_, placed, _)| placed.append.of.table.0).collect::<Vec<_>>(),
        &rows.iter().map(|(_, _, (seat, _))| seat_number(**seat)).collect::<Vec<_>>(),
        &rows.iter().map(|(_, _, (_, change))| decisions(change)).collect::<Vec<_>>() as &[Option<String>],
        &rows.iter().map(|(_, _, (_, change))| change.net_micro).collect::<Vec<_>>(),
        &rows.iter().map(|(_, _, (_, change))| change.player.is_some()).collect::<Vec<_>>(),
        &rows.iter().map(|(_, _, (_, change))| change.player.flatten()).collect::<Vec<_>>() as &[Option<i64>]
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Marks of one seat are carried out in their order, those of different seats together.
async fn marks(connection: &mut PgConnection, placed: &[Placed<'_>]) -> Result<(), sqlx::Error> {
    let mut rows: Vec<(RoundId, Mark)> =
        in_rounds(placed, |round| &round.marks).map(|(round, _, mark)| (round, *mark)).collect();
    while !rows.is_empty() {
        let mut seats = std::collections::BTreeSet::new();
        let (now, later): (Vec<_>, Vec<_>) =
            rows.into_iter().partition(|(round, mark)| seats.insert((*round, mark.seat)));
        sqlx::query_file!(
            "src/projection/marks.sql",
            &now.iter().map(|(round, _)| round.0).collect::<Vec<_>>(),
            &now.iter().map(|(_, mark)| seat_number(mark.seat)).collect::<Vec<_>>(),
            &now.iter().map(|(_, mark)| mark.before).collect::<Vec<_>>() as &[Option<&str>],
            &now.iter().map(|(_, mark)| mark.after).collect::<Vec<_>>() as &[Option<&str>],
            &now.iter().map(|(_, mark)| mark.main_only).collect::<Vec<_>>()
        )
        .execute(&mut *connection)
        .await?;
        rows = later;
    }
    Ok(())
}

async fn refunds(connection: &mut PgConnection, placed: &[Placed<'_>]) -> Result<(), sqlx::Error> {
    let rows: Vec<(RoundId, &(Seat, Bet), &Refund)> =
        in_rounds(placed, |round| &round.refunds).map(|(round, _, (bet, refund))| (round, bet, refund)).collect();
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query_file!(
        "src/projection/refunds.sql",
        &rows.iter().map(|(round, _, _)| round.0).collect::<Vec<_>>(),
        &rows.iter().map(|(_, (seat, _), _)| seat_number(*seat)).collect::<Vec<_>>(),
        &rows.iter().map(|(_, (_, bet), _)| name(bet)).collect::<Vec<_>>(),
        &rows.iter().map(|(_, _, refund)| refund.refund.get()).collect::<Vec<_>>(),
        &rows.iter().map(|(_, _, refund)| refund.unpaid.get()).collect::<Vec<_>>()
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn wagers(connection: &mut PgConnection, placed: &[Placed<'_>]) -> Result<(), sqlx::Error> {
    let rows: Vec<(RoundId, &(Seat, Bet), &WagerRecord)> =
        in_rounds(placed, |round| &round.wagers).map(|(round, _, (bet, record))| (round, bet, record)).collect();
    if rows.is_empty() {
        return Ok(());
    }
    let clause = |record: &WagerRecord| record.clause.map(|clause| clause.as_str());
    sqlx::query_file!(
        "src/projection/wagers.sql",
        &rows.iter().map(|(round, _, _)| round.0).collect::<Vec<_>>(),
        &rows.iter().map(|(_, (seat, _), _)| seat_number(*seat)).collect::<Vec<_>>(),
        &rows.iter().map(|(_, (_, bet), _)| name(bet)).collect::<Vec<_>>(),
        &rows.iter().map(|(_, _, record)| record.stake.get()).collect::<Vec<_>>(),
        &rows.iter().map(|(_, _, record)| record.outcome).collect::<Vec<_>>() as &[Option<&str>],
        &rows.iter().map(|(_, _, record)| record.win.get()).collect::<Vec<_>>(),
        &rows.iter().map(|(_, _, record)| record.back.get()).collect::<Vec<_>>(),
        &rows.iter().map(|(_, _, record)| clause(record)).collect::<Vec<_>>() as &[Option<&str>]
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn seated(connection: &mut PgConnection, placed: &[Placed<'_>]) -> Result<(), sqlx::Error> {
    let rows = placed.iter().flat_map(|placed| {
        let seated = placed.append.changes.seated.iter();
        seated.filter_map(|(seat, player)| Some((placed.append.of.table.0, seat_number(*seat), (*player)?)))
    });
    let (tables, seats, players): (Vec<Uuid>, Vec<i16>, Vec<i64>) = rows.collect();
    if tables.is_empty() {
        return Ok(());
    }
    sqlx::query_file!("src/projection/seated.sql", &tables, &seats, &players).execute(connection).await?;
    Ok(())
}

async fn left(connection: &mut PgConnection, placed: &[Placed<'_>]) -> Result<(), sqlx::Error> {
    let rows = placed.iter().flat_map(|placed| {
        let left = placed.append.changes.seated.iter().filter(|(_, player)| player.is_none());
        left.map(|(seat, _)| (placed.append.of.table.0, seat_number(*seat)))
    });
    let (tables, seats): (Vec<Uuid>, Vec<i16>) = rows.collect();
    if tables.is_empty() {
        return Ok(());
    }
    sqlx::query_file!("src/projection/left.sql", &tables, &seats).execute(connection).await?;
    Ok(())
}

/// A line of the books with the entry it belongs to and its number there.
struct Posted<'a> {
    placed: &'a Placed<'a>,
    entry: usize,
    line: &'a Line,
    number: i16,
}

async fn postings(connection: &mut PgConnection, placed: &[Placed<'_>]) -> Result<(), sqlx::Error> {
    let entries = placed.iter().flat_map(|placed| {
        placed.append.changes.entries.iter().enumerate().map(move |(nth, entry)| (placed, nth, entry))
    });
    let rows: Vec<Posted<'_>> = entries
        .flat_map(|(placed, entry, changes)| {
            let numbered = changes.lines.iter().zip(1..);
            numbered.map(move |(line, number)| Posted { placed, entry, line, number })
        })
        .collect();
    if rows.is_empty() {
        return Ok(());
    }
    let round = |row: &Posted<'_>| row.placed.round_of(row.entry).map(|round| round.0);
    sqlx::query_file!(
        "src/projection/postings.sql",
        &rows.iter().map(|row| row.placed.append.of.table.0).collect::<Vec<_>>(),
        &rows.iter().map(|row| row.placed.seq(row.entry)).collect::<Vec<_>>(),
        &rows.iter().map(|row| row.number).collect::<Vec<_>>(),
        &rows.iter().map(|row| row.placed.append.time_of(row.entry)).collect::<Vec<_>>() as &[Option<OffsetDateTime>],
        &rows.iter().map(round).collect::<Vec<_>>() as &[Option<Uuid>],
        &rows.iter().map(|row| row.line.place.account).collect::<Vec<_>>() as &[&str],
        &rows.iter().map(|row| row.line.place.seat.map(seat_number)).collect::<Vec<_>>() as &[Option<i16>],
        &rows.iter().map(|row| row.line.place.meter.as_deref()).collect::<Vec<_>>() as &[Option<&str>],
        &rows.iter().map(|row| row.line.amount_micro).collect::<Vec<_>>()
    )
    .execute(connection)
    .await?;
    Ok(())
}
