//! Names given twice in one object. A parser keeps the last and says nothing, which could hide a stake.

use super::field::Field;
use super::problem::ProblemCode;
use super::problems::Problems;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::collections::BTreeSet;
use std::fmt;

/// Tells every name that is given twice. The text must be well-formed JSON.
pub(super) fn find(json: &str, problems: &mut Problems) {
    let mut reader = serde_json::Deserializer::from_str(json);
    // A text that is not JSON has been refused already.
    let _ = Place { field: Field::root(), problems }.deserialize(&mut reader);
}

/// A place of the text, read for its names alone.
struct Place<'a> {
    field: Field,
    problems: &'a mut Problems,
}

impl<'de> DeserializeSeed<'de> for Place<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Place<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let mut seen = BTreeSet::new();
        while let Some(name) = entries.next_key::<String>()? {
            let field = self.field.child(&name);
            if let Some(name) = seen.replace(name) {
                let message = format!("'{name}' is given a second time");
                self.problems.refuse(&field, ProblemCode::RepeatedField, None, message, "each name once in an object");
            }
            entries.next_value_seed(Place { field, problems: self.problems })?;
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<(), A::Error> {
        let mut place = 0;
        let problems = self.problems;
        while elements.next_element_seed(Place { field: self.field.element(place), problems })?.is_some() {
            place += 1;
        }
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    #[expect(clippy::disallowed_types, reason = "the number is passed over, never counted with")]
    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        Ok(())
    }
}
