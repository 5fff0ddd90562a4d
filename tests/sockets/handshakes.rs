//! Who gets a socket: the holder of a good ticket, once, who speaks the protocol and comes from no other site's page.

use super::watcher::{Watcher, ticket};
use crate::house::{Game, Holder, TestServer};
use serde_json::json;
use server::identity::Role;
use store::sessions::{self, End};
use tokio::net::TcpStream;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::ClientRequestBuilder;
use uuid::Uuid;
use wire::socket::SUBPROTOCOL;
use wire::terminal::Mirror;

/// What becomes of a handshake: the socket, or the status and code of the refusal.
async fn shake(
    server: &TestServer,
    path: &str,
    ticket: &str,
    origin: Option<&str>,
    protocol: Option<&str>,
) -> Result<super::Stream, (u16, String)> {
    let address = server.server.address();
    let mut request = ClientRequestBuilder::new(format!("ws://{address}{path}?ticket={ticket}").parse().unwrap());
    if let Some(origin) = origin {
        request = request.with_header("Origin", origin);
    }
    if let Some(protocol) = protocol {
        request = request.with_sub_protocol(protocol);
    }
    match client_async(request, TcpStream::connect(address).await.unwrap()).await {
        Ok((stream, _)) => Ok(stream),
        Err(Error::Http(response)) => {
            let body = response.body().as_deref().unwrap_or_default();
            let problem: serde_json::Value = serde_json::from_slice(body).unwrap_or_default();
            Err((response.status().as_u16(), problem["code"].as_str().unwrap_or_default().to_owned()))
        }
        Err(error) => panic!("no answer to a handshake: {error}"),
    }
}

fn refusal(shaken: Result<super::Stream, (u16, String)>) -> (u16, String) {
    shaken.err().unwrap_or_else(|| panic!("the handshake was accepted"))
}

#[tokio::test]
async fn a_ticket_works_once_and_a_made_up_one_never() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    let good = ticket(&game.terminals[0]).await;
    let stream = shake(&server, "/v1/terminal", &good, None, Some(SUBPROTOCOL)).await.unwrap();
    Watcher::greeted(stream, Mirror::default()).await;
    let mut garbled = ticket(&game.terminals[0]).await;
    let last = if garbled.pop() == Some('0') { '1' } else { '0' };
    garbled.push(last);
    let upper = ticket(&game.terminals[0]).await.to_uppercase();
    for bad in [&good, &garbled, &upper, "", "0", &"0".repeat(64), &"f".repeat(1000), "%00%ff"] {
        let (status, code) = refusal(shake(&server, "/v1/terminal", bad, None, Some(SUBPROTOCOL)).await);
        assert!(matches!((status, &*code), (401, "unauthorized") | (400, "invalid_query")), "{bad}: {status} {code}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_ticket_opens_only_what_its_key_may_see() {
    let server = TestServer::spawn().await;
    let (game, other) = (Game::at(&server).await, Game::at(&server).await);
    let attempts: [(&Holder, String); 6] = [
        (&other.terminals[0], game.sub("display")),
        (&game.terminals[0], "/v1/floor/stream".to_owned()),
        (&game.dealer, "/v1/terminal".to_owned()),
        (&game.auditor, "/v1/terminal".to_owned()),
        (&game.floorperson, "/v1/terminal".to_owned()),
        (&game.pit_manager, "/v1/terminal".to_owned()),
    ];
    for (holder, path) in attempts {
        let one = ticket(holder).await;
        let refused = refusal(shake(&server, &path, &one, None, Some(SUBPROTOCOL)).await);
        assert_eq!(refused, (403, "forbidden".to_owned()), "{path}");
        let again = refusal(shake(&server, &path, &one, None, Some(SUBPROTOCOL)).await);
        assert_eq!(again.0, 401, "a ticket that was tried in vain is used");
    }
    let nowhere = format!("/v1/tables/{}/display", Uuid::now_v7());
    let one = ticket(&game.auditor).await;
    assert_eq!(refusal(shake(&server, &nowhere, &one, None, Some(SUBPROTOCOL)).await).0, 404);
    server.stop().await;
}

#[tokio::test]
async fn a_page_of_another_site_gets_no_socket() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    let own = format!("http://{}", server.server.address());
    for origin in ["http://elsewhere.example", "null", "", &format!("{own}.elsewhere.example"), &format!("{own}/")] {
        let one = ticket(&game.terminals[0]).await;
        let refused = refusal(shake(&server, "/v1/terminal", &one, Some(origin), Some(SUBPROTOCOL)).await);
        assert_eq!(refused, (403, "origin_refused".to_owned()), "{origin:?}");
        // A page elsewhere cannot use up the ticket either.
        shake(&server, "/v1/terminal", &one, Some(&own), Some(SUBPROTOCOL)).await.unwrap();
    }
    server.stop().await;
}

#[tokio::test]
async fn whoever_does_not_speak_the_protocol_gets_no_socket() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    for protocol in [None, Some("baize.v2"), Some("chat")] {
        let one = ticket(&game.terminals[0]).await;
        let refused = refusal(shake(&server, "/v1/terminal", &one, None, protocol).await);
        assert_eq!(refused, (400, "subprotocol_required".to_owned()), "{protocol:?}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_session_that_ends_elsewhere_loses_its_sockets() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    let (session, auditor) = server.session(Role::Auditor).await;
    let mut display = Watcher::display(&server, &auditor, &game).await;
    display.say(&json!({"type": "ping", "nonce": 1})).await;
    assert_eq!(display.answer().await["type"], "pong");
    let mut connection = server.database.store.pool().acquire().await.unwrap();
    assert_eq!(sessions::end(&mut connection, &[session], End::Revoked, None).await.unwrap(), [session]);
    drop(connection);
    assert_eq!(display.closed().await, (4001, Some(4001)));
    server.stop().await;
}
