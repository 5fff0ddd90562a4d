//! The client against a server that answers as scripted: what is sent again, under which key, and what is not.

use super::*;
use game_core::command::Action;
use std::sync::Mutex;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use wire::id::{RequestId, TableId};
use wire::problem::EdgeCode;

/// What the server does with one request.
#[derive(Clone, Copy)]
enum Does {
    /// Reads it and hangs up.
    HangsUp,
    /// Refuses it.
    Refuses(EdgeCode),
    /// Accepts it.
    Accepts,
}

/// A server that follows a script, and every request it got.
async fn server(script: Vec<Does>) -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let got = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&got);
    tokio::spawn(async move {
        let mut script = script.into_iter();
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            while let Some(request) = read_request(&mut stream).await {
                seen.lock().unwrap().push(request);
                match script.next().expect("one request too many") {
                    Does::HangsUp => break,
                    Does::Refuses(code) => {
                        let problem = Problem::new(code, RequestId::fresh());
                        respond(&mut stream, problem.status, &serde_json::to_string(&problem).unwrap()).await;
                    }
                    Does::Accepts => {
                        let answer = serde_json::json!({
                            "command_id": CommandId::fresh(), "seq": 9, "at": "2026-03-04T05:06:07.089Z",
                            "repeated": false, "events": []
                        });
                        respond(&mut stream, 200, &answer.to_string()).await;
                    }
                }
            }
        }
    });
    (base, got)
}

/// A whole request, or none when the client hung up.
async fn read_request(stream: &mut TcpStream) -> Option<String> {
    let mut bytes = Vec::new();
    loop {
        if stream.read_buf(&mut bytes).await.unwrap_or(0) == 0 {
            return None;
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        if body.len() >= length.map_or(0, |length| length.parse().unwrap()) {
            return Some(text);
        }
    }
}

async fn respond(stream: &mut TcpStream, status: u16, body: &str) {
    let head = format!("HTTP/1.1 {status} \r\ncontent-length: {}\r\n\r\n", body.len());
    stream.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
}

fn body(request: &str) -> &str {
    request.split_once("\r\n\r\n").unwrap().1
}

#[tokio::test]
async fn a_command_whose_answer_is_lost_or_put_off_is_sent_again_under_the_same_id() {
    let script =
        vec![Does::HangsUp, Does::Refuses(EdgeCode::Busy), Does::Refuses(EdgeCode::Unavailable), Does::Accepts];
    let (base, got) = server(script).await;
    let client = Client::new(&base, "secret").unwrap();
    let answer = client.command(TableId::fresh(), Action::OpenRound).await.unwrap();
    assert_eq!(answer.seq, 9);
    let got = got.lock().unwrap();
    assert_eq!(got.len(), 4);
    assert!(
        got.iter().all(|request| body(request) == body(&got[0]) && request.contains("authorization: Bearer secret"))
    );
    assert!(body(&got[0]).contains("\"command_id\":"));
}

#[tokio::test]
async fn a_request_without_an_id_in_its_body_keeps_its_idempotency_key() {
    let (base, got) = server(vec![Does::HangsUp, Does::Accepts]).await;
    let client = Client::new(&base, "secret").unwrap();
    client.open_table(TableId::fresh()).await.unwrap();
    let got = got.lock().unwrap();
    let keys: Vec<&str> =
        got.iter().flat_map(|request| request.lines()).filter(|line| line.starts_with("idempotency-key: ")).collect();
    assert_eq!(keys.len(), 2);
    assert_eq!(keys[0], keys[1]);
}

#[tokio::test]
async fn a_refusal_is_an_answer_and_is_not_asked_again() {
    let (base, got) = server(vec![Does::Refuses(EdgeCode::Forbidden), Does::Accepts]).await;
    let client = Client::new(&base, "secret").unwrap();
    let refused = client.command(TableId::fresh(), Action::OpenRound).await.unwrap_err();
    assert_eq!(refused.code(), Some(EdgeCode::Forbidden.into()));
    assert_eq!(got.lock().unwrap().len(), 1);
    client.command(TableId::fresh(), Action::OpenRound).await.unwrap();
    let got = got.lock().unwrap();
    assert_ne!(body(&got[0]), body(&got[1]), "another command has another id");
}

#[tokio::test]
async fn patience_ends() {
    let script = std::iter::repeat_n(Does::Refuses(EdgeCode::Draining), 8).collect();
    let (base, got) = server(script).await;
    let client = Client { first_pause: Duration::from_millis(1), ..Client::new(&base, "secret").unwrap() };
    let refused = client.command(TableId::fresh(), Action::OpenRound).await.unwrap_err();
    assert_eq!(refused.code(), Some(EdgeCode::Draining.into()));
    assert_eq!(got.lock().unwrap().len(), 8);
}

#[test]
fn a_base_is_a_plain_http_address() {
    for base in ["https://host:1", "host:1", "http://", "http://host/path", "ws://host"] {
        assert!(Client::new(base, "secret").is_err(), "{base}");
    }
    assert_eq!(Client::new("http://host", "secret").unwrap().host(), "host:80");
    assert_eq!(Client::new("http://127.0.0.1:8080/", "secret").unwrap().host(), "127.0.0.1:8080");
    assert!(!format!("{:?}", Client::new("http://host", "secret").unwrap()).contains("secret"));
}
