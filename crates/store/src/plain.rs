//! JSON documents that PostgreSQL can store. It has no room for the character NUL, and it gives back very large numbers with more
//! digits than can be read.

use serde_json::{Map, Number, Value};

/// A number of this size or more is not stored: the limit lies well below the largest that can be read back.
const NUMBER_MAX: f64 = 1e300;

/// Whether the database keeps the document as it is and gives it back.
#[must_use]
pub fn is_storable(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(_) => true,
        Value::Number(number) => is_kept(number),
        Value::String(text) => !text.contains('\0'),
        Value::Array(values) => values.iter().all(is_storable),
        Value::Object(members) => members.iter().all(|(name, value)| !name.contains('\0') && is_storable(value)),
    }
}

/// The same document without NUL in any of its texts and with numbers that are too large as texts, so that nothing that
/// somebody said keeps what is said of it off the record.
pub(crate) fn plain(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(without_nul(text)),
        Value::Array(values) => values.into_iter().map(plain).collect(),
        Value::Object(members) => Value::Object(plain_members(members)),
        Value::Number(number) if !is_kept(&number) => Value::String(number.to_string()),
        Value::Null | Value::Bool(_) | Value::Number(_) => value,
    }
}

fn is_kept(number: &Number) -> bool {
    number.as_f64().is_none_or(|number| number.abs() < NUMBER_MAX)
}

/// The same of an object's members.
pub(crate) fn plain_members(members: Map<String, Value>) -> Map<String, Value> {
    members.into_iter().map(|(name, value)| (without_nul(name), plain(value))).collect()
}

fn without_nul(text: String) -> String {
    if text.contains('\0') { text.replace('\0', "") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_nul_is_left_out_and_only_a_number_that_is_too_large_becomes_a_text() {
        let said = json!({"a\0": ["b\0c", {"d": "\0"}], "e": [5, 1e299, 2e300], "f": null, "g": "x\u{1}"});
        let kept = json!({"a": ["bc", {"d": ""}], "e": [5, 1e299, "2e+300"], "f": null, "g": "x\u{1}"});
        assert_eq!(plain(said), kept);
        assert!(is_storable(&kept));
    }

    #[test]
    fn unstorable_values_are_found_at_every_depth() {
        for said in [json!("\0"), json!({"\0": 1}), json!([{"a": ["\0"]}]), json!([{"a": f64::MAX}]), json!(-f64::MAX)]
        {
            assert!(!is_storable(&said), "{said}");
        }
    }
}
