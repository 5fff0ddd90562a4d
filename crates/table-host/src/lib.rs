//! Live tables: a supervised task each with one bounded mailbox, timers that arrive as commands, and three ports: the
//! journal that makes a commit durable, the gallery that shows it afterwards, and the attendant that answers at once.

mod adoption;
mod attendant;
mod batch;
mod clock;
mod gallery;
mod handle;
mod host;
pub mod ids;
pub mod journal;
mod order;
mod standing;
mod supervise;
mod task;

pub use adoption::Adoption;
pub use attendant::Attendant;
pub use clock::now;
pub use gallery::{Commit, CommitEntry, Gallery};
pub use handle::TableHandle;
pub use host::{Host, Options};
pub use order::{Accepted, Order, Refused};
pub use standing::{Opening, Standing};
