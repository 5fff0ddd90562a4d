//! The table's money as it is told: how it stands, what is on record, and the report of win and hold.

mod csv;
mod register;
mod theory;
mod win;

pub(crate) use csv::csv;
pub(crate) use register::{boxes, counts, inventory, missing, slips};
pub(crate) use theory::Edges;
pub(crate) use win::win;
