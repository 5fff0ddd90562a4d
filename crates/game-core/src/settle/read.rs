//! From text to a request, with everything that does not belong there told at once.

use super::problems::{Problems, listed};
use super::request::{Request, RequestRules};
use super::{repeats, structure};
use crate::game::GameId;
use crate::submission::{Problem, ProblemCode, SettlementRules};
use serde_json::Value;

/// Reads what can be read, and says what cannot. Without its game nothing else in a request can be judged.
pub(super) fn read(json: &str) -> (Option<Request>, Vec<Problem>) {
    let mut problems = Problems::default();
    let mut value: Value = match serde_json::from_str(json) {
        Ok(value) => value,
        Err(error) => {
            malformed(&error, &mut problems);
            return (None, problems.into_list());
        }
    };
    repeats::find(json, &mut problems);
    if !structure::REQUEST.fit(&mut value, "", &mut problems) {
        return (None, problems.into_list());
    }
    rules(&mut value, &mut problems);
    if value.get("game").is_none() {
        if !problems.concern("game") {
            problems.refuse("game", ProblemCode::Missing, None, "missing", listed(GameId::ALL.map(GameId::name)));
        }
        return (None, problems.into_list());
    }
    let request = serde_json::from_value(value).map_err(|error| malformed(&error, &mut problems)).ok();
    (request, problems.into_list())
}

/// Holds the rules against their own structure; rules that do not fit are told and left out.
fn rules(value: &mut Value, problems: &mut Problems) {
    let Some(request) = value.as_object_mut() else { return };
    let (Some(game), Some(rules)) = (request.get("game").cloned(), request.get("rules")) else { return };
    let Value::Object(fields) = rules else {
        problems.refuse("rules", ProblemCode::WrongType, None, "the rules are not an object", "an object");
        request.remove("rules");
        return;
    };
    let mut fields = fields.clone();
    if fields.insert("game".to_owned(), game).is_some() {
        let message = "the game is named once, beside the rules";
        problems.refuse("rules.game", ProblemCode::UnknownField, None, message, "game at the top");
        request.remove("rules");
        return;
    }
    match SettlementRules::parse(&Value::Object(fields).to_string()) {
        Ok(read) => {
            let SettlementRules { paytables, meters, minimum_cents, options, .. } = read;
            let read = serde_json::to_value(RequestRules { paytables, meters, minimum_cents, options });
            request.insert("rules".to_owned(), read.unwrap_or_default());
        }
        Err(found) => {
            problems.within("rules", found);
            request.remove("rules");
        }
    }
}

fn malformed(error: &serde_json::Error, problems: &mut Problems) {
    let permitted = "a round as docs/settle.md describes it";
    problems.refuse("document", ProblemCode::Malformed, None, error.to_string(), permitted);
}
