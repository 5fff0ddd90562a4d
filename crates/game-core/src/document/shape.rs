//! The shape of a document: which fields it has and of what kind.

use super::field::Field;
use super::nearest::{hint, listed};
use super::problem::ProblemCode;
use super::problems::Problems;
use crate::game::GameId;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// What may stand at a place of a document.
pub(crate) enum Shape {
    Text,
    Whole,
    Flag,
    /// Text or a whole number.
    Word,
    /// A number, with a fraction or without, or text.
    Amount,
    /// The name of a game.
    Game,
    /// One of these names.
    Choice(&'static [&'static str]),
    /// A letter, or a letter for each stake.
    LetterOrMap,
    List(&'static Self),
    Map(&'static Self),
    Object(&'static [(&'static str, &'static Self)]),
    /// Another reader's business.
    Elsewhere,
}

/// A type that documents are made of.
pub(crate) trait Shaped {
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

impl Shaped for GameId {
    const SHAPE: Shape = Shape::Game;
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

/// Declares an object of a document once, as the struct it is read into and as the shape it is held against.
macro_rules! object {
    ($(#[$meta:meta])* pub struct $name:ident { $($(#[$field_meta:meta])* pub $field:ident: $type:ty,)* }) => {
        #[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
        $(#[$meta])*
        #[serde(deny_unknown_fields, default)]
        pub struct $name {
            $(
                $(#[$field_meta])*
                #[serde(skip_serializing_if = "crate::document::is_default")]
                pub $field: $type,
            )*
        }

        impl crate::document::Shaped for $name {
            const SHAPE: crate::document::Shape = crate::document::Shape::Object(&[
                $((stringify!($field), &<$type as crate::document::Shaped>::SHAPE),)*
            ]);
        }
    };
}

pub(crate) use object;

/// Whether a value is what its absence means, so that writing it says nothing.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Shape {
    /// Takes out of a value what does not fit, and says what it was; whether the value itself fits.
    pub(super) fn fit(&self, value: &mut Value, field: &Field, problems: &mut Problems) -> bool {
        match (self, value) {
            (Self::Elsewhere, _)
            | (Self::Text | Self::Word | Self::Amount | Self::LetterOrMap, Value::String(_))
            | (Self::Flag, Value::Bool(_)) => true,
            (Self::Whole | Self::Word | Self::Amount, Value::Number(number)) if number.as_i64().is_some() => true,
            (Self::Amount, value @ Value::Number(_)) => {
                // The digits as written, for a reader that keeps fractions exactly.
                *value = Value::String(value.to_string());
                true
            }
            (Self::Game, Value::String(name)) => {
                let unknown = || format!("there is no game '{name}'");
                one_of(&GameId::ALL.map(GameId::name), name, unknown, field, problems)
            }
            (Self::Choice(names), Value::String(name)) => {
                one_of(names, name, || format!("'{name}' is not a choice"), field, problems)
            }
            (Self::List(element), Value::Array(values)) => {
                // What does not fit stays in the list, empty, so that the places of the others do not change.
                for (index, value) in values.iter_mut().enumerate() {
                    if !element.fit(value, &field.element(index), problems) {
                        *value = element.nothing();
                    }
                }
                true
            }
            (Self::Map(element), Value::Object(entries)) => {
                entries.retain(|name, value| element.fit(value, &field.child(name), problems));
                true
            }
            (Self::LetterOrMap, value @ Value::Object(_)) => Self::Map(&Self::Text).fit(value, field, problems),
            (Self::Object(fields), Value::Object(entries)) => {
                entries.retain(|name, value| known(fields, name, value, field, problems));
                true
            }
            (shape, value) => {
                let wanted = shape.wanted();
                let message = format!("{} stands where {wanted} belongs", kind(value));
                problems.refuse(field, ProblemCode::WrongType, None, message, wanted);
                false
            }
        }
    }

    /// What is left in a list of something that did not fit. There is no empty choice: the first stands there, and
    /// whoever examines it asks whether it was read.
    fn nothing(&self) -> Value {
        match self {
            Self::Object(_) | Self::Map(_) => Value::Object(Map::new()),
            Self::List(_) => Value::Array(Vec::new()),
            Self::Text | Self::Word | Self::Amount | Self::LetterOrMap => Value::String(String::new()),
            Self::Whole => Value::from(0),
            Self::Flag => Value::Bool(false),
            Self::Game => Value::from(GameId::ALL[0].name()),
            Self::Choice(names) => names.first().copied().into(),
            Self::Elsewhere => Value::Null,
        }
    }

    fn wanted(&self) -> String {
        let name = match self {
            Self::Game => return format!("one of {}", listed(GameId::ALL.map(GameId::name))),
            Self::Choice(names) => return format!("one of {}", names.join(", ")),
            Self::Text => "text",
            Self::Whole => "a whole number",
            Self::Flag => "true or false",
            Self::Word => "a word or a whole number",
            Self::Amount => "an amount in cents",
            Self::LetterOrMap => "a letter, or an object with a letter for each stake",
            Self::List(_) => "a list",
            Self::Map(_) | Self::Object(_) => "an object",
            Self::Elsewhere => "anything",
        };
        name.to_owned()
    }
}

/// Whether a name is one of the known; `unknown` says that it is not.
fn one_of(names: &[&str], name: &str, unknown: impl Fn() -> String, field: &Field, problems: &mut Problems) -> bool {
    let known = names.contains(&name);
    if !known {
        let message = unknown() + &hint(name, names.iter().copied());
        problems.refuse(field, ProblemCode::UnknownChoice, None, message, names.join(", "));
    }
    known
}

/// Whether an object has such a field and the value fits it. A null is as good as nothing.
fn known(fields: &[(&str, &Shape)], name: &str, value: &mut Value, parent: &Field, problems: &mut Problems) -> bool {
    let names = || fields.iter().map(|(known, _)| *known);
    let Some((_, shape)) = fields.iter().find(|(known, _)| *known == name) else {
        let message = format!("there is no field '{name}' here{}", hint(name, names()));
        problems.refuse(&parent.child(name), ProblemCode::UnknownField, None, message, listed(names()));
        return false;
    };
    !value.is_null() && shape.fit(value, &parent.child(name), problems)
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "nothing",
        Value::Bool(_) => "true or false",
        Value::Number(number) if number.is_i64() => "a whole number",
        Value::Number(_) => "a number that is not whole or does not fit",
        Value::String(_) => "text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
