//! Random bytes and damaged commands, as bodies of requests and as messages on a socket: whatever comes, the server goes
//! on, whoever watches is not disturbed, and nothing is committed but what was accepted.

use super::actions::every_action;
use super::table_at;
use crate::house::{Game, TestServer, config};
use crate::sockets::{Watcher, dial};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST};
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{RngSeed, TestCaseError, TestRunner};
use serde_json::{Value, json};
use server::{Config, Server};
use std::hash::{BuildHasher, RandomState};
use store::Home;
use store::testing::{database, within};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::runtime::Runtime;
use tokio::sync::Mutex;
use tokio_tungstenite::tungstenite::Message;
use uuid::Uuid;
use wire::rest::commands::CommandRequest;

/// How a text is damaged.
#[derive(Clone, Debug)]
enum Damage {
    Drop(Index),
    Put(Index, u8),
    Replace(Index, u8),
    CutOff(Index),
    Repeat(Index, Index),
}

impl Damage {
    fn to(&self, text: &mut Vec<u8>) {
        let length = text.len();
        if length == 0 {
            return;
        }
        match self {
            Self::Drop(at) => drop(text.remove(at.index(length))),
            Self::Put(at, byte) => text.insert(at.index(length), *byte),
            Self::Replace(at, byte) => text[at.index(length)] = *byte,
            Self::CutOff(at) => text.truncate(at.index(length)),
            Self::Repeat(from, to) => {
                let (from, to) = (from.index(length), to.index(length));
                text.extend_from_within(from.min(to)..from.max(to));
            }
        }
    }
}

/// A byte that is likely to mean something in JSON.
fn byte() -> impl Strategy<Value = u8> {
    prop_oneof![any::<u8>(), prop::sample::select(br#"{}[]",:\0123456789-.eEtfnu "#.to_vec())]
}

fn damage() -> impl Strategy<Value = Damage> {
    let at = any::<Index>;
    prop_oneof![
        at().prop_map(Damage::Drop),
        (at(), byte()).prop_map(|(at, byte)| Damage::Put(at, byte)),
        (at(), byte()).prop_map(|(at, byte)| Damage::Replace(at, byte)),
        at().prop_map(Damage::CutOff),
        (at(), at()).prop_map(|(from, to)| Damage::Repeat(from, to)),
    ]
}

/// Random bytes, or the text of one of these values, damaged.
fn junk(good: Vec<Value>) -> impl Strategy<Value = Vec<u8>> {
    let damaged = (prop::sample::select(good), prop::collection::vec(damage(), 0..4)).prop_map(|(good, damages)| {
        let mut text = good.to_string().into_bytes();
        damages.iter().for_each(|damage| damage.to(&mut text));
        text
    });
    prop_oneof![1 => prop::collection::vec(any::<u8>(), 0..300), 1 => prop::collection::vec(byte(), 0..100), 4 => damaged]
}

/// A server that takes as many messages as come, with a table at which wagers are being settled.
struct Scene {
    server: TestServer,
    game: Game,
    key: String,
    watching: Mutex<Watcher>,
}

impl Scene {
    async fn set() -> Self {
        let database = database().await.unwrap();
        let config = Config { messages_per_second: 1_000_000, ..config() };
        let home = Home::around(database.store.clone());
        let server = Server::start(home, "127.0.0.1:0".parse().unwrap(), config).await.unwrap();
        let server = TestServer { server, database };
        let game = table_at(&server, "settle").await;
        let key = game.terminals[0].token().to_owned();
        let watching = Mutex::new(Watcher::terminal(&server, &game.terminals[1]).await);
        Self { server, game, key, watching }
    }

    fn seq(&self) -> u64 {
        self.server.server.app().table(self.game.id).unwrap().0.standing().seq
    }

    /// The terminal that watches is there, and knows of everything that was committed.
    async fn nobody_is_disturbed(&self) {
        let mut watching = self.watching.lock().await;
        watching.say(&json!({"type": "ping", "nonce": 1})).await;
        assert_eq!(watching.answer().await, json!({"type": "pong", "nonce": 1}));
        let seq = self.seq();
        watching.follow(seq).await;
    }
}

/// Sends a body over a connection that is kept open.
async fn post(scene: &Scene, line: &mut SendRequest<Full<Bytes>>, body: Vec<u8>) -> (u16, String) {
    let request = Request::builder()
        .method(Method::POST)
        .uri(scene.game.sub("commands"))
        .header(HOST, "localhost")
        .header(AUTHORIZATION, format!("Bearer {}", scene.key))
        .header(CONTENT_TYPE, "application/json")
        .body(Full::new(Bytes::from(body)))
        .unwrap();
    let answered = async {
        line.ready().await.unwrap();
        let (parts, body) = line.send_request(request).await.unwrap().into_parts();
        (parts, body.collect().await.unwrap().to_bytes())
    };
    let (parts, text) = within("a request is answered", answered).await;
    (parts.status.as_u16(), String::from_utf8(text.to_vec()).unwrap())
}

/// Runs a test on so many cases. Which they are is decided by one number: `PROPTEST_RNG_SEED` if it is set, else a new one.
/// A test that fails says which it was, and leaves no file behind.
fn run<S: Strategy>(cases: u32, strategy: &S, test: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let usual = ProptestConfig { cases, max_shrink_iters: 100, failure_persistence: None, ..Default::default() };
    let seed = match usual.rng_seed {
        RngSeed::Fixed(seed) => seed,
        RngSeed::Random => new_seed(),
    };
    let config = ProptestConfig { rng_seed: RngSeed::Fixed(seed), ..usual };
    if let Err(error) = TestRunner::new(config).run(strategy, test) {
        panic!("{error}\nPROPTEST_RNG_SEED={seed} replays it");
    }
}

/// Another number every time.
fn new_seed() -> u64 {
    RandomState::new().hash_one(())
}

#[test]
fn whatever_a_request_says_the_server_goes_on() {
    let runtime = Runtime::new().unwrap();
    let scene = runtime.block_on(Scene::set());
    let line = runtime.block_on(async {
        let stream = TcpStream::connect(scene.server.server.address()).await.unwrap();
        let (line, connection) = handshake(TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        Mutex::new(line)
    });
    let good = every_action().into_iter().map(|action| json!({"command_id": Uuid::now_v7(), "action": action}));
    run(400, &junk(good.collect()), |body| {
        runtime.block_on(async {
            let before = scene.seq();
            let reads: Result<CommandRequest, _> = serde_json::from_slice(&body);
            let (status, text) = post(&scene, &mut *line.lock().await, body).await;
            let expected: &[u16] = if reads.is_ok() { &[200, 403, 409, 422] } else { &[400, 422] };
            prop_assert!(expected.contains(&status), "{} {}", status, text);
            prop_assert!(scene.seq() == before || status == 200, "{} {}", status, text);
            Ok::<(), TestCaseError>(())
        })
    });
    runtime.block_on(async {
        scene.nobody_is_disturbed().await;
        scene.server.stop().await;
    });
}

#[test]
fn whatever_a_message_says_the_socket_stays_open() {
    let runtime = Runtime::new().unwrap();
    let scene = runtime.block_on(Scene::set());
    let socket = Mutex::new(runtime.block_on(Watcher::terminal(&scene.server, &scene.game.terminals[0])));
    let mut good: Vec<Value> = every_action()
        .into_iter()
        .map(|action| json!({"type": "command", "command_id": Uuid::now_v7(), "action": action}))
        .collect();
    good.extend([json!({"type": "hello"}), json!({"type": "hello", "resume": {"seq": 3}}), json!({"type": "legal"})]);
    run(400, &(junk(good), any::<bool>()), |(bytes, as_text)| {
        runtime.block_on(async {
            let before = scene.seq();
            let message = match String::from_utf8(bytes) {
                Ok(text) if as_text => Message::text(text),
                Ok(text) => Message::binary(text.into_bytes()),
                Err(bytes) => Message::binary(bytes.into_bytes()),
            };
            let mut socket = socket.lock().await;
            socket.throw(message).await.unwrap();
            let answer = socket.answer().await;
            let known = ["error", "refused", "accepted", "offers", "pong"];
            prop_assert!(known.iter().any(|kind| answer["type"] == *kind), "{}", answer);
            prop_assert!(scene.seq() == before || answer["type"] == "accepted", "{}", answer);
            Ok::<(), TestCaseError>(())
        })
    });
    runtime.block_on(async {
        scene.nobody_is_disturbed().await;
        scene.server.stop().await;
    });
}

#[test]
fn bytes_that_are_no_frames_end_only_their_own_socket() {
    let runtime = Runtime::new().unwrap();
    let scene = runtime.block_on(Scene::set());
    run(60, &prop::collection::vec(any::<u8>(), 1..200), |bytes| {
        runtime.block_on(async {
            let before = scene.seq();
            let mut stream = dial(&scene.server, &scene.game.terminals[0], "/v1/terminal").await;
            stream.get_mut().write_all(&bytes).await.unwrap();
            drop(stream);
            scene.nobody_is_disturbed().await;
            prop_assert_eq!(scene.seq(), before);
            Ok::<(), TestCaseError>(())
        })
    });
    runtime.block_on(scene.server.stop());
}
