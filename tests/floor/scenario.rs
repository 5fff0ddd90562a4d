//! One round of a game by one dealing method.

use crate::capture::{listen, logged};
use crate::house::hidden::{Known, cards, names_only};
use crate::house::{TestServer, reconcile, stands};
use chance::Shuffle;
use floor_sim::client::Client;
use floor_sim::facility::plain_examples;
use floor_sim::script::{self, Step, Who};
use floor_sim::socket::{Post, Socket};
use game_core::card::Card;
use game_core::command::Action;
use game_core::game::Seat;
use game_core::submission;
use serde_json::{Value, json};
use server::identity::Role;
use std::sync::Arc;
use store::shuffles;
use store::testing::within;
use table_host::TableHandle;
use table_host::ids::TableId;
use wire::terminal::Mirror;

const PLAYERS: u8 = 3;
const METHODS: [&str; 3] = ["hand", "manual_shoe", "automated_shoe"];

/// Somebody who looks: over REST and, where there is one, through a socket.
struct Looker {
    name: String,
    seat: Option<Seat>,
    client: Client,
    socket: Option<Socket>,
}

struct Scenario {
    server: TestServer,
    handle: TableHandle,
    table: wire::id::TableId,
    lookers: Vec<Looker>,
    known: Known,
    /// Cards that were seen by their owner while they lay face down, so that the search is known to be one.
    seen_by_owners: usize,
}

impl Scenario {
    async fn set(submission: &Value, order: &[Card]) -> Self {
        listen();
        let server = TestServer::spawn().await;
        let base = format!("http://{}", server.server.address());
        let pit_manager = Client::new(&base, &server.token(Role::PitManager).await).unwrap();
        let table = pit_manager.create_table("Table", server.approved(submission).await).await.unwrap().id;
        let id = TableId(table.0);
        let stacked = Shuffle::from_cards(order, [3; 32]).unwrap();
        let commitment = stacked.commitment(*id.0.as_bytes(), 1);
        let kept = shuffles::Shuffle { commitment, salt: *stacked.salt(), order: stacked.to_bytes() };
        shuffles::keep(&mut server.database.store.pool().acquire().await.unwrap(), id, 1, &kept).await.unwrap();
        let mut lookers = Vec::new();
        let staff = [
            ("dealer", Role::Dealer),
            ("floorperson 0", Role::Floorperson),
            ("floorperson 1", Role::Floorperson),
            ("auditor", Role::Auditor),
        ];
        for (name, role) in staff {
            let holder = if role == Role::Dealer { server.dealer_at(id).await } else { server.person(role).await };
            let client = Client::new(&base, holder.token()).unwrap();
            let socket = Some(Socket::open(&client, Post::Display(table), Mirror::default()).await.unwrap());
            lookers.push(Looker { name: name.into(), seat: None, client, socket });
        }
        for seat in Seat::first(PLAYERS) {
            let client = Client::new(&base, server.terminal(id, seat).await.token()).unwrap();
            let socket = Some(Socket::open(&client, Post::Terminal, Mirror::default()).await.unwrap());
            lookers.push(Looker { name: format!("seat {}", seat.number()), seat: Some(seat), client, socket });
        }
        let (handle, _) = server.server.app().table(id).unwrap();
        Self { server, handle, table, lookers, known: Known::default(), seen_by_owners: 0 }
    }

    fn client(&self, who: Who) -> &Client {
        let place = match who {
            Who::Dealer => 0,
            Who::Floorperson(nth) => 1 + nth,
            Who::Player(seat) => 4 + seat.index(),
        };
        &self.lookers[place].client
    }

    /// A step, what everybody sees after it, and that nothing shows what it must not.
    async fn take(&mut self, step: &Step) {
        let answer = self.client(step.who).command(self.table, step.action).await.unwrap();
        stands(&self.handle, "the table comes to a step of the script", |now| now.seq >= step.seq).await;
        self.known.read_on(&self.server.database.store, TableId(self.table.0), step.seq).await;
        names_only(&self.known.to(None), &serde_json::to_string(&answer).unwrap(), "an answer");
        for place in 0..self.lookers.len() {
            self.look(place, step.seq).await;
        }
        let metrics = self.server.stranger().get("/metrics").await.text;
        names_only(&self.known.to(None), &metrics, "the metrics");
    }

    async fn look(&mut self, place: usize, seq: u64) {
        let looker = &mut self.lookers[place];
        let known = self.known.to(looker.seat);
        // The frame first: whoever has it, has seen the room move on.
        let socket = looker.socket.as_mut().unwrap();
        while socket.seq() < seq {
            let message = within("everybody is told of a step", socket.next()).await.unwrap();
            names_only(&known, &serde_json::to_string(&message).unwrap(), &looker.name);
        }
        let state = looker.client.table(self.table).await.unwrap();
        let legal = looker.client.legal(self.table).await;
        let wrong = looker.client.command(self.table, Action::StopWheel { segment: 0 }).await;
        let texts = [
            serde_json::to_string(&state).unwrap(),
            legal.map_or_else(|error| error.to_string(), |legal| serde_json::to_string(&legal).unwrap()),
            format!("{:?}", wrong.unwrap_err()),
        ];
        for text in texts {
            names_only(&known, &text, &looker.name);
        }
        let socket = looker.socket.as_ref().unwrap();
        let seen = socket.view().unwrap();
        assert_eq!(socket.mirror().document(), Some(&state.view), "{}", looker.name);
        assert!(looker.seat.is_some() || seen.own.is_empty(), "{} owns a box", looker.name);
        let shown = cards(&serde_json::to_string(&seen).unwrap());
        self.seen_by_owners += shown.difference(&self.known.to(None)).count();
    }
}

/// The submission by this dealing method, with a virtual shoe where the method has a reader, else without.
fn by_method(submission: &Value, method: &str) -> Option<Value> {
    [true, false].into_iter().find_map(|reader| {
        let mut submission = submission.clone();
        let shuffle = if reader { json!({"method": "machine"}) } else { json!({"method": "manual"}) };
        submission["equipment"] =
            json!({"dealing": method, "shuffle": shuffle, "card_reader": reader, "virtual_shoe": reader});
        submission::check(&submission.to_string()).is_ok().then_some(submission)
    })
}

async fn nobody_sees_a_hidden_card(game: usize) {
    let (name, submission) = plain_examples().unwrap().swap_remove(game);
    let order: Vec<Card> =
        Card::deck().step_by(3).chain(Card::deck().skip(1).step_by(3)).chain(Card::deck().skip(2).step_by(3)).collect();
    let submissions: Vec<Value> = METHODS.iter().filter_map(|method| by_method(&submission, method)).collect();
    assert!(!submissions.is_empty(), "{name} cannot be dealt");
    let mut seen_by_owners = 0;
    for submission in submissions {
        let (_, rules) = submission::check(&submission.to_string()).unwrap();
        let method = submission["equipment"]["dealing"].clone();
        let script = script::write(Arc::new(rules), PLAYERS, &order, table_host::now());
        let script = script.unwrap_or_else(|| panic!("{name} by {method} does not get on"));
        let mut scenario = Scenario::set(&submission, &order).await;
        let (over, steps) = script.steps.split_last().unwrap();
        for step in steps {
            scenario.take(step).await;
        }
        // After the last step the round is over, and its record is open to staff.
        let public = scenario.known.to(None);
        names_only(&public, &logged(), "the log");
        scenario.client(over.who).command(scenario.table, over.action).await.unwrap();
        reconcile(&scenario.server, TableId(scenario.table.0)).await;
        seen_by_owners += scenario.seen_by_owners;
        scenario.lookers.clear();
        scenario.server.stop().await;
    }
    assert!(seen_by_owners > 0, "{name}: no player ever saw a card of the own");
}

/// The log is one for the whole process, so these rounds are played one after the other.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_sees_a_hidden_card_in_any_game_by_any_dealing_method() {
    for game in 0..4 {
        nobody_sees_a_hidden_card(game).await;
    }
}
