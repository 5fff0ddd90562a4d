//! The history of rounds: a table's last ones by page, and the full record of one.

mod record;

pub use record::{MeterEntry, Posting, Record, RoundSeat, RoundWager, record};

use crate::open::StoreError;
use crate::times::millis;
use game_core::game::{GameId, Millis};
use sqlx::PgConnection;
use table_host::ids::{RoundId, TableId};
use time::OffsetDateTime;
use uuid::Uuid;

/// The most rounds on a page.
const PAGE_MAX: u32 = 200;

/// A round in a few words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Its id.
    pub id: RoundId,
    /// Its table.
    pub table: TableId,
    /// Its number at the table: the cursor of the next page.
    pub number: u64,
    /// Its game.
    pub game: GameId,
    /// The version of the rules it was played under.
    pub rules_version: String,
    /// Who dealt.
    pub dealer: Option<u64>,
    /// `in_progress`, `interrupted`, `complete`, `void`, `no_bank` or `cancelled`.
    pub status: String,
    /// Why it is void.
    pub void_cause: Option<String>,
    /// When betting opened.
    pub opened: Millis,
    /// When "no more bets" was announced.
    pub bets_closed: Option<Millis>,
    /// When it was over.
    pub ended: Option<Millis>,
    /// Its first entry in the table's journal.
    pub first_seq: u64,
    /// Its last entry, when it is over.
    pub last_seq: Option<u64>,
    /// Whether its cards came from a virtual shoe.
    pub virtual_shoe: bool,
    /// Whether it was played at a training table.
    pub training: bool,
}

struct Row {
    round_id: Uuid,
    table_id: Uuid,
    number: i64,
    game: String,
    rules_version: String,
    dealer_id: Option<i64>,
    status: String,
    void_cause: Option<String>,
    opened_at: OffsetDateTime,
    bets_closed_at: Option<OffsetDateTime>,
    ended_at: Option<OffsetDateTime>,
    first_seq: i64,
    last_seq: Option<i64>,
    virtual_shoe: bool,
    training: bool,
}

impl Row {
    fn read(self) -> Result<Summary, StoreError> {
        let unreadable = || StoreError::unreadable(format!("round {}", self.round_id), "a field out of range");
        let count = |number: i64| u64::try_from(number).map_err(|_| unreadable());
        Ok(Summary {
            id: RoundId(self.round_id),
            table: TableId(self.table_id),
            number: count(self.number)?,
            game: GameId::from_name(&self.game).ok_or_else(unreadable)?,
            dealer: self.dealer_id.map(count).transpose()?,
            opened: millis(self.opened_at),
            bets_closed: self.bets_closed_at.map(millis),
            ended: self.ended_at.map(millis),
            first_seq: count(self.first_seq)?,
            last_seq: self.last_seq.map(count).transpose()?,
            rules_version: self.rules_version,
            status: self.status,
            void_cause: self.void_cause,
            virtual_shoe: self.virtual_shoe,
            training: self.training,
        })
    }
}

/// The rounds of a table before the round `before`, the latest first, at most `limit` and never more than two hundred.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn page(
    connection: &mut PgConnection,
    table: TableId,
    before: Option<u64>,
    limit: u32,
) -> Result<Vec<Summary>, StoreError> {
    let before = before.and_then(|before| i64::try_from(before).ok()).unwrap_or(i64::MAX);
    let limit = i64::from(limit.min(PAGE_MAX));
    let rows = sqlx::query_file_as!(Row, "src/rounds/page.sql", table.0, before, limit).fetch_all(connection).await?;
    rows.into_iter().map(Row::read).collect()
}
