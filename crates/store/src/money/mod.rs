//! The table's money: numbers for slips, what is on record of counts, slips and boxes, and the periods that win is reckoned
//! over.

mod number;
mod periods;
mod register;
mod write;

pub use periods::{Handle, Period, handle, periods, rules};
pub use register::{
    Box, BoxFilter, Count, CountFilter, Flag, Slip, SlipFilter, Void, boxes, counts, flags, missing, slips,
};

pub(crate) use number::{number, waits};
pub(crate) use write::write;
