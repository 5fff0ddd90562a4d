//! From a request to facts: every part is examined, and only if all are sound is anything settled.

mod bank;
mod boxes;
mod cards;
mod decisions;
mod meters;
mod spins;
mod stops;
mod wagers;

use super::facts::Facts;
use super::meters::Shelf;
use super::request::Request;
use crate::document::{Problem, ProblemCode, Problems};
use crate::rules::Rules;
use crate::submission::for_settlement;
use cards::Dealt;

/// Examines a request that was read with these problems.
///
/// # Errors
/// Everything that is wrong with it.
pub(super) fn check(request: &Request, mut problems: Problems) -> Result<(Facts, Shelf), Vec<Problem>> {
    let examined = examine(request, &mut problems);
    problems.permit(examined)
}

fn examine(request: &Request, problems: &mut Problems) -> Option<(Facts, Shelf)> {
    let rules = rules(request, problems);
    let mut dealt = Dealt::new(request.game);
    let community = dealt.community(&request.community, problems);
    let six_card_box = dealt.six_card_box(request, problems);
    let boxes = boxes::boxes(request, rules.as_ref(), &mut dealt, problems);
    let rules = rules?;
    let bank = bank::bank(request, &rules, problems);
    let shelf = meters::meters(request, &rules, problems);
    let mut facts = Facts {
        rules,
        community: community?,
        six_card_box: six_card_box?,
        boxes: boxes?,
        bank: bank?,
        hot_spot: None,
        stops: Vec::new(),
    };
    spins::spins(request, &mut facts, problems)?;
    Some((facts, shelf?))
}

fn rules(request: &Request, problems: &mut Problems) -> Option<Rules> {
    let Some(rules) = &request.rules else {
        // Rules that could not be read are left out, so that they only seem to be missing.
        if !problems.is_told_in("rules") {
            let permitted = "an object with the letters of the paytables in use";
            problems.refuse("rules", ProblemCode::Missing, None, "missing", permitted);
        }
        return None;
    };
    for_settlement(&rules.of(request.game)).map_err(|found| problems.within("rules", found)).ok()
}

/// An amount in both ways people write it.
fn cents(amount: crate::money::Cents) -> String {
    format!("{} cents ({amount})", amount.get())
}
