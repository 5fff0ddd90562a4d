//! Requests as they go over the wire, right or wrong, and their answers.

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST};
use hyper::{HeaderMap, Method, Request};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use std::net::SocketAddr;
use store::testing::within;
use tokio::net::TcpStream;
use uuid::Uuid;

/// Somebody who may hold a session's token or a key.
#[derive(Clone)]
pub(crate) struct Holder {
    address: SocketAddr,
    key: Option<String>,
    password: String,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Holder {
    pub(crate) const fn new(address: SocketAddr, key: Option<String>) -> Self {
        Self { address, key, password: String::new() }
    }

    /// The same, who has a password.
    pub(crate) fn whose_password_is(self, password: String) -> Self {
        Self { password, ..self }
    }

    /// The password, of a person.
    pub(crate) fn password(&self) -> &str {
        &self.password
    }

    /// The token it holds.
    pub(crate) fn token(&self) -> &str {
        self.key.as_deref().unwrap()
    }

    /// The same holder at another server.
    pub(crate) fn at(&self, address: SocketAddr) -> Self {
        Self { address, ..self.clone() }
    }

    /// A request with these headers beside the key.
    pub(crate) async fn ask(&self, method: &Method, path: &str, headers: &[(&str, &str)], body: &str) -> Reply {
        within(format!("{method} {path} is answered"), self.exchange(method, path, headers, body)).await
    }

    async fn exchange(&self, method: &Method, path: &str, headers: &[(&str, &str)], body: &str) -> Reply {
        let mut request = Request::builder().method(method).uri(path).header(HOST, self.address.to_string());
        if let Some(key) = &self.key {
            request = request.header(AUTHORIZATION, format!("Bearer {key}"));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Full::new(Bytes::from(body.to_owned()))).unwrap();
        let stream = TcpStream::connect(self.address).await.unwrap();
        let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.unwrap();
        let connection = tokio::spawn(connection.with_upgrades());
        let answer = sender.send_request(request).await.unwrap();
        let (parts, body) = answer.into_parts();
        let text = String::from_utf8(body.collect().await.unwrap().to_bytes().to_vec()).unwrap();
        connection.abort();
        Reply { status: parts.status.as_u16(), headers: parts.headers, text }
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.ask(&Method::GET, path, &[], "").await
    }

    /// A body under a fresh `Idempotency-Key`.
    pub(crate) async fn send(&self, method: Method, path: &str, body: &Value) -> Reply {
        self.send_as(Uuid::now_v7(), method, path, body).await
    }

    /// A body under this `Idempotency-Key`.
    pub(crate) async fn send_as(&self, key: Uuid, method: Method, path: &str, body: &Value) -> Reply {
        let key = key.to_string();
        let headers = [(CONTENT_TYPE.as_str(), "application/json"), ("Idempotency-Key", &*key)];
        self.ask(&method, path, &headers, &body.to_string()).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Reply {
        self.send(Method::POST, path, body).await
    }

    pub(crate) async fn put(&self, path: &str, body: &Value) -> Reply {
        self.send(Method::PUT, path, body).await
    }

    /// A handshake for a socket.
    pub(crate) async fn shake(&self, path: &str, headers: &[(&str, &str)]) -> Reply {
        let upgrade = [
            ("connection", "upgrade"),
            ("upgrade", "websocket"),
            ("sec-websocket-version", "13"),
            ("sec-websocket-key", "AAAAAAAAAAAAAAAAAAAAAA=="),
        ];
        let headers: Vec<(&str, &str)> = upgrade.into_iter().chain(headers.iter().copied()).collect();
        self.ask(&Method::GET, path, &headers, "").await
    }
}

impl Reply {
    /// The body as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The body of an answer with this status.
    pub(crate) fn told(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{self:?}");
        self.json()
    }

    /// The problem of an answer, which has this status and this code.
    pub(crate) fn problem(&self, status: u16, code: &str) -> Value {
        let problem = self.told(status);
        assert_eq!(self.headers[CONTENT_TYPE], "application/problem+json", "{self:?}");
        assert_eq!(problem["code"], code, "{self:?}");
        assert_eq!(problem["status"], status, "{self:?}");
        assert_eq!(problem["type"], format!("urn:baize:problem:{code}"), "{self:?}");
        assert_eq!(problem["request_id"], self.headers["x-request-id"].to_str().unwrap(), "{self:?}");
        problem
    }
}
