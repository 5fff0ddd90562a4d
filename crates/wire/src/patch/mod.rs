//! JSON Merge Patch (RFC 7396): how the felt changed, as the part of it that did.
//!
//! A merge patch says "gone" with null, so it cannot say that a member is null now. What is patched here has no null members:
//! [`crate::view::felt_value`] leaves them out.

mod text;

pub use text::diff_text;

use serde_json::{Map, Value};

/// The patch that leads from one value to another, or none when they are equal.
#[must_use]
pub fn diff(before: &Value, after: &Value) -> Option<Value> {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            let members = members(before, after);
            (!members.is_empty()).then_some(Value::Object(members))
        }
        _ => (before != after).then(|| after.clone()),
    }
}

fn members(before: &Map<String, Value>, after: &Map<String, Value>) -> Map<String, Value> {
    let gone = before.keys().filter(|name| !after.contains_key(*name)).map(|name| (name.clone(), Value::Null));
    let changed = after.iter().filter_map(|(name, value)| {
        let change = before.get(name).map_or_else(|| Some(value.clone()), |old| diff(old, value))?;
        Some((name.clone(), change))
    });
    gone.chain(changed).collect()
}

/// Carries a patch out.
pub fn apply(target: &mut Value, patch: &Value) {
    let Value::Object(patch) = patch else {
        *target = patch.clone();
        return;
    };
    if !target.is_object() {
        *target = Value::Object(Map::new());
    }
    let Value::Object(target) = target else { return };
    for (name, change) in patch {
        if change.is_null() {
            target.remove(name);
        } else {
            apply(target.entry(name.clone()).or_insert(Value::Null), change);
        }
    }
}
