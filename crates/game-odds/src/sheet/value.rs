//! The values of a par sheet, and their JSON.

use crate::ratio::Ratio;

/// A value of a par sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// An exact figure.
    Figure(Ratio),
    /// The square root of an exact figure.
    Root(Ratio),
    /// A count or an amount of cents.
    Whole(i128),
    /// Words.
    Text(String),
    /// Yes or no.
    Flag(bool),
    /// Not known, because something was not submitted.
    Missing,
    /// Several values.
    List(Vec<Self>),
    /// Values by name.
    Fields(Vec<(String, Self)>),
}

impl Value {
    /// Words.
    #[must_use]
    pub fn text(words: &str) -> Self {
        Self::Text(words.to_owned())
    }

    /// Values by name.
    #[must_use]
    pub fn fields<const N: usize>(fields: [(&str, Self); N]) -> Self {
        Self::Fields(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// The value as JSON. Figures stay on one line.
    #[must_use]
    pub fn json(&self) -> String {
        let mut out = String::new();
        self.write(&mut out, 0);
        out
    }

    fn write(&self, out: &mut String, depth: usize) {
        match self {
            Self::Figure(ratio) => out.push_str(&exact(&ratio.to_string(), &ratio.decimal())),
            Self::Root(square) => out.push_str(&exact(&format!("sqrt({square})"), &square.root_decimal())),
            Self::Whole(number) => out.push_str(&number.to_string()),
            Self::Text(words) => out.push_str(&quoted(words)),
            Self::Flag(flag) => out.push_str(if *flag { "true" } else { "false" }),
            Self::Missing => out.push_str("null"),
            Self::List(values) => {
                let written = values.iter().map(|value| (String::new(), value));
                bracketed(out, depth, ['[', ']'], written);
            }
            Self::Fields(fields) => {
                let written = fields.iter().map(|(name, value)| (format!("{}: ", quoted(name)), value));
                bracketed(out, depth, ['{', '}'], written);
            }
        }
    }
}

fn bracketed<'a>(
    out: &mut String,
    depth: usize,
    [open, close]: [char; 2],
    items: impl Iterator<Item = (String, &'a Value)>,
) {
    out.push(open);
    let mut empty = true;
    for (name, value) in items {
        out.push_str(if empty { "\n" } else { ",\n" });
        empty = false;
        out.push_str(&"  ".repeat(depth + 1));
        out.push_str(&name);
        value.write(out, depth + 1);
    }
    if !empty {
        out.push('\n');
        out.push_str(&"  ".repeat(depth));
    }
    out.push(close);
}

fn exact(exact: &str, decimal: &str) -> String {
    format!("{{ \"exact\": \"{exact}\", \"decimal\": {decimal} }}")
}

fn quoted(words: &str) -> String {
    let mut text = String::from("\"");
    for letter in words.chars() {
        match letter {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            letter if letter.is_control() => text.push_str(&format!("\\u{:04x}", u32::from(letter))),
            letter => text.push(letter),
        }
    }
    text.push('"');
    text
}
