//! Par sheets: the figures of one wager under one paytable and one set of options, ready to be shown.

mod build;
mod render;
mod value;

pub(crate) use build::{Builder, base_fields, flag};
pub use render::{json, markdown, table, text};
pub use value::Value;

use game_core::game::GameId;
use game_core::wager::Wager;

/// The figures of one wager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    /// The game.
    pub game: GameId,
    /// The wager.
    pub wager: Wager,
    /// The letter of the paytable or wheel.
    pub paytable: String,
    /// The options that change the figures.
    pub options: Vec<(String, Value)>,
    /// A label for the rows the figures were computed from.
    pub rules: String,
    /// The figures by name.
    pub fields: Vec<(String, Value)>,
}

impl Sheet {
    /// A figure by name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&Value> {
        self.fields.iter().find(|(field, _)| field == name).map(|(_, value)| value)
    }

    /// The sheet as one value, in the order of the document.
    fn as_value(&self) -> Value {
        let mut fields = vec![
            ("game".to_owned(), Value::text(self.game.name())),
            ("wager".to_owned(), Value::text(self.wager.name())),
            ("paytable".to_owned(), Value::text(&self.paytable)),
            ("options".to_owned(), Value::Fields(self.options.clone())),
            ("rules".to_owned(), Value::text(&self.rules)),
        ];
        fields.extend(self.fields.iter().cloned());
        Value::Fields(fields)
    }
}
