//! From a key to an open socket: a ticket by REST, then the handshake.

use super::{Post, SocketError};
use crate::client::{Client, ClientError, connect};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::ClientRequestBuilder;
use tokio_tungstenite::tungstenite::http::Uri;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, http};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use wire::device::DEVICE_SUBPROTOCOL;
use wire::problem::Problem;
use wire::socket::SUBPROTOCOL;

/// A WebSocket without TLS.
pub(crate) type Stream = WebSocketStream<TcpStream>;

/// What is read at once: a view is a few kilobytes.
const READ_BUFFER: usize = 4 * 1024;

/// The longest message taken.
const MESSAGE_MAX: usize = 1024 * 1024;

/// Opens a socket.
pub(crate) async fn open(client: &Client, post: Post) -> Result<Stream, SocketError> {
    let (path, table) = match post {
        Post::Terminal => ("/v1/terminal".to_owned(), None),
        Post::Display(table) => (format!("/v1/tables/{table}/display"), Some(table)),
    };
    let ticket = client.ticket(table).await?.ticket;
    let host = client.host();
    let uri: Uri = format!("ws://{host}{path}?ticket={ticket}").parse().map_err(ClientError::transport)?;
    let request = ClientRequestBuilder::new(uri).with_sub_protocol(SUBPROTOCOL);
    let stream = connect(host).await?;
    match client_async_with_config(request, stream, Some(config())).await {
        Ok((stream, _)) => Ok(stream),
        Err(Error::Http(response)) => Err(SocketError::Refused(refusal(&response))),
        Err(error) => Err(error.into()),
    }
}

/// Opens a device's socket on a connection: no ticket, because every message is signed.
pub(crate) async fn open_device(host: &str, stream: TcpStream) -> Result<Stream, SocketError> {
    let uri: Uri = format!("ws://{host}/v1/device").parse().map_err(ClientError::transport)?;
    let request = ClientRequestBuilder::new(uri).with_sub_protocol(DEVICE_SUBPROTOCOL);
    match client_async_with_config(request, stream, Some(config())).await {
        Ok((stream, _)) => Ok(stream),
        Err(Error::Http(response)) => Err(SocketError::Refused(refusal(&response))),
        Err(error) => Err(error.into()),
    }
}

fn config() -> WebSocketConfig {
    WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_message_size(Some(MESSAGE_MAX))
        .max_frame_size(Some(MESSAGE_MAX))
}

/// What the server said instead of opening a socket.
fn refusal(response: &http::Response<Option<Vec<u8>>>) -> ClientError {
    let problem = response.body().as_deref().and_then(|body| serde_json::from_slice::<Problem>(body).ok());
    match problem {
        Some(problem) => ClientError::Problem(Box::new(problem)),
        None => ClientError::Transport(format!("no socket: status {}", response.status())),
    }
}
