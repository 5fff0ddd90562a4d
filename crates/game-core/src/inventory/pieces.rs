//! Chips and bank notes, each kind with how many there are.

use crate::money::{Cents, Overflow};
use serde::de::{self, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

macro_rules! pieces {
    ($(#[$kind_doc:meta])* $kind:ident { $($piece:ident = $cents:literal,)* } $(#[$doc:meta])* $name:ident) => {
        $(#[$kind_doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[expect(missing_docs, reason = "each is named by what it is worth")]
        pub enum $kind {
            $($piece,)*
        }

        impl $kind {
            /// Every kind, the smallest first.
            pub const ALL: [Self; [$($cents),*].len()] = [$(Self::$piece),*];

            /// What one is worth.
            #[must_use]
            pub const fn cents(self) -> Cents {
                match self {
                    $(Self::$piece => Cents::new($cents),)*
                }
            }

            fn of(cents: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|kind| kind.cents().get().to_string() == cents)
            }
        }

        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct $name([u32; $kind::ALL.len()]);

        impl $name {
            /// So many of each of these.
            #[must_use]
            pub fn of(pieces: &[($kind, u32)]) -> Self {
                let mut of = Self::default();
                pieces.iter().for_each(|(kind, count)| of.0[*kind as usize] = *count);
                of
            }

            /// How many of a kind.
            #[must_use]
            pub const fn count(&self, kind: $kind) -> u32 {
                self.0[kind as usize]
            }

            /// The kinds there are, each with how many, the smallest first.
            pub fn iter(&self) -> impl Iterator<Item = ($kind, u32)> + '_ {
                $kind::ALL.into_iter().zip(self.0).filter(|(_, count)| *count > 0)
            }

            /// What they are worth together.
            ///
            /// # Errors
            /// When the sum does not fit.
            pub fn total(&self) -> Result<Cents, Overflow> {
                self.iter().try_fold(Cents::ZERO, |sum, (kind, count)| sum.plus(kind.cents().times(i64::from(count))?))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_map().entries(self.iter().map(|(kind, count)| (kind.cents().get(), count))).finish()
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut map = serializer.serialize_map(None)?;
                for (kind, count) in self.iter() {
                    map.serialize_entry(&kind.cents().get().to_string(), &count)?;
                }
                map.end()
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Reader;

                impl<'de> Visitor<'de> for Reader {
                    type Value = $name;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str("a map from cents to how many")
                    }

                    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<$name, A::Error> {
                        let mut read = [None; $kind::ALL.len()];
                        while let Some((cents, count)) = map.next_entry::<String, u32>()? {
                            let kind = $kind::of(&cents).ok_or_else(|| unknown(&cents, $kind::ALL.map($kind::cents)))?;
                            if read[kind as usize].replace(count).is_some() {
                                return Err(de::Error::custom(format_args!("{cents} is given twice")));
                            }
                        }
                        Ok($name(read.map(Option::unwrap_or_default)))
                    }
                }

                deserializer.deserialize_map(Reader)
            }
        }

        #[cfg(feature = "schema")]
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                <std::collections::BTreeMap<String, u32> as utoipa::PartialSchema>::schema()
            }
        }

        #[cfg(feature = "schema")]
        impl utoipa::ToSchema for $name {}
    };
}

fn unknown<E: de::Error, const N: usize>(cents: &str, known: [Cents; N]) -> E {
    let known: Vec<String> = known.iter().map(|cents| cents.get().to_string()).collect();
    E::custom(format_args!("there are none of {cents} cents, only of {}", known.join(", ")))
}

pieces! {
    /// A kind of chip, by its value.
    Denomination {
        Quarter = 25,
        Half = 50,
        One = 100,
        Five = 500,
        TwentyFive = 2_500,
        Hundred = 10_000,
        FiveHundred = 50_000,
        Thousand = 100_000,
        FiveThousand = 500_000,
    }
    /// Chips by denomination. As text it is a map from the value in cents to how many.
    Tray
}

pieces! {
    /// A bank note, by its value.
    Note {
        One = 100,
        Two = 200,
        Five = 500,
        Ten = 1_000,
        Twenty = 2_000,
        Fifty = 5_000,
        Hundred = 10_000,
    }
    /// Bank notes. As text it is a map from the value in cents to how many.
    Notes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tray_is_written_by_value_and_read_back() {
        let tray = Tray::of(&[(Denomination::Half, 3), (Denomination::FiveThousand, 2)]);
        let text = serde_json::to_string(&tray).unwrap();
        assert_eq!(text, r#"{"50":3,"500000":2}"#);
        assert_eq!(serde_json::from_str::<Tray>(&text).unwrap(), tray);
        assert_eq!(tray.total(), Ok(Cents::new(1_000_150)));
        assert_eq!(
            Tray::of(&Denomination::ALL.map(|kind| (kind, u32::MAX))).total().map(|sum| sum > Cents::ZERO),
            Ok(true)
        );
    }

    #[test]
    fn what_is_no_chip_is_no_tray() {
        let error = |text: &str| serde_json::from_str::<Tray>(text).unwrap_err().to_string();
        assert!(error(r#"{"250":1}"#).contains("there are none of 250 cents, only of 25, 50, 100"));
        assert!(error(r#"{"0100":1}"#).contains("none of 0100"));
        assert!(error(r#"{"100":1,"100":2}"#).contains("given twice"));
        for text in [r#"{"100":-1}"#, r#"{"100":1.5}"#, r#"{"100":4294967296}"#, "[]", "7"] {
            assert!(serde_json::from_str::<Tray>(text).is_err(), "{text}");
        }
    }
}
