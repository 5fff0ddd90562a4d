//! R38, R32: every message once, in its turn; whatever is repeated, forged, lost or late changes nothing and is on record.

use super::{alerts, anomalies, count, says, seq};
use crate::house::device::{Device, Equipped, firmware, fresh_key, now};
use crate::house::{Game, TestServer};
use game_core::game::Millis;
use wire::device::{DeviceMessage, Outcome, Report};
use wire::timestamp::Timestamp;

fn beat() -> Report {
    Report::Heartbeat { firmware: firmware() }
}

/// A session of a shoe, message by message, as somebody listening in would have it.
async fn captured(server: &TestServer) -> (Equipped, Vec<DeviceMessage>) {
    let mut table = Equipped::at(server).await;
    table.until(server, "deal").await;
    let mut session = Vec::new();
    for _ in 0..2 {
        let stack = table.stack(server);
        let message = table.shoe.next(&stack);
        assert_eq!(table.shoe.answer(&message).await.outcome, Outcome::Accepted);
        session.push(message);
    }
    let message = table.shoe.next(&beat());
    table.shoe.answer(&message).await;
    session.push(message);
    (table, session)
}

#[tokio::test]
async fn r38_a_captured_session_played_again_changes_nothing_however_it_is_changed() {
    let server = TestServer::spawn().await;
    let (mut table, session) = captured(&server).await;
    let before = (seq(&table.game).await, table.game.summary().await);
    // As it was, twice, and backwards: the first answers again.
    for message in session.iter().chain(&session).chain(session.iter().rev()) {
        let answer = table.shoe.answer(message).await;
        assert_eq!((answer.outcome, answer.repeated), (Outcome::Accepted, true), "{answer:?}");
    }
    let first = table.shoe.answer(&session[0]).await;
    assert_eq!(first.seq, Some(before.0 - 1), "the entry that came of it first");
    // Truncated, and with one bit flipped anywhere.
    let text = serde_json::to_string(&session[0]).unwrap();
    for cut in [1, text.len() / 2, text.len() - 1] {
        let body = format!("{{\"messages\": [{}]}}", &text[..cut]);
        let path = format!("/v1/devices/{}/messages", table.shoe.id);
        let headers = [("content-type", "application/json")];
        let reply = table.shoe.server.ask(&hyper::Method::POST, &path, &headers, &body).await;
        assert!((400..=422).contains(&reply.status), "{reply:?}");
    }
    for bit in 0..8 {
        let mut flipped = session[1].clone();
        flipped.signature.0[7 * bit] ^= 1 << bit;
        table.shoe.post(&[flipped]).await.problem(401, "signature_refused");
        let flipped = DeviceMessage { body: session[1].body.replacen('c', "s", 1 + bit), ..session[1].clone() };
        table.shoe.post(&[flipped]).await.problem(401, "signature_refused");
    }
    // Signed by another key, and by the right key with an old sequence.
    let another = fresh_key();
    let signed = DeviceMessage { signature: another.sign(&session[0].signed_bytes()), ..session[0].clone() };
    table.shoe.post(&[signed]).await.problem(401, "signature_refused");
    let reused = DeviceMessage::sign(&table.shoe.key, table.shoe.id, session[0].sequence, now(), &beat()).unwrap();
    let answer = table.shoe.answer(&reused).await;
    assert_eq!((answer.outcome, answer.code.unwrap().name()), (Outcome::NotTaken, "sequence_reused"));
    let after = (seq(&table.game).await, table.game.summary().await);
    assert_eq!(after, before, "nothing changed");
    assert_eq!(count(&server, table.shoe.id, "signature_refused").await, 17);
    assert_eq!(count(&server, table.shoe.id, "sequence_reused").await, 1);
    assert_eq!(count(&server, table.shoe.id, "replayed").await, 10);
    // And the device itself goes on as if nothing had been.
    table.until(&server, "open_round").await;
    server.stop().await;
}

/// The message is the one that is due: whatever of it is changed on the way, it is not taken, and the device's own still is.
#[tokio::test]
async fn r38_one_bit_flipped_anywhere_in_the_message_that_is_due_changes_nothing() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    table.until(&server, "deal").await;
    let stack = table.stack(&server);
    let message = table.shoe.next(&stack);
    let text = serde_json::to_string(&message).unwrap();
    let before = (table.game.summary().await, reconciled(&server, table.game.id).await);
    let path = format!("/v1/devices/{}/messages", table.shoe.id);
    let mut forged = 0;
    for place in 0..text.len() {
        let mut bytes = text.clone().into_bytes();
        bytes[place] ^= 1 << (place % 7);
        let changed = String::from_utf8(bytes).unwrap();
        let body = format!("{{\"messages\": [{changed}]}}");
        let headers = [("content-type", "application/json")];
        let reply = table.shoe.server.ask(&hyper::Method::POST, &path, &headers, &body).await;
        assert!([400, 401, 422].contains(&reply.status), "{changed}: {reply:?}");
        forged += i64::from(reply.status == 401);
    }
    // Keys and ids are drawn anew every time; about a hundred of the changed texts can still be read.
    assert!(forged > 40, "hardly any changed message was read: {forged}");
    assert_eq!(count(&server, table.shoe.id, "signature_refused").await, forged, "each is on record");
    assert_eq!((table.game.summary().await, reconciled(&server, table.game.id).await), before);
    let answer = table.shoe.answer(&message).await;
    assert_eq!((answer.outcome, answer.repeated), (Outcome::Accepted, false));
    server.stop().await;
}

/// What the table's books say, and how far its journal has come.
async fn reconciled(server: &TestServer, table: table_host::ids::TableId) -> (u64, Vec<store::ledger::Balance>) {
    let mut connection = server.database.store.pool().acquire().await.unwrap();
    let chain = store::journal::verify_chain(&mut connection, table).await.unwrap();
    (chain.entries, store::ledger::balances(&mut connection, table).await.unwrap())
}

#[tokio::test]
async fn r38_what_is_missing_comes_first_and_only_hello_passes_over_it() {
    let server = TestServer::spawn().await;
    let Equipped { mut shoe, .. } = Equipped::at(&server).await;
    let (first, second) = (shoe.next(&beat()), shoe.next(&beat()));
    let answer = shoe.answer(&second).await;
    assert_eq!((answer.outcome, answer.code.unwrap().name()), (Outcome::NotTaken, "sequence_gap"));
    assert_eq!(answer.expected, Some(first.sequence));
    // A batch stops at the first that cannot be taken, and takes what is in order.
    let told = shoe.post(&[first.clone(), second.clone()]).await.told(200);
    assert_eq!(told["answers"].as_array().unwrap().len(), 2);
    assert_eq!(told["answers"][1]["outcome"], "accepted");
    // What the device lost for ever, hello passes over.
    let lost = shoe.next(&beat());
    shoe.sequence += 5;
    shoe.hello().await;
    let answer = shoe.answer(&lost).await;
    assert_eq!((answer.outcome, answer.code.unwrap().name()), (Outcome::NotTaken, "sequence_passed"));
    let found = anomalies(&server, shoe.id).await;
    for (code, times) in [("sequence_gap", 1), ("sequence_skipped", 1), ("sequence_passed", 1)] {
        assert!(found.contains(&(code.to_owned(), times)), "{code}: {found:?}");
    }
    server.stop().await;
}

#[tokio::test]
async fn r38_a_clock_that_jumps_is_told_of_and_the_server_s_own_counts() {
    let server = TestServer::spawn().await;
    let Equipped { mut shoe, game, .. } = Equipped::at(&server).await;
    let Timestamp(Millis(right)) = now();
    for (hours, code) in [(5, "clock_off"), (3, "clock_back")] {
        shoe.sequence += 1;
        let time = Timestamp(Millis(right + hours * 3_600_000));
        let message = DeviceMessage::sign(&shoe.key, shoe.id, shoe.sequence, time, &beat()).unwrap();
        assert_eq!(shoe.answer(&message).await.outcome, Outcome::Accepted);
        assert!(count(&server, shoe.id, code).await > 0, "{code}");
    }
    let record = game.auditor.get(&format!("/v1/devices/{}/messages?limit=1", shoe.id)).await.told(200);
    assert!(record["messages"][0]["sent_at"].as_str() > record["messages"][0]["received_at"].as_str(), "{record}");
    server.stop().await;
}

#[tokio::test]
async fn r32_after_a_restart_every_device_says_hello_before_anything_is_taken() {
    let server = TestServer::spawn().await;
    let (table, session) = captured(&server).await;
    let Equipped { game, shoe, shuffler } = table;
    let before = seq(&game).await;
    let server = server.again().await;
    let game: Game = game.at_another(&server);
    let (mut shoe, shuffler): (Device, Device) = (shoe.at(&server), shuffler.at(&server));
    let message = shoe.next(&beat());
    let answer = shoe.answer(&message).await;
    assert_eq!((answer.outcome, answer.code.unwrap().name()), (Outcome::NotTaken, "hello_expected"));
    // What was answered before the restart is answered the same way now.
    let answer = shoe.answer(&session[0]).await;
    assert_eq!((answer.outcome, answer.repeated), (Outcome::Accepted, true));
    shoe.sequence -= 1;
    shoe.hello().await;
    assert_eq!(seq(&game).await, before);
    let mut table = Equipped { game, shoe, shuffler };
    table.shuffler.hello().await;
    table.until(&server, "open_round").await;
    server.stop().await;
}

#[tokio::test]
async fn r32_what_came_before_a_crash_and_had_no_effect_never_has_one() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    table.until(&server, "deal").await;
    let stack = table.stack(&server);
    let message = table.shoe.next(&stack);
    // As a crash between the two leaves it: the message on record, and nothing in the journal.
    store::testing::device_message(
        &server.database.store,
        message.device.0,
        table.game.id,
        message.sequence,
        message.digest(),
    )
    .await
    .unwrap();
    let before = seq(&table.game).await;
    let Equipped { game, shoe, shuffler } = table;
    let server = server.again().await;
    let mut table = Equipped { game: game.at_another(&server), shoe: shoe.at(&server), shuffler: shuffler.at(&server) };
    table.shoe.hello().await;
    let answer = table.shoe.answer(&message).await;
    assert_eq!((answer.outcome, answer.repeated), (Outcome::Refused, true));
    assert_eq!(answer.code.unwrap().name(), "interrupted");
    assert!(says(&alerts(&table.game).await, "interrupted"), "people are told");
    assert_eq!(seq(&table.game).await, before);
    table.shuffler.hello().await;
    table.until(&server, "open_round").await;
    server.stop().await;
}

/// A heartbeat that says nothing new is known again for as long as anybody could still wait for its answer, and then no longer.
#[tokio::test]
async fn r38_a_heartbeat_is_answered_as_before_for_a_while_and_is_never_kept_like_other_messages() {
    let server = TestServer::spawn().await;
    let Equipped { mut shoe, game, .. } = Equipped::at(&server).await;
    let first = shoe.next(&beat());
    assert_eq!(shoe.answer(&first).await.outcome, Outcome::Accepted);
    let kept = store::devices::HEARTBEATS_KEPT;
    for _ in 1..kept {
        shoe.must(&beat()).await;
    }
    let again = shoe.answer(&first).await;
    assert_eq!((again.outcome, again.repeated), (Outcome::Accepted, true), "{again:?}");
    // The same sequence with another moment is another message.
    let Timestamp(Millis(right)) = now();
    let at = Timestamp(Millis(right + 1));
    let other = DeviceMessage::sign(&shoe.key, shoe.id, first.sequence, at, &beat()).unwrap();
    let reused = shoe.answer(&other).await;
    assert_eq!(reused.code.map(wire::problem::ProblemCode::name), Some("sequence_reused"), "{reused:?}");
    shoe.must(&beat()).await;
    let passed = shoe.answer(&first).await;
    assert_eq!(passed.code.map(wire::problem::ProblemCode::name), Some("sequence_passed"), "{passed:?}");
    assert_eq!(passed.outcome, Outcome::NotTaken);
    // Only the greeting is kept for ever, and the sequence goes on where it was after a restart.
    let record = game.auditor.get(&format!("/v1/devices/{}/messages?limit=100", shoe.id)).await.told(200);
    let kinds: Vec<&str> =
        record["messages"].as_array().unwrap().iter().map(|one| one["kind"].as_str().unwrap()).collect();
    assert!(!kinds.contains(&"heartbeat") && kinds.contains(&"hello"), "{kinds:?}");
    let server = server.again().await;
    let mut shoe = shoe.at(&server);
    shoe.hello().await;
    assert_eq!(count(&server, shoe.id, "sequence_skipped").await, 0);
    server.stop().await;
}
