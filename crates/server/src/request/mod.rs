//! What handlers take from a request beside who asks: each part is read in one way, and refused in one way.

mod body;
mod key;
mod path;
mod query;

pub(crate) use body::{AnyBody, Body};
pub(crate) use key::IdempotencyKey;
pub(crate) use path::{
    AtSeat, OfApproval, OfDevice, OfEvent, OfFirmware, OfJackpot, OfPerson, OfProgressive, OfRound, OfSession,
    OfSubmission, OfTable, OfTerminal,
};
pub(crate) use query::{Query, page_limit};
