//! A dealer's REST connection as cheap as it can be: one request at a time, written in one write, and of the answer only
//! the status and the entry's number are looked at.

use crate::client::{Client, connect};
use game_core::command::Action;
use std::io::{self, Write};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use wire::id::{CommandId, TableId};
use wire::rest::commands::CommandRequest;

/// What came of a request.
#[derive(Debug)]
pub(super) struct Told {
    pub(super) status: u16,
    pub(super) body: Vec<u8>,
}

/// A dealer's connection to one table.
#[derive(Debug)]
pub(super) struct Rest {
    stream: TcpStream,
    /// Everything of a request's head but its length.
    head: Vec<u8>,
    out: Vec<u8>,
    body: Vec<u8>,
    inbox: Vec<u8>,
}

impl Rest {
    pub(super) async fn open(client: &Client, table: TableId) -> io::Result<Self> {
        let stream = connect(client.host()).await.map_err(io::Error::other)?;
        let head = format!(
            "POST /v1/tables/{table}/commands HTTP/1.1\r\nhost: {}\r\nauthorization: {}\r\n\
             content-type: application/json\r\ncontent-length: ",
            client.host(),
            client.bearer(),
        );
        Ok(Self { stream, head: head.into_bytes(), out: Vec::new(), body: Vec::new(), inbox: Vec::new() })
    }

    /// Asks for something to be done, and waits for the answer.
    pub(super) async fn command(&mut self, command_id: CommandId, action: Action) -> io::Result<Told> {
        self.body.clear();
        serde_json::to_writer(&mut self.body, &CommandRequest { command_id, action })?;
        self.out.clear();
        self.out.extend_from_slice(&self.head);
        write!(self.out, "{}\r\n\r\n", self.body.len())?;
        self.out.extend_from_slice(&self.body);
        self.stream.write_all(&self.out).await?;
        self.inbox.clear();
        loop {
            if self.stream.read_buf(&mut self.inbox).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if let Some((status, start, length)) = head(&self.inbox)?
                && let Some(body) = self.inbox.get(start..start + length)
            {
                return Ok(Told { status, body: body.to_vec() });
            }
        }
    }
}

impl Told {
    /// The number of the entry, of an accepted command.
    pub(super) fn seq(&self) -> Option<u64> {
        let text = std::str::from_utf8(&self.body).ok().filter(|_| self.status == 200)?;
        let digits = text.split_once("\"seq\":")?.1;
        digits.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
    }
}

/// Status, where the body begins and how long it is, once the head of an answer is whole.
fn head(bytes: &[u8]) -> io::Result<Option<(u16, usize, usize)>> {
    let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") else { return Ok(None) };
    let text = std::str::from_utf8(&bytes[..end]).map_err(io::Error::other)?;
    let status = text.get(9..12).and_then(|status| status.parse().ok());
    let length = text.lines().filter_map(|line| line.split_once(':')).find_map(|(name, value)| {
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().ok()).flatten()
    });
    match (status, length) {
        (Some(status), Some(length)) => Ok(Some((status, end + 4, length))),
        _ => Err(io::Error::other("an answer without a status or a length")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answers_head_is_read_once_it_is_whole() {
        let answer = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\ncontent-length: 12\r\n\r\n{\"seq\":4711}";
        assert!((0..answer.len() - 13).all(|end| head(&answer[..end]).unwrap().is_none()));
        let (status, start, length) = head(answer).unwrap().unwrap();
        let told = Told { status, body: answer[start..start + length].to_vec() };
        assert_eq!((told.status, told.seq()), (200, Some(4711)));
        assert!(head(b"HTTP/1.1 200 OK\r\n\r\n").is_err());
    }
}
