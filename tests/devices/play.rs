//! Real rounds over the real protocol: shoes and shufflers drive them, and everything they may report ends as its clause says.

use super::{alerts, says, seq};
use crate::house::TestServer;
use crate::house::device::{Device, Equipped, equipped};
use game_core::card::Card;
use game_core::command::FaceReason;
use game_core::event::Event;
use game_core::game::Seat;
use game_core::games::Spin;
use game_core::procedure::Back;
use serde_json::{Value, json};
use wire::device::{Destination, DeviceKind, FaultCode, Instruction, Report, ServerCommand};

fn card(name: &str) -> Card {
    name.parse().unwrap()
}

async fn phase(table: &Equipped) -> String {
    let summary = table.game.summary().await;
    summary["round"]["phase"].as_str().map_or_else(|| summary["round"]["phase"].to_string(), str::to_owned)
}

/// What the seats and the layout hold together, from the table's own record.
async fn money(table: &Equipped) -> i64 {
    let view = table.game.auditor.get(&table.game.path).await.told(200);
    let seats = view["view"]["felt"]["seats"].as_object().unwrap();
    seats.values().map(|seat| seat["chips"].as_i64().unwrap()).sum()
}

/// Has the floor confirm the void that an irregularity forces.
async fn confirm_void(table: &Equipped) {
    table.game.act(&table.game.floorperson, &json!("confirm_void")).await;
}

#[tokio::test]
async fn lir_10_stacks_go_where_the_script_has_them_go_and_the_shuffler_shuffles_between_rounds() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    for _ in 0..2 {
        table.until(&server, "deal").await;
        // The shoe is told which stack is due (LIR-10-B).
        let due = |commands: &[ServerCommand]| commands.last().and_then(ServerCommand::instruction);
        let is_due = |commands: &[ServerCommand]| matches!(due(commands), Some(Instruction::Dispense { .. }));
        let told = table.shoe.commands_until(is_due).await;
        let Some(Instruction::Dispense { cards, to, .. }) = due(&told) else { panic!("{told:?}") };
        let Report::StackDispensed { cards: stack, to: script } = table.stack(&server) else { panic!() };
        assert_eq!((usize::from(cards), to), (stack.len(), script));
        table.until(&server, "clear_table").await;
        table.until(&server, "open_round").await;
        table.game.act(&table.game.dealer, &json!("open_round")).await;
    }
    server.stop().await;
}

/// Cards that went elsewhere, or too many of them, are not taken, and yet they are out: only a void can follow.
#[tokio::test]
async fn lir_13_d_cards_that_went_astray_or_are_too_many_freeze_the_round() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    let before = money(&table).await;
    for (too_many, code) in [(false, "wrong_destination"), (true, "wrong_cards")] {
        table.until(&server, "deal").await;
        let Report::StackDispensed { cards, to } = table.stack(&server) else { panic!() };
        let report = match too_many {
            false => Report::StackDispensed { cards, to: Destination::SixCardBox },
            true => Report::StackDispensed { cards: [cards.clone(), cards].concat(), to },
        };
        let answer = table.shoe.refused(&report, code).await;
        assert!(answer.seq.is_some(), "the table's journal has it: {answer:?}");
        assert!(phase(&table).await.contains("frozen"), "{}", phase(&table).await);
        confirm_void(&table).await;
        assert_eq!(money(&table).await, before);
    }
    server.stop().await;
}

#[tokio::test]
async fn lir_13_g_a_shoe_jam_during_the_deal_voids_the_round_and_gives_everything_back() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    let before = money(&table).await;
    table.until(&server, "deal").await;
    table.deal(&server).await;
    table.shoe.must(&Report::Jam { back: None }).await;
    assert!(phase(&table).await.contains("frozen"), "{}", phase(&table).await);
    assert!(says(&alerts(&table.game).await, "jam"));
    confirm_void(&table).await;
    assert_eq!(money(&table).await, before);
    // Whoever reports a jam where nothing is dealt is on record, and voids nothing.
    let entries = seq(&table.game).await;
    table.shoe.must(&Report::Jam { back: None }).await;
    assert_eq!(seq(&table.game).await, entries);
    table.until(&server, "clear_table").await;
    server.stop().await;
}

#[tokio::test]
async fn lir_13_f_a_shuffler_jam_has_the_deck_shuffled_again_and_lir_5_e_a_wrong_count_retires_it() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    table.until(&server, "clear_table").await;
    table.game.act(&table.game.dealer, &json!("clear_table")).await;
    let red = Back::Red;
    table.shuffler.must(&Report::ShuffleStarted { back: red }).await;
    let jammed = table.shuffler.must(&Report::Jam { back: Some(red) }).await;
    assert!(jammed.seq.is_some(), "the table's journal has it: {jammed:?}");
    table.shuffler.refused(&Report::ShuffleCompleted { back: Back::Blue, count: Some(52) }, "deck_unknown").await;
    // A counting machine tells its count (LIR-5-E-1).
    table.shuffler.refused(&Report::ShuffleCompleted { back: red, count: None }, "count_mismatch").await;
    table.shuffler.must(&Report::CountWrong { back: red, count: 51 }).await;
    assert!(says(&alerts(&table.game).await, "count_wrong"));
    let view = table.game.auditor.get(&table.game.path).await.told(200);
    assert_eq!(view["view"]["felt"]["decks"], json!([]), "the deck is gone (LIR-5-E)");
    table.shuffler.refused(&Report::ShuffleCompleted { back: red, count: Some(52) }, "deck_unknown").await;
    table.until(&server, "clear_table").await;
    server.stop().await;
}

#[tokio::test]
async fn r42_a_misread_halts_the_round_for_all_to_see_until_two_people_say_what_the_card_is() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    table.until(&server, "deal").await;
    let Report::StackDispensed { mut cards, to } = table.stack(&server) else { panic!() };
    let really = cards[1].take().unwrap();
    table.shoe.must(&Report::StackDispensed { cards, to }).await;
    assert!(phase(&table).await.contains("halted"), "{}", phase(&table).await);
    // Nothing goes on meanwhile, and the dealer cannot type the card.
    let more = table.stack(&server);
    table.shoe.refused(&more, "wrong_phase").await;
    let correction = json!({"propose": {"correct_card": {"card": really}}});
    let body = json!({"command_id": uuid::Uuid::now_v7(), "action": correction});
    table.game.dealer.post(&table.game.sub("commands"), &body).await.problem(403, "wrong_actor");
    table.game.act(&table.game.floorperson, &correction).await;
    let (second, same) = (server.floorperson().await, &table.game.floorperson);
    let listed = second.get(&format!("/v1/approvals?table={}", table.game.id)).await.told(200);
    let approval: &Value = &listed["approvals"][0];
    crate::house::decide(same, approval, "approve").await.problem(403, "same_person");
    crate::house::decide(&second, approval, "approve").await.told(200);
    // The journal keeps both: that the card was not read, and what two people said it was.
    let events = table.game.auditor.get(&table.game.sub("events?limit=200")).await.told(200).to_string();
    assert!(events.contains("card_unread") && events.contains("card_corrected"), "{events}");
    assert!(says(&alerts(&table.game).await, "card_unread"));
    table.until(&server, "clear_table").await;
    server.stop().await;
}

/// R1, R42: the reader says one card and the players see another. The felt says where it lies, and never what it is.
#[tokio::test]
async fn r42_a_card_that_was_read_wrongly_is_put_right_by_two_people() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    table.until(&server, "decide").await;
    let (really, spot) = (Card::deck().last().unwrap(), json!({"own": {"seat": 1, "place": 0}}));
    let correction = json!({"propose": {"correct_face": {"spot": spot, "card": really, "reason": "misread"}}});
    table.game.act(&table.game.floorperson, &correction).await;
    assert!(phase(&table).await.contains("halted"), "{}", phase(&table).await);
    let view = table.game.auditor.get(&table.game.path).await.told(200);
    let shown = view["view"]["felt"]["round"]["proposal"]["proposal"].clone();
    assert_eq!(shown, json!({"correct_face": {"spot": spot, "reason": "misread"}}));
    let second = server.floorperson().await;
    let listed = second.get(&format!("/v1/approvals?table={}", table.game.id)).await.told(200);
    crate::house::decide(&second, &listed["approvals"][0], "approve").await.told(200);
    let mut connection = server.database.store.pool().acquire().await.unwrap();
    let entries = store::journal::load(&mut connection, table.game.id, 0).await.unwrap();
    drop(connection);
    let corrected = entries.into_iter().flat_map(|entry| entry.events).find_map(|event| match event {
        Event::CardCorrected { card, was, reason, proposed_by, approved_by, .. } => {
            assert_ne!(proposed_by, approved_by);
            Some((card, was.unwrap(), reason.unwrap()))
        }
        _ => None,
    });
    let (card, was, reason) = corrected.unwrap();
    assert_eq!((card, reason), (really, FaceReason::Misread));
    assert_ne!(was, card);
    table.until(&server, "clear_table").await;
    server.stop().await;
}

#[tokio::test]
async fn r7_a_card_that_is_out_already_halts_the_round_and_a_second_face_up_card_voids_it() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    let before = money(&table).await;
    table.until(&server, "deal").await;
    // LIR-13-A: the first card found face up is set aside; LIR-13-B: the second voids the round.
    table.shoe.must(&Report::FaceUpCard { card: card("Ks") }).await;
    table.shoe.must(&Report::FaceUpCard { card: card("Kh") }).await;
    assert!(phase(&table).await.contains("frozen"), "{}", phase(&table).await);
    confirm_void(&table).await;
    assert_eq!(money(&table).await, before);
    table.until(&server, "deal").await;
    let Report::StackDispensed { mut cards, to } = table.stack(&server) else { panic!() };
    cards[1] = cards[0];
    table.shoe.must(&Report::StackDispensed { cards, to }).await;
    assert!(phase(&table).await.contains("halted"), "{}", phase(&table).await);
    server.stop().await;
}

#[tokio::test]
async fn cards_of_a_round_are_in_no_answer_about_a_device() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    table.until(&server, "deal").await;
    table.deal(&server).await;
    let record = table.game.auditor.get(&format!("/v1/devices/{}/messages", table.shoe.id)).await.told(200);
    let dealt = record["messages"].as_array().unwrap().iter().find(|one| one["kind"] == "stack_dispensed").unwrap();
    assert!(dealt.get("body").is_none(), "{dealt}");
    let beat = record["messages"].as_array().unwrap().iter().find(|one| one["kind"] == "hello").unwrap();
    assert!(beat.get("body").is_some(), "{beat}");
    server.stop().await;
}

#[tokio::test]
async fn a_device_says_only_what_a_device_of_its_kind_says() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    table.until(&server, "deal").await;
    let before = seq(&table.game).await;
    table.shuffler.refused(&Report::CardDrawn { card: Some(card("As")), to: None }, "not_of_this_device").await;
    let stop = Report::WheelStopped { round: 1, spin: Spin::Bonus { seat: Seat::new(1).unwrap() }, segment: 1 };
    table.shoe.refused(&stop, "not_of_this_device").await;
    let mut display = Device::ready(&server, DeviceKind::Display, table.game.id).await;
    display.refused(&Report::Jam { back: None }, "not_of_this_device").await;
    // A table that plays with a virtual shoe has no place for another.
    let plain = crate::house::Game::at(&server).await;
    let admin = server.person(server::identity::Role::DeviceAdmin).await;
    let body = crate::house::device::enrolment(DeviceKind::Shoe, &crate::house::device::fresh_key(), plain.id);
    admin.post("/v1/devices", &body).await.problem(409, "device_misplaced");
    assert_eq!(seq(&table.game).await, before);
    display.must(&Report::Fault { code: FaultCode::Worn }).await;
    server.stop().await;
}

#[tokio::test]
async fn lir_3_b_two_decks_alternate_through_the_shuffler_told_apart_by_their_backs() {
    let server = TestServer::spawn().await;
    let mut submission = equipped();
    submission["equipment"]["decks"] = json!(2);
    let mut table = Equipped::with(&server, submission).await;
    for back in ["red", "blue"] {
        let deck = json!({"procedure": {"receive_deck": {"back": back, "preshuffled": true}}});
        table.game.act(&table.game.dealer, &deck).await;
    }
    table.game.open_rack().await;
    table.game.act(&table.game.floorperson, &json!({"procedure": "open_table"})).await;
    for (back, other) in [(Back::Red, Back::Blue), (Back::Blue, Back::Red)] {
        for deck in [back, other] {
            // One of them waits in the shuffler already, shuffled, from the second round on.
            let _ = table.shuffler.report(&Report::ShuffleCompleted { back: deck, count: Some(52) }).await;
        }
        table.until(&server, "clear_table").await;
        let view = table.game.auditor.get(&table.game.path).await.told(200);
        let in_play = view["view"]["felt"]["decks"].as_array().unwrap().iter().find(|deck| deck["stage"] == "in_play");
        assert_eq!(in_play.unwrap()["back"], json!(back), "LIR-3-B-4: the same deck is not used twice running");
        table.game.act(&table.game.dealer, &json!("clear_table")).await;
    }
    server.stop().await;
}

/// A win that the rack does not hold waits with its hand face up, and the table says who has the next step of the fill.
#[tokio::test]
async fn a_payment_waits_for_a_fill_and_the_table_says_for_whom() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    let cage = server.person(server::identity::Role::Cage).await;
    let opener = json!({"inventory": {"count": {"kind": "opener", "tray": {"10000": 1}}}});
    table.game.act(&table.game.dealer, &opener).await;
    table.game.act(&table.game.floorperson, &json!({"inventory": "verify_count"})).await;
    // Of cards in order seat 2, settled first, makes a full house: 11 to 1 on each of three bets of $10.
    table.until(&server, "inventory").await;
    let game = &table.game;
    let lacks = async || {
        let state = game.auditor.get(&game.path).await.told(200);
        (state["table"]["waiting_for"][0]["who"].clone(), state["view"]["felt"]["round"]["rack_lacks_cents"].clone())
    };
    assert_eq!(lacks().await, (json!("floorperson"), json!(23_000)));
    let settle = json!({"command_id": uuid::Uuid::now_v7(), "action": {"settle": {"cards": []}}});
    let refused = game.dealer.post(&game.sub("commands"), &settle).await.problem(409, "rack_too_low");
    assert_eq!(refused["missing_cents"], 23_000);
    let request = json!({"request_slip": {"kind": "fill", "tray": {"10000": 3}}});
    let slip = game.act(&game.floorperson, &json!({"inventory": request})).await;
    let number = &slip["events"][0]["inventory"]["slip_requested"]["number"];
    let slip = json!({"kind": "fill", "number": number});
    assert_eq!(lacks().await, (json!("cage"), json!(23_000)));
    game.act(&cage, &json!({"inventory": {"issue_slip": slip}})).await;
    assert_eq!(lacks().await, (json!("dealer"), json!(23_000)));
    game.act(&game.dealer, &json!({"inventory": {"receive_slip": slip}})).await;
    assert_eq!(lacks().await, (json!("dealer"), json!(null)));
    game.dealer.post(&game.sub("commands"), &settle).await.told(200);
    let state = game.auditor.get(&game.path).await.told(200);
    assert_eq!(state["view"]["felt"]["seats"]["2"]["chips"], 100_000 + 33_000);
    server.stop().await;
}
