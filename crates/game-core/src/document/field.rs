//! The place of something in a document: `wagers.progressive_payout.stakes_cents[1]`.

use std::fmt;

/// A place in a document.
#[derive(Clone, Debug)]
pub(crate) struct Field(String);

impl Field {
    /// The document itself.
    pub(crate) const fn root() -> Self {
        Self(String::new())
    }

    /// A field of the document itself.
    pub(crate) fn of(name: &str) -> Self {
        Self(name.to_owned())
    }

    /// A field of the object standing here.
    pub(crate) fn child(&self, name: impl fmt::Display) -> Self {
        if self.0.is_empty() { Self(name.to_string()) } else { Self(format!("{}.{name}", self.0)) }
    }

    /// An element of the list standing here.
    pub(crate) fn element(&self, index: usize) -> Self {
        Self(format!("{}[{index}]", self.0))
    }

    /// The place in words.
    pub(crate) fn as_str(&self) -> &str {
        if self.0.is_empty() { "document" } else { &self.0 }
    }
}

impl From<&Field> for String {
    fn from(field: &Field) -> Self {
        field.as_str().to_owned()
    }
}

/// Whether one place is the other, or stands around it.
pub(super) fn covers(outer: &str, inner: &str) -> bool {
    inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}
