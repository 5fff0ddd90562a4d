//! Settling one round by itself: cards, wagers and decisions given as data, every payment with its clause as the answer.
//!
//! [`settle`] checks the request and says everything that is wrong with it, or settles it with the very functions the
//! round engine uses; [`settle_json`] does the same from text. The format is described in `docs/settle.md`.

mod answer;
mod check;
mod facts;
mod meters;
mod read;
mod request;
mod run;

pub use answer::{Answer, AnsweredBet, AnsweredSeat, BankAnswer, Bonus, Entries, MeterEvent, MeterEventKind};
pub use request::{
    Amount, BankRequest, BonusStop, CommunityStop, HotSpotStop, Request, RequestRules, SeatRequest, SpinsRequest, Word,
};

use crate::document::{Problem, ProblemCode, Problems};
use crate::money::Overflow;

/// Settles a round.
///
/// # Errors
/// Everything that is wrong with the request; nothing is settled then.
pub fn settle(request: &Request) -> Result<Answer, Vec<Problem>> {
    settle_after(request, Problems::default())
}

/// Reads and settles a round.
///
/// # Errors
/// Everything that is not JSON, not of the format or not permitted; nothing is settled then.
pub fn settle_json(json: &str) -> Result<Answer, Vec<Problem>> {
    let (request, problems) = read::read(json);
    match request {
        Some(request) => settle_after(&request, problems.after_reading()),
        None => Err(problems.into_list()),
    }
}

/// Settles a round that was read with these problems.
fn settle_after(request: &Request, problems: Problems) -> Result<Answer, Vec<Problem>> {
    let (facts, meters) = check::check(request, problems)?;
    run::run(&facts, meters).map_err(|overflow| vec![too_large(overflow)])
}

/// A round whose sums do not fit the integers money is kept in.
fn too_large(overflow: Overflow) -> Problem {
    Problem {
        field: "seats".to_owned(),
        code: ProblemCode::OutOfRange,
        clause: None,
        message: overflow.to_string(),
        permitted: "stakes and meters whose sums fit a 64-bit integer".to_owned(),
    }
}
