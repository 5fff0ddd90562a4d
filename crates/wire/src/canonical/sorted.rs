//! Writes canonical text straight from a type: members are sorted and null ones dropped as each object ends, so that no tree
//! is built on the way.

use serde::Serialize;
use serde::ser::Error;
use serde_json::ser::Formatter;
use std::cell::RefCell;
use std::io::{self, Write};
use std::ops::Range;

/// The canonical text of what is shown, without the members that would be null.
///
/// # Errors
/// When the value cannot be written as JSON.
pub fn document<T: Serialize + ?Sized>(shown: &T) -> Result<String, serde_json::Error> {
    let sheet = RefCell::new(SHEET.take());
    sheet.borrow_mut().clear();
    shown.serialize(&mut serde_json::Serializer::with_formatter(Pen(&sheet), Sorted(&sheet)))?;
    let sheet = sheet.into_inner();
    let text = std::str::from_utf8(&sheet.text).map(str::to_owned).map_err(serde_json::Error::custom);
    SHEET.set(sheet);
    text
}

thread_local! {
    /// The sheet of the last document, whose room the next one uses.
    static SHEET: RefCell<Sheet> = RefCell::default();
}

/// What is written so far.
#[derive(Debug, Default)]
struct Sheet {
    text: Vec<u8>,
    /// The objects that have begun and not ended.
    open: Vec<Object>,
    /// Their members, those of the innermost last.
    members: Vec<Member>,
    /// Where an object is put in order.
    ordered: Vec<u8>,
}

/// An object under way.
#[derive(Debug)]
struct Object {
    /// Where its text begins.
    start: usize,
    /// Its first member among all.
    members: usize,
}

/// A member: where its name stands, in quotes, and where its value ends.
#[derive(Debug)]
struct Member {
    name: Range<usize>,
    end: usize,
}

impl Sheet {
    fn clear(&mut self) {
        let Self { text, open, members, ordered } = self;
        text.clear();
        open.clear();
        members.clear();
        ordered.clear();
    }

    fn begin_object(&mut self) {
        self.open.push(Object { start: self.text.len(), members: self.members.len() });
    }

    fn begin_name(&mut self) {
        let here = self.text.len();
        self.members.push(Member { name: here..here, end: here });
    }

    fn end_name(&mut self) {
        let here = self.text.len();
        if let Some(member) = self.members.last_mut() {
            member.name.end = here;
        }
        self.text.push(b':');
    }

    fn end_value(&mut self) {
        let Some(member) = self.members.last_mut() else { return };
        member.end = self.text.len();
        if self.text[member.name.end..] == *b":null" {
            self.text.truncate(member.name.start);
            self.members.pop();
        }
    }

    /// Puts the members in order. Names are compared with their quotes, which come before every letter.
    fn end_object(&mut self) {
        let Some(object) = self.open.pop() else { return };
        let Self { text, members, ordered, .. } = self;
        let own = &mut members[object.members..];
        own.sort_unstable_by(|one, other| text[one.name.clone()].cmp(&text[other.name.clone()]));
        ordered.clear();
        for (place, member) in own.iter().enumerate() {
            ordered.push(if place == 0 { b'{' } else { b',' });
            ordered.extend_from_slice(&text[member.name.start..member.end]);
        }
        ordered.extend_from_slice(if own.is_empty() { b"{}" } else { b"}" });
        members.truncate(object.members);
        text.truncate(object.start);
        text.append(ordered);
    }
}

/// Adds to the sheet.
struct Pen<'a>(&'a RefCell<Sheet>);

impl Write for Pen<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Notes where members begin and end.
struct Sorted<'a>(&'a RefCell<Sheet>);

impl Formatter for Sorted<'_> {
    fn begin_object<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.0.borrow_mut().begin_object();
        Ok(())
    }

    fn end_object<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.0.borrow_mut().end_object();
        Ok(())
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, _: &mut W, _: bool) -> io::Result<()> {
        self.0.borrow_mut().begin_name();
        Ok(())
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.0.borrow_mut().end_name();
        Ok(())
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.0.borrow_mut().end_value();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn members_are_sorted_and_null_ones_left_out_at_any_depth() {
        #[derive(Serialize)]
        struct Shown {
            b: Option<u8>,
            ab: [Option<u8>; 2],
            a: Inner,
            empty: Inner,
        }
        #[derive(Serialize)]
        struct Inner {
            z: Option<&'static str>,
            y: Option<bool>,
        }
        let empty = || Inner { z: None, y: None };
        let shown =
            Shown { b: Some(1), ab: [None, Some(2)], a: Inner { z: Some("\"{:null,"), y: Some(true) }, empty: empty() };
        assert_eq!(document(&shown).unwrap(), r#"{"a":{"y":true,"z":"\"{:null,"},"ab":[null,2],"b":1,"empty":{}}"#);
        assert_eq!(document(&[empty()]).unwrap(), "[{}]");
    }

    #[test]
    fn what_is_no_object_is_written_as_it_is() {
        for value in [json!(null), json!(7), json!("a"), json!([null, [1, "\u{1}"]])] {
            assert_eq!(document(&value).unwrap(), value.to_string());
        }
    }
}
