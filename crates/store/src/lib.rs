//! Everything PostgreSQL: migrations, the journal and its one writer, the books, the history of rounds, and the private
//! cluster that serves where nobody has set one up.
//!
//! What the code promises the database holds itself: see the triggers and named constraints in `migrations/`.

pub mod approvals;
pub mod assignments;
pub mod backup;
pub mod cluster;
pub mod devices;
mod home;
pub mod jackpots;
pub mod journal;
pub mod keys;
pub mod ledger;
pub mod meters;
pub mod money;
mod open;
pub mod people;
mod plain;
pub mod play;
pub mod progressives;
mod projection;
mod pulse;
pub mod recovery;
pub mod rounds;
mod rules;
pub mod schedules;
pub mod sessions;
pub mod shuffles;
pub mod significant;
mod snapshots;
pub mod submissions;
pub mod system;
pub mod tables;
pub mod testing;
mod times;

pub use home::{Home, HomeError, RestoreError};
pub use open::{OpenError, Store, StoreError};
pub use plain::is_storable;
pub use pulse::Pulse;
pub use sqlx::PgConnection;
