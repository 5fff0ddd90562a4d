//! A database of the test's own with a journal on it, and tables whose real rounds are written to it.

use crate::floor::{Floor, Played, SUBMISSIONS};
use game_core::game::{GameId, Millis};
use sqlx::{AssertSqlSafe, ConnectOptions, PgConnection};
use std::sync::LazyLock;
use store::Store;
use store::cluster::{Cluster, Options as ClusterOptions};
use store::journal::{Journal, Options};
use store::tables::{self, NewRules, NewTable};
use store::testing::{self, TestDatabase};
use table_host::ids::{BodyDigest, CommandId, TableId};
use table_host::journal::{Append, AppendError, Appended, Committed, Journal as _, NewEntry};
use time::{Date, Month, OffsetDateTime};
use tokio::task::JoinHandle;

/// The first of the month 30 months ahead: in a month nobody has made a partition for.
static LATER: LazyLock<OffsetDateTime> = LazyLock::new(|| {
    let now = OffsetDateTime::from_unix_timestamp(i64::try_from(table_host::now().0 / 1000).unwrap()).unwrap();
    let months = now.year() * 12 + i32::from(u8::from(now.month())) - 1 + 30;
    let month = Month::try_from(u8::try_from(months % 12).unwrap() + 1).unwrap();
    Date::from_calendar_date(months / 12, month, 1).unwrap().midnight().assume_utc()
});

/// The first moment of a month that nobody has made a partition for.
pub(crate) fn later() -> Millis {
    Millis(u64::try_from(LATER.unix_timestamp()).unwrap() * 1000)
}

/// The year and the number of that month.
pub(crate) fn later_month() -> (i32, u8) {
    (LATER.year(), LATER.month().into())
}

pub(crate) struct World {
    pub(crate) database: TestDatabase,
    pub(crate) journal: Journal,
    pub(crate) task: JoinHandle<()>,
}

/// A table as the store knows it and how far its journal is believed to be.
#[derive(Clone)]
pub(crate) struct Desk {
    pub(crate) id: TableId,
    pub(crate) game: GameId,
    pub(crate) rules_version: String,
    pub(crate) seq: u64,
    pub(crate) epoch: u64,
}

impl World {
    pub(crate) async fn new() -> Self {
        Self::with(testing::database().await.unwrap(), Options::default())
    }

    /// A world that waits for the disk, unlike those of tests, on a cluster of its own.
    pub(crate) async fn durable() -> (Self, Cluster) {
        let cluster = Cluster::start(&ClusterOptions::new(testing::scratch())).await.unwrap();
        (Self::with(testing::database_on(&cluster).await.unwrap(), Options::default()), cluster)
    }

    pub(crate) fn with(database: TestDatabase, options: Options) -> Self {
        let (journal, task) = Journal::start(&database.store, options);
        Self { database, journal, task }
    }

    /// Waits until all that was handed in is kept.
    pub(crate) async fn finish(self) -> TestDatabase {
        drop(self.journal);
        self.task.await.unwrap();
        self.database
    }

    pub(crate) const fn store(&self) -> &Store {
        &self.database.store
    }

    /// A connection in the service's role.
    pub(crate) async fn connection(&self) -> PgConnection {
        self.store().pool().acquire().await.unwrap().detach()
    }

    /// A connection past every grant.
    pub(crate) async fn superuser(&self) -> PgConnection {
        self.database.superuser.connect().await.unwrap()
    }

    pub(crate) async fn desk(&self, game: usize) -> Desk {
        let id = TableId::new();
        let table = new_table(game, &format!("Table {id}"));
        let table = NewTable { id, ..table };
        tables::create(&mut self.store().pool().acquire().await.unwrap(), &table).await.unwrap();
        Desk { id, game: table.rules.game, rules_version: table.rules.version, seq: 0, epoch: 1 }
    }

    /// Writes what a table did, in order, and believes each answer.
    pub(crate) async fn write(&self, desk: &mut Desk, played: &[Played]) {
        for step in played {
            self.write_together(desk, std::slice::from_ref(step)).await;
        }
    }

    /// Writes what a table did as one append.
    pub(crate) async fn write_together(&self, desk: &mut Desk, played: &[Played]) {
        let committed = written(self.journal.append(desk.append_all(played)).await);
        assert_eq!(committed.len(), played.len());
        for (committed, step) in committed.iter().zip(played) {
            assert_eq!((committed.seq, committed.at), (desk.seq + 1, step.command.at));
            assert_eq!(committed.events, step.events);
            desk.seq = committed.seq;
        }
    }

    /// What a query of one number answers, past every grant.
    pub(crate) async fn count(&self, query: &'static str) -> i64 {
        sqlx::query_scalar(query).fetch_one(&mut self.superuser().await).await.unwrap()
    }
}

impl Desk {
    pub(crate) fn append(&self, played: &Played) -> Append {
        self.append_all(std::slice::from_ref(played))
    }

    pub(crate) fn append_all(&self, played: &[Played]) -> Append {
        Append {
            table: self.id,
            game: self.game,
            expected_seq: self.seq,
            epoch: self.epoch,
            rules_version: (&*self.rules_version).into(),
            entries: played.iter().map(entry).collect(),
        }
    }
}

fn entry(played: &Played) -> NewEntry {
    let command_id = CommandId::new();
    NewEntry {
        at: played.command.at,
        actor: played.command.actor,
        command_id,
        body_digest: BodyDigest::of(command_id.0.as_bytes()),
        command: played.command.action,
        events: played.decided.clone(),
    }
}

/// A request for a table of this game.
pub(crate) fn new_table(game: usize, name: &str) -> NewTable {
    let request = CommandId::new();
    let rules = NewRules {
        game: Floor::new(SUBMISSIONS[game], Millis(0), 0).game(),
        version: format!("rules {game}"),
        submission: serde_json::from_str(SUBMISSIONS[game]).unwrap(),
    };
    let body_digest = BodyDigest::of(request.0.as_bytes());
    NewTable { id: TableId::new(), name: name.into(), training: false, rules, submission: None, request, body_digest }
}

/// The entries of an append that was written.
#[track_caller]
pub(crate) fn written(answer: Result<Appended, AppendError>) -> Vec<Committed> {
    match answer {
        Ok(Appended::Written(committed)) => committed,
        other => panic!("not written: {other:?}"),
    }
}

/// The only entry of an append that was written.
#[track_caller]
pub(crate) fn one_written(answer: Result<Appended, AppendError>) -> Committed {
    let mut committed = written(answer);
    assert_eq!(committed.len(), 1);
    committed.remove(0)
}

/// The rounds of a table of this game: one played to the end and one void.
pub(crate) fn two_rounds(game: usize, now: Millis) -> Floor {
    let mut floor = Floor::new(SUBMISSIONS[game], now, 7);
    floor.round();
    floor.void_round();
    floor
}

/// The constraint that refuses a statement, or the code where none is named.
pub(crate) async fn refusal(connection: &mut PgConnection, statement: &str) -> String {
    let error = sqlx::raw_sql(AssertSqlSafe(statement.to_owned())).execute(connection).await.expect_err(statement);
    let error = error.into_database_error().expect(statement);
    error.constraint().map_or_else(|| error.code().unwrap().into_owned(), str::to_owned)
}
