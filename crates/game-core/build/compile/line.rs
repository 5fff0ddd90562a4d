//! The lines of a data file: a comment runs from `#` to the end, blank lines mean nothing.

use super::fault::Place;

/// A line's place and its words.
#[derive(Debug)]
pub(crate) struct Line<'a> {
    pub(crate) place: Place,
    pub(crate) words: Vec<&'a str>,
}

/// Every line that has words.
pub(crate) fn lines<'a>(file: &'a str, text: &'a str) -> impl Iterator<Item = Line<'a>> {
    text.lines().enumerate().filter_map(move |(index, line)| {
        let words: Vec<_> = line.split('#').next().unwrap_or_default().split_whitespace().collect();
        (!words.is_empty()).then(|| Line { place: Place::new(file, index + 1), words })
    })
}
