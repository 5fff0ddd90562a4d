//! What a client does with the messages it gets: keeps the view, checks that nothing is missing, and that the view is right.
//!
//! This is the reference for clients in other languages.

use crate::hash::ViewHash;
use crate::patch;
use crate::socket::{Resume, ToServer, ToTerminal};
use crate::view::ViewDocument;
use game_core::view::View;

/// A terminal's or display's picture of its table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Mirror {
    picture: Option<Picture>,
}

#[derive(Clone, PartialEq, Debug)]
struct Picture {
    seq: u64,
    view: ViewDocument,
}

/// Why a message does not fit the picture. The next `hello` of the mirror sets it right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MirrorError {
    /// Events, or the word that they follow, before any view.
    #[error("events before a view")]
    NoView,
    /// Entries are missing, or come twice. The picture is as it was, and can be resumed.
    #[error("entries begin at {from}, {expected} was expected")]
    Gap {
        /// The entry that was expected next.
        expected: u64,
        /// The first entry of the message.
        from: u64,
    },
    /// The entries do not count from the first to the last. The picture is as it was.
    #[error("the entries of a message do not count from {from} to {seq}")]
    Miscounted {
        /// The first entry as the message says.
        from: u64,
        /// The last entry as the message says.
        seq: u64,
    },
    /// The server resumes elsewhere than where the mirror left off.
    #[error("resumed after {seq}, {expected} was asked for")]
    ResumedElsewhere {
        /// Where the mirror left off.
        expected: u64,
        /// Where the server resumes.
        seq: u64,
    },
    /// The picture is not what the server has. It is dropped; a fresh view is needed.
    #[error("the view after entry {seq} has the hash {computed}, {told} was told")]
    WrongHash {
        /// The last entry.
        seq: u64,
        /// The hash the server told.
        told: ViewHash,
        /// The hash of the view here.
        computed: ViewHash,
    },
}

impl Mirror {
    /// The first message on a socket: resumes where the picture ends, if there is one.
    #[must_use]
    pub fn hello(&self) -> ToServer {
        ToServer::Hello { resume: self.seq().map(|seq| Resume { seq }) }
    }

    /// The number of the last entry the picture knows of.
    #[must_use]
    pub fn seq(&self) -> Option<u64> {
        self.picture.as_ref().map(|picture| picture.seq)
    }

    /// The view as JSON.
    #[must_use]
    pub fn document(&self) -> Option<&ViewDocument> {
        self.picture.as_ref().map(|picture| &picture.view)
    }

    /// The view as a type; none before the first view, and none for a view of a later server that is not understood here.
    #[must_use]
    pub fn view(&self) -> Option<View> {
        self.document().and_then(|document| document.view().ok())
    }

    /// Takes a message in. Answers and signs of life do not change the picture.
    ///
    /// # Errors
    /// When the message does not fit the picture.
    pub fn take(&mut self, message: &ToTerminal) -> Result<(), MirrorError> {
        match message {
            ToTerminal::Welcome { seq, view, hash, .. } => {
                self.picture = Some(Picture { seq: *seq, view: view.clone() });
                self.verify(*hash)
            }
            ToTerminal::Resumed { seq } => match self.seq().ok_or(MirrorError::NoView)? {
                expected if expected == *seq => Ok(()),
                expected => Err(MirrorError::ResumedElsewhere { expected, seq: *seq }),
            },
            ToTerminal::Events { from, seq, entries, felt, own, hash } => {
                let picture = self.picture.as_mut().ok_or(MirrorError::NoView)?;
                if *from != picture.seq + 1 {
                    return Err(MirrorError::Gap { expected: picture.seq + 1, from: *from });
                }
                if !entries.iter().map(|entry| entry.seq).eq(*from..=*seq) || seq < from {
                    return Err(MirrorError::Miscounted { from: *from, seq: *seq });
                }
                picture.seq = *seq;
                if let Some(change) = felt {
                    patch::apply(&mut picture.view.felt, change);
                }
                if let Some(own) = own {
                    picture.view.own.clone_from(own);
                }
                self.verify(*hash)
            }
            ToTerminal::Accepted { .. }
            | ToTerminal::Refused { .. }
            | ToTerminal::Offers { .. }
            | ToTerminal::Pong { .. }
            | ToTerminal::Error { .. }
            | ToTerminal::Closing { .. } => Ok(()),
        }
    }

    /// Drops the picture unless it has the hash the server told.
    fn verify(&mut self, told: ViewHash) -> Result<(), MirrorError> {
        let Some(Picture { seq, view }) = &self.picture else { return Err(MirrorError::NoView) };
        let (seq, computed) = (*seq, view.hash());
        if computed == told {
            return Ok(());
        }
        self.picture = None;
        Err(MirrorError::WrongHash { seq, told, computed })
    }
}
