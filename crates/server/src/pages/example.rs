//! An example of a schema: what it says itself, or a value of its kind.

use super::schemas::reference;
use serde_json::{Map, Value, json};

/// How deep examples go.
const DEPTH_MAX: u8 = 6;

/// A value that fits the schema.
pub(super) fn example(document: &Value, schema: &Value) -> Value {
    within(document, schema, DEPTH_MAX)
}

fn within(document: &Value, schema: &Value, depth: u8) -> Value {
    if let Some(own) = own(schema) {
        return own;
    }
    let Some(depth) = depth.checked_sub(1) else { return Value::Null };
    if let Some(name) = reference(schema) {
        return within(document, &document["components"]["schemas"][name], depth);
    }
    if let Some(alternatives) = schema["oneOf"].as_array() {
        let first = alternatives.iter().find(|one| one["type"] != "null");
        return first.map_or(Value::Null, |one| within(document, one, depth));
    }
    if let Some(parts) = schema["allOf"].as_array() {
        let members = parts.iter().filter_map(|part| within(document, part, depth).as_object().cloned()).flatten();
        return Value::Object(members.collect());
    }
    if let Some(fields) = schema["properties"].as_object() {
        let members = fields.iter().map(|(name, field)| (name.clone(), within(document, field, depth)));
        return Value::Object(members.collect());
    }
    if schema["items"].is_object() {
        return json!([within(document, &schema["items"], depth)]);
    }
    plain(schema)
}

/// An example the schema brings along, or the first of the values it permits.
fn own(schema: &Value) -> Option<Value> {
    let given = schema.get("example").or_else(|| schema["examples"].get(0)).or_else(|| schema["enum"].get(0));
    given.cloned()
}

fn plain(schema: &Value) -> Value {
    let kind = schema["type"].as_str().or_else(|| schema["type"][0].as_str()).unwrap_or_default();
    match (kind, schema["format"].as_str().unwrap_or_default()) {
        ("string", "uuid") => json!("0198c5a1-7c00-7000-8000-000000000001"),
        ("string", "date-time") => json!("2026-03-04T05:06:07.089Z"),
        ("string", _) if schema["pattern"].is_string() => json!("0".repeat(64)),
        ("string", _) => json!("…"),
        ("integer" | "number", _) => schema.get("minimum").cloned().unwrap_or_else(|| json!(1)),
        ("boolean", _) => json!(false),
        _ => Value::Object(Map::new()),
    }
}
