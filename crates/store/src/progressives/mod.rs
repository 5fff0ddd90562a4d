//! Progressives: what people decide about them, and what is known of each. Whatever changes one is on record with who asked,
//! who agreed and by which approval.

mod change;
mod joining;
mod money;
mod read;

pub use change::{ChangeError, Two, carry_out, disable};
pub use joining::{JoinError, join};
pub use read::{Counters, Hit, LevelRecord, ProgressiveRecord, all, changes, one, version};

use uuid::Uuid;

/// A progressive.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ProgressiveId(pub Uuid);
