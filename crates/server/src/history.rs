//! What was played, as it may be told: cards of a round that is open only as far as they lie up.

use crate::app::App;
use crate::identity::Caller;
use crate::problem::Problem;
use game_core::event::Event;
use game_core::game::{PlayerId, Seat, StaffId};
use game_core::view::shown;
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeOwned, IntoDeserializer};
use std::fmt;
use store::journal::{self, Entry};
use store::money;
use store::rounds;
use store::shuffles::Shuffle;
use store::{Store, StoreError};
use table_host::TableHandle;
use table_host::ids::{RoundId, TableId};
use wire::hex::Hex32;
use wire::problem::EdgeCode;
use wire::rest::events::{EventsPage, JournalEntry, Told};
use wire::rest::rounds::{FlaggedWager, RoundRecord, RoundSeat, RoundSummary, RoundWager, RoundsPage, ShuffleOpening};

/// A page of a table's journal.
pub(crate) async fn events(store: &Store, table: &TableHandle, after: u64, limit: u32) -> Result<EventsPage, Problem> {
    let mut connection = store.pool().acquire().await.map_err(StoreError::from)?;
    let entries = journal::load_page(&mut connection, table.id(), after, limit).await?;
    // Asked after the entries were read: a round that is over by now may be told in full.
    let latest = rounds::page(&mut connection, table.id(), None, 1).await?;
    let open = latest.into_iter().find(|round| round.ended.is_none()).map(|round| round.id);
    let next = entries.last().map(|last| last.seq).filter(|last| *last < table.standing().seq);
    let tell = |entry: Entry| {
        let hidden = open.is_some() && entry.round == open;
        told(entry, hidden)
    };
    Ok(EventsPage { entries: entries.into_iter().map(tell).collect(), next })
}

/// An entry as it may be told: without the cards that do not lie up, while its round is open.
fn told(entry: Entry, hidden: bool) -> JournalEntry {
    JournalEntry {
        seq: entry.seq,
        at: entry.at.into(),
        by: entry.actor,
        command_id: wire::id::CommandId(entry.command_id.0),
        rules_version: entry.rules_version,
        told: if hidden { Told::Shown(entry.events.iter().map(shown).collect()) } else { Told::Events(entry.events) },
    }
}

/// A page of a table's rounds, the latest first.
pub(crate) async fn rounds(
    store: &Store,
    table: TableId,
    before: Option<u64>,
    limit: u32,
) -> Result<RoundsPage, Problem> {
    let mut connection = store.pool().acquire().await.map_err(StoreError::from)?;
    let found = rounds::page(&mut connection, table, before, limit).await?;
    let next = found.last().map(|last| last.number).filter(|number| *number > 1);
    Ok(RoundsPage { rounds: found.into_iter().map(summary).collect::<Result<_, _>>()?, next })
}

/// Everything there is to know of a round.
pub(crate) async fn round(app: &App, caller: Caller, round: RoundId) -> Result<RoundRecord, Problem> {
    let mut connection = app.store.pool().acquire().await.map_err(StoreError::from)?;
    let record = rounds::record(&mut connection, round).await?.ok_or(EdgeCode::NotFound)?;
    caller.sees(record.summary.table, &app.duty)?;
    let open = record.summary.ended.is_none();
    let flagged = money::flags(&mut connection, round.0).await?;
    Ok(RoundRecord {
        flagged: flagged.iter().map(flag).collect::<Result<_, _>>()?,
        round: summary(record.summary)?,
        seats: record.seats.iter().map(seat).collect::<Result<_, _>>()?,
        wagers: record.wagers.iter().map(wager).collect::<Result<_, _>>()?,
        entries: record.entries.into_iter().map(|entry| told(entry, open)).collect(),
    })
}

fn summary(round: rounds::Summary) -> Result<RoundSummary, StoreError> {
    Ok(RoundSummary {
        id: wire::id::RoundId(round.id.0),
        table: wire::id::TableId(round.table.0),
        number: round.number,
        game: round.game,
        rules_version: round.rules_version,
        dealer: round.dealer.map(StaffId),
        status: word(&round.status)?,
        void_cause: round.void_cause.as_deref().map(word).transpose()?,
        opened_at: round.opened.into(),
        bets_closed_at: round.bets_closed.map(Into::into),
        ended_at: round.ended.map(Into::into),
        first_seq: round.first_seq,
        last_seq: round.last_seq,
        virtual_shoe: round.virtual_shoe,
        training: round.training,
    })
}

fn seat(seat: &rounds::RoundSeat) -> Result<RoundSeat, StoreError> {
    Ok(RoundSeat {
        seat: seat.seat,
        player: seat.player.map(PlayerId),
        decisions: seat.decisions.iter().map(|decision| word(decision)).collect::<Result<_, _>>()?,
        net_cents: seat.net.whole_cents(),
    })
}

fn flag(flag: &money::Flag) -> Result<FlaggedWager, StoreError> {
    let seat = u8::try_from(flag.seat).ok().and_then(Seat::new).ok_or_else(|| unreadable("a seat", &flag.seat))?;
    let (by, at) = flag.accepted;
    let accepted_by = StaffId(u64::try_from(by).unwrap_or(0));
    Ok(FlaggedWager { seat, wager: word(&flag.wager)?, amount_cents: flag.amount, accepted_by, at: at.into() })
}

fn wager(wager: &rounds::RoundWager) -> Result<RoundWager, StoreError> {
    Ok(RoundWager {
        seat: wager.seat,
        bet: word(&wager.bet)?,
        stake_cents: wager.stake,
        outcome: wager.outcome.as_deref().map(word).transpose()?,
        win_cents: wager.win,
        back_cents: wager.back,
        clause: wager.clause.as_deref().map(word).transpose()?,
    })
}

/// The value that a word in the store stands for.
pub(crate) fn word<T: DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    let word: StrDeserializer<'_, serde::de::value::Error> = text.into_deserializer();
    T::deserialize(word).map_err(|error| unreadable(&format!("`{text}`"), &error))
}

/// The shuffle of a round, once the round is over.
pub(crate) async fn shuffle(app: &App, caller: Caller, round: RoundId) -> Result<ShuffleOpening, Problem> {
    let mut connection = app.store.pool().acquire().await.map_err(StoreError::from)?;
    let record = rounds::record(&mut connection, round).await?.ok_or(EdgeCode::NotFound)?;
    let (summary, kept) = (record.summary, record.shuffle.ok_or(EdgeCode::NotFound)?);
    caller.sees(summary.table, &app.duty)?;
    if summary.ended.is_none() {
        return Err(EdgeCode::RoundOpen.into());
    }
    let Shuffle { salt, order, .. } = kept.shuffle;
    // What was published is what the journal says was published.
    let mut events = record.entries.iter().flat_map(|entry| &entry.events);
    let commitment = events.find_map(|event| match event {
        Event::ShuffleCommitted { commitment, .. } => Some(*commitment),
        _ => None,
    });
    let dealt = events.filter_map(|event| match event {
        Event::CardDealt { card, .. } => *card,
        Event::CardSetAside { card } => Some(*card),
        _ => None,
    });
    let opened = chance::Shuffle::from_bytes(&order, salt);
    let opened = opened.map_err(|error| unreadable("a shuffle", &error))?;
    Ok(ShuffleOpening {
        table: wire::id::TableId(summary.table.0),
        round: wire::id::RoundId(round.0),
        number: summary.number,
        commitment: commitment.ok_or(EdgeCode::NotFound)?,
        salt: Hex32(salt),
        order: opened.order().to_vec(),
        dealt: dealt.collect(),
    })
}

fn unreadable(what: &str, cause: &dyn fmt::Display) -> StoreError {
    StoreError::Unreadable { what: what.to_owned(), cause: cause.to_string() }
}
