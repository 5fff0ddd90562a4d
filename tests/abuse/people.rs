//! Every action, in every phase of a round, asked for by everybody who may not ask for it.

use super::actions::every_action;
use super::{Books, table_at};
use crate::house::{Game, Holder, TestServer};
use crate::sockets::Watcher;
use game_core::game::Seat;
use serde_json::{Value, json};
use server::identity::Role;
use uuid::Uuid;

/// What only a device of the server's own reports at a table with a virtual shoe.
const OF_DEVICES: [&str; 5] = ["commit_shuffle", "deal", "draw_hot_spot", "stop_wheel", "expire_decision"];

async fn ask(who: &Holder, game: &Game, action: &Value) -> (u16, String) {
    let body = json!({"command_id": Uuid::now_v7(), "action": action});
    let reply = who.post(&game.sub("commands"), &body).await;
    (reply.status, reply.json()["code"].as_str().unwrap_or_default().to_owned())
}

/// Has everybody without a say ask for everything.
async fn nobody_elses_business(step: &str) {
    let server = TestServer::spawn().await;
    let (game, other) = (table_at(&server, step).await, Game::at(&server).await);
    other.seat_patrons().await;
    let device_admin = server.person(Role::DeviceAdmin).await;
    let empty = server.terminal(game.id, Seat::new(5).unwrap()).await;
    let before = Books::of(&server, &game).await;
    let outsiders: [(&str, &Holder, u16, &str); 5] = [
        ("nobody", &server.stranger(), 401, "unauthorized"),
        ("auditor", &game.auditor, 403, "forbidden"),
        ("device admin", &device_admin, 403, "forbidden"),
        ("a terminal of another table", &other.terminals[0], 403, "forbidden"),
        ("a terminal of an empty seat", &empty, 409, "seat_empty"),
    ];
    for action in every_action() {
        for (who, holder, status, code) in &outsiders {
            assert_eq!(ask(holder, &game, &action).await, (*status, (*code).to_owned()), "{who}: {action}");
        }
        let (status, code) = ask(&game.terminals[1], &game, &action).await;
        assert!(matches!(status, 403 | 409), "the terminal of seat 2: {action}: {status} {code}");
    }
    for action in every_action().iter().filter(|action| OF_DEVICES.iter().any(|one| action.to_string().contains(one))) {
        for holder in [&game.dealer, &game.floorperson, &game.terminals[0]] {
            let (status, code) = ask(holder, &game, action).await;
            assert!(matches!(status, 403 | 409), "{action}: {status} {code}");
        }
    }
    assert_eq!(Books::of(&server, &game).await, before);
    server.stop().await;
}

#[tokio::test]
async fn nobody_else_asks_for_anything_while_bets_are_placed() {
    nobody_elses_business("place_wager").await;
}

#[tokio::test]
async fn nobody_else_asks_for_anything_while_a_player_decides() {
    nobody_elses_business("decide").await;
}

#[tokio::test]
async fn nobody_else_asks_for_anything_while_wagers_are_settled() {
    nobody_elses_business("settle").await;
}

#[tokio::test]
async fn a_socket_lets_nobody_do_what_is_another_seats() {
    let server = TestServer::spawn().await;
    for step in ["place_wager", "decide", "settle"] {
        let game = table_at(&server, step).await;
        let before = Books::of(&server, &game).await;
        let mut second = Watcher::terminal(&server, &game.terminals[1]).await;
        let mut display = Watcher::display(&server, &game.dealer, &game).await;
        for action in every_action() {
            second.ask(&Uuid::now_v7().to_string(), &action).await;
            let answer = second.answer().await;
            assert_eq!(answer["type"], "refused", "{step}: {action}: {answer}");
            display.ask(&Uuid::now_v7().to_string(), &action).await;
            assert_eq!(display.answer().await["code"], "forbidden", "{step}: {action}");
        }
        assert_eq!(Books::of(&server, &game).await, before);
    }
    server.stop().await;
}

#[tokio::test]
async fn a_command_at_the_wrong_time_changes_nothing() {
    let server = TestServer::spawn().await;
    for (step, too_early_or_late) in [
        ("place_wager", ["decide", "settle", "turn_up", "clear_table", "open_round", "open_table"]),
        ("decide", ["place_wager", "settle", "no_more_bets", "clear_table", "open_round", "leave_seat"]),
        ("settle", ["place_wager", "decide", "no_more_bets", "remove_wager", "open_round", "cancel_round"]),
    ] {
        let game = table_at(&server, step).await;
        let before = Books::of(&server, &game).await;
        let wrong =
            |action: &Value| too_early_or_late.iter().any(|name| action.to_string().contains(&format!("\"{name}\"")));
        for action in every_action().iter().filter(|action| wrong(action)) {
            for holder in [&game.dealer, &game.floorperson, &game.terminals[0]] {
                let (status, code) = ask(holder, &game, action).await;
                assert!(matches!(status, 403 | 409), "{step}: {action}: {status} {code}");
            }
        }
        assert_eq!(Books::of(&server, &game).await, before, "{step}");
    }
    server.stop().await;
}
