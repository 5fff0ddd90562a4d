//! A typed client of the REST interface: one method a route. A request whose answer was lost is sent again under the
//! same key, so that it takes effect once.

mod error;
mod line;
mod routes;

pub use error::{Answered, ClientError};
pub(crate) use line::connect;

use hyper::Method;
use hyper::body::Bytes;
use line::{Asked, Line, Told};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;
use std::time::Duration;
use wire::id::CommandId;
use wire::problem::Problem;

/// How often a request is sent before it is given up.
const TRIES: u32 = 8;

/// The pause before the second try; each further one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(25);

/// The longest pause between two tries.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// A holder of a key, talking to a server. Clones, and clients with other keys, share the connection.
#[derive(Clone)]
pub struct Client {
    line: Arc<Line>,
    bearer: Arc<str>,
    password: Arc<str>,
    first_pause: Duration,
}

/// Logs never show the key.
impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Client").field("host", &self.line.host()).finish_non_exhaustive()
    }
}

impl Client {
    /// A client of the server at `http://host:port`, connected when it is first needed.
    ///
    /// # Errors
    /// When the base is not such an address.
    pub fn new(base: &str, key: &str) -> Answered<Self> {
        let host = base.strip_prefix("http://").map(|host| host.trim_end_matches('/'));
        let host = host.filter(|host| !host.is_empty() && !host.contains('/'));
        let host = host.ok_or_else(|| ClientError::Transport(format!("'{base}' is not http://host:port")))?;
        let host = if host.contains(':') { host.to_owned() } else { format!("{host}:80") };
        let line = Arc::new(Line::new(host));
        Ok(Self { line, bearer: bearer(key), password: Arc::default(), first_pause: FIRST_PAUSE })
    }

    /// The holder of another key, on the same connection.
    #[must_use]
    pub fn with_key(&self, key: &str) -> Self {
        Self { bearer: bearer(key), password: Arc::default(), ..self.clone() }
    }

    /// The holder of the same key, on a connection of its own.
    #[must_use]
    pub fn apart(&self) -> Self {
        Self { line: Arc::new(Line::new(self.line.host().to_owned())), ..self.clone() }
    }

    /// What the `Authorization` header says.
    pub(crate) fn bearer(&self) -> &str {
        &self.bearer
    }

    /// The same person, who has this password.
    #[must_use]
    pub fn whose_password_is(self, password: &str) -> Self {
        Self { password: password.into(), ..self }
    }

    /// What the person proves to be with for one act.
    pub(crate) fn password(&self) -> &str {
        &self.password
    }

    pub(crate) fn host(&self) -> &str {
        self.line.host()
    }

    async fn get<T: DeserializeOwned>(&self, path: String) -> Answered<T> {
        self.ask(Asked { method: Method::GET, path, body: Bytes::new(), key: None }).await
    }

    /// Sends a request that needs no body.
    async fn bare<T: DeserializeOwned>(&self, method: Method, path: String) -> Answered<T> {
        self.ask(Asked { method, path, body: Bytes::new(), key: Some(CommandId::fresh()) }).await
    }

    async fn send<T: DeserializeOwned>(
        &self,
        method: Method,
        path: String,
        body: &impl Serialize,
        key: Option<CommandId>,
    ) -> Answered<T> {
        let body = serde_json::to_vec(body).map_err(ClientError::transport)?.into();
        self.ask(Asked { method, path, body, key }).await
    }

    /// Sends a request whose answer has no body.
    async fn send_unanswered(&self, path: String, body: &impl Serialize) -> Answered<()> {
        let body = serde_json::to_vec(body).map_err(ClientError::transport)?.into();
        let asked = Asked { method: Method::POST, path, body, key: Some(CommandId::fresh()) };
        let told = self.line.ask(&asked, &self.bearer).await?;
        if told.status.is_success() { Ok(()) } else { read(&told) }
    }

    /// Asks until there is an answer that will not change by asking again, or patience ends.
    async fn ask<T: DeserializeOwned>(&self, asked: Asked) -> Answered<T> {
        let mut pause = self.first_pause;
        for _ in 1..TRIES {
            match self.once(&asked).await {
                Err(error) if error.is_passing() => {
                    tracing::debug!(method = %asked.method, path = asked.path, %error, "asking again");
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
                answer => return answer,
            }
        }
        self.once(&asked).await
    }

    async fn once<T: DeserializeOwned>(&self, asked: &Asked) -> Answered<T> {
        read(&self.line.ask(asked, &self.bearer).await?)
    }
}

fn bearer(key: &str) -> Arc<str> {
    format!("Bearer {key}").into()
}

fn read<T: DeserializeOwned>(told: &Told) -> Answered<T> {
    if told.status.is_success() {
        // An answer without a body says that it is done.
        let body = if told.body.is_empty() { b"null" } else { &*told.body };
        return serde_json::from_slice(body).map_err(ClientError::transport);
    }
    match serde_json::from_slice::<Problem>(&told.body) {
        Ok(problem) => Err(ClientError::Problem(Box::new(problem))),
        Err(_) => Err(ClientError::Transport(format!("status {} without a problem", told.status))),
    }
}

#[cfg(test)]
mod tests;
