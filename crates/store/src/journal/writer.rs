//! The one writer: gathers what waits, commits it, answers each, and lives through a database that goes away.

use super::admit::{Attempt, Sent};
use super::batch::{Known, Verdict, commit};
use super::failure::Failure;
use super::stats::Stats;
use super::{Options, Request};
use crate::open::create_months;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, PgConnection};
use std::collections::BTreeSet;
use std::mem;
use std::sync::Arc;
use std::time::{Duration, Instant};
use table_host::ids::TableId;
use table_host::journal::AppendError;
use tokio::sync::mpsc;

/// How long to wait before the database is tried again, at first and at most.
const PAUSE_MIN: Duration = Duration::from_millis(20);
const PAUSE_MAX: Duration = Duration::from_millis(500);

/// How often the next months' partitions are looked after.
const MONTHS_EVERY: Duration = Duration::from_secs(6 * 3600);

/// Plans that do not depend on statistics: the writer's queries always go by primary key.
const SETTINGS: [(&str, &str); 6] = [
    ("plan_cache_mode", "force_generic_plan"),
    ("enable_seqscan", "off"),
    ("enable_hashjoin", "off"),
    ("enable_mergejoin", "off"),
    ("jit", "off"),
    // A line that died in the middle of a transaction must not hold its tables for ever.
    ("idle_in_transaction_session_timeout", "10s"),
];

/// A request under way.
struct Pending {
    request: Request,
    since: Instant,
    /// Whether a commit that held it was lost under way: until the database tells, there is no true answer.
    in_doubt: bool,
}

impl Pending {
    const fn attempt(&self) -> Attempt<'_> {
        Attempt { append: &self.request.append, in_doubt: self.in_doubt }
    }
}

/// How many entries were written.
fn written(verdicts: &[Verdict]) -> usize {
    verdicts.iter().map(|verdict| if let Verdict::Written { links, .. } = verdict { links.len() } else { 0 }).sum()
}

struct Writer {
    connect: PgConnectOptions,
    connection: Option<PgConnection>,
    options: Options,
    waiting: mpsc::Receiver<Request>,
    /// Gathered but not yet tried.
    gathered: Vec<Pending>,
    known: Known,
    stats: Arc<Stats>,
    months_made: Instant,
}

/// Writes until the last handle is gone and everything handed in is answered.
pub(super) async fn run(
    connect: PgConnectOptions,
    options: Options,
    waiting: mpsc::Receiver<Request>,
    stats: Arc<Stats>,
) {
    let connect = connect.options(SETTINGS);
    let mut writer = Writer {
        connect,
        connection: None,
        options,
        waiting,
        gathered: Vec::new(),
        known: Known { thresholds: options.thresholds, ..Known::default() },
        stats,
        months_made: Instant::now(),
    };
    while writer.gather().await {
        let batch = writer.next_batch();
        writer.settle(batch).await;
        writer.look_after_months().await;
    }
}

impl Writer {
    /// Waits until there is something to write, and takes all that waits. False when there never will be.
    async fn gather(&mut self) -> bool {
        if self.gathered.is_empty() {
            match self.waiting.recv().await {
                Some(request) => self.take(request),
                None => return false,
            }
        }
        self.take_what_waits();
        true
    }

    fn take(&mut self, request: Request) {
        self.gathered.push(Pending { request, since: Instant::now(), in_doubt: false });
    }

    fn take_what_waits(&mut self) {
        while self.gathered.len() < self.options.batch_max {
            match self.waiting.try_recv() {
                Ok(request) => self.take(request),
                Err(_) => break,
            }
        }
    }

    /// One append of each table, the earliest; what a table handed in after it stays for the next batch.
    fn next_batch(&mut self) -> Vec<Pending> {
        let mut tables: BTreeSet<TableId> = BTreeSet::new();
        let (batch, later) = mem::take(&mut self.gathered)
            .into_iter()
            .partition(|pending| tables.insert(pending.request.append.of.table));
        self.gathered = later;
        batch
    }

    /// Tries a batch until every append has its answer. What the database refuses is halved until the culprit is alone.
    async fn settle(&mut self, batch: Vec<Pending>) {
        let mut groups = vec![batch];
        let mut pause = PAUSE_MIN;
        while let Some(mut group) = groups.pop() {
            match self.attempt(&group).await {
                Ok(verdicts) => {
                    pause = PAUSE_MIN;
                    answer(group, verdicts);
                }
                // Perhaps only because a table stands elsewhere than believed, or a command was sent before.
                Err(Failure::Refused(_) | Failure::Frozen) if self.forget(&group) => groups.push(group),
                Err(Failure::Refused(constraint)) => {
                    tracing::warn!(entries = group.len(), %constraint, "the database refuses a batch");
                    self.narrow(group, &AppendError::Refused(constraint), &mut groups);
                }
                Err(Failure::Frozen) => self.narrow(group, &AppendError::Frozen, &mut groups),
                Err(Failure::Collided) => {
                    tokio::time::sleep(PAUSE_MIN).await;
                    groups.push(group);
                }
                Err(Failure::Lost(cause)) => {
                    self.lost(&cause);
                    groups.push(group);
                    self.wait_out(&mut groups, &mut pause).await;
                }
                Err(Failure::InDoubt(cause)) => {
                    self.lost(&cause);
                    group.iter_mut().for_each(|pending| pending.in_doubt = true);
                    groups.push(group);
                    self.wait_out(&mut groups, &mut pause).await;
                }
            }
        }
    }

    /// Refuses the culprit when it is alone, and halves what it is still among.
    fn narrow(&mut self, mut group: Vec<Pending>, error: &AppendError, groups: &mut Vec<Vec<Pending>>) {
        self.stats.batch_refused();
        if group.len() > 1 {
            groups.push(group.split_off(group.len() / 2));
            groups.push(group);
        } else {
            refuse(group, &|| error.clone());
        }
    }

    async fn attempt(&mut self, group: &[Pending]) -> Result<Vec<Verdict>, Failure> {
        let attempts: Vec<Attempt<'_>> = group.iter().map(Pending::attempt).collect();
        if attempts.is_empty() {
            return Ok(Vec::new());
        }
        let begun = Instant::now();
        let limit = self.options.commit_max;
        // Taken out meanwhile: a transaction that is given up half way must not leave its connection behind.
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => tokio::time::timeout(limit, self.connect.connect())
                .await
                .map_err(|_| Failure::Lost("no connection in time".into()))??,
        };
        let verdicts = tokio::time::timeout(limit, commit(&mut connection, &mut self.known, &attempts))
            .await
            .map_err(|_| Failure::InDoubt("no commit in time".into()))?;
        if matches!(verdicts, Ok(_) | Err(Failure::Refused(_) | Failure::Frozen | Failure::Collided)) {
            self.connection = Some(connection);
        }
        let verdicts = verdicts?;
        self.stats.committed(written(&verdicts), begun.elapsed());
        let found = verdicts.iter().filter(|verdict| matches!(verdict, Verdict::Sent(Sent::Written(_))));
        found.for_each(|_| self.stats.found_written());
        Ok(verdicts)
    }

    fn forget(&mut self, group: &[Pending]) -> bool {
        self.known.believed.forget(&group.iter().map(Pending::attempt).collect::<Vec<_>>())
    }

    fn lost(&mut self, cause: &str) {
        self.connection = None;
        self.known.believed.forget_all();
        self.stats.database_away();
        tracing::warn!(cause, "the database is away");
    }

    /// Waits a little longer each time, and lets nobody wait for ever whose entry was certainly not written.
    async fn wait_out(&mut self, groups: &mut [Vec<Pending>], pause: &mut Duration) {
        tokio::time::sleep(*pause).await;
        *pause = (*pause * 2).min(PAUSE_MAX);
        self.take_what_waits();
        for group in groups.iter_mut().chain([&mut self.gathered]) {
            let (over, kept) = mem::take(group)
                .into_iter()
                .partition(|pending| !pending.in_doubt && pending.since.elapsed() >= self.options.patience);
            *group = kept;
            refuse(over, &|| AppendError::Unavailable);
        }
    }

    async fn look_after_months(&mut self) {
        if self.months_made.elapsed() < MONTHS_EVERY {
            return;
        }
        self.months_made = Instant::now();
        let Some(connection) = &mut self.connection else { return };
        if let Err(error) = create_months(connection).await {
            tracing::error!(%error, "the next months' partitions cannot be made");
            self.connection = None;
        }
    }
}

fn answer(group: Vec<Pending>, verdicts: Vec<Verdict>) {
    for (pending, verdict) in group.into_iter().zip(verdicts) {
        let Request { append, answer } = pending.request;
        // Whoever no longer waits will ask again under the same key.
        let _ = answer.send(verdict.answer(append));
    }
}

fn refuse(group: Vec<Pending>, error: &dyn Fn() -> AppendError) {
    for pending in group {
        let _ = pending.request.answer.send(Err(error()));
    }
}
