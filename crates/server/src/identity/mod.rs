//! Who asks: people in their sessions and terminals with their keys, and the permissions handlers name in their
//! signatures.

mod bearers;
mod caller;
mod circle;
mod duty;
mod fitness;
mod passwords;
mod permit;
mod reauthenticate;
mod sealing;
mod secret;
pub(crate) mod totp;
mod verify;

pub use bearers::Bearers;
pub use caller::{Caller, Credential, Person, Role};
pub(crate) use circle::{
    AccountsReading, Anyone, Auditing, Cashiering, Circle, Deciding, DeviceAdmins, DevicesReading, Enrolling, Floor,
    Informed, Keepers, MeterKeepers, Oneself, Overseeing, Oversight, PitManagers, Reporting, Security, Staff,
    TerminalsReading,
};
pub use duty::Duty;
pub use fitness::{PASSWORD_MAX, PASSWORD_MIN, Unfit, fit};
pub use passwords::{Cost, Passwords, PasswordsError};
pub(crate) use permit::{Acts, At, By, Permission, asks_permission};
pub(crate) use reauthenticate::reauthenticate;
pub use sealing::{Sealing, SealingError};
pub use secret::{NoSecret, Secret};
pub use totp::authenticator;
pub(crate) use verify::{Occasion, verify};
