//! A game at one table with a virtual shoe, played by two patrons at their terminals: whoever the table says it waits for
//! does what it waits for.

use super::{Holder, TestServer};
use game_core::game::Seat;
use serde_json::{Value, json};
use store::testing::within;
use table_host::ids::TableId;
use table_host::{Standing, TableHandle};
use uuid::Uuid;

/// Steps after which a game that does not get on is given up.
const STEPS_MAX: usize = 200;

/// A table and everybody at it.
pub(crate) struct Game {
    pub(crate) id: TableId,
    /// `/v1/tables/{id}`.
    pub(crate) path: String,
    pub(crate) pit_manager: Holder,
    pub(crate) dealer: Holder,
    pub(crate) floorperson: Holder,
    pub(crate) auditor: Holder,
    /// At seats 1 and 2.
    pub(crate) terminals: [Holder; 2],
}

/// The submission of a table that is quickly ready.
pub(crate) fn submission() -> Value {
    json!({
        "game": "let_it_ride_md",
        "name": "Let It Ride",
        "approval": "LAYOUT-0001",
        "limits": { "min_cents": 500, "max_cents": 50_000 },
        "wagers": { "let_it_ride": { "paytable": "A" } },
        "equipment": {
            "dealing": "automated_shoe",
            "shuffle": { "method": "machine", "counts_cards": true },
            "card_reader": true,
            "virtual_shoe": true,
        },
    })
}

/// The dealer counts what the rack opens with.
fn opener() -> Value {
    json!({"count": {"kind": "opener", "tray": {"100000": 1_000}}})
}

/// Waits until a table stands so.
pub(crate) async fn stands(table: &TableHandle, what: &str, is: impl FnMut(&Standing) -> bool) {
    let mut changes = table.changes();
    within(what, changes.wait_for(is)).await.map(drop).unwrap();
}

impl Game {
    /// A new table, closed, with nobody at it.
    pub(crate) async fn at(server: &TestServer) -> Self {
        Self::with(server, submission()).await
    }

    /// A new table under these rules, closed, with nobody at it.
    pub(crate) async fn with(server: &TestServer, submission: Value) -> Self {
        let pit_manager = server.pit_manager().await;
        let name = format!("Table {}", Uuid::now_v7());
        let submission = server.approved(&submission).await;
        let made = pit_manager.post("/v1/tables", &json!({"name": name, "submission": submission})).await;
        let id = TableId(made.told(201)["id"].as_str().unwrap().parse().unwrap());
        let terminal = async |number| server.terminal(id, Seat::new(number).unwrap()).await;
        Self {
            id,
            path: format!("/v1/tables/{id}"),
            pit_manager,
            dealer: server.dealer_at(id).await,
            floorperson: server.floorperson().await,
            auditor: server.auditor().await,
            terminals: [terminal(1).await, terminal(2).await],
        }
    }

    /// The same table and people at another server.
    pub(crate) fn at_another(&self, server: &TestServer) -> Self {
        let address = server.server.address();
        Self {
            id: self.id,
            path: self.path.clone(),
            pit_manager: self.pit_manager.at(address),
            dealer: self.dealer.at(address),
            floorperson: self.floorperson.at(address),
            auditor: self.auditor.at(address),
            terminals: self.terminals.each_ref().map(|terminal| terminal.at(address)),
        }
    }

    /// A path below the table's.
    pub(crate) fn sub(&self, rest: &str) -> String {
        format!("{}/{rest}", self.path)
    }

    /// Has somebody ask for something, which must be accepted.
    pub(crate) async fn act(&self, who: &Holder, action: &Value) -> Value {
        let body = json!({"command_id": Uuid::now_v7(), "action": action});
        who.post(&self.sub("commands"), &body).await.told(200)
    }

    /// Patrons 11 and 12 sit at seats 1 and 2 with chips.
    pub(crate) async fn seat_patrons(&self) {
        for number in [1, 2] {
            self.seat_patron(number).await;
        }
    }

    /// Another patron sits down, who brought chips.
    pub(crate) async fn seat_patron(&self, number: usize) {
        let seat = self.sub(&format!("seats/{number}"));
        self.dealer.put(&seat, &json!({"player": 10 + number})).await.told(200);
        self.dealer.post(&format!("{seat}/chips-brought"), &json!({"amount_cents": 100_000})).await.told(200);
    }

    /// The rack opens with more than the patrons can win.
    pub(crate) async fn open_rack(&self) {
        self.act(&self.dealer, &json!({"inventory": opener()})).await;
        self.act(&self.floorperson, &json!({"inventory": "verify_count"})).await;
    }

    /// What the table is and waits for, as a member of staff sees it.
    pub(crate) async fn summary(&self) -> Value {
        self.auditor.get(&self.path).await.told(200)["table"].clone()
    }

    /// Goes on until the table waits for this step.
    pub(crate) async fn until(&self, server: &TestServer, what: &str) {
        let (handle, _) = server.server.app().table(self.id).unwrap();
        for _ in 0..STEPS_MAX {
            let mut changes = handle.changes();
            changes.mark_unchanged();
            let summary = self.summary().await;
            let waiting = &summary["waiting_for"];
            if waiting.as_array().unwrap().iter().any(|one| one["what"] == what) {
                return;
            }
            let stepped = self.once(&summary).await;
            if !stepped && handle.standing().seq == summary["seq"].as_u64().unwrap() {
                within(format!("the table goes on from {summary}"), changes.changed()).await.unwrap();
            }
        }
        panic!("the table does not get to {what}: {}", self.summary().await);
    }

    /// Does what a table that stands so waits for first, and says whether anybody did anything.
    pub(crate) async fn once(&self, summary: &Value) -> bool {
        let waiting = &summary["waiting_for"];
        let mut stepped = false;
        for one in waiting.as_array().unwrap().iter().filter(|one| one["what"] == waiting[0]["what"]) {
            stepped |= self.step(one).await;
        }
        stepped
    }

    /// Does what the table waits for, unless one of the server's devices does it.
    async fn step(&self, waiting: &Value) -> bool {
        let seat = waiting["seat"].as_u64();
        let what = waiting["what"].as_str().unwrap();
        let action = match what {
            "receive_deck" => json!({"procedure": {"receive_deck": {"back": "red", "preshuffled": true}}}),
            "inventory" => {
                json!({"inventory": if waiting["who"] == "dealer" { opener() } else { json!("verify_count") }})
            }
            "open_table" => json!({"procedure": "open_table"}),
            "cut" => json!({"procedure": {"cut": {"deck": "first", "depth": 20}}}),
            "place_wager" => json!({"place_wager": {"seat": seat, "wager": "let_it_ride", "amount": 1000}}),
            "decide" => json!({"decide": {"seat": seat, "decision": "ride"}}),
            "turn_up" | "settle" => json!({what: {"cards": []}}),
            "collect_wagers" => self.collected().await,
            "open_round" | "no_more_bets" | "lock_wagers" | "pay_envy" | "clear_table" => json!(what),
            "arrival_inspected" => json!({"procedure": what}),
            "wash_deck" | "stack_deck" => json!({"procedure": {what: {"deck": "first"}}}),
            "shuffle" | "commit_shuffle" | "deal" => return false,
            _ => panic!("nobody knows how to {what}"),
        };
        let terminal = || &self.terminals[usize::try_from(seat.unwrap() - 1).unwrap()];
        let who = match waiting["who"].as_str().unwrap() {
            "dealer" => &self.dealer,
            "floorperson" => &self.floorperson,
            "player" => terminal(),
            other => panic!("nobody is a {other}"),
        };
        self.act(who, &action).await;
        true
    }

    /// The collection that the dealer is offered, with the count that agrees.
    async fn collected(&self) -> Value {
        let legal = self.dealer.get(&self.sub("legal")).await.told(200);
        let mut offers = legal["offers"].as_array().unwrap().iter().map(|offer| &offer["action"]["collect_wagers"]);
        let offer = offers.find(|offer| !offer.is_null()).unwrap();
        let view = self.dealer.get(&self.path).await.told(200);
        let felt: game_core::view::Felt = serde_json::from_value(view["view"]["felt"].clone()).unwrap();
        let count = felt.live_wagers(serde_json::from_value(offer["wager"].clone()).unwrap());
        json!({"collect_wagers": {"wager": offer["wager"], "count": count}})
    }
}
