//! Whole rounds over the wire, one for each game and dealing method: everybody looks at every step, and nobody sees a
//! card before its time, nor does a log, a metric or a refusal name one.

pub(crate) mod capture;
mod scenario;
