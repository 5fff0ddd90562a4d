//! What a dealer sees of the table: a display's socket that comes back by itself, and what has left the deck.

use crate::client::Client;
use crate::socket::{Post, Socket, SocketError};
use crate::tally::Tally;
use game_core::view::{Felt, Shown};
use std::sync::Arc;
use std::time::Duration;
use wire::id::TableId;
use wire::rest::events::Told;
use wire::rest::rounds::RoundsQuery;
use wire::socket::ToTerminal;
use wire::terminal::Mirror;

/// How long a display waits before it connects again, and how often it tries.
const RETURN_PAUSE: Duration = Duration::from_millis(200);
const RETURN_TRIES: u32 = 50;

/// A display, and the count of the cards that have left the deck in this round.
#[derive(Debug)]
pub(super) struct Watch {
    client: Client,
    table: TableId,
    /// None only while the connection is made anew.
    socket: Option<Socket>,
    mirror: Mirror,
    /// None when the round was entered in the middle.
    cards_out: Option<u8>,
    tally: Arc<Tally>,
}

impl Watch {
    pub(super) async fn new(client: Client, table: TableId, tally: Arc<Tally>) -> Result<Self, SocketError> {
        let socket = Socket::open(&client, Post::Display(table), Mirror::default()).await?;
        Ok(Self { client, table, socket: Some(socket), mirror: Mirror::default(), cards_out: None, tally })
    }

    /// The table as everybody sees it, once everything up to this entry was shown.
    pub(super) async fn felt(&mut self, seq: u64) -> Result<Felt, SocketError> {
        loop {
            let socket = self.socket().await?;
            if socket.seq() >= seq
                && let Some(view) = socket.view()
            {
                return Ok(view.felt);
            }
            self.message().await?;
        }
    }

    /// Waits until something happens after this entry, or until time is up.
    pub(super) async fn change(&mut self, seq: u64, within: Duration) -> Result<(), SocketError> {
        let change = async {
            while self.socket().await?.seq() <= seq {
                self.message().await?;
            }
            Ok(())
        };
        tokio::time::timeout(within, change).await.unwrap_or(Ok(()))
    }

    /// How many cards have left the deck in this round.
    pub(super) async fn cards_out(&mut self) -> u8 {
        match self.cards_out {
            Some(out) => out,
            None => self.look_up().await.unwrap_or(0),
        }
    }

    async fn socket(&mut self) -> Result<&Socket, SocketError> {
        if self.socket.is_none() {
            self.socket = Some(self.reopened().await?);
            self.tally.returned.add();
        }
        self.socket.as_ref().ok_or(SocketError::Closed(None))
    }

    async fn reopened(&mut self) -> Result<Socket, SocketError> {
        for _ in 0..RETURN_TRIES {
            let mirror = std::mem::take(&mut self.mirror);
            match Socket::open(&self.client, Post::Display(self.table), mirror).await {
                Ok(socket) => return Ok(socket),
                Err(error) => tracing::debug!(%error, "the display cannot come back yet"),
            }
            // Whatever happened meanwhile was not counted.
            self.cards_out = None;
            tokio::time::sleep(RETURN_PAUSE).await;
        }
        Err(SocketError::Closed(None))
    }

    /// Takes the next message in; a socket that is gone is opened again the next time it is needed.
    async fn message(&mut self) -> Result<(), SocketError> {
        let Some(socket) = self.socket.as_mut() else { return Ok(()) };
        match socket.next().await {
            Ok(message) => self.count(&message),
            Err(error) => {
                if error.is_fault() {
                    self.tally.surprise(format!("table {}: {error}", self.table));
                }
                self.mirror = self.socket.take().map(Socket::into_mirror).unwrap_or_default();
            }
        }
        Ok(())
    }

    fn count(&mut self, message: &ToTerminal) {
        match message {
            ToTerminal::Welcome { .. } => self.cards_out = None,
            ToTerminal::Events { entries, .. } => {
                for event in entries.iter().flat_map(|entry| &entry.events) {
                    if matches!(event, Shown::RoundOpened { .. }) {
                        self.cards_out = Some(0);
                    }
                    self.cards_out = self.cards_out.map(|out| out + u8::from(leaves_the_deck(event)));
                }
            }
            _ => {}
        }
    }

    /// Counts the cards of the open round from its record.
    async fn look_up(&mut self) -> Option<u8> {
        let query = RoundsQuery { before: None, limit: Some(1) };
        let page = self.client.rounds(self.table, query).await.ok()?;
        let record = self.client.round(page.rounds.first()?.id).await.ok()?;
        let shown = record.entries.iter().flat_map(|entry| match &entry.told {
            Told::Shown(shown) => shown.as_slice(),
            Told::Events(_) => &[],
        });
        u8::try_from(shown.filter(|event| leaves_the_deck(event)).count()).ok()
    }
}

const fn leaves_the_deck(event: &Shown) -> bool {
    matches!(
        event,
        Shown::CardDealt { .. } | Shown::CardRepeated { .. } | Shown::CardUnread { .. } | Shown::CardSetAside { .. }
    )
}
