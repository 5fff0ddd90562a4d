//! `/v1/jackpots`: from the hit at a linked table to the slip, and everything that must not lead there (R18, R27, R49).

use crate::house::{Game, Holder, Reply, TestServer, change, decide, describing, enabled, join, stack};
use hyper::Method;
use serde_json::{Value, json};
use server::identity::Role;
use std::collections::BTreeMap;
use uuid::Uuid;

/// Four kings at seat 1, the minor; a royal flush there, the mega; a straight flush, the major. Seat 2 has nothing. The two
/// community cards are dealt first.
const KINGS: &str = "Ks 9c Kc Kd Kh 2c 4d 7h";
const ROYAL: &str = "Js Ts As Ks Qs 2c 4d 7h";
const STRAIGHT_FLUSH: &str = "Js Ts 9s Ks Qs 2c 4d 7h";

/// What takes a second person, in cents.
const SECOND_FROM: i64 = 500_000;

/// A server with a progressive that two tables share.
struct Hall {
    server: TestServer,
    accounting: Holder,
    manager: Holder,
    progressive: String,
}

impl Hall {
    async fn open() -> Self {
        let server = TestServer::spawn().await;
        let (accounting, manager) = (server.person(Role::Accounting).await, server.pit_manager().await);
        let progressive = enabled(&accounting, &manager, "Shared").await;
        Self { server, accounting, manager, progressive }
    }

    /// A table that plays for it, with two patrons.
    async fn table(&self) -> Game {
        let mut document = describing();
        document["options"] = json!({"second_validation_from_cents": SECOND_FROM});
        let game = Game::with(&self.server, document).await;
        join(&self.manager, &game, &self.progressive).await;
        game.seat_patrons().await;
        game
    }

    /// Plays a round from a deck that begins so, both patrons for the progressive, up to this step.
    async fn play(&self, game: &Game, round: u64, first: &str, until: &str) {
        stack(&self.server, game, round, first).await;
        game.until(&self.server, "place_wager").await;
        for (seat, terminal) in (1..).zip(&game.terminals) {
            for (wager, amount) in [("let_it_ride", 1000), ("progressive_payout", 100)] {
                let place = json!({"place_wager": {"seat": seat, "wager": wager, "amount": amount}});
                game.act(terminal, &place).await;
            }
        }
        game.until(&self.server, until).await;
    }

    /// The micro-cents on mega, major and minor.
    async fn meters(&self) -> Vec<i64> {
        let path = format!("/v1/progressives/{}", self.progressive);
        let shown = self.manager.get(&path).await.told(200);
        let levels = shown["progressive"]["levels"].as_array().unwrap().clone();
        levels.iter().map(|level| level["value_micro"].as_i64().unwrap()).collect()
    }

    /// Everything that is kept, but for what only says that somebody was here.
    async fn kept(&self) -> BTreeMap<String, String> {
        let mut contents = self.server.database.contents().await.unwrap();
        for table in ["sessions", "system_records"] {
            contents.remove(table).unwrap();
        }
        contents
    }
}

/// The jackpots of a table, newest first.
async fn jackpots(game: &Game) -> Vec<Value> {
    let page = game.auditor.get("/v1/jackpots").await.told(200);
    let all = page["jackpots"].as_array().unwrap().clone();
    all.into_iter().filter(|jackpot| jackpot["table"] == game.id.to_string()).collect()
}

fn step(step: &str) -> Value {
    json!({"verify_award": {"seat": 1, "bet": "progressive_payout", "step": step}})
}

async fn ask(game: &Game, who: &Holder, action: &Value) -> Reply {
    who.post(&game.sub("commands"), &json!({"command_id": Uuid::now_v7(), "action": action})).await
}

/// The dealer verifies the hand, and that the wager was accepted.
async fn verified(game: &Game) {
    for what in ["hand", "light"] {
        game.act(&game.dealer, &step(what)).await;
    }
}

/// Somebody proposes what takes two; answers with the approval.
async fn proposed(game: &Game, who: &Holder, what: &str) -> Value {
    let award = json!({"seat": 1, "bet": "progressive_payout", "step": what});
    game.act(who, &json!({"propose": {"award": award}})).await;
    who.get(&format!("/v1/approvals?table={}", game.id)).await.told(200)["approvals"][0].clone()
}

#[tokio::test]
async fn r27_a_jackpot_is_paid_step_by_step_and_out_of_step_nothing_changes() {
    let hall = Hall::open().await;
    let game = hall.table().await;
    hall.play(&game, 1, KINGS, "settle").await;
    // Two dollars were staked: each level took its part when they were collected.
    assert_eq!(hall.meters().await, [1_000_020_000_000, 100_010_000_000, 25_005_000_000]);
    ask(&game, &game.dealer, &step("hand")).await.problem(409, "no_such_award");
    game.until(&hall.server, "verify_award").await;
    let hit = jackpots(&game).await.remove(0);
    for (field, value) in [
        ("state", json!("hit")),
        ("seat", json!(1)),
        ("bet", json!("progressive_payout")),
        ("stake_cents", json!(100)),
        ("hand", json!("Kc Kd Kh Ks 9c")),
        ("clause", json!("LIR-12-E-5-c")),
        ("trigger_micro", json!(25_005_000_000_i64)),
        ("paid_cents", json!(25_005)),
        ("slip", Value::Null),
    ] {
        assert_eq!(hit.get(field).unwrap_or(&Value::Null), &value, "{field} of {hit}");
    }
    assert_eq!((&hit["share"]["level"], &hit["share"]["percent"]), (&json!("minor"), &json!(100)));
    assert_eq!(hall.meters().await[2], 25_000_000_000, "the meter started again at once");
    let floor = [&game.floorperson, &hall.server.floorperson().await];
    let out_of_step = [
        (floor[0], "hand", "wrong_actor"),
        (&game.dealer, "light", "award_not_ready"),
        (&game.dealer, "validate", "wrong_actor"),
        (floor[0], "validate", "award_not_ready"),
        (floor[0], "refuse", "second_person_needed"),
    ];
    refused(&hall, &game, &out_of_step).await;
    game.act(&game.dealer, &step("hand")).await;
    refused(&hall, &game, &[(&game.dealer, "hand", "award_not_ready"), (floor[0], "validate", "award_not_ready")])
        .await;
    game.act(&game.dealer, &step("light")).await;
    refused(&hall, &game, &[(&game.dealer, "light", "award_not_ready"), (&game.dealer, "validate", "wrong_actor")])
        .await;
    // Its cards stay until it is resolved (S235-11-D-3); whoever has nothing to do with the table may not act at all.
    ask(&game, &hall.server.dealer().await, &step("validate")).await.problem(403, "not_assigned");
    ask(&game, &game.auditor, &step("validate")).await.problem(403, "forbidden");
    let chips = |felt: &Value| felt["seats"]["1"]["chips"].as_i64().unwrap();
    let before = chips(&game.auditor.get(&game.path).await.told(200)["view"]["felt"]);
    let body = json!({"command_id": Uuid::now_v7(), "action": step("validate")});
    let first = floor[0].post(&game.sub("commands"), &body).await.told(200);
    let paid = jackpots(&game).await.remove(0);
    assert_eq!((&paid["state"], &paid["slip"]), (&json!("paid"), &json!(1)));
    for who in ["hand_verified", "light_verified", "decided"] {
        assert!(paid[who]["by"].is_u64() && paid[who]["at"].is_string(), "{who} of {paid}");
    }
    assert_eq!((&paid["paid_by"], &paid["paid_from"]), (&paid["light_verified"]["by"], &json!("table_inventory")));
    assert_ne!(paid["decided"]["by"], paid["light_verified"]["by"], "the dealer does not pay alone");
    assert_eq!(chips(&game.auditor.get(&game.path).await.told(200)["view"]["felt"]), before + 25_005);
    // The same request again is answered as it was first; another one, by whomever, finds nothing to validate.
    let again = floor[0].post(&game.sub("commands"), &body).await.told(200);
    assert_eq!((&again["seq"], &again["repeated"]), (&first["seq"], &json!(true)));
    let twice = [floor[0], floor[1]].map(|who| (who, "validate", "award_not_ready"));
    refused(&hall, &game, &twice).await;
    refused(&hall, &game, &[(floor[1], "refuse", "award_not_ready")]).await;
    assert_eq!(jackpots(&game).await, [paid]);
    game.until(&hall.server, "open_round").await;
    hall.server.stop().await;
}

/// Each of these is refused by its clause, and nothing at all changes.
async fn refused(hall: &Hall, game: &Game, cases: &[(&Holder, &str, &str)]) {
    let before = hall.kept().await;
    for (who, what, code) in cases {
        let status = if *code == "wrong_actor" { 403 } else { 409 };
        let problem = ask(game, who, &step(what)).await.problem(status, code);
        assert_eq!(problem["clause"], "S235-11-D-5-c", "{problem}");
    }
    assert_eq!(hall.kept().await, before, "a refusal changed something");
}

#[tokio::test]
async fn r27_a_large_jackpot_takes_two_people_and_waits_while_others_go_on_and_across_a_restart() {
    let hall = Hall::open().await;
    let (game, other) = (hall.table().await, hall.table().await);
    hall.play(&game, 1, ROYAL, "verify_award").await;
    verified(&game).await;
    refused(&hall, &game, &[(&game.floorperson, "validate", "second_person_needed")]).await;
    // The royal took all of it; meanwhile the linked table goes on, feeds the new meter and hits it again.
    hall.play(&other, 1, ROYAL, "verify_award").await;
    let (first, second) = (jackpots(&game).await.remove(0), jackpots(&other).await.remove(0));
    assert_eq!((&first["paid_cents"], &second["paid_cents"]), (&json!(1_000_020), &json!(1_000_020)));
    assert_eq!(second["trigger_micro"], 1_000_020_000_000_i64);
    assert!(first["share"]["entry"].as_u64() < second["share"]["entry"].as_u64(), "one order, on record (R19)");
    let approval = proposed(&game, &game.floorperson, "validate").await;
    let before = hall.kept().await;
    decide(&game.floorperson, &approval, "approve").await.problem(403, "same_person");
    decide(&game.dealer, &approval, "approve").await.problem(403, "forbidden");
    ask(&game, &game.floorperson, &json!("approve")).await.problem(403, "approve_elsewhere");
    assert_eq!(hall.kept().await, before);
    // The server goes and comes back: the jackpot still waits for its second person.
    let second_person = hall.server.floorperson().await;
    let server = hall.server.again().await;
    let (game, second_person) = (game.at_another(&server), second_person.at(server.server.address()));
    assert_eq!(jackpots(&game).await[0]["state"], "light_verified");
    let decided = decide(&second_person, &approval, "approve").await.told(200);
    assert_eq!(decided["state"], "approved");
    let paid = jackpots(&game).await.remove(0);
    assert_eq!((&paid["state"], &paid["slip"]), (&json!("paid"), &json!(1)));
    assert_eq!((&paid["decided"]["by"], &paid["second"]), (&decided["decided_by"], &decided["proposed_by"]));
    decide(&second_person, &approval, "approve").await.problem(409, "approval_decided");
    assert_eq!(jackpots(&game).await, [paid]);
    game.until(&server, "open_round").await;
    server.stop().await;
}

#[tokio::test]
async fn r27_refused_by_two_it_is_back_on_the_meter_and_has_no_slip() {
    let hall = Hall::open().await;
    let game = hall.table().await;
    hall.play(&game, 1, STRAIGHT_FLUSH, "verify_award").await;
    assert_eq!(hall.meters().await[1], 100_000_000_000);
    refused(&hall, &game, &[(&game.floorperson, "refuse", "second_person_needed")]).await;
    let other = hall.server.floorperson().await;
    // One person drops what another proposed: it waits as before.
    let approval = proposed(&game, &game.floorperson, "refuse").await;
    decide(&other, &approval, "decline").await.told(200);
    assert_eq!(jackpots(&game).await[0]["state"], "hit");
    let approval = proposed(&game, &game.floorperson, "refuse").await;
    let key = Uuid::now_v7();
    let path = format!("/v1/approvals/{}/decision", approval["id"].as_str().unwrap());
    let body = json!({"decision": "approve", "password": other.password()});
    for _ in 0..2 {
        // Sent again under the same key, it is answered as it was first.
        assert_eq!(other.send_as(key, Method::POST, &path, &body).await.told(200)["state"], "approved");
    }
    let jackpot = jackpots(&game).await.remove(0);
    assert_eq!((&jackpot["state"], jackpot.get("slip")), (&json!("refused"), Some(&Value::Null)));
    assert_ne!(jackpot["decided"]["by"], jackpot["second"]);
    assert_eq!(hall.meters().await, [1_000_020_000_000, 100_010_000_000, 25_005_000_000], "all of it is back, once");
    for (who, what) in [(&game.dealer, "hand"), (&game.floorperson, "validate")] {
        ask(&game, who, &step(what)).await.problem(409, "award_not_ready");
    }
    // The next one that is paid takes the first number.
    game.until(&hall.server, "open_round").await;
    hall.play(&game, 2, KINGS, "verify_award").await;
    verified(&game).await;
    game.act(&game.floorperson, &step("validate")).await;
    assert_eq!(jackpots(&game).await[0]["slip"], 1);
    hall.server.stop().await;
}

#[tokio::test]
async fn r25_a_jackpot_of_a_frozen_level_waits_until_two_people_release_it() {
    let hall = Hall::open().await;
    let game = hall.table().await;
    hall.play(&game, 1, KINGS, "verify_award").await;
    verified(&game).await;
    let tamper = "UPDATE meters SET frozen_cause = 'somebody looks' WHERE level = 'minor'";
    hall.server.database.command(tamper).await.unwrap();
    ask(&game, &game.floorperson, &step("validate")).await.problem(409, "level_frozen");
    assert_eq!(jackpots(&game).await[0]["state"], "light_verified");
    change(&hall.accounting, &hall.manager, &hall.progressive, &json!({"thaw": {"level": "minor"}})).await;
    game.act(&game.floorperson, &step("validate")).await;
    assert_eq!(jackpots(&game).await[0]["state"], "paid");
    hall.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn r19_two_linked_tables_that_hit_at_once_under_load_are_paid_in_the_one_order_on_record() {
    let hall = Hall::open().await;
    let (game, other) = (hall.table().await, hall.table().await);
    for table in [&game, &other] {
        hall.play(table, 1, ROYAL, "settle").await;
        settle_seat_2(table).await;
    }
    // Others collect their wagers at the same moment.
    let mut feeding = Vec::new();
    for _ in 0..3 {
        let table = hall.table().await;
        hall.play(&table, 1, "9c Jd 2c 4d 7h 3c 5d 8h", "collect_wagers").await;
        feeding.push(table);
    }
    let settle = json!({"settle": {"cards": []}});
    let collect = json!({"collect_wagers": {"wager": "progressive_payout", "count": 2}});
    let fed = feeding.iter().map(|table| table.act(&table.dealer, &collect));
    let hits = [&game, &other].map(|table| table.act(&table.dealer, &settle));
    futures_util::future::join(futures_util::future::join_all(hits), futures_util::future::join_all(fed)).await;
    let mut paid: Vec<(u64, i64, i64)> = Vec::new();
    for table in [&game, &other] {
        let jackpot = jackpots(table).await.remove(0);
        let entry = jackpot["share"]["entry"].as_u64().unwrap();
        paid.push((entry, jackpot["trigger_micro"].as_i64().unwrap(), jackpot["paid_cents"].as_i64().unwrap()));
    }
    paid.sort_unstable();
    // Two rounds had fed it before; whoever was first took that and what came in before, the other the reset amount and what
    // came in between. Each of the three others adds 20 cents, wherever it falls, and the rest is on the meter.
    let (first, second, left) = (paid[0].1, paid[1].1, hall.meters().await[0]);
    assert!((1_000_040_000_000..=1_000_100_000_000).contains(&first), "{paid:?}");
    assert!((1_000_000_000_000..=1_000_060_000_000).contains(&second), "{paid:?}");
    assert_eq!(first + second + left, 3 * 1_000_000_000_000 + 5 * 20_000_000, "{paid:?} and {left}");
    assert!(paid.iter().all(|(_, trigger, cents)| *cents == trigger / 1_000_000));
    for table in [&game, &other] {
        verified(table).await;
        let approval = proposed(table, &table.floorperson, "validate").await;
        decide(&hall.server.floorperson().await, &approval, "approve").await.told(200);
    }
    let mut slips =
        [jackpots(&game).await.remove(0), jackpots(&other).await.remove(0)].map(|paid| paid["slip"].as_u64());
    slips.sort_unstable();
    assert_eq!(slips, [Some(1), Some(2)]);
    hall.server.stop().await;
}

/// Settlement runs from the dealer's right: seat 2 comes before seat 1.
async fn settle_seat_2(game: &Game) {
    game.act(&game.dealer, &json!({"settle": {"cards": []}})).await;
}
