//! R17, R43: sensors take the wagers that feed meters until the lock, the server decides, and lights say what it decided.

use super::{alerts, says};
use crate::house::device::Device;
use crate::house::{Game, TestServer, felt_until, stands, submission};
use game_core::game::Seat;
use game_core::money::Cents;
use game_core::wager::Wager;
use serde_json::{Value, json};
use wire::device::{DeviceKind, Instruction, Outcome, Report, ServerCommand};

/// Let It Ride with a progressive wager of a dollar.
pub(super) fn with_progressive() -> Value {
    let level = |cents: i64, rate: i64| json!({"initial_cents": cents, "reset_cents": cents, "rate_ppm": rate});
    let mut submission = submission();
    submission["approval"] = json!("LAYOUT-0003");
    submission["equipment"]["progressive_system"] = json!(true);
    submission["wagers"]["progressive_payout"] = json!({
        "paytable": "E",
        "meters": {"100": {
            "mega": level(1_000_000, 100_000), "major": level(100_000, 50_000), "minor": level(25_000, 25_000),
        }},
    });
    submission
}

fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

fn detected(number: u8) -> Report {
    Report::WagerDetected { seat: seat(number), wager: Wager::ProgressivePayout, amount: Cents::new(100) }
}

async fn act(game: &Game, action: Value) -> crate::house::Reply {
    let body = json!({"command_id": uuid::Uuid::now_v7(), "action": action});
    game.dealer.post(&game.sub("commands"), &body).await
}

/// A table where betting is open and both patrons have their base wagers down.
async fn betting(server: &TestServer) -> (Game, Device) {
    let game = Game::with(server, with_progressive()).await;
    let sensor = Device::ready(server, DeviceKind::WagerSensor, game.id).await;
    game.seat_patrons().await;
    game.until(server, "no_more_bets").await;
    // The controller gives the wager free once the sensor has said hello.
    felt_until(server, &game, |felt| felt.get("suspended").is_none()).await;
    (game, sensor)
}

fn instructions(commands: &[ServerCommand]) -> Vec<Instruction> {
    commands.iter().map(|command| command.instruction().unwrap()).collect()
}

#[tokio::test]
async fn r17_lights_and_locks_follow_what_is_committed_signed_by_the_server_and_until_acknowledged() {
    let server = TestServer::spawn().await;
    let (game, mut sensor) = betting(&server).await;
    let key = game.auditor.get("/v1/devices").await.told(200)["server_key"].clone();
    let key: wire::device::PublicKey = serde_json::from_value(key).unwrap();
    sensor.must(&detected(1)).await;
    let light = Instruction::Light { seat: seat(1), wager: Wager::ProgressivePayout, on: true };
    let commands = sensor.commands_until(|commands| instructions(commands).contains(&light)).await;
    for command in &commands {
        command.verify(&key).unwrap();
    }
    let numbers: Vec<u64> = commands.iter().map(|command| command.number).collect();
    assert!(numbers.windows(2).all(|pair| pair[0] + 1 == pair[1]), "{numbers:?}");
    assert!(instructions(&commands).contains(&Instruction::Unlock {}));
    // What is acknowledged is not sent again; what is not, is, also after hello.
    for number in &numbers {
        sensor.must(&Report::Acknowledged { number: *number, done: true }).await;
    }
    assert!(sensor.commands().await.iter().all(|command| !numbers.contains(&command.number)));
    act(&game, json!("no_more_bets")).await.told(200);
    sensor.commands_until(|commands| instructions(commands).contains(&Instruction::Lock {})).await;
    sensor.hello().await;
    assert!(instructions(&sensor.commands().await).contains(&Instruction::Lock {}), "told again after hello");
    server.stop().await;
}

#[tokio::test]
async fn r17_a_late_wager_is_refused_with_both_times_on_record() {
    let server = TestServer::spawn().await;
    let (game, mut sensor) = betting(&server).await;
    sensor.must(&detected(1)).await;
    act(&game, json!("no_more_bets")).await.told(200);
    let answer = sensor.refused(&detected(2), "wrong_phase").await;
    assert_eq!(answer.clause.map(|clause| clause.as_str().to_owned()).as_deref(), Some("LIR-7-C"));
    sensor.refused(&Report::WagerRemoved { seat: seat(1), wager: Wager::ProgressivePayout }, "wrong_phase").await;
    let path = format!("/v1/significant-events?kind=lock_violation&table={}", game.id);
    let found = game.auditor.get(&path).await.told(200)["events"].clone();
    assert_eq!(found.as_array().unwrap().len(), 2, "{found}");
    assert!(found[0]["details"]["sent_ms"].is_number() && found[0]["details"]["received_ms"].is_number(), "{found}");
    assert_eq!(found[0]["device"], sensor.id.to_string());
    server.stop().await;
}

#[tokio::test]
async fn r43_the_dealer_s_count_must_be_what_the_sensors_accepted() {
    let server = TestServer::spawn().await;
    let (game, mut sensor) = betting(&server).await;
    sensor.must(&detected(1)).await;
    sensor.must(&detected(2)).await;
    act(&game, json!("no_more_bets")).await.told(200);
    act(&game, json!("lock_wagers")).await.told(200);
    let collect = |count: u8| json!({"collect_wagers": {"wager": "progressive_payout", "count": count}});
    // The dealer is not told how many chips there should be; a wrong count is on record and holds the step.
    let offers = game.dealer.get(&game.sub("legal")).await.told(200)["offers"].clone();
    let count = offers.as_array().unwrap().iter().find_map(|offer| offer["action"]["collect_wagers"].get("count"));
    assert_eq!(count.unwrap()["count"], json!({"min": 0, "max": 255}));
    act(&game, collect(1)).await.told(200);
    let felt = async || game.dealer.get(&game.path).await.told(200)["view"]["felt"]["round"].clone();
    let shown = felt().await["count_difference"].clone();
    assert_eq!(shown, json!({"wager": "progressive_payout", "counted": 1, "accepted": 2}));
    let refused = act(&game, collect(2)).await.problem(409, "count_unexplained");
    assert_eq!(refused["clause"], "LIR-10-A-1-d-ii");
    let resolve = |how: &str| json!({"resolve_count": {"wager": "progressive_payout", "resolution": how}});
    act(&game, resolve("recounted")).await.problem(403, "wrong_actor");
    let body = json!({"command_id": uuid::Uuid::now_v7(), "action": resolve("extra_chip_returned")});
    game.floorperson.post(&game.sub("commands"), &body).await.problem(409, "resolution_not_permitted");
    // Only a floorperson strikes out the wager whose chip is not there, and then the counts agree.
    let strike = json!({"strike_wager": {"seat": 2, "wager": "progressive_payout", "resolution": "chip_missing"}});
    let unexplained = json!({"strike_wager": {"seat": 2, "wager": "progressive_payout"}});
    let body = json!({"command_id": uuid::Uuid::now_v7(), "action": unexplained});
    game.floorperson.post(&game.sub("commands"), &body).await.problem(422, "invalid_body");
    act(&game, strike.clone()).await.problem(403, "wrong_actor");
    game.act(&game.floorperson, &strike).await;
    assert!(felt().await["count_difference"].is_null());
    // One chip too many is another difference, and needs another explanation.
    act(&game, collect(2)).await.told(200);
    act(&game, collect(1)).await.problem(409, "count_unexplained");
    game.act(&game.floorperson, &resolve("extra_chip_returned")).await;
    act(&game, collect(1)).await.told(200);
    // The difference and its explanation are found again (Q8).
    let path = format!("/v1/significant-events?kind=override&table={}&text=count_difference", game.id);
    let found = game.auditor.get(&path).await.told(200)["events"].clone();
    let mut details: Vec<_> = found.as_array().unwrap().iter().map(|event| event["details"].clone()).collect();
    details.reverse();
    let [fewer, missing, more, returned] = details.as_slice() else { panic!("{found}") };
    assert_eq!((&fewer["counted"], &fewer["accepted"]), (&json!(1), &json!(2)), "{found}");
    assert_eq!((&missing["resolution"], &missing["seat"]), (&json!("chip_missing"), &json!(2)), "{found}");
    assert_eq!((&more["counted"], &more["accepted"]), (&json!(2), &json!(1)), "{found}");
    assert_eq!(returned["resolution"], "extra_chip_returned", "{found}");
    server.stop().await;
}

#[tokio::test]
async fn a_sensor_takes_only_the_wagers_it_senses_of_people_who_sit_there() {
    let server = TestServer::spawn().await;
    let (_, mut sensor) = betting(&server).await;
    let amount = Cents::new(1000);
    sensor.refused(&Report::WagerDetected { seat: seat(1), wager: Wager::LetItRide, amount }, "wrong_actor").await;
    sensor.refused(&detected(5), "not_your_seat").await;
    let amount = Cents::new(300);
    let odd = Report::WagerDetected { seat: seat(1), wager: Wager::ProgressivePayout, amount };
    sensor.refused(&odd, "stake_not_permitted").await;
    server.stop().await;
}

/// LIR-7-E-6-a, LIR-7-E-6-b: the progressive wager goes into the seat's own device, and nobody enters it by hand beside that.
#[tokio::test]
async fn a_wager_that_a_sensor_takes_is_nobody_else_s_until_the_sensor_is_disabled() {
    let server = TestServer::spawn().await;
    let (game, mut sensor) = betting(&server).await;
    let place = json!({"place_wager": {"seat": 1, "wager": "progressive_payout", "amount": 100}});
    let remove = json!({"remove_wager": {"seat": 1, "wager": "progressive_payout"}});
    let offered = async || game.dealer.get(&game.sub("legal")).await.told(200)["offers"].to_string();
    let refused = act(&game, place.clone()).await.problem(403, "wrong_actor");
    assert_eq!(refused["clause"], "LIR-7-E-6-a");
    assert!(!offered().await.contains("progressive_payout") && offered().await.contains("let_it_ride"));
    sensor.must(&detected(1)).await;
    act(&game, remove.clone()).await.problem(403, "wrong_actor");
    assert!(!offered().await.contains("progressive_payout"));
    // The approved other method: the device administrator takes the sensor out of use, and people enter what the dealer sees.
    let admin = server.person(server::identity::Role::DeviceAdmin).await;
    let path = format!("/v1/devices/{}/disable", sensor.id);
    let disabled = admin.post(&path, &json!({"reason": "its spots are covered"})).await;
    assert_eq!(disabled.status, 204, "{disabled:?}");
    assert!(offered().await.contains("progressive_payout"));
    act(&game, remove).await.told(200);
    act(&game, place).await.told(200);
    server.stop().await;
}

/// A thousand messages race "no more bets": each is wholly before or wholly after, and the table's money says the same.
#[tokio::test]
async fn r17_a_thousand_messages_race_the_lock() {
    let server = TestServer::spawn().await;
    let (game, mut sensor) = betting(&server).await;
    let wager = Wager::ProgressivePayout;
    let flips = (0..500).flat_map(|_| [detected(1), Report::WagerRemoved { seat: seat(1), wager }]);
    let messages: Vec<_> = flips.map(|report| sensor.next(&report)).collect();
    let sending = async {
        let mut answers = Vec::new();
        for batch in messages.chunks(50) {
            let told = sensor.post(batch).await.told(200)["answers"].clone();
            answers.extend(serde_json::from_value::<Vec<wire::device::DeviceAnswer>>(told).unwrap());
        }
        answers
    };
    let locking = async {
        // Somewhere in the middle.
        let (handle, _) = server.server.app().table(game.id).unwrap();
        stands(&handle, "the table comes to its sixtieth entry", |now| now.seq >= 60).await;
        act(&game, json!("no_more_bets")).await.told(200)["seq"].as_u64().unwrap()
    };
    let (answers, locked) = tokio::join!(sending, locking);
    assert_eq!(answers.len(), 1000);
    let accepted = answers.iter().take_while(|answer| answer.outcome == Outcome::Accepted).count();
    assert!((1..1000).contains(&accepted), "the lock came in between: {accepted}");
    assert!(answers[..accepted].iter().all(|answer| answer.seq.unwrap() < locked), "wholly before");
    assert!(answers[accepted..].iter().all(|answer| answer.outcome == Outcome::Refused), "wholly after");
    let view = game.auditor.get(&game.path).await.told(200);
    let bets = view["view"]["felt"]["seats"]["1"]["bets"].to_string();
    assert_eq!(bets.contains("progressive_payout"), accepted % 2 == 1, "{accepted}: {bets}");
    assert!(says(&alerts(&game).await, "message_refused"));
    let late = violations(&game).await;
    assert_eq!(late.len(), 1000 - accepted, "each late one is on record");
    let both_times =
        |event: &Value| event["details"]["sent_ms"].is_number() && event["details"]["received_ms"].is_number();
    assert!(late.iter().all(both_times), "with both times");
    server.stop().await;
}

/// Every wager of a table that came after the lock, page by page.
async fn violations(game: &Game) -> Vec<Value> {
    let mut found = Vec::new();
    let mut before = String::new();
    loop {
        let path = format!("/v1/significant-events?kind=lock_violation&table={}&limit=200{before}", game.id);
        let page = game.auditor.get(&path).await.told(200);
        found.extend(page["events"].as_array().unwrap().iter().cloned());
        let Some(next) = page["next"].as_str() else { return found };
        before = format!("&before={next}");
    }
}

/// A wager on a sensor's spot is of chips at the seat too: the answer says what is missing, also when the sensor asks again.
#[tokio::test]
async fn a_sensed_wager_beyond_the_chips_at_the_seat_is_refused_with_what_is_missing() {
    let server = TestServer::spawn().await;
    let (game, mut sensor) = betting(&server).await;
    let chips = game.auditor.get(&game.path).await.told(200)["view"]["felt"]["seats"]["1"]["chips"].as_i64().unwrap();
    game.dealer.post(&game.sub("seats/1/cash-outs"), &json!({"amount_cents": chips - 99})).await.told(200);
    let message = sensor.next(&detected(1));
    for repeated in [false, true] {
        let answer = sensor.answer(&message).await;
        assert_eq!((answer.outcome, answer.repeated), (Outcome::Refused, repeated));
        assert_eq!(answer.code.unwrap().name(), "not_enough_chips");
        assert_eq!(answer.missing_cents, Some(Cents::new(1)));
    }
    game.dealer.post(&game.sub("seats/1/chips-brought"), &json!({"amount_cents": 1})).await.told(200);
    sensor.must(&detected(1)).await;
    server.stop().await;
}
