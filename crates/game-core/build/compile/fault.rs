//! What is wrong with a data file, and where.

use std::fmt;

/// A place in a data file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Place {
    pub(crate) file: String,
    pub(crate) line: usize,
}

impl Place {
    pub(crate) fn new(file: &str, line: usize) -> Self {
        Self { file: file.to_owned(), line }
    }

    /// A fault at this place: what stands there and what was expected instead.
    pub(crate) fn fault(&self, message: impl Into<String>) -> Fault {
        Fault { place: self.clone(), message: message.into() }
    }
}

/// One thing wrong, as `file:line: what was found and what was expected`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Fault {
    pub(crate) place: Place,
    pub(crate) message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.place.file, self.place.line, self.message)
    }
}
