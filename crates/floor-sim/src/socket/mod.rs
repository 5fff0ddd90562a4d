//! A terminal's or display's socket: opened with a ticket, and read through a [`Mirror`], which checks that nothing is
//! missing and that every view has the hash the server told.

mod error;
mod handshake;

pub use error::SocketError;
pub(crate) use handshake::{Stream, open, open_device};

use crate::client::Client;
use futures_util::{SinkExt, StreamExt};
use game_core::command::Action;
use game_core::view::View;
use tokio::io::AsyncWriteExt;
use tokio_tungstenite::tungstenite::Message;
use wire::id::{CommandId, TableId};
use wire::socket::{CloseCode, ToServer, ToTerminal};
use wire::terminal::Mirror;

/// What a socket is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Post {
    /// The terminal of the seat the key speaks for.
    Terminal,
    /// A display of a table.
    Display(TableId),
}

/// An open socket and the picture it keeps up to date.
#[derive(Debug)]
pub struct Socket {
    stream: Stream,
    mirror: Mirror,
    /// Why the server said it would close.
    closing: Option<CloseCode>,
}

impl Socket {
    /// Opens a socket and waits for the view, or for the word that what was missed follows the picture kept so far.
    ///
    /// # Errors
    /// When there is no ticket, no connection, or no proper greeting.
    pub async fn open(client: &Client, post: Post, mirror: Mirror) -> Result<Self, SocketError> {
        let stream = open(client, post).await?;
        let mut socket = Self { stream, mirror, closing: None };
        let hello = socket.mirror.hello();
        socket.send(&hello).await?;
        match socket.next().await? {
            ToTerminal::Welcome { .. } | ToTerminal::Resumed { .. } => Ok(socket),
            other => Err(SocketError::Unexpected(Box::new(other))),
        }
    }

    /// The next message, already taken into the picture.
    ///
    /// # Errors
    /// When the socket is closed, or a message cannot be read or does not fit the picture.
    pub async fn next(&mut self) -> Result<ToTerminal, SocketError> {
        loop {
            let message = self.stream.next().await.ok_or(SocketError::Closed(self.closing))??;
            match message {
                Message::Text(text) => {
                    let message: ToTerminal = serde_json::from_str(&text)?;
                    self.mirror.take(&message)?;
                    if let ToTerminal::Closing { code, .. } = message {
                        self.closing = Some(code);
                    }
                    return Ok(message);
                }
                Message::Close(frame) => {
                    let code = frame.and_then(|frame| u16::from(frame.code).try_into().ok());
                    return Err(SocketError::Closed(code.or(self.closing)));
                }
                Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {}
            }
        }
    }

    /// Sends a message.
    ///
    /// # Errors
    /// When the socket is closed.
    pub async fn send(&mut self, message: &ToServer) -> Result<(), SocketError> {
        let text = serde_json::to_string(message)?;
        Ok(self.stream.send(Message::text(text)).await?)
    }

    /// Sends a command under this id.
    ///
    /// # Errors
    /// When the socket is closed.
    pub async fn command(&mut self, command_id: CommandId, action: Action) -> Result<(), SocketError> {
        self.send(&ToServer::Command { command_id, action }).await
    }

    /// The number of the last entry seen.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.mirror.seq().unwrap_or(0)
    }

    /// What is seen now.
    #[must_use]
    pub fn view(&self) -> Option<View> {
        self.mirror.view()
    }

    /// The picture kept so far.
    #[must_use]
    pub const fn mirror(&self) -> &Mirror {
        &self.mirror
    }

    /// Ends the connection without a word, as a pulled plug would. The picture stays, to resume with.
    pub async fn pull(&mut self) {
        // A line that is gone already needs no pulling.
        let _ = self.stream.get_mut().shutdown().await;
    }

    /// Lets the socket go and keeps the picture.
    #[must_use]
    pub fn into_mirror(self) -> Mirror {
        self.mirror
    }
}
