//! From text to a request, with everything that does not belong there told at once.

use super::request::{Request, RequestRules};
use crate::document::{self, ProblemCode, Problems, Shaped};
use crate::submission::SettlementRules;
use serde_json::Value;

/// What belongs where something else is found.
const DESCRIBED: &str = "a round as docs/settle.md describes it";

/// Reads what can be read, and says what cannot.
pub(super) fn read(json: &str) -> (Option<Request>, Problems) {
    let mut problems = Problems::default();
    let value = document::parse(json, DESCRIBED, &mut problems);
    (value.and_then(|value| request(value, &mut problems)), problems)
}

fn request(value: Value, problems: &mut Problems) -> Option<Request> {
    let mut value = document::fit(value, &Request::SHAPE, problems)?;
    let rules = rules(&mut value, problems);
    let request: Request = document::build(value, DESCRIBED, problems)?;
    Some(Request { rules, ..request })
}

/// Takes the rules out and holds them against their own shape; rules that do not fit are told and left out.
fn rules(request: &mut Value, problems: &mut Problems) -> Option<RequestRules> {
    let game = request.get("game")?.clone();
    let Value::Object(mut rules) = request.as_object_mut()?.remove("rules")? else {
        problems.refuse("rules", ProblemCode::WrongType, None, "the rules are not an object", "an object");
        return None;
    };
    if rules.insert("game".to_owned(), game).is_some() {
        let message = "the game is named once, beside the rules";
        problems.refuse("rules.game", ProblemCode::UnknownField, None, message, "game at the top");
        return None;
    }
    let read = SettlementRules::of(Value::Object(rules)).map_err(|found| problems.within("rules", found)).ok()?;
    let SettlementRules { paytables, meters, minimum_cents, options, .. } = read;
    Some(RequestRules { paytables, meters, minimum_cents, options })
}
