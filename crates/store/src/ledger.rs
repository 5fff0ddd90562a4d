//! The books: where money can be, and what lies where.

use crate::open::StoreError;
use game_core::game::Seat;
use game_core::ledger::Account;
use game_core::money::MicroCents;
use game_core::rules::MeterRef;
use sqlx::PgConnection;
use table_host::ids::TableId;

/// An account in the database's terms.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) account: &'static str,
    pub(crate) seat: Option<Seat>,
    pub(crate) meter: Option<String>,
}

/// The account in the database's terms.
pub(crate) fn place(account: Account) -> Place {
    let plain = |account| Place { account, seat: None, meter: None };
    match account {
        Account::Seat(seat) => Place { seat: Some(seat), ..plain("seat") },
        Account::Layout => plain("layout"),
        Account::Rack => plain("rack"),
        Account::Bank => plain("bank"),
        Account::Fees => plain("fees"),
        Account::Meter(meter) => Place { meter: Some(meter_name(meter)), ..plain("meter") },
        Account::MeterOverflow(meter) => Place { meter: Some(meter_name(meter)), ..plain("meter_overflow") },
        Account::MeterReserve(meter) => Place { meter: Some(meter_name(meter)), ..plain("meter_reserve") },
        Account::Jackpot => plain("jackpot"),
        Account::House => plain("house"),
        Account::Drop => plain("drop"),
        Account::Cage => plain("cage"),
        Account::Transit => plain("transit"),
        Account::CountRoom => plain("count_room"),
        Account::Variance => plain("variance"),
        Account::Outside => plain("outside"),
    }
}

/// The name a table has for a meter. The writer, which knows which meter that is, puts its id in its place.
pub(crate) fn meter_name(meter: MeterRef) -> String {
    format!("{}/{}/{}", meter.wager, meter.stake.get(), meter.level.name())
}

/// What an account of a table gained or lost in all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Balance {
    /// The kind of account.
    pub account: String,
    /// The seat, of a seat's account.
    pub seat: Option<Seat>,
    /// The meter's id, of a meter's account.
    pub meter: Option<String>,
    /// The amount.
    pub amount: MicroCents,
}

/// What every account of a table gained or lost in all.
///
/// # Errors
/// When the database fails or a sum does not fit.
pub async fn balances(connection: &mut PgConnection, table: TableId) -> Result<Vec<Balance>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT account, seat, meter, sum(amount_micro)::bigint AS "amount!"
           FROM ledger_postings WHERE table_id = $1
           GROUP BY account, seat, meter ORDER BY account, seat, meter"#,
        table.0
    )
    .fetch_all(connection)
    .await?;
    let balance = |account, seat: Option<i16>, meter, amount| Balance {
        account,
        seat: seat.and_then(|seat| u8::try_from(seat).ok()).and_then(Seat::new),
        meter,
        amount: MicroCents::new(amount),
    };
    Ok(rows.into_iter().map(|row| balance(row.account, row.seat, row.meter, row.amount)).collect())
}
