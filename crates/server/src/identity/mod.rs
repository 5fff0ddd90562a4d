//! Who asks: keys, the roles they give, and the permissions handlers name in their signatures.

mod caller;
mod circle;
mod permit;
mod reauthenticate;
mod ring;
mod secret;

pub use caller::{Caller, Role};
pub(crate) use circle::{Admins, Anyone, Auditing, Circle, Floor, Overseeing, Oversight, Staff};
pub(crate) use permit::{Acts, At, By, asks_permission};
pub(crate) use reauthenticate::reauthenticate;
pub use ring::KeyRing;
pub use secret::{NoSecret, Secret};
