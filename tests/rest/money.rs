//! The table's money over REST: the worked example from opener to hold, slips, the drop, and wagers outside the limits.

use crate::house::{Game, Holder, TestServer, decide};
use hyper::Method;
use serde_json::{Value, json};
use server::Config;
use server::facility::{Facility, Settings};
use server::identity::Role;
use uuid::Uuid;

/// A table and everybody its money passes through.
struct House {
    server: TestServer,
    game: Game,
    cage: Holder,
    second_cage: Holder,
    counters: [Holder; 2],
}

/// So many dollars in hundreds.
fn hundreds(dollars: u32) -> Value {
    json!({"10000": dollars / 100})
}

impl House {
    async fn new() -> Self {
        Self::with(Config::default()).await
    }

    async fn with(config: Config) -> Self {
        let server = TestServer::spawn_with(config).await;
        let game = Game::at(&server).await;
        let counters = [server.person(Role::Accounting).await, server.person(Role::Accounting).await];
        let (cage, second_cage) = (server.person(Role::Cage).await, server.person(Role::Cage).await);
        Self { server, game, cage, second_cage, counters }
    }

    async fn act(&self, who: &Holder, step: Value) -> Value {
        self.game.act(who, &json!({"inventory": step})).await["events"][0]["inventory"].clone()
    }

    async fn refused(&self, who: &Holder, step: Value, status: u16, code: &str) {
        let body = json!({"command_id": Uuid::now_v7(), "action": {"inventory": step}});
        who.post(&self.game.sub("commands"), &body).await.problem(status, code);
    }

    async fn sign(&self, kind: &str, dollars: u32) {
        self.act(&self.game.dealer, json!({"count": {"kind": kind, "tray": hundreds(dollars)}})).await;
        self.act(&self.game.floorperson, json!("verify_count")).await;
    }

    async fn request(&self, kind: &str, dollars: u32) -> u64 {
        let step = json!({"request_slip": {"kind": kind, "tray": hundreds(dollars)}});
        self.act(&self.game.floorperson, step).await["slip_requested"]["number"].as_u64().unwrap()
    }

    async fn fill(&self, dollars: u32) -> u64 {
        let slip = json!({"kind": "fill", "number": self.request("fill", dollars).await});
        self.act(&self.cage, json!({"issue_slip": slip})).await;
        self.act(&self.game.dealer, json!({"receive_slip": slip})).await;
        slip["number"].as_u64().unwrap()
    }

    async fn credit(&self, dollars: u32) {
        let slip = json!({"kind": "credit", "number": self.request("credit", dollars).await});
        self.act(&self.game.dealer, json!({"issue_slip": slip})).await;
        self.act(&self.cage, json!({"receive_slip": slip})).await;
    }

    async fn report(&self, began: &str) -> Value {
        let path = format!("/v1/reports/win?from={began}&to={}", today());
        self.counters[0].get(&path).await.told(200)
    }
}

/// The gaming day it is now.
fn today() -> String {
    Facility::default().place(table_host::now()).unwrap().day.to_string()
}

/// R46: opener 50,000, fills 12,000, credits 8,000, closer 37,000, drop 21,000 gives win 4,000 and hold 19.0 %.
#[tokio::test]
async fn the_worked_example_from_opener_to_hold_r46() {
    let house = House::new().await;
    let began = today();
    let empty = house.report(&began).await;
    assert_eq!((&empty["note"], &empty["header"]["operator"]), (&json!("no activity"), &json!("Baize")));
    house.sign("opener", 50_000).await;
    house.fill(12_000).await;
    house.credit(8_000).await;
    house.game.seat_patrons().await;
    for seat in [1, 2] {
        let path = house.game.sub(&format!("seats/{seat}/buy-ins"));
        house.game.dealer.post(&path, &json!({"amount_cents": 100_000})).await.told(200);
    }
    let running = house.report(&began).await;
    assert_eq!((&running["total"]["final"], &running["total"]["drop_cents"]), (&json!(false), &json!(200_000)));
    assert_eq!(running["total"]["win_cents"], 0, "chips bought are neither won nor lost");
    let number = house.act(&house.game.floorperson, json!("remove_box")).await["box_removed"]["number"].clone();
    house.sign("closer", 37_000).await;
    let estimated = house.report(&began).await;
    assert_eq!((&estimated["total"]["final"], &estimated["total"]["drop_cents"]), (&json!(false), &json!(200_000)));
    let counted = json!({"count_drop": {"number": number, "contents": {"notes": {"10000": 205, "2000": 25}}}});
    house.act(&house.counters[0], counted).await;
    house.refused(&house.counters[0], json!({"verify_drop": {"number": number}}), 409, "second_person_needed").await;
    house.act(&house.counters[1], json!({"verify_drop": {"number": number}})).await;
    let report = house.report(&began).await;
    for level in ["shifts", "days", "months", "tables", "floor_days"] {
        let [line] = &report[level].as_array().unwrap()[..] else { panic!("{level}: {report}") };
        for (name, cents) in [
            ("opening_cents", 5_000_000),
            ("fills_cents", 1_200_000),
            ("credits_cents", 800_000),
            ("closing_cents", 3_700_000),
            ("drop_cents", 2_100_000),
            ("win_cents", 400_000),
        ] {
            assert_eq!(line[name], cents, "{level} {name}");
        }
        assert_eq!((&line["hold_percent"], &line["final"]), (&json!("19.0"), &json!(true)), "{level}");
    }
    let path = format!("/v1/reports/win?from={began}&to={}", today());
    let csv = house.game.auditor.ask(&Method::GET, &path, &[("accept", "text/csv")], "").await;
    assert_eq!(
        (csv.status, csv.headers["content-type"].to_str().unwrap()),
        (200, "text/csv; charset=utf-8; header=present")
    );
    let total = csv.text.lines().find(|line| line.starts_with("total,")).unwrap();
    assert!(total.contains(",true,5000000,1200000,800000,3700000,2100000,400000,19.0,"), "{total}");
    assert_eq!(
        house.game.pit_manager.get(&format!("{path}&format=csv")).await.text.lines().count(),
        csv.text.lines().count()
    );
    house.server.stop().await;
}

/// R45: whoever asks at the same moment, whatever is refused and whoever asks twice: numbers have no gap, and a void keeps its
/// number with both signatures.
#[tokio::test]
async fn slips_have_no_gap_and_a_void_keeps_its_number_r45() {
    let house = House::new().await;
    let step = json!({"request_slip": {"kind": "fill", "tray": hundreds(100)}});
    house.refused(&house.game.floorperson, step.clone(), 409, "inventory_state").await;
    house.sign("opener", 5_000).await;
    let asked = (0..6).map(|nth| {
        let (step, key) = (step.clone(), Uuid::now_v7());
        let path = house.game.sub("commands");
        let floorperson = house.game.floorperson.clone();
        let cage = house.cage.clone();
        async move {
            let body = json!({"command_id": key, "action": {"inventory": step}});
            if nth % 3 == 2 {
                cage.post(&path, &body).await.problem(403, "wrong_actor");
                return 0;
            }
            let first = floorperson.post(&path, &body).await.told(200);
            let again = floorperson.post(&path, &body).await.told(200);
            assert_eq!((&again["repeated"], &again["events"]), (&json!(true), &first["events"]));
            first["events"][0]["inventory"]["slip_requested"]["number"].as_u64().unwrap()
        }
    });
    let mut given = futures_util::future::join_all(asked).await;
    given.sort_unstable();
    assert_eq!(given, [0, 0, 1, 2, 3, 4]);
    let slip = json!({"kind": "fill", "number": 2});
    let void = json!({"propose_void": {"kind": "fill", "number": 2, "reason": "not_needed"}});
    house.refused(&house.game.dealer, void.clone(), 403, "wrong_actor").await;
    house.act(&house.cage, void).await;
    // A second person agrees with the password again, and not by a plain command (R57).
    house.refused(&house.second_cage, json!({"approve_void": slip}), 403, "approve_elsewhere").await;
    let waiting = house.cage.get(&format!("/v1/approvals?table={}", house.game.id)).await.told(200);
    let waiting = &waiting["approvals"][0];
    assert_eq!((&waiting["matter"]["number"], &waiting["matter"]["reason"]), (&json!(2), &json!("not_needed")));
    decide(&house.cage, waiting, "approve").await.problem(403, "same_person");
    decide(&house.game.dealer, waiting, "approve").await.problem(403, "forbidden");
    assert_eq!(decide(&house.second_cage, waiting, "approve").await.told(200)["state"], "approved");
    assert_eq!(house.request("fill", 100).await, 5);
    let page = house.cage.get("/v1/slips?kind=fill").await.told(200);
    let told: Vec<(u64, &str)> = page["slips"]
        .as_array()
        .unwrap()
        .iter()
        .map(|slip| (slip["number"].as_u64().unwrap(), slip["state"].as_str().unwrap()))
        .collect();
    assert_eq!(told, [(1, "requested"), (2, "void"), (3, "requested"), (4, "requested"), (5, "requested")]);
    assert_eq!(page["slips"][1]["void"]["reason"], "not_needed");
    let missing = house.game.auditor.get("/v1/reports/missing-numbers").await.told(200);
    assert_eq!(missing["missing"], json!([]));
    let rest = house.cage.get("/v1/slips?kind=fill&state=requested&after=1&limit=1").await.told(200);
    assert_eq!((&rest["slips"][0]["number"], &rest["next"]), (&json!(3), &json!(3)));
    house.server.stop().await;
}

/// R45, R57: nobody agrees to a void that waited too long. It has lapsed once somebody lets it go; until then the slip stands
/// still, and after that it may be proposed anew.
#[tokio::test]
async fn a_slips_void_that_waited_too_long_has_lapsed_and_may_be_proposed_anew_r57() {
    let house = House::new().await;
    house.sign("opener", 5_000).await;
    let slip = json!({"kind": "fill", "number": house.request("fill", 100).await});
    let void = json!({"propose_void": {"kind": "fill", "number": slip["number"], "reason": "not_needed"}});
    house.act(&house.cage, void.clone()).await;
    let waiting = async || {
        let page = house.cage.get(&format!("/v1/approvals?table={}", house.game.id)).await.told(200);
        page["approvals"].as_array().unwrap().last().unwrap().clone()
    };
    let first = waiting().await;
    assert_eq!(first["state"], "pending");
    let time_goes_by = "SET session_replication_role = replica; UPDATE approvals SET expires_at = proposed_at";
    house.server.database.command(time_goes_by).await.unwrap();
    for decision in ["approve", "decline"] {
        decide(&house.second_cage, &first, decision).await.problem(409, "approval_expired");
    }
    assert_eq!(house.cage.get("/v1/slips?kind=fill").await.told(200)["slips"][0]["state"], "requested");
    house.refused(&house.cage, json!({"issue_slip": slip}), 409, "out_of_order").await;
    house.refused(&house.second_cage, void.clone(), 409, "out_of_order").await;
    house.act(&house.second_cage, json!({"decline_void": slip})).await;
    let lapsed = house.cage.get(&format!("/v1/approvals/{}", first["id"].as_str().unwrap())).await.told(200);
    assert_eq!((&lapsed["state"], &lapsed["decided_by"]), (&json!("expired"), &first["proposed_by"]));
    house.act(&house.second_cage, void).await;
    let second = waiting().await;
    assert_ne!(second["id"], first["id"]);
    assert_eq!(decide(&house.cage, &second, "approve").await.told(200)["state"], "approved");
    assert_eq!(house.cage.get("/v1/slips?kind=fill").await.told(200)["slips"][0]["state"], "void");
    house.server.stop().await;
}

/// R44: a wrong opener is reported at once and counted again; both counts stay, and the table does not open meanwhile.
#[tokio::test]
async fn a_wrong_opener_is_reported_and_counted_again_r44() {
    let house = House::new().await;
    house.sign("opener", 5_000).await;
    house.sign("closer", 5_000).await;
    let wrong = json!({"count": {"kind": "opener", "tray": hundreds(4_900)}});
    house.act(&house.game.dealer, wrong.clone()).await;
    house.refused(&house.game.floorperson, json!("verify_count"), 409, "recount_due").await;
    let events = house.game.auditor.get("/v1/significant-events?kind=opening_difference").await.told(200);
    assert_eq!(events["events"][0]["details"]["difference_cents"], -10_000);
    assert_eq!(events["events"][0]["details"]["report"], "regulator");
    house.act(&house.game.dealer, wrong).await;
    house.act(&house.game.floorperson, json!("verify_count")).await;
    let counts = house.game.auditor.get(&house.game.sub("counts?differing=true")).await.told(200);
    let told: Vec<(bool, bool)> = counts["counts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|count| (count["recount"].as_bool().unwrap(), count["verified"].is_object()))
        .collect();
    assert_eq!(told, [(false, false), (true, true)]);
    let standing = house.cage.get(&house.game.sub("inventory")).await.told(200);
    assert_eq!((&standing["standing"], &standing["rack_cents"]), (&json!("open"), &json!(490_000)));
    house.server.stop().await;
}

/// R44: no table opens before its first opener, and chips that the facility does not have are no chips.
#[tokio::test]
async fn a_table_opens_with_a_counted_rack_of_the_facilitys_chips_r44() {
    let settings = Settings { denominations: vec![100, 10_000], ..Settings::default() };
    let facility = Facility::try_from(settings).unwrap();
    let house = House::with(Config { facility, ..Config::default() }).await;
    let deck = json!({"procedure": {"receive_deck": {"back": "red", "preshuffled": true}}});
    house.game.act(&house.game.dealer, &deck).await;
    let open = json!({"command_id": Uuid::now_v7(), "action": {"procedure": "open_table"}});
    house.game.floorperson.post(&house.game.sub("commands"), &open).await.problem(409, "inventory_state");
    let fives = json!({"count": {"kind": "opener", "tray": {"500": 10}}});
    house.refused(&house.game.dealer, fives, 409, "not_offered").await;
    house.sign("opener", 5_000).await;
    house.game.floorperson.post(&house.game.sub("commands"), &open).await.told(200);
    house.server.stop().await;
}

/// R52: a terminal's wager above the maximum is refused; one the dealer accepted is settled in full and flagged: in the round's
/// record, in the register of significant events.
#[tokio::test]
async fn a_wager_the_dealer_accepted_above_the_maximum_is_settled_in_full_r52() {
    let house = House::new().await;
    let game = &house.game;
    game.seat_patrons().await;
    game.until(&house.server, "place_wager").await;
    let brought = json!({"amount_cents": 200_000});
    game.dealer.post(&game.sub("seats/1/chips-brought"), &brought).await.told(200);
    let wager = json!({"seat": 1, "wager": "let_it_ride", "amount": 90_000});
    let body = json!({"command_id": Uuid::now_v7(), "action": {"place_wager": wager}});
    game.terminals[0].post(&game.sub("commands"), &body).await.problem(409, "stake_not_permitted");
    let body = json!({"command_id": Uuid::now_v7(), "action": {"accept_wager": wager}});
    game.terminals[0].post(&game.sub("commands"), &body).await.problem(403, "wrong_actor");
    let accepted = game.act(&game.dealer, &json!({"accept_wager": wager})).await;
    assert!(accepted["events"].to_string().contains("wager_flagged"), "{accepted}");
    game.until(&house.server, "open_round").await;
    let rounds = game.auditor.get(&game.sub("rounds")).await.told(200);
    let id = rounds["rounds"][0]["id"].as_str().unwrap();
    let record = game.auditor.get(&format!("/v1/rounds/{id}")).await.told(200);
    assert_eq!(record["flagged"][0]["amount_cents"], 90_000);
    let bets = record["wagers"].as_array().unwrap().iter().filter(|bet| bet["seat"] == 1);
    for bet in bets {
        assert_eq!(bet["stake_cents"], 90_000);
        let (win, back) = (bet["win_cents"].as_i64().unwrap(), bet["back_cents"].as_i64().unwrap());
        let full = match bet["outcome"].as_str().unwrap() {
            "win" => back == 90_000 && win >= 90_000 && win % 90_000 == 0,
            "lose" => (win, back) == (0, 0),
            other => panic!("{other}"),
        };
        assert!(full, "{bet}");
    }
    let events = game.auditor.get("/v1/significant-events?kind=wager_outside_limits").await.told(200);
    assert_eq!(events["events"][0]["round"].as_str(), Some(id));
    house.server.stop().await;
}

/// A query that makes no sense is told so.
#[tokio::test]
async fn a_report_of_no_days_is_refused() {
    let server = TestServer::spawn().await;
    let accounting = server.person(Role::Accounting).await;
    for query in [
        "",
        "?from=yesterday",
        "?from=2026-11-16&to=2026-11-15",
        "?from=2020-01-01&to=2026-01-01",
        "?from=9999-12-31",
        "?from=2026-11-16&shift=day",
    ] {
        accounting.get(&format!("/v1/reports/win{query}")).await.problem(400, "invalid_query");
    }
    accounting.get("/v1/slips?kind=loan").await.problem(400, "invalid_query");
    accounting.get("/v1/slips?kind=fill&limit=0").await.problem(400, "invalid_query");
    server.stop().await;
}
