//! Tickets: what a key is exchanged for to open a socket, because a browser cannot send a header there. Good once, and
//! not for long.

use crate::identity::{Caller, Duty};
use rand::TryRng;
use rand::rngs::SysRng;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use table_host::ids::TableId;
use tokio::time::Instant;
use wire::hex::Hex32;
use wire::problem::EdgeCode;

/// How long a ticket is good.
pub(crate) const LIFE: Duration = Duration::from_secs(30);

/// Tickets that may be out at once.
const TICKETS_MAX: usize = 100_000;

/// The tickets that are out.
#[derive(Debug, Default)]
pub struct Tickets {
    out: Mutex<HashMap<[u8; 32], Ticket>>,
}

#[derive(Debug)]
struct Ticket {
    admission: Admission,
    made: Instant,
}

/// What a ticket is good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Admission {
    /// Whom it speaks for.
    pub caller: Caller,
    /// The only table, where it was made for one.
    pub only: Option<TableId>,
}

impl Admission {
    /// Whether it opens a socket at this table.
    ///
    /// # Errors
    /// When it was made for another table, or whoever it speaks for may not see this one.
    pub fn admits_to(&self, table: TableId, duty: &Duty) -> Result<(), EdgeCode> {
        if self.only.is_some_and(|only| only != table) {
            return Err(EdgeCode::Forbidden);
        }
        self.caller.sees(table, duty)
    }
}

/// Why there is no ticket.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoTicket {
    /// Too many are out.
    #[error("too many tickets are out")]
    TooMany,
    /// The operating system gives no randomness.
    #[error("the operating system gives no randomness")]
    NoRandomness,
}

impl Tickets {
    /// A ticket for whoever holds this key, for one table or for every one the key may see.
    ///
    /// # Errors
    /// When too many are out, or the operating system gives no randomness.
    pub fn issue(&self, caller: Caller, only: Option<TableId>) -> Result<String, NoTicket> {
        let mut secret = [0; 32];
        SysRng.try_fill_bytes(&mut secret).map_err(|_| NoTicket::NoRandomness)?;
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        if out.len() >= TICKETS_MAX {
            out.retain(|_, ticket| ticket.made.elapsed() < LIFE);
        }
        if out.len() >= TICKETS_MAX {
            return Err(NoTicket::TooMany);
        }
        out.insert(secret, Ticket { admission: Admission { caller, only }, made: Instant::now() });
        Ok(Hex32(secret).to_string())
    }

    /// Takes a ticket in: what it is good for, if it is good. It is not good again.
    pub fn redeem(&self, text: &str) -> Option<Admission> {
        let Hex32(secret) = text.parse().ok()?;
        let ticket = self.out.lock().unwrap_or_else(PoisonError::into_inner).remove(&secret)?;
        (ticket.made.elapsed() < LIFE).then_some(ticket.admission)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::game::Seat;
    use store::keys::KeyId;
    use uuid::Uuid;

    fn terminal() -> Caller {
        Caller::Terminal { key: KeyId(Uuid::nil()), table: TableId(Uuid::nil()), seat: Seat::new(1).unwrap() }
    }

    #[tokio::test(start_paused = true)]
    async fn a_ticket_is_good_once_and_for_thirty_seconds() {
        let tickets = Tickets::default();
        let [early, late] = [(); 2].map(|()| tickets.issue(terminal(), None).unwrap());
        tokio::time::advance(LIFE - Duration::from_millis(1)).await;
        assert_eq!(tickets.redeem(&early), Some(Admission { caller: terminal(), only: None }));
        assert_eq!(tickets.redeem(&early), None);
        tokio::time::advance(Duration::from_millis(1)).await;
        assert_eq!(tickets.redeem(&late), None);
    }
}
