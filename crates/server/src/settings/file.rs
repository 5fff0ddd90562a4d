//! The configuration file: TOML, taken apart into keys with their values and the lines they stand on.

use super::Said;
use super::key::{self, Form, KEYS, Key};
use game_core::document::hint;
use std::collections::BTreeMap;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Reads a file; what is wrong with it is added to the problems.
pub(super) fn read(name: &str, text: &str, problems: &mut Vec<String>) -> BTreeMap<&'static str, Said> {
    let mut reading = File { name, text, found: BTreeMap::new(), problems };
    match DeTable::parse(text) {
        Ok(document) => reading.table("", document.get_ref()),
        Err(error) => {
            let place = reading.place(error.span().unwrap_or(0..0));
            reading.problems.push(format!("{place}: {}", error.message()));
        }
    }
    reading.found
}

struct File<'a> {
    name: &'a str,
    text: &'a str,
    found: BTreeMap<&'static str, Said>,
    problems: &'a mut Vec<String>,
}

impl File<'_> {
    fn place(&self, span: Range<usize>) -> String {
        let line = self.text.get(..span.start).map_or(1, |before| before.matches('\n').count() + 1);
        format!("{} line {line}", self.name)
    }

    fn table(&mut self, section: &str, table: &DeTable<'_>) {
        for (name, value) in table.iter() {
            let path =
                if section.is_empty() { name.get_ref().to_string() } else { format!("{section}.{}", name.get_ref()) };
            let place = self.place(name.span());
            match (value.get_ref(), key::find(&path)) {
                (DeValue::Table(inner), None) if is_section(&path) => self.table(&path, inner),
                (_, None) => {
                    let hint = hint(&path, KEYS.iter().map(|key| key.name));
                    self.problems.push(format!("{place}: there is no key '{path}'{hint}"));
                }
                (_, Some(key)) => self.value(key, value, place),
            }
        }
    }

    fn value(&mut self, key: &'static Key, value: &Spanned<DeValue<'_>>, place: String) {
        match text(key.form, value.get_ref()) {
            Ok(value) => drop(self.found.insert(key.name, Said { value, place })),
            Err(wanted) => {
                let found = value.get_ref().type_str();
                self.problems.push(format!("{place}: {} must be {wanted}, not of type {found}", key.name));
            }
        }
    }
}

fn is_section(path: &str) -> bool {
    KEYS.iter().any(|key| key.name.strip_prefix(path).is_some_and(|rest| rest.starts_with('.')))
}

/// An item of a list: a text without a comma, or a number.
fn listed<'a>(item: &'a DeValue<'_>) -> Option<&'a str> {
    match item {
        DeValue::String(text) => Some(&**text).filter(|text| !text.contains(',')),
        DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str()),
        _ => None,
    }
}

/// A value as the text a variable would have, or what it should have been.
fn text(form: Form, value: &DeValue<'_>) -> Result<String, &'static str> {
    match (form, value) {
        (Form::Count(..), DeValue::Integer(number)) if number.radix() == 10 => Ok(number.as_str().replace('_', "")),
        (Form::Count(..), _) => Err("a whole number"),
        (Form::List, DeValue::Array(items)) => {
            let items: Option<Vec<&str>> = items.iter().map(|item| listed(item.get_ref())).collect();
            items.map(|items| items.join(",")).ok_or("a list of texts without commas")
        }
        (Form::List, _) => Err("a list of texts"),
        (Form::Address | Form::Text | Form::Secret | Form::Path | Form::Choice(_), DeValue::String(text)) => {
            Ok(text.to_string())
        }
        (Form::Address | Form::Text | Form::Secret | Form::Path | Form::Choice(_), _) => Err("a text"),
    }
}
