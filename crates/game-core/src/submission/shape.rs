//! The shape of a document: which fields it has and of what kind. Reading a document against its shape finds every
//! misspelt name and every wrong kind at once, where a parser would stop at the first.

use super::problem::{Field, Problem, ProblemCode};
use crate::clause::ClauseId;
use crate::game::GameId;
use crate::rules::{AntePayout, DealingMethod, PartialAwardFloor, QualifyingEvent, VoidContribution};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// What may stand at a place of a document.
pub(super) enum Shape {
    Text,
    Whole,
    Flag,
    Choice(&'static [&'static str]),
    List(&'static Self),
    Map(&'static Self),
    Object(&'static [(&'static str, &'static Self)]),
    /// A letter, or a letter for each stake.
    LetterOrMap,
}

/// A type that documents are made of.
pub(super) trait Shaped {
    const SHAPE: Shape;
}

impl Shaped for String {
    const SHAPE: Shape = Shape::Text;
}

impl Shaped for i64 {
    const SHAPE: Shape = Shape::Whole;
}

impl Shaped for bool {
    const SHAPE: Shape = Shape::Flag;
}

impl<T: Shaped> Shaped for Option<T> {
    const SHAPE: Shape = T::SHAPE;
}

impl<T: Shaped> Shaped for Vec<T> {
    const SHAPE: Shape = Shape::List(&T::SHAPE);
}

impl<T: Shaped> Shaped for BTreeMap<String, T> {
    const SHAPE: Shape = Shape::Map(&T::SHAPE);
}

impl Shaped for GameId {
    const SHAPE: Shape =
        Shape::Choice(&["let_it_ride_md", "two_three_five_stud_md", "criss_cross_md", "let_it_ride_ca"]);
}

impl Shaped for DealingMethod {
    const SHAPE: Shape = Shape::Choice(&["manual_shoe", "hand", "automated_shoe", "self_reshuffling_shoe"]);
}

impl Shaped for AntePayout {
    const SHAPE: Shape = Shape::Choice(&["paytable", "even_money"]);
}

impl Shaped for VoidContribution {
    const SHAPE: Shape = Shape::Choice(&["house_funds", "reverse"]);
}

impl Shaped for PartialAwardFloor {
    const SHAPE: Shape = Shape::Choice(&["none", "reset"]);
}

impl Shaped for QualifyingEvent {
    const SHAPE: Shape = Shape::Choice(QUALIFYING_EVENTS);
}

/// The names of the events that may start Bonus Spin Xtreme.
pub(super) const QUALIFYING_EVENTS: &[&str] = &[
    "community_two_pair_or_better",
    "community_three_of_a_kind_or_better",
    "community_straight_or_better",
    "community_flush_or_better",
    "community_full_house_or_better",
];

/// Declares an object of a document once, as the struct it is read into and as the shape it is held against.
macro_rules! object {
    ($(#[$meta:meta])* pub struct $name:ident { $($(#[$field_meta:meta])* pub $field:ident: $type:ty,)* }) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct $name {
            $(
                $(#[$field_meta])*
                #[serde(skip_serializing_if = "crate::submission::shape::is_default")]
                pub $field: $type,
            )*
        }

        impl crate::submission::shape::Shaped for $name {
            const SHAPE: crate::submission::shape::Shape =
                crate::submission::shape::Shape::Object(&[$((stringify!($field), &<$type>::SHAPE),)*]);
        }
    };
}

pub(super) use object;

/// Whether a value is what its absence means, so that writing it says nothing.
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Takes out of the document whatever does not fit the shape, and says what it was.
pub(super) fn prune(value: &mut Value, shape: &Shape, field: &Field, problems: &mut Vec<Problem>) -> bool {
    match (shape, value) {
        (Shape::Text, Value::String(_)) | (Shape::Flag, Value::Bool(_)) => true,
        (Shape::Whole, Value::Number(number)) if number.as_i64().is_some() => true,
        (Shape::Choice(names), Value::String(name)) => {
            let known = names.contains(&name.as_str());
            if !known {
                problems.push(unknown_choice(field, name, names));
            }
            known
        }
        (Shape::List(element), Value::Array(values)) => {
            let mut index = 0;
            values.retain_mut(|value| {
                let mut fits = prune(value, element, &field.element(index), problems);
                if !fits && matches!(element, Shape::Object(_)) {
                    // An empty object keeps the place, so that what follows is still called by its own number.
                    *value = Value::Object(Map::new());
                    fits = true;
                }
                index += 1;
                fits
            });
            true
        }
        (Shape::Map(element), Value::Object(entries)) => {
            entries.retain(|name, value| prune(value, element, &field.child(name), problems));
            true
        }
        (Shape::LetterOrMap, Value::String(_)) => true,
        (Shape::LetterOrMap, Value::Object(entries)) => {
            entries.retain(|name, value| prune(value, &Shape::Text, &field.child(name), problems));
            true
        }
        (Shape::Object(fields), Value::Object(entries)) => {
            entries.retain(|name, value| match fields.iter().find(|(known, _)| known == name) {
                Some(_) if value.is_null() => false,
                Some((_, shape)) => prune(value, shape, &field.child(name), problems),
                None => {
                    problems.push(unknown_field(field, name, fields));
                    false
                }
            });
            true
        }
        (shape, value) => {
            problems.push(wrong_type(field, value, shape));
            false
        }
    }
}

fn unknown_choice(field: &Field, name: &str, names: &[&str]) -> Problem {
    let hint = hint(name, names.iter().copied());
    Problem {
        field: field.as_str().to_owned(),
        code: ProblemCode::UnknownChoice,
        clause: None,
        message: format!("'{name}' is not a choice{hint}"),
        permitted: names.join(", "),
    }
}

fn unknown_field(parent: &Field, name: &str, fields: &[(&str, &Shape)]) -> Problem {
    let field = parent.child(name).as_str().to_owned();
    if name.contains("percent") && field.contains("fee") {
        return percentage_fee(field);
    }
    let hint = hint(name, fields.iter().map(|(known, _)| *known));
    let known: Vec<&str> = fields.iter().map(|(known, _)| *known).collect();
    Problem {
        field,
        code: ProblemCode::UnknownField,
        clause: None,
        message: format!("there is no field '{name}' here{hint}"),
        permitted: known.join(", "),
    }
}

fn wrong_type(field: &Field, value: &Value, shape: &Shape) -> Problem {
    let name = field.as_str().to_owned();
    if name.contains("fees") && (value.is_number() || value.as_str().is_some_and(|text| text.contains('%'))) {
        return percentage_fee(name);
    }
    let given = match value {
        Value::Null => "nothing",
        Value::Bool(_) => "true or false",
        Value::Number(number) if number.is_i64() => "a whole number",
        Value::Number(_) => "a number that is not whole or does not fit",
        Value::String(_) => "text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    };
    let wanted = match shape {
        Shape::Text => "text".to_owned(),
        Shape::Whole => "a whole number".to_owned(),
        Shape::Flag => "true or false".to_owned(),
        Shape::Choice(names) => format!("one of {}", names.join(", ")),
        Shape::List(_) => "a list".to_owned(),
        Shape::Map(_) | Shape::Object(_) => "an object".to_owned(),
        Shape::LetterOrMap => "a letter, or an object with a letter for each stake".to_owned(),
    };
    Problem {
        field: name,
        code: ProblemCode::WrongType,
        clause: None,
        message: format!("{given} stands where {wanted} belongs"),
        permitted: wanted,
    }
}

fn percentage_fee(field: String) -> Problem {
    Problem {
        field,
        code: ProblemCode::PercentageFee,
        clause: Some(ClauseId::new("CAL-fees-2")),
        message: "fees are flat: the house takes no percentage (CAL-round-11)".to_owned(),
        permitted: "whole cents in options.fees.per_bet_cents and options.fees.per_banked_hand_cents".to_owned(),
    }
}

fn hint<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    nearest(name, known).map_or_else(String::new, |near| format!("; did you mean '{near}'?"))
}

/// The known name nearest to a misspelt one, when one is near enough to be meant.
fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let near_enough = 2.max(name.chars().count() / 3);
    known
        .map(|known| (distance(name, known), known))
        .filter(|(steps, _)| *steps <= near_enough)
        .min()
        .map(|(_, near)| near)
}

/// How many letters must be added, dropped or changed to make one name of the other.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (index, letter) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for column in 1..=to.len() {
            let change = diagonal + usize::from(letter != to[column - 1]);
            diagonal = row[column];
            row[column] = change.min(diagonal + 1).min(row[column - 1] + 1);
        }
    }
    row[to.len()]
}
