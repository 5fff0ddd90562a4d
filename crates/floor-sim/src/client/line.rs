//! One HTTP/1 connection that is kept open: requests go one after the other, and a broken line is made anew.

use super::error::{Answered, ClientError};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{self, SendRequest};
use hyper::{Method, Request, StatusCode, header};
use hyper_util::rt::TokioIo;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::sync::Mutex;

/// How long an answer may take.
const ANSWER_WITHIN: Duration = Duration::from_secs(30);

/// A request, as it is sent however often.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) method: Method,
    pub(super) path: String,
    pub(super) body: Bytes,
    /// The `Idempotency-Key`, where the body does not carry one.
    pub(super) key: Option<wire::id::CommandId>,
}

/// An answer's status and body.
#[derive(Debug)]
pub(super) struct Told {
    pub(super) status: StatusCode,
    pub(super) body: Bytes,
}

/// A connection to a server.
#[derive(Debug)]
pub(super) struct Line {
    /// `host:port`.
    host: String,
    sender: Mutex<Option<SendRequest<Full<Bytes>>>>,
}

impl Line {
    pub(super) fn new(host: String) -> Self {
        Self { host, sender: Mutex::new(None) }
    }

    pub(super) fn host(&self) -> &str {
        &self.host
    }

    /// Sends a request and reads the whole answer. Whatever goes wrong, the next request finds a fresh connection.
    pub(super) async fn ask(&self, asked: &Asked, bearer: &str) -> Answered<Told> {
        let mut place = self.sender.lock().await;
        let sender = match place.take().filter(|sender| !sender.is_closed()) {
            Some(sender) => sender,
            None => self.connect().await?,
        };
        let exchange = tokio::time::timeout(ANSWER_WITHIN, exchange(sender, self.request(asked, bearer)?));
        let (sender, told) = exchange.await.map_err(|_| ClientError::transport("no answer in time"))??;
        *place = Some(sender);
        Ok(told)
    }

    fn request(&self, asked: &Asked, bearer: &str) -> Answered<Request<Full<Bytes>>> {
        let mut request = Request::builder()
            .method(asked.method.clone())
            .uri(&asked.path)
            .header(header::HOST, &self.host)
            .header(header::AUTHORIZATION, bearer);
        if !asked.body.is_empty() {
            request = request.header(header::CONTENT_TYPE, "application/json");
        }
        if let Some(key) = asked.key {
            request = request.header("idempotency-key", key.to_string());
        }
        request.body(Full::new(asked.body.clone())).map_err(ClientError::transport)
    }

    async fn connect(&self) -> Answered<SendRequest<Full<Bytes>>> {
        let stream = connect(&self.host).await?;
        let (sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(ClientError::transport)?;
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended");
            }
        });
        Ok(sender)
    }
}

/// A TCP connection that sends small messages at once.
pub(crate) async fn connect(host: &str) -> Answered<TcpStream> {
    let stream = TcpStream::connect(host).await.map_err(ClientError::transport)?;
    stream.set_nodelay(true).map_err(ClientError::transport)?;
    Ok(stream)
}

async fn exchange(
    mut sender: SendRequest<Full<Bytes>>,
    request: Request<Full<Bytes>>,
) -> Answered<(SendRequest<Full<Bytes>>, Told)> {
    sender.ready().await.map_err(ClientError::transport)?;
    let response = sender.send_request(request).await.map_err(ClientError::transport)?;
    let status = response.status();
    let body = response.into_body().collect().await.map_err(ClientError::transport)?.to_bytes();
    Ok((sender, Told { status, body }))
}
