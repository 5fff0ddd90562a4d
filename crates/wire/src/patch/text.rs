//! The same patch between two canonical texts, without reading either into a tree: what is equal in text is equal.

use std::cmp::Ordering;
use std::iter::Peekable;

/// What a patch takes, mostly.
const PATCH_BYTES: usize = 256;

/// The patch that leads from one canonical text to another, or none when they are equal. It is [`diff`](super::diff) in text.
#[must_use]
pub fn diff_text(before: &str, after: &str) -> Option<String> {
    let mut patch = String::with_capacity(PATCH_BYTES);
    write(before, after, &mut patch).then_some(patch)
}

/// Writes the patch; false, and nothing is written, when there is nothing to say.
fn write(before: &str, after: &str, patch: &mut String) -> bool {
    if before == after {
        return false;
    }
    if !(before.starts_with('{') && after.starts_with('{')) {
        patch.push_str(after);
        return true;
    }
    let (mut old, mut new) = (Members(&before[1..]).peekable(), Members(&after[1..]).peekable());
    let mut separator = '{';
    while let Some((name, change)) = next(&mut old, &mut new) {
        let length = patch.len();
        patch.push(separator);
        patch.push_str(name);
        patch.push(':');
        let said = match change {
            Change::Gone => {
                patch.push_str("null");
                true
            }
            Change::New(value) => {
                patch.push_str(value);
                true
            }
            Change::Both(before, after) => write(before, after, patch),
        };
        if said {
            separator = ',';
        } else {
            patch.truncate(length);
        }
    }
    patch.push('}');
    true
}

/// What became of a member.
enum Change<'a> {
    Gone,
    New(&'a str),
    Both(&'a str, &'a str),
}

/// The next member by name of two objects whose members are sorted.
fn next<'a>(old: &mut Peekable<Members<'a>>, new: &mut Peekable<Members<'a>>) -> Option<(&'a str, Change<'a>)> {
    let order = match (old.peek(), new.peek()) {
        (None, None) => return None,
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (Some((old, _)), Some((new, _))) => old.cmp(new),
    };
    Some(match order {
        Ordering::Less => (old.next()?.0, Change::Gone),
        Ordering::Greater => new.next().map(|(name, value)| (name, Change::New(value)))?,
        Ordering::Equal => {
            let ((name, before), (_, after)) = (old.next()?, new.next()?);
            (name, Change::Both(before, after))
        }
    })
}

/// The members of an object: names in their quotes, and values. What is left begins at a name.
struct Members<'a>(&'a str);

impl<'a> Iterator for Members<'a> {
    type Item = (&'a str, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.0;
        if !rest.starts_with('"') {
            return None;
        }
        let (name, rest) = rest.split_at(value_length(rest));
        let rest = rest.strip_prefix(':')?;
        let (value, rest) = rest.split_at(value_length(rest));
        self.0 = rest.strip_prefix(',').unwrap_or(rest);
        Some((name, value))
    }
}

/// How long the value is with which a text begins.
fn value_length(text: &str) -> usize {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for (place, byte) in text.bytes().enumerate() {
        if in_string {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => {
                    in_string = false;
                    if depth == 0 {
                        return place + 1;
                    }
                }
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => in_string = true,
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth == 0 => return place,
            b'}' | b']' => {
                depth -= 1;
                if depth == 0 {
                    return place + 1;
                }
            }
            b',' if depth == 0 => return place,
            _ => {}
        }
    }
    text.len()
}
