//! The other end of a socket: it reads every message strictly, and checks what it is shown against its own picture.

use crate::house::{Game, Holder, TestServer};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use store::testing::within;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::ClientRequestBuilder;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};
use wire::device::DEVICE_SUBPROTOCOL;
use wire::socket::{Entry, SUBPROTOCOL, ToTerminal};
use wire::terminal::Mirror;

/// A socket without TLS.
pub(crate) type Stream = WebSocketStream<TcpStream>;

/// What comes over a socket.
#[derive(Debug)]
pub(crate) enum Heard {
    /// A message.
    Text(String),
    /// The end, with the code of the close frame if there was one.
    End(Option<u16>),
}

/// A ticket for whoever holds a key.
pub(crate) async fn ticket(holder: &Holder) -> String {
    holder.post("/v1/tickets", &json!({})).await.told(201)["ticket"].as_str().unwrap().to_owned()
}

/// Opens a socket at this path with a ticket of the holder's.
pub(crate) async fn dial(server: &TestServer, holder: &Holder, path: &str) -> Stream {
    let connection = TcpStream::connect(server.server.address()).await.unwrap();
    dial_over(connection, server, holder, path).await
}

/// Opens a socket over this connection.
pub(crate) async fn dial_over(connection: TcpStream, server: &TestServer, holder: &Holder, path: &str) -> Stream {
    let address = server.server.address();
    let uri = format!("ws://{address}{path}?ticket={}", ticket(holder).await).parse().unwrap();
    let request = ClientRequestBuilder::new(uri).with_sub_protocol(SUBPROTOCOL);
    client_async(request, connection).await.unwrap().0
}

/// Opens a socket for a device.
pub(crate) async fn dial_device(server: &TestServer) -> Stream {
    let address = server.server.address();
    let request = ClientRequestBuilder::new(format!("ws://{address}/v1/device").parse().unwrap());
    let request = request.with_sub_protocol(DEVICE_SUBPROTOCOL);
    client_async(request, TcpStream::connect(address).await.unwrap()).await.unwrap().0
}

/// The next thing that comes over a socket. Pings are signs of life of the server, not of what is waited for.
pub(crate) async fn hear(stream: &mut Stream) -> Heard {
    within("something comes over the socket", async {
        loop {
            match stream.next().await {
                Some(Ok(Message::Text(text))) => return Heard::Text(text.as_str().to_owned()),
                Some(Ok(Message::Close(frame))) => return Heard::End(frame.map(|frame| frame.code.into())),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(other)) => panic!("the server sends only text: {other:?}"),
                Some(Err(_)) | None => return Heard::End(None),
            }
        }
    })
    .await
}

/// The next message, as it came.
pub(crate) async fn hear_text(stream: &mut Stream) -> String {
    match hear(stream).await {
        Heard::Text(text) => text,
        Heard::End(code) => panic!("the socket is closed: {code:?}"),
    }
}

/// Says hello.
pub(crate) async fn greet(stream: &mut Stream) {
    let hello = serde_json::to_string(&Mirror::default().hello()).unwrap();
    stream.send(Message::text(hello)).await.unwrap();
}

/// A terminal or a display.
pub(crate) struct Watcher {
    pub(crate) stream: Stream,
    pub(crate) mirror: Mirror,
    /// Every message as it came.
    pub(crate) texts: Vec<String>,
    /// Every entry told, in order.
    pub(crate) entries: Vec<Entry>,
    /// First and last entry of each frame.
    pub(crate) frames: Vec<(u64, u64)>,
}

impl Watcher {
    /// The terminal of the holder's seat, greeted with a view.
    pub(crate) async fn terminal(server: &TestServer, holder: &Holder) -> Self {
        Self::greeted(dial(server, holder, "/v1/terminal").await, Mirror::default()).await
    }

    /// A display of the table, greeted with a view.
    pub(crate) async fn display(server: &TestServer, holder: &Holder, game: &Game) -> Self {
        Self::greeted(dial(server, holder, &game.sub("display")).await, Mirror::default()).await
    }

    /// Somebody on an open socket, who has this picture and has been greeted.
    pub(crate) async fn greeted(stream: Stream, mirror: Mirror) -> Self {
        let mut watcher = Self { stream, mirror, texts: Vec::new(), entries: Vec::new(), frames: Vec::new() };
        let hello = serde_json::to_value(watcher.mirror.hello()).unwrap();
        watcher.say(&hello).await;
        let greeting = watcher.next().await;
        assert!(matches!(greeting, ToTerminal::Welcome { .. } | ToTerminal::Resumed { .. }), "{greeting:?}");
        watcher
    }

    /// Sends a message.
    pub(crate) async fn say(&mut self, message: &Value) {
        self.stream.send(Message::text(message.to_string())).await.unwrap();
    }

    /// Asks for an action under this name.
    pub(crate) async fn ask(&mut self, command_id: &str, action: &Value) {
        self.say(&json!({"type": "command", "command_id": command_id, "action": action})).await;
    }

    /// Sends whatever this is; a socket that is closed already takes nothing.
    pub(crate) async fn throw(&mut self, message: Message) -> Result<(), Error> {
        self.stream.send(message).await
    }

    /// The next message, which fits the picture and has the right hash.
    pub(crate) async fn next(&mut self) -> ToTerminal {
        match self.next_or_end().await {
            Ok(message) => message,
            Err(code) => panic!("the socket is closed: {code:?}"),
        }
    }

    /// The next message, or the code with which the socket ends.
    pub(crate) async fn next_or_end(&mut self) -> Result<ToTerminal, Option<u16>> {
        let text = match hear(&mut self.stream).await {
            Heard::Text(text) => text,
            Heard::End(code) => return Err(code),
        };
        let message: ToTerminal = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        self.mirror.take(&message).unwrap_or_else(|error| panic!("{error}: {text}"));
        if let ToTerminal::Events { from, seq, entries, .. } = &message {
            self.frames.push((*from, *seq));
            self.entries.extend(entries.iter().cloned());
        }
        self.texts.push(text);
        Ok(message)
    }

    /// The next message that is no frame, as JSON.
    pub(crate) async fn answer(&mut self) -> Value {
        loop {
            let message = self.next().await;
            if !matches!(message, ToTerminal::Events { .. }) {
                return serde_json::to_value(message).unwrap();
            }
        }
    }

    /// Follows the table up to an entry.
    pub(crate) async fn follow(&mut self, seq: u64) {
        while self.mirror.seq().unwrap() < seq {
            self.next().await;
        }
        assert_eq!(self.mirror.seq(), Some(seq));
    }

    /// What is seen now, as JSON.
    pub(crate) fn view(&self) -> Value {
        serde_json::to_value(self.mirror.document().unwrap()).unwrap()
    }

    /// Reads to the end: the code of the last message, which must be `closing`, and of the close frame.
    pub(crate) async fn closed(&mut self) -> (u16, Option<u16>) {
        let mut told = 0;
        loop {
            match self.next_or_end().await {
                Ok(ToTerminal::Closing { code, .. }) => told = code.into(),
                Ok(other) => assert_eq!(told, 0, "{other:?} after closing"),
                Err(code) => return (told, code),
            }
        }
    }
}
