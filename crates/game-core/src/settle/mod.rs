//! Settling one round by itself: cards, wagers and decisions given as data, every payment with its clause as the answer.
//!
//! [`settle`] checks the request and says everything that is wrong with it, or settles it with the very functions the
//! round engine uses; [`settle_json`] does the same from text. The format is described in `docs/settle.md`.

mod answer;
mod check;
mod facts;
mod meters;
mod problems;
mod read;
mod repeats;
mod request;
mod run;
mod structure;

pub use answer::{Answer, AnsweredBet, AnsweredSeat, BankAnswer, Bonus, Entries, MeterEvent, MeterEventKind};
pub use request::{
    Amount, BankRequest, BonusStop, CommunityStop, HotSpotStop, Request, RequestRules, SeatRequest, SpinsRequest, Word,
};

use crate::submission::Problem;

/// Settles a round.
///
/// # Errors
/// Everything that is wrong with the request; nothing is settled then.
pub fn settle(request: &Request) -> Result<Answer, Vec<Problem>> {
    let (facts, meters) = check::check(request)?;
    run::run(&facts, meters).map_err(|overflow| vec![problems::too_large(overflow)])
}

/// Reads and settles a round.
///
/// # Errors
/// Everything that is not JSON, not of the format or not permitted; nothing is settled then.
pub fn settle_json(json: &str) -> Result<Answer, Vec<Problem>> {
    let (request, mut told) = read::read(json);
    let Some(request) = request else { return Err(told) };
    if told.is_empty() {
        return settle(&request);
    }
    let found = check::check(&request).err().unwrap_or_default();
    let fresh: Vec<Problem> = found.into_iter().filter(|problem| !problems::is_told(&told, problem)).collect();
    told.extend(fresh);
    Err(told)
}
