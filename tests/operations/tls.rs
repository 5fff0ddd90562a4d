//! TLS (R63): 1.2 and 1.3 and nothing older, sockets over it, a certificate that can be changed, and nobody held by the slow.

use crate::house::TestServer;
use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use server::identity::Role;
use server::{Config, Limits};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use store::testing::within;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::version::{TLS12, TLS13};
use tokio_rustls::rustls::{ClientConfig, RootCertStore, SupportedProtocolVersion};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::ClientRequestBuilder;
use wire::socket::SUBPROTOCOL;

fn certificate(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("operations/certificates").join(name)
}

async fn serving(chain: PathBuf, key: PathBuf) -> TestServer {
    serving_within(chain, key, Limits::default()).await
}

async fn serving_within(chain: PathBuf, key: PathBuf, limits: Limits) -> TestServer {
    TestServer::spawn_with(Config { tls: Some((chain, key)), limits, ..Config::default() }).await
}

async fn first() -> TestServer {
    serving(certificate("first.pem"), certificate("first.key.pem")).await
}

/// A connection of somebody who speaks this version and trusts this certificate.
async fn connect(
    server: &TestServer,
    version: &'static SupportedProtocolVersion,
    trusted: &Path,
) -> std::io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(trusted).unwrap()).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_protocol_versions(&[version])
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = TcpStream::connect(server.server.address()).await?;
    TlsConnector::from(Arc::new(config)).connect("localhost".try_into().unwrap(), stream).await
}

async fn get(stream: TlsStream<TcpStream>, path: &str) -> Response<Incoming> {
    send(stream, Request::get(path).header("host", "localhost").body(Full::default()).unwrap()).await
}

async fn send(stream: TlsStream<TcpStream>, request: Request<Full<Bytes>>) -> Response<Incoming> {
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.unwrap();
    tokio::spawn(connection);
    sender.send_request(request).await.unwrap()
}

/// The first message of a client that speaks no newer version than this one, byte by byte as RFC 5246 has it. Suites and
/// extensions are those of TLS 1.2, so that nothing but the version is too old.
fn hello(minor: u8) -> Vec<u8> {
    let suites = [0xc0, 0x2b, 0xc0, 0x2f, 0xc0, 0x09, 0xc0, 0x13];
    let signatures = [0, 13, 0, 8, 0, 6, 4, 3, 8, 4, 4, 1];
    let (groups, points) = ([0, 10, 0, 4, 0, 2, 0, 23], [0, 11, 0, 2, 1, 0]);
    let mut body = vec![3, minor];
    body.extend([7; 32]);
    body.push(0);
    body.extend([0, 8]);
    body.extend(suites);
    body.extend([1, 0]);
    body.extend([0, 26]);
    body.extend(signatures.into_iter().chain(groups).chain(points));
    let length = u8::try_from(body.len()).unwrap();
    let mut message = vec![22, 3, 1, 0, length + 4, 1, 0, 0, length];
    message.extend(body);
    message
}

#[tokio::test]
async fn tls_1_2_and_1_3_are_spoken_and_browsers_are_told_to_stay_with_it_r63() {
    let server = first().await;
    for version in [&TLS13, &TLS12] {
        let stream = connect(&server, version, &certificate("first.pem")).await.unwrap();
        assert_eq!(stream.get_ref().1.protocol_version(), Some(version.version));
        let answer = get(stream, "/healthz").await;
        assert_eq!(answer.status(), 200);
        assert!(answer.headers()["strict-transport-security"].to_str().unwrap().starts_with("max-age="));
        assert_eq!(answer.into_body().collect().await.unwrap().to_bytes(), "alive\n");
    }
    let (ready, said) = server::health::ask(server.server.address(), true).await.unwrap();
    assert!(ready, "{said}");
    server.stop().await;
}

#[tokio::test]
async fn older_versions_and_no_tls_at_all_are_refused_r63() {
    let server = first().await;
    // The same words in TLS 1.2 are answered with a handshake.
    let mut stream = TcpStream::connect(server.server.address()).await.unwrap();
    stream.write_all(&hello(3)).await.unwrap();
    assert_eq!(within("a handshake is answered", stream.read_u8()).await.unwrap(), 22);
    // SSL 3.0, TLS 1.0 and TLS 1.1.
    for minor in [0, 1, 2] {
        let mut stream = TcpStream::connect(server.server.address()).await.unwrap();
        stream.write_all(&hello(minor)).await.unwrap();
        let mut answer = Vec::new();
        within("it is refused", stream.read_to_end(&mut answer)).await.unwrap();
        // An alert, fatal: protocol_version.
        assert_eq!((answer[0], &answer[5..]), (21, [2, 70].as_slice()), "version 3.{minor}: {answer:?}");
    }
    let mut stream = TcpStream::connect(server.server.address()).await.unwrap();
    stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    let mut answer = Vec::new();
    // Whether it is told or cut off, it gets no answer.
    let _ = within("it is refused", stream.read_to_end(&mut answer)).await;
    assert!(!answer.starts_with(b"HTTP"), "{answer:?}");
    server.stop().await;
}

#[tokio::test]
async fn a_handshake_that_does_not_get_on_holds_nobody_and_is_cut_off() {
    let (chain, key) = (certificate("first.pem"), certificate("first.key.pem"));
    let patient = Limits { handshake_time: Duration::from_secs(3600), ..Limits::default() };
    let server = serving_within(chain.clone(), key.clone(), patient).await;
    let silent = TcpStream::connect(server.server.address()).await.unwrap();
    let stream = connect(&server, &TLS13, &chain).await.unwrap();
    assert_eq!(get(stream, "/healthz").await.status(), 200);
    drop(silent);
    server.stop().await;

    let impatient = Limits { handshake_time: Duration::from_millis(50), ..Limits::default() };
    let server = serving_within(chain, key, impatient).await;
    let mut silent = TcpStream::connect(server.server.address()).await.unwrap();
    let mut nothing = Vec::new();
    assert_eq!(within("it is cut off", silent.read_to_end(&mut nothing)).await.unwrap_or(0), 0);
    server.stop().await;
}

#[tokio::test]
async fn a_socket_is_opened_over_tls_r63() {
    let server = first().await;
    let trusted = certificate("first.pem");
    let key = server.token(Role::Auditor).await;
    let stream = connect(&server, &TLS13, &trusted).await.unwrap();
    let request = Request::post("/v1/tickets").header("authorization", format!("Bearer {key}"));
    let request = request.header("host", "localhost").header("content-type", "application/json");
    let answer = send(stream, request.body(Full::new(Bytes::from("{}"))).unwrap()).await;
    assert_eq!(answer.status(), 201);
    let ticket: Value = serde_json::from_slice(&answer.into_body().collect().await.unwrap().to_bytes()).unwrap();
    let uri = format!("wss://localhost/v1/floor/stream?ticket={}", ticket["ticket"].as_str().unwrap());
    let request = ClientRequestBuilder::new(uri.parse().unwrap()).with_sub_protocol(SUBPROTOCOL);
    let stream = connect(&server, &TLS13, &trusted).await.unwrap();
    let (mut socket, _) = client_async(request, stream).await.unwrap();
    socket.send(Message::text(r#"{"type":"hello"}"#)).await.unwrap();
    let message = within("the floor is told", socket.next()).await.unwrap().unwrap().into_text().unwrap();
    assert!(message.contains("floor"), "{message}");
    server.stop().await;
}

#[tokio::test]
async fn a_new_certificate_is_shown_once_it_is_asked_for_and_a_bad_one_never() {
    let folder = std::env::temp_dir().join(format!("baize-tls-{}", uuid::Uuid::now_v7()));
    std::fs::create_dir_all(&folder).unwrap();
    let (chain, key) = (folder.join("chain.pem"), folder.join("key.pem"));
    let lay = |name: &str| {
        std::fs::copy(certificate(&format!("{name}.pem")), &chain).unwrap();
        std::fs::copy(certificate(&format!("{name}.key.pem")), &key).unwrap();
    };
    lay("first");
    let server = serving(chain.clone(), key.clone()).await;
    let (first, second) = (certificate("first.pem"), certificate("second.pem"));
    assert!(connect(&server, &TLS13, &first).await.is_ok());
    assert!(connect(&server, &TLS13, &second).await.is_err());
    // A chain with another's key, and no chain at all.
    std::fs::copy(&second, &chain).unwrap();
    assert!(server.server.reload_certificate().is_err());
    std::fs::write(&chain, "nothing").unwrap();
    assert!(server.server.reload_certificate().is_err());
    assert!(connect(&server, &TLS13, &first).await.is_ok());
    lay("second");
    server.server.reload_certificate().unwrap();
    assert!(connect(&server, &TLS13, &second).await.is_ok());
    assert!(connect(&server, &TLS13, &first).await.is_err());
    server.stop().await;
    std::fs::remove_dir_all(folder).unwrap();
}
