//! A terminal's socket as cheap as it can be: frames are read where they lie, and only their numbers are looked at. One
//! terminal in [`CHECKED_ONE_IN`] keeps a mirror and checks every frame in full.

use super::message::{Heard, hear};
use crate::client::Client;
use crate::socket::{Post, SocketError, open};
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use wire::socket::ToServer;
use wire::terminal::Mirror;

/// One terminal in so many checks every frame.
pub(super) const CHECKED_ONE_IN: usize = 64;

/// What is read at once.
const READ: usize = 16 * 1024;

/// The first byte of a whole text frame, and of the answer to a ping.
const TEXT: u8 = 0x81;
const PONG: u8 = 0x8a;

/// The answer to a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Reply {
    /// It is entry number `seq`.
    Accepted { seq: u64 },
    /// It was refused, for good or for now.
    Refused { passing: bool, text: String },
}

/// A terminal's socket.
#[derive(Debug)]
pub(super) struct Line {
    stream: TcpStream,
    /// The beginning of a frame whose end has not come yet.
    rest: Vec<u8>,
    out: Vec<u8>,
    /// The last entry shown.
    pub(super) seq: u64,
    /// The answer to the last command, once it has come.
    pub(super) reply: Option<Reply>,
    /// What is looked for in frames, and whether it was found.
    pub(super) watched: Option<&'static str>,
    pub(super) frames: u64,
    pub(super) checked: u64,
    mirror: Option<Mirror>,
}

impl Line {
    /// Opens a terminal's socket and waits for its view.
    pub(super) async fn open(client: &Client, checks: bool) -> Result<Self, SocketError> {
        // Nothing comes before hello, so nothing is lost with the handshake's buffers.
        let stream = open(client, Post::Terminal).await?.into_inner();
        let mirror = checks.then(Mirror::default);
        let (rest, out) = (Vec::new(), Vec::with_capacity(512));
        let mut line = Self { stream, rest, out, seq: 0, reply: None, watched: None, frames: 0, checked: 0, mirror };
        line.send(&ToServer::Hello { resume: None }).await.map_err(io_error)?;
        std::future::poll_fn(|cx| match line.poll_take(cx) {
            Poll::Ready(error) => Poll::Ready(Err(io_error(error))),
            Poll::Pending if line.seq > 0 => Poll::Ready(Ok(())),
            Poll::Pending => Poll::Pending,
        })
        .await?;
        Ok(line)
    }

    /// Sends a message in one write. The mask is nought, so that the text goes out as it is.
    pub(super) async fn send(&mut self, message: &ToServer) -> io::Result<()> {
        self.out.clear();
        self.out.extend_from_slice(&[TEXT, 0, 0, 0, 0, 0, 0, 0]);
        serde_json::to_writer(&mut self.out, message)?;
        let length = u16::try_from(self.out.len() - 8).map_err(io::Error::other)?;
        let [high, low] = length.to_be_bytes();
        let start = if length < 126 {
            self.out[2..4].copy_from_slice(&[TEXT, 0x80 | low]);
            2
        } else {
            self.out[1..4].copy_from_slice(&[0x80 | 126, high, low]);
            0
        };
        self.stream.write_all(&self.out[start..]).await
    }

    /// Takes in everything that has come. Ready only when the line is broken.
    pub(super) fn poll_take(&mut self, cx: &mut Context<'_>) -> Poll<io::Error> {
        let mut buffer = [0; READ];
        loop {
            let mut read = ReadBuf::new(&mut buffer);
            match Pin::new(&mut self.stream).poll_read(cx, &mut read) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(Err(error)) => return Poll::Ready(error),
                Poll::Ready(Ok(())) => {}
            }
            if read.filled().is_empty() {
                return Poll::Ready(io::ErrorKind::UnexpectedEof.into());
            }
            if let Err(error) = self.take(read.filled()) {
                return Poll::Ready(error);
            }
        }
    }

    fn take(&mut self, new: &[u8]) -> io::Result<()> {
        if self.rest.is_empty() {
            let used = self.frames_of(new)?;
            self.rest.extend_from_slice(&new[used..]);
        } else {
            let mut rest = std::mem::take(&mut self.rest);
            rest.extend_from_slice(new);
            let used = self.frames_of(&rest)?;
            rest.drain(..used);
            self.rest = rest;
        }
        Ok(())
    }

    /// Takes in every whole frame, and says how many bytes they were.
    fn frames_of(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut used = 0;
        while let Some((opcode, header, length)) = header(&bytes[used..]) {
            let Some(payload) = bytes.get(used + header..used + header + length) else { break };
            match opcode {
                0x1 => self.text(payload)?,
                0x9 => self.pong()?,
                0x8 => return Err(io::ErrorKind::ConnectionAborted.into()),
                0xa => {}
                _ => return Err(io::Error::other("a frame in pieces, or one that is not text")),
            }
            used += header + length;
        }
        Ok(used)
    }

    fn text(&mut self, payload: &[u8]) -> io::Result<()> {
        let text = std::str::from_utf8(payload).map_err(io::Error::other)?;
        match hear(text)? {
            Heard::Events { from, seq } => {
                if from != self.seq + 1 {
                    return Err(io::Error::other(format!("entries {from} to {seq} after {}", self.seq)));
                }
                self.seq = seq;
                self.frames += 1;
                self.watched = self.watched.filter(|word| !text.contains(word));
            }
            Heard::Welcome { seq } => self.seq = seq,
            Heard::Reply(reply) => self.reply = Some(reply),
            Heard::Other => {}
        }
        if let Some(mirror) = &mut self.mirror {
            let message = serde_json::from_str(text)?;
            mirror.take(&message).map_err(io::Error::other)?;
            self.checked += 1;
        }
        Ok(())
    }

    fn pong(&self) -> io::Result<()> {
        match self.stream.try_write(&[PONG, 0x80, 0, 0, 0, 0]) {
            Ok(6) => Ok(()),
            Ok(_) => Err(io::ErrorKind::WriteZero.into()),
            // A line that cannot take six bytes now will be pinged again.
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(()),
            Err(error) => Err(error),
        }
    }
}

/// A frame's kind, the length of its header, and of what follows it.
fn header(bytes: &[u8]) -> Option<(u8, usize, usize)> {
    let (first, second) = (*bytes.first()?, *bytes.get(1)?);
    let opcode = if first & 0x80 == 0 { 0 } else { first & 0x0f };
    match second & 0x7f {
        126 => Some((opcode, 4, usize::from(u16::from_be_bytes(bytes.get(2..4)?.try_into().ok()?)))),
        127 => {
            let length = u64::from_be_bytes(bytes.get(2..10)?.try_into().ok()?);
            Some((opcode, 10, usize::try_from(length).ok()?))
        }
        short => Some((opcode, 2, usize::from(short))),
    }
}

fn io_error(error: io::Error) -> SocketError {
    tokio_tungstenite::tungstenite::Error::Io(error).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_every_length_are_read_once_they_are_whole() {
        assert_eq!(header(&[0x81, 5, b'h']), Some((1, 2, 5)));
        assert_eq!(header(&[0x81, 126, 1, 0]), Some((1, 4, 256)));
        assert_eq!(header(&[0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]), Some((1, 10, 65536)));
        assert_eq!(header(&[0x01, 5]), Some((0, 2, 5)), "a frame in pieces");
        for part in [&[][..], &[0x81], &[0x81, 126, 1], &[0x81, 127, 0, 0, 0, 0, 0, 1, 0]] {
            assert_eq!(header(part), None);
        }
    }
}
