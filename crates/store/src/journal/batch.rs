//! One transaction: what many tables handed in at the same moment, with the postings and projections of each.

use super::admit::{Attempt, Believed, Sent, Standing, admit, sent_before};
use super::chain::{Link, links};
use super::encode::{ENCODING, Prepared, Texts};
use super::failure::Failure;
use crate::approvals;
use crate::jackpots;
use crate::meters;
use crate::money;
use crate::open::StoreError;
use crate::projection::{self, Placed};
use crate::schedules;
use crate::significant::{self, Thresholds};
use sqlx::{Connection, PgConnection, Postgres, Transaction};
use std::collections::BTreeMap;
use table_host::ids::{BodyDigest, ChainHash};
use table_host::journal::{AppendError, Appended, Committed, NewEntry};
use time::OffsetDateTime;
use uuid::Uuid;

/// What became of an append.
#[derive(Debug)]
pub(super) enum Verdict {
    /// It is on disk, with these links, and with amounts and numbers filled in where meters were touched or slips written.
    Written { links: Vec<Link>, filled: Option<Box<Prepared>>, after: Standing },
    /// It is not written now, because it or a part of it was before.
    Sent(Sent),
    /// The table stands elsewhere.
    Stale { seq: u64, epoch: u64 },
    /// There is no such table.
    UnknownTable,
}

impl Verdict {
    /// What the sender is told.
    pub(super) fn answer(self, append: Prepared) -> Result<Appended, AppendError> {
        match self {
            Self::Written { links, filled, .. } => {
                let append = filled.map_or(append, |filled| *filled);
                let entries = append.of.entries.into_iter().zip(links);
                let committed = |(entry, link): (NewEntry, Link)| Committed {
                    seq: link.seq,
                    hash: link.hash,
                    at: entry.at,
                    events: entry.events,
                };
                Ok(Appended::Written(entries.map(committed).collect()))
            }
            Self::Sent(Sent::Written(entries)) => Ok(Appended::Written(entries)),
            Self::Sent(Sent::Answered { place, first }) => Ok(Appended::Answered { place, first }),
            Self::Sent(Sent::KeyReused { place }) => Ok(Appended::KeyReused { place }),
            Self::Stale { seq, epoch } => Err(AppendError::Conflict { seq, epoch }),
            Self::UnknownTable => Err(AppendError::UnknownTable),
        }
    }
}

/// What the writer knows from one transaction to the next.
#[derive(Debug, Default)]
pub(super) struct Known {
    pub(super) believed: Believed,
    pub(super) thresholds: Thresholds,
    pub(super) meters: meters::Believed,
}

/// Commits appends of different tables, each as it deserves. Either all that can be written are, or none is.
pub(super) async fn commit(
    connection: &mut PgConnection,
    known: &mut Known,
    attempts: &[Attempt<'_>],
) -> Result<Vec<Verdict>, Failure> {
    let mut transaction = connection.begin().await?;
    let Prospect { standings, mut told, mut written, meters } = match attempt(&mut transaction, known, attempts).await {
        Ok(prospect) => prospect,
        Err(failure) => return Err(roll_back(transaction, failure).await),
    };
    transaction.commit().await.map_err(Failure::at_commit)?;
    known.meters.note(&meters);
    for (place, verdict) in &written {
        let (Some(attempt), Verdict::Written { after, .. }) = (attempts.get(*place), verdict) else { continue };
        known.believed.note(attempt.append.of.table, *after);
    }
    let verdict = |(place, standing): (usize, &Option<Standing>)| match (standing, written.remove(&place)) {
        (_, Some(verdict)) => verdict,
        (None, None) => Verdict::UnknownTable,
        (Some(Standing { seq, epoch, .. }), None) => {
            told.remove(&place).map_or(Verdict::Stale { seq: *seq, epoch: *epoch }, Verdict::Sent)
        }
    };
    Ok(standings.iter().enumerate().map(verdict).collect())
}

/// What will have become of each append once the transaction is committed.
struct Prospect {
    standings: Vec<Option<Standing>>,
    told: BTreeMap<usize, Sent>,
    written: BTreeMap<usize, Verdict>,
    meters: Vec<meters::Standing>,
}

async fn attempt(connection: &mut PgConnection, known: &Known, attempts: &[Attempt<'_>]) -> Result<Prospect, Failure> {
    let standings = admit(connection, &known.believed, attempts).await?;
    let (admitted, stale) = sort(attempts, &standings);
    let told = sent_before(connection, &stale).await?;
    let (written, meters) = match &admitted[..] {
        [] => Default::default(),
        admitted => write(connection, known, admitted).await?,
    };
    Ok(Prospect { standings, told, written, meters })
}

/// Rolls back at once where the connection will be used again: a dropped transaction keeps its locks until the next batch.
async fn roll_back(transaction: Transaction<'_, Postgres>, failure: Failure) -> Failure {
    match failure {
        Failure::Lost(_) | Failure::InDoubt(_) => failure,
        Failure::Collided | Failure::Refused(_) | Failure::Frozen => match transaction.rollback().await {
            Ok(()) => failure,
            Err(error) => Failure::Lost(error.to_string()),
        },
    }
}

impl Standing {
    /// Where a table stands after an append.
    fn after(placed: &Placed<'_>) -> Self {
        let (seq, hash) = placed.links.last().map(|link| (link.seq, link.hash)).unwrap_or((0, ChainHash([0; 32])));
        Self { seq, hash, epoch: placed.append.of.epoch, round: placed.open_after(), key_known: false }
    }
}

/// An append that follows its table's head.
struct Admitted<'a> {
    place: usize,
    append: &'a Prepared,
    standing: Standing,
}

/// Those that can be written, and those that cannot because their table stands elsewhere or a command was sent before.
fn sort<'a>(
    attempts: &[Attempt<'a>],
    standings: &[Option<Standing>],
) -> (Vec<Admitted<'a>>, Vec<(usize, Attempt<'a>)>) {
    let (mut admitted, mut stale) = (Vec::new(), Vec::new());
    for (place, (attempt, standing)) in attempts.iter().zip(standings).enumerate() {
        let Some(standing) = *standing else { continue };
        let append = attempt.append;
        let follows = standing.seq == append.of.expected_seq && standing.epoch == append.of.epoch;
        if follows && !standing.key_known {
            admitted.push(Admitted { place, append, standing });
        } else {
            stale.push((place, *attempt));
        }
    }
    (admitted, stale)
}

/// Writes what is admitted, with all that follows from it.
async fn write(
    connection: &mut PgConnection,
    known: &Known,
    admitted: &[Admitted<'_>],
) -> Result<(BTreeMap<usize, Verdict>, Vec<meters::Standing>), Failure> {
    let appends: Vec<(usize, &Prepared)> = admitted.iter().map(|admitted| (admitted.place, admitted.append)).collect();
    let mut numbered = money::number(connection, &appends).await?;
    let appends = appends.into_iter().map(|(place, append)| (place, numbered.get(&place).unwrap_or(append)));
    let appends: BTreeMap<usize, &Prepared> = appends.collect();
    let listed: Vec<(usize, &Prepared)> = appends.iter().map(|(place, append)| (*place, *append)).collect();
    let mut filling = meters::fill(connection, &known.meters, &listed).await?;
    let placed = admitted.iter().map(|Admitted { place, append, standing }| {
        let append = appends.get(place).map_or(*append, |append| *append);
        let append = filling.filled.get(place).map_or(append, |filled| &filled.append);
        let links = links(append, standing.seq, standing.hash);
        Placed { append, links, open: standing.round }
    });
    let placed: Vec<Placed<'_>> = placed.collect();
    append(connection, &placed).await?;
    projection::write(connection, &placed).await?;
    schedules::write(connection, &placed).await?;
    for of in &placed {
        for entry in &of.append.of.entries {
            approvals::write_at_table(connection, of.append.of.table, entry).await?;
        }
    }
    significant::write(connection, known.thresholds, &placed).await?;
    money::write(connection, &placed).await?;
    let moved = admitted.iter().zip(&placed);
    let moved = moved.filter_map(|(admitted, placed)| Some((placed, &*filling.filled.get(&admitted.place)?.moved)));
    let moved: Vec<_> = moved.collect();
    meters::write(connection, &filling, &moved).await?;
    jackpots::write(connection, &placed, &moved).await?;
    let links: Vec<(Standing, Vec<Link>)> =
        placed.into_iter().map(|placed| (Standing::after(&placed), placed.links)).collect();
    let written = admitted.iter().zip(links).map(|(admitted, (after, links))| {
        let numbered = numbered.remove(&admitted.place).map(Box::new);
        let filled = filling.filled.remove(&admitted.place).map(|filled| Box::new(filled.append)).or(numbered);
        (admitted.place, Verdict::Written { links, filled, after })
    });
    Ok((written.collect(), std::mem::take(&mut filling.standing)))
}

/// An entry with all that is written of it.
struct Row<'a> {
    placed: &'a Placed<'a>,
    nth: usize,
    entry: &'a NewEntry,
    texts: &'a Texts,
    link: &'a Link,
}

/// Writes the entries and the keys of their commands.
async fn append(connection: &mut PgConnection, placed: &[Placed<'_>]) -> Result<(), Failure> {
    let rows = placed.iter().flat_map(|placed| {
        let entries = placed.append.of.entries.iter().zip(&placed.append.texts).zip(&placed.links).enumerate();
        entries.map(move |(nth, ((entry, texts), link))| Row { placed, nth, entry, texts, link })
    });
    let rows: Vec<Row<'_>> = rows.collect();
    let epochs = rows.iter().map(|row| i64::try_from(row.placed.append.of.epoch)).collect::<Result<Vec<_>, _>>();
    let epochs = epochs.map_err(|error| StoreError::unreadable("an epoch", error))?;
    sqlx::query_file!(
        "src/journal/append.sql",
        &rows.iter().map(|row| row.placed.append.of.table.0).collect::<Vec<_>>(),
        &rows.iter().map(|row| row.placed.seq(row.nth)).collect::<Vec<_>>(),
        &rows.iter().map(|row| row.texts.at).collect::<Vec<OffsetDateTime>>(),
        &epochs,
        &rows.iter().map(|row| &*row.texts.actor).collect::<Vec<_>>() as &[&str],
        &rows.iter().map(|row| row.entry.command_id.0).collect::<Vec<Uuid>>(),
        &rows.iter().map(|row| digest(&row.entry.body_digest)).collect::<Vec<_>>() as &[&[u8]],
        &rows.iter().map(|row| &*row.texts.command).collect::<Vec<_>>() as &[&str],
        &rows.iter().map(|row| &*row.texts.events).collect::<Vec<_>>() as &[&str],
        &rows.iter().map(|row| &*row.placed.append.of.rules_version).collect::<Vec<_>>() as &[&str],
        &rows.iter().map(|row| row.placed.round_of(row.nth).map(|round| round.0)).collect::<Vec<_>>()
            as &[Option<Uuid>],
        &rows.iter().map(|row| &row.link.previous.0[..]).collect::<Vec<_>>() as &[&[u8]],
        &rows.iter().map(|row| &row.link.hash.0[..]).collect::<Vec<_>>() as &[&[u8]],
        ENCODING
    )
    .execute(connection)
    .await?;
    Ok(())
}

fn digest(digest: &BodyDigest) -> &[u8] {
    &digest.0
}
