//! The register of clauses: every numbered sentence of the four rule documents, and what holds it.

use crate::game::GameId;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

include!(concat!(env!("OUT_DIR"), "/clauses.rs"));

/// The id of a clause, such as `LIR-7-D`. Only ids of the register exist.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(value_type = String, example = "LIR-7-D"))]
pub struct ClauseId(&'static str);

impl ClauseId {
    /// An id written in the code. A test holds every such literal against the register.
    #[must_use]
    pub const fn new(id: &'static str) -> Self {
        Self(id)
    }

    /// The id as text.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.0
    }

    /// Looks an id up in the register.
    #[must_use]
    pub fn find(id: &str) -> Option<Self> {
        Clause::find(id).map(|clause| clause.id)
    }

    /// The register's entry, or none for a literal that is not in the register.
    #[must_use]
    pub fn clause(self) -> Option<&'static Clause> {
        Clause::find(self.0)
    }
}

impl fmt::Display for ClauseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Debug for ClauseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Serialize for ClauseId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

impl<'de> Deserialize<'de> for ClauseId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        Self::find(&text).ok_or_else(|| de::Error::custom(format_args!("'{text}' is not a clause of the register")))
    }
}

/// What a clause is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// A choice the operator makes, or a bound on it.
    Config,
    /// The meaning of a word.
    Definition,
    /// What a device at the table must do.
    Device,
    /// What happens when something goes wrong.
    Irregularity,
    /// What is printed on the table.
    Layout,
    /// What is paid.
    Payout,
    /// Furniture, technique and gestures.
    PhysicalOnly,
    /// A step of the game.
    Procedure,
    /// What is allowed, and how hands are judged.
    Rule,
}

impl Kind {
    /// The name used in the register.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Config => "config",
            Self::Definition => "definition",
            Self::Device => "device",
            Self::Irregularity => "irregularity",
            Self::Layout => "layout",
            Self::Payout => "payout",
            Self::PhysicalOnly => "physical-only",
            Self::Procedure => "procedure",
            Self::Rule => "rule",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What holds a clause, or why nothing in the software does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HeldBy {
    /// At least one test names it.
    Test,
    /// Technique, furniture or a person's duty, which software cannot hold.
    Physical,
    /// It waits for the screens that show it.
    Screen,
    /// It waits for the devices that report it.
    Device,
    /// It only gives a word its meaning.
    Definition,
    /// It is printed on the physical layout.
    Layout,
}

impl HeldBy {
    /// Every holder.
    pub const ALL: [Self; 6] = [Self::Test, Self::Physical, Self::Screen, Self::Device, Self::Definition, Self::Layout];

    /// The name used in the register.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Test => "test",
            Self::Physical => "physical",
            Self::Screen => "screen",
            Self::Device => "device",
            Self::Definition => "definition",
            Self::Layout => "layout",
        }
    }
}

impl fmt::Display for HeldBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One clause of the register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clause {
    /// Its id.
    pub id: ClauseId,
    /// The game whose rules print it.
    pub game: GameId,
    /// Its chapter: a number, or a section's name in the California document.
    pub chapter: &'static str,
    /// What it is.
    pub kind: Kind,
    /// What it asks of the software.
    pub duty: &'static str,
    /// What holds it.
    pub held_by: HeldBy,
}

impl Clause {
    /// The clause of this id.
    #[must_use]
    pub fn find(id: &str) -> Option<&'static Self> {
        CLAUSES.binary_search_by(|clause| clause.id.0.cmp(id)).ok().map(|found| &CLAUSES[found])
    }
}

/// Every clause in the byte order of its id.
#[must_use]
pub fn clauses() -> &'static [Clause] {
    CLAUSES
}
