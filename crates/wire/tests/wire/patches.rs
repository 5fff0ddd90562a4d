//! Merge patches: the examples of RFC 7396, and that a patch leads where it says.

use crate::replay::replayable;
use proptest::prelude::*;
use serde_json::{Value, json};
use wire::canonical;
use wire::patch::{apply, diff, diff_text};

/// JSON whose objects have no null members; small names, so that objects share some.
fn document() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::from),
        (0..3i64).prop_map(Value::from),
        "[ab]".prop_map(Value::from),
        "[a\"{}:,\\\\]{0,4}".prop_map(Value::from)
    ];
    leaf.prop_recursive(4, 48, 4, |inner| {
        prop_oneof![
            prop::collection::vec(prop_oneof![9 => inner.clone(), 1 => Just(Value::Null)], 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-e]", inner, 0..5).prop_map(|members| members.into_iter().collect()),
        ]
    })
}

proptest! {
    #![proptest_config(replayable(ProptestConfig { cases: 2_000, ..ProptestConfig::default() }))]

    #[test]
    fn a_patch_leads_from_one_document_to_the_other(before in document(), after in document()) {
        let mut patched = before.clone();
        let patch = diff(&before, &after);
        prop_assert_eq!(patch.is_none(), before == after);
        if let Some(patch) = patch {
            apply(&mut patched, &patch);
        }
        prop_assert_eq!(patched, after);
    }

    #[test]
    fn a_patch_between_texts_is_the_same_patch(before in document(), after in document()) {
        let plain = diff(&before, &after).as_ref().map(canonical::text);
        prop_assert_eq!(diff_text(&canonical::text(&before), &canonical::text(&after)), plain);
    }

    #[test]
    fn a_document_without_nulls_is_written_as_its_canonical_text(document in document()) {
        prop_assert_eq!(canonical::document(&document).unwrap(), canonical::text(&document));
    }

    #[test]
    fn a_patch_does_not_repeat_what_stays(mut before in document(), extra in document()) {
        if let Value::Object(members) = &mut before {
            let mut after = members.clone();
            after.insert("new".to_owned(), extra.clone());
            let patch = diff(&before, &Value::Object(after));
            prop_assert_eq!(patch, Some(json!({ "new": extra })));
        }
    }
}

#[test]
fn the_examples_of_the_standard_hold() {
    let examples = [
        (json!({"a": "b"}), json!({"a": "c"}), json!({"a": "c"})),
        (json!({"a": "b"}), json!({"b": "c"}), json!({"a": "b", "b": "c"})),
        (json!({"a": "b"}), json!({"a": null}), json!({})),
        (json!({"a": "b", "b": "c"}), json!({"a": null}), json!({"b": "c"})),
        (json!({"a": ["b"]}), json!({"a": "c"}), json!({"a": "c"})),
        (json!({"a": "c"}), json!({"a": ["b"]}), json!({"a": ["b"]})),
        (json!({"a": {"b": "c"}}), json!({"a": {"b": "d", "c": null}}), json!({"a": {"b": "d"}})),
        (json!({"a": [{"b": "c"}]}), json!({"a": [1]}), json!({"a": [1]})),
        (json!(["a", "b"]), json!(["c", "d"]), json!(["c", "d"])),
        (json!({"a": "b"}), json!(["c"]), json!(["c"])),
        (json!({"a": "foo"}), json!(null), json!(null)),
        (json!({"a": "foo"}), json!("bar"), json!("bar")),
        (json!({"e": null}), json!({"a": 1}), json!({"e": null, "a": 1})),
        (json!([1, 2]), json!({"a": "b", "c": null}), json!({"a": "b"})),
        (json!({}), json!({"a": {"bb": {"ccc": null}}}), json!({"a": {"bb": {}}})),
    ];
    for (mut target, patch, result) in examples {
        apply(&mut target, &patch);
        assert_eq!(target, result, "{patch}");
    }
}
