//! The little a load generator wants to know of a message, found without reading it through.

use super::line::Reply;
use std::io;
use wire::problem::ProblemCode;
use wire::socket::ToTerminal;

/// What a message says.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Heard {
    Welcome { seq: u64 },
    Events { from: u64, seq: u64 },
    Reply(Reply),
    Other,
}

const EVENTS: &str = r#"{"type":"events","from":"#;
const ACCEPTED: &str = r#"{"type":"accepted","command_id":""#;
const SEQ: &str = r#","seq":"#;
/// An id and the quotation mark after it.
const ID: usize = 37;

/// What a message says. The messages that come all the time are known by how they begin.
pub(super) fn hear(text: &str) -> io::Result<Heard> {
    if let Some(rest) = text.strip_prefix(EVENTS) {
        let (from, rest) = number(rest)?;
        let (seq, _) = number(rest.strip_prefix(SEQ).ok_or_else(unknown)?)?;
        return Ok(Heard::Events { from, seq });
    }
    if let Some(rest) = text.strip_prefix(ACCEPTED) {
        let rest = rest.get(ID..).and_then(|rest| rest.strip_prefix(SEQ)).ok_or_else(unknown)?;
        return Ok(Heard::Reply(Reply::Accepted { seq: number(rest)?.0 }));
    }
    Ok(match serde_json::from_str(text)? {
        ToTerminal::Welcome { seq, .. } => Heard::Welcome { seq },
        ToTerminal::Events { from, seq, .. } => Heard::Events { from, seq },
        ToTerminal::Accepted { seq, .. } => Heard::Reply(Reply::Accepted { seq }),
        ToTerminal::Refused { code, .. } => {
            let passing = matches!(code, ProblemCode::Edge(code) if code.is_passing());
            Heard::Reply(Reply::Refused { passing, text: text.to_owned() })
        }
        ToTerminal::Closing { .. } => return Err(io::Error::other(text.to_owned())),
        ToTerminal::Resumed { .. } | ToTerminal::Offers { .. } | ToTerminal::Pong { .. } | ToTerminal::Error { .. } => {
            Heard::Other
        }
    })
}

/// The number a text begins with, and what follows it.
fn number(text: &str) -> io::Result<(u64, &str)> {
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let number = text[..end].parse().map_err(|_| unknown())?;
    Ok((number, &text[end..]))
}

fn unknown() -> io::Error {
    io::Error::other("a message that is not written as it should be")
}

#[cfg(test)]
mod tests {
    use super::*;
    use wire::hash::ViewHash;
    use wire::hex::Hex32;
    use wire::id::CommandId;
    use wire::problem::EdgeCode;
    use wire::socket::{PublicPart, frame_text};

    #[test]
    fn messages_are_known_as_the_wire_writes_them() {
        let frame = frame_text(&PublicPart::new(41, 43, &[], None).unwrap(), None, &ViewHash(Hex32([0; 32])));
        assert_eq!(hear(&frame).unwrap(), Heard::Events { from: 41, seq: 43 });
        let (command_id, repeated) = (CommandId::fresh(), false);
        let accepted = serde_json::to_string(&ToTerminal::Accepted { command_id, seq: 7, repeated }).unwrap();
        assert_eq!(hear(&accepted).unwrap(), Heard::Reply(Reply::Accepted { seq: 7 }));
        for (code, passing) in [(EdgeCode::Busy, true), (EdgeCode::SeatEmpty, false)] {
            let text = serde_json::to_string(&ToTerminal::refused(command_id, code)).unwrap();
            assert_eq!(hear(&text).unwrap(), Heard::Reply(Reply::Refused { passing, text: text.clone() }));
        }
        assert_eq!(hear(r#"{"type":"pong","nonce":1}"#).unwrap(), Heard::Other);
        assert!(hear(r#"{"type":"events","from":1,"sequence":2}"#).is_err());
    }
}
