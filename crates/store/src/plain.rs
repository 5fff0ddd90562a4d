//! What PostgreSQL can keep of a JSON document: everything but the character NUL, which it has no room for.

use serde_json::{Map, Value};

/// The same document without NUL in any of its texts, so that nothing that somebody said keeps what is said of it off the record.
pub(crate) fn plain(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(without_nul(text)),
        Value::Array(values) => values.into_iter().map(plain).collect(),
        Value::Object(members) => Value::Object(plain_members(members)),
        Value::Null | Value::Bool(_) | Value::Number(_) => value,
    }
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
    fn only_nul_is_left_out_at_every_depth() {
        let said = json!({"a\0": ["b\0c", {"d": "\0"}], "e": 5, "f": null, "g": "x\u{1}"});
        assert_eq!(plain(said), json!({"a": ["bc", {"d": ""}], "e": 5, "f": null, "g": "x\u{1}"}));
    }
}
