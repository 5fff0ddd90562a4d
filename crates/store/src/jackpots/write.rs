//! What events do to jackpots: each is recorded when it is hit, and every step of its life after that.

use crate::meters::{MeterId, Moved};
use crate::open::StoreError;
use crate::projection::Placed;
use game_core::bets::AwardSource;
use game_core::command::AwardStep;
use game_core::event::{AwardAmount, Event};
use game_core::game::{Seat, StaffId};
use game_core::layout::Cards;
use game_core::money::Cents;
use game_core::tax;
use game_core::wager::Bet;
use sqlx::PgConnection;
use std::fmt::Write as _;
use uuid::Uuid;

/// Where the chips of a jackpot come from: the engine pays it to the seat at the table.
const PAID_FROM: &str = "table_inventory";

/// Whether an event begins, furthers or ends a jackpot.
pub(crate) const fn concerns(event: &Event) -> bool {
    matches!(event, Event::AwardHit { .. } | Event::AwardVerified { .. } | Event::AwardReversed { .. })
}

/// Writes down what the appends do to jackpots, after what they do to meters.
pub(crate) async fn write(
    connection: &mut PgConnection,
    placed: &[Placed<'_>],
    moved: &[(&Placed<'_>, &[Moved])],
) -> Result<(), StoreError> {
    for placed in placed.iter().filter(|placed| placed.append.touches_awards) {
        let moved = moved.iter().find(|(other, _)| std::ptr::eq(*other, placed)).map_or(&[][..], |(_, moved)| *moved);
        for (number, entry) in placed.append.of.entries.iter().enumerate() {
            for (line, event) in entry.events.iter().enumerate() {
                let of = Of { placed, entry: number, line };
                match *event {
                    Event::AwardHit { seat, bet, source, amount: Some(amount), hand, clause } => {
                        let stake = stake(&entry.events, seat, bet);
                        let taken = moved.iter().find(|moved| (moved.entry, moved.event) == (number, line));
                        let taken = taken.map(|moved| (moved.movement.meter, moved.movement.number));
                        let hit = Hit { seat, bet, source, amount, hand, clause: clause.as_str(), stake, taken };
                        of.hit(connection, &hit).await?;
                    }
                    Event::AwardVerified { seat, bet, step, by, with, .. } => {
                        of.verified(connection, seat, bet, step, (by, with)).await?;
                    }
                    Event::AwardReversed { seat, bet, .. } => of.undone(connection, seat, bet).await?,
                    _ => {}
                }
            }
        }
    }
    Ok(())
}

/// The stake of a bet, which is settled in the entry that hits its award.
fn stake(events: &[Event], seat: Seat, bet: Bet) -> Cents {
    let stake = events.iter().find_map(|event| match event {
        Event::BetSettled { seat: at, result, .. } if (*at, result.bet) == (seat, bet) => Some(result.stake),
        _ => None,
    });
    stake.unwrap_or(Cents::ZERO)
}

struct Hit {
    seat: Seat,
    bet: Bet,
    source: AwardSource,
    amount: AwardAmount,
    hand: Cards,
    clause: &'static str,
    stake: Cents,
    /// The meter and the number of its entry.
    taken: Option<(MeterId, i64)>,
}

/// An event in its entry.
struct Of<'a> {
    placed: &'a Placed<'a>,
    entry: usize,
    line: usize,
}

fn named(bet: Bet) -> String {
    serde_json::to_value(bet).ok().and_then(|bet| bet.as_str().map(str::to_owned)).unwrap_or_default()
}

fn number(staff: StaffId) -> i64 {
    i64::try_from(staff.0).unwrap_or(i64::MAX)
}

impl Of<'_> {
    fn seat(seat: Seat) -> i16 {
        i16::from(seat.number())
    }

    fn table(&self) -> Uuid {
        self.placed.append.of.table.0
    }

    async fn hit(&self, connection: &mut PgConnection, hit: &Hit) -> Result<(), StoreError> {
        let percent = match hit.source {
            AwardSource::Meter { percent, .. } => Some(i16::from(percent)),
            AwardSource::Prize(_) => None,
        };
        let mut hand = String::new();
        for card in hit.hand.iter() {
            // Writing to a text does not fail.
            let _ = write!(hand, "{}{card}", if hand.is_empty() { "" } else { " " });
        }
        let at = self.placed.append.of.entries.get(self.entry).map(|entry| entry.at).unwrap_or_default();
        let flags = tax::Rules::default().flags(hit.amount.paid, hit.stake, at);
        sqlx::query_file!(
            "src/jackpots/hit.sql",
            Uuid::now_v7(),
            self.table(),
            self.placed.round_of(self.entry).map(|round| round.0),
            Self::seat(hit.seat),
            named(hit.bet),
            hit.stake.get(),
            hit.taken.map(|(meter, _)| meter.0),
            percent,
            hit.clause,
            hand,
            hit.amount.trigger.get(),
            hit.amount.paid.get(),
            hit.amount.reseed.get(),
            hit.taken.map(|(_, number)| number),
            self.placed.seq(self.entry),
            i16::try_from(self.line).unwrap_or(i16::MAX),
            self.placed.append.time_of(self.entry),
            flags.form,
            flags.withholding
        )
        .execute(connection)
        .await?;
        Ok(())
    }

    async fn verified(
        &self,
        connection: &mut PgConnection,
        seat: Seat,
        bet: Bet,
        step: AwardStep,
        (by, with): (StaffId, Option<StaffId>),
    ) -> Result<(), StoreError> {
        let at = self.placed.append.time_of(self.entry);
        let (table, seat, bet, by) = (self.table(), Self::seat(seat), named(bet), number(by));
        let with = with.map(number);
        let changed = match step {
            AwardStep::Hand => {
                sqlx::query_file!("src/jackpots/hand.sql", table, seat, bet, by, at).execute(connection).await?
            }
            AwardStep::Light => {
                sqlx::query_file!("src/jackpots/light.sql", table, seat, bet, by, at).execute(connection).await?
            }
            AwardStep::Validate => {
                sqlx::query_file!("src/jackpots/paid.sql", table, seat, bet, by, with, at, PAID_FROM)
                    .execute(connection)
                    .await?
            }
            AwardStep::Refuse => {
                sqlx::query_file!("src/jackpots/refused.sql", table, seat, bet, by, with, at)
                    .execute(connection)
                    .await?
            }
        };
        if changed.rows_affected() == 1 {
            Ok(())
        } else {
            Err(StoreError::unreadable("a jackpot", "it is not on record"))
        }
    }

    async fn undone(&self, connection: &mut PgConnection, seat: Seat, bet: Bet) -> Result<(), StoreError> {
        sqlx::query_file!("src/jackpots/undone.sql", self.table(), Self::seat(seat), named(bet))
            .execute(connection)
            .await?;
        Ok(())
    }
}
