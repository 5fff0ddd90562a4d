//! The one text of a JSON value: no spaces, members sorted by name, as RFC 8785 has it.
//!
//! Every number on the wire is an integer below 2⁵³ and every name is ASCII, so what `serde_json` writes is canonical as
//! long as its maps are sorted; a test holds that.

mod sorted;

pub use sorted::document;

use serde_json::Value;

/// The canonical text of a value.
#[must_use]
pub fn text(value: &Value) -> String {
    value.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_sorted_however_they_were_written() {
        let value: Value = serde_json::from_str(r#"{ "b": [1, {"z": true, "a": "é\n\u0001\"/"}], "a": -7 }"#).unwrap();
        assert_eq!(text(&value), r#"{"a":-7,"b":[1,{"a":"é\n\u0001\"/","z":true}]}"#);
    }
}
