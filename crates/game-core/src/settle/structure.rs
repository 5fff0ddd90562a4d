//! The structure of a request: which fields it has and what may stand there. What does not fit is told and left out,
//! so that the rest can still be examined.

use super::problems::{Problems, hint, listed};
use crate::game::GameId;
use crate::submission::ProblemCode;
use serde_json::Value;

/// What may stand at a place.
pub(super) enum Structure {
    Text,
    Whole,
    /// Text or a whole number.
    Word,
    /// A number, with a fraction or without, or text.
    Amount,
    /// The name of a game.
    Game,
    /// Another reader's business.
    Elsewhere,
    List(&'static Self),
    Map(&'static Self),
    Object(&'static [(&'static str, &'static Self)]),
}

use Structure::{Amount, Elsewhere, Game, List, Map, Object, Text, Whole, Word};

/// The structure of a request.
pub(super) static REQUEST: Structure = Object(&[
    ("game", &Game),
    ("rules", &Elsewhere),
    ("meters_cents", &Map(&Amount)),
    ("community", &List(&Text)),
    ("six_card_box", &List(&Text)),
    ("seats", &List(&SEAT)),
    ("bank", &Object(&[("seat", &Whole), ("wager_cents", &Whole)])),
    ("spins", &SPINS),
]);

static SEAT: Structure = Object(&[
    ("seat", &Whole),
    ("player", &Word),
    ("cards", &List(&Text)),
    ("wagers", &Map(&Whole)),
    ("decisions", &Map(&Word)),
]);

static SPINS: Structure = Object(&[
    ("bonus", &List(&Object(&[("seat", &Whole), ("stop", &Text), ("tier", &Whole)]))),
    ("hot_spot", &Object(&[("seat", &Whole), ("stop", &Text)])),
    ("community", &List(&Object(&[("stake_cents", &Whole), ("stop", &Text)]))),
]);

impl Structure {
    /// Takes out of a value what does not fit, and says what it was; whether the value itself fits.
    pub(super) fn fit(&self, value: &mut Value, field: &str, problems: &mut Problems) -> bool {
        match (self, value) {
            (Elsewhere, _) | (Text | Word | Amount, Value::String(_)) => true,
            (Whole | Word | Amount, Value::Number(number)) if number.as_i64().is_some() => true,
            (Amount, value @ Value::Number(_)) => {
                // The digits as written, for a reader that keeps fractions exactly.
                *value = Value::String(value.to_string());
                true
            }
            (Game, Value::String(name)) if GameId::from_name(name).is_some() => true,
            (Game, Value::String(name)) => {
                let names = || GameId::ALL.into_iter().map(GameId::name);
                let message = format!("there is no game '{name}'{}", hint(name, names()));
                problems.refuse(field, ProblemCode::UnknownChoice, None, message, listed(names()));
                false
            }
            (List(element), Value::Array(values)) => {
                // What does not fit stays in the list, empty, so that the places of the others do not change.
                for (place, value) in values.iter_mut().enumerate() {
                    if !element.fit(value, &format!("{field}[{place}]"), problems) {
                        *value = element.nothing();
                    }
                }
                true
            }
            (Map(element), Value::Object(entries)) => {
                entries.retain(|name, value| element.fit(value, &inside(field, name), problems));
                true
            }
            (Object(fields), Value::Object(entries)) => {
                entries.retain(|name, value| known(fields, name, value, field, problems));
                true
            }
            (structure, value) => {
                let field = if field.is_empty() { "document" } else { field };
                let message = format!("{} stands where {} belongs", kind(value), structure.name());
                problems.refuse(field, ProblemCode::WrongType, None, message, structure.name());
                false
            }
        }
    }

    /// What is left in a list of something that did not fit.
    fn nothing(&self) -> Value {
        match self {
            Object(_) | Map(_) => Value::Object(serde_json::Map::new()),
            List(_) => Value::Array(Vec::new()),
            Text | Word | Amount | Game => Value::String(String::new()),
            Whole => Value::from(0),
            Elsewhere => Value::Null,
        }
    }

    const fn name(&self) -> &'static str {
        match self {
            Text => "text",
            Whole => "a whole number",
            Word => "a word or a whole number",
            Amount => "an amount in cents",
            Game => "the name of a game",
            Elsewhere => "anything",
            List(_) => "a list",
            Map(_) | Object(_) => "an object",
        }
    }
}

/// Whether an object has such a field and the value fits it. A null is as good as nothing.
fn known(fields: &[(&str, &Structure)], name: &str, value: &mut Value, parent: &str, problems: &mut Problems) -> bool {
    let names = || fields.iter().map(|(known, _)| *known);
    let Some((_, structure)) = fields.iter().find(|(known, _)| *known == name) else {
        let message = format!("there is no field '{name}' here{}", hint(name, names()));
        problems.refuse(inside(parent, name), ProblemCode::UnknownField, None, message, listed(names()));
        return false;
    };
    !value.is_null() && structure.fit(value, &inside(parent, name), problems)
}

/// A field of the object at a place.
pub(super) fn inside(parent: &str, name: &str) -> String {
    if parent.is_empty() { name.to_owned() } else { format!("{parent}.{name}") }
}

const fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "nothing",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number that is not whole or does not fit",
        Value::String(_) => "text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
