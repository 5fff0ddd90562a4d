//! Wheels: a generator that stands still is caught, and takes the wheel wager off the felt and nothing else (R5).

use crate::house::{Game, TestServer, felt_until};
use chance::Generator;
use serde_json::{Value, json};
use uuid::Uuid;

/// Criss Cross with a Bonus Spin.
fn spinning() -> Value {
    let symbols = [
        ("jackpot", 1),
        ("$500", 2),
        ("$250", 3),
        ("$120", 4),
        ("$60", 6),
        ("$50", 6),
        ("$30", 8),
        ("$20", 10),
        ("$18", 10),
        ("$13", 12),
        ("$12", 14),
        ("$10", 20),
    ];
    let segments = symbols.map(|(symbol, weight)| json!({"symbol": symbol, "weight": weight}));
    json!({
        "game": "criss_cross_md",
        "name": "Criss Cross with a wheel",
        "approval": "LAYOUT-0007",
        "limits": { "min_cents": 500, "max_cents": 50_000 },
        "wagers": {
            "ante": { "paytable": "standard" },
            "bonus_spin_progressive": {
                "wheel": "B",
                "segments": segments,
                "stakes_cents": [500],
                "meter": { "initial_cents": 150_000, "reset_cents": 100_000, "rate_ppm": 80_000 },
                "community": "A",
            },
        },
        "equipment": {
            "dealing": "automated_shoe",
            "shuffle": { "method": "machine", "counts_cards": true },
            "card_reader": true,
            "progressive_system": true,
            "virtual_shoe": true,
        },
    })
}

fn place(wager: &str) -> Value {
    json!({"place_wager": {"seat": 1, "wager": wager, "amount": 500}})
}

/// What is on record of the wheel, oldest first.
async fn recorded(game: &Game) -> Vec<Value> {
    let page = game.auditor.get("/v1/significant-events?kind=device_event&device=wheel").await.told(200);
    page["events"].as_array().unwrap().iter().rev().map(|event| event["details"]["what"].clone()).collect()
}

#[tokio::test]
async fn r5_a_stuck_generator_takes_the_wheel_off_the_felt_and_the_base_game_goes_on() {
    let server = TestServer::spawn().await;
    let game = Game::with(&server, spinning()).await;
    game.seat_patrons().await;
    game.until(&server, "place_wager").await;
    game.act(&game.terminals[0], &place("ante")).await;
    game.act(&game.terminals[0], &place("bonus_spin_progressive")).await;
    assert_eq!(recorded(&game).await, Vec::<Value>::new());
    server.server.app().wheels.replace(Generator::from_system().unwrap().stuck());
    // The chip comes back, the felt says why, and the wager is refused by its clause.
    let felt = felt_until(&server, &game, |felt| felt["suspended"][0]["cause"] == "wheel").await;
    let bets = felt["seats"]["1"]["bets"].to_string();
    assert!(bets.contains("ante") && !bets.contains("bonus_spin"), "{felt}");
    assert_eq!(felt["suspended"].as_array().unwrap().len(), 1, "nothing else: {felt}");
    let body = json!({"command_id": Uuid::now_v7(), "action": place("bonus_spin_progressive")});
    let problem = game.terminals[0].post(&game.sub("commands"), &body).await.problem(409, "wager_suspended");
    assert!(problem["clause"].as_str().is_some_and(|clause| clause.starts_with("CC-")), "{problem}");
    assert_eq!(recorded(&game).await, ["fault"]);
    // The base game goes on, dealt by the virtual shoe, whose generator is another one.
    game.act(&game.dealer, &json!("no_more_bets")).await;
    game.until(&server, "decide").await;
    // A sound generator is found out too, and the wager comes back.
    server.server.app().wheels.replace(Generator::from_system().unwrap());
    felt_until(&server, &game, |felt| felt.get("suspended").is_none()).await;
    assert_eq!(recorded(&game).await, ["fault", "restored"]);
    server.stop().await;
}
