//! Views as JSON documents: what is shown, hashed and patched is the document, not the type it came from.

use crate::canonical;
use crate::hash::ViewHash;
use game_core::view::{Felt, OwnBox, View};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// A view in its two halves, exactly as it is hashed: members that would be null are left out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ViewDocument {
    /// What everybody sees.
    #[schema(value_type = Felt)]
    pub felt: Value,
    /// The viewer's own boxes.
    #[schema(value_type = Vec<OwnBox>)]
    pub own: Value,
}

impl ViewDocument {
    /// The document of a view.
    ///
    /// # Errors
    /// Never, for a view that `game-core` made.
    pub fn of(view: &View) -> Result<Self, serde_json::Error> {
        Ok(Self { felt: felt_value(&view.felt)?, own: own_value(&view.own)? })
    }

    /// The hash of the view.
    #[must_use]
    pub fn hash(&self) -> ViewHash {
        ViewHash::of(&canonical::text(&self.felt), &canonical::text(&self.own))
    }

    /// The view as a type.
    ///
    /// # Errors
    /// When the document is not a view.
    pub fn view(&self) -> Result<View, serde_json::Error> {
        Ok(View { felt: Felt::deserialize(&self.felt)?, own: Vec::deserialize(&self.own)? })
    }
}

/// A felt as JSON. Members that would be null are left out, because a merge patch cannot say that a member is null.
///
/// # Errors
/// Never, for a felt that `game-core` made.
pub fn felt_value(felt: &Felt) -> Result<Value, serde_json::Error> {
    document(felt)
}

/// What is shown as JSON, without null members.
pub(crate) fn document<T: Serialize>(shown: &T) -> Result<Value, serde_json::Error> {
    let mut value = serde_json::to_value(shown)?;
    leave_out_nulls(&mut value);
    Ok(value)
}

/// Own boxes as JSON.
///
/// # Errors
/// Never, for boxes that `game-core` made.
pub fn own_value(own: &[OwnBox]) -> Result<Value, serde_json::Error> {
    serde_json::to_value(own)
}

fn leave_out_nulls(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.retain(|_, member| !member.is_null());
            members.values_mut().for_each(leave_out_nulls);
        }
        Value::Array(items) => items.iter_mut().for_each(leave_out_nulls),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn null_members_are_left_out_at_any_depth_and_null_items_stay() {
        let mut value = json!({"a": null, "b": {"c": null, "d": 1}, "e": [{"f": null}, null, [{"g": null, "h": 2}]]});
        leave_out_nulls(&mut value);
        assert_eq!(value, json!({"b": {"d": 1}, "e": [{}, null, [{"h": 2}]]}));
    }
}
