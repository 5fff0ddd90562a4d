//! What machines count, and what they do to a deck: a wrong number is never thrown away, and a fault that voids nothing by
//! itself leaves the void to two people.

use super::phases::LIR;
use super::plans::{Dealt, let_it_ride};
use super::stage::{Stage, patient};
use crate::house::decide;
use game_core::procedure::{DeckId, ShuffleDue, Stage as DeckStage};
use game_core::rejection::Code;
use game_core::round::Phase;
use serde_json::json;
use wire::device::{FaultCode, Report};

fn stub(count: u8) -> Report {
    Report::StubRemoved { count: Some(count) }
}

fn deals(phase: &Option<Phase>) -> bool {
    matches!(phase, Some(Phase::Dealing))
}

fn decides(phase: &Option<Phase>) -> bool {
    matches!(phase, Some(Phase::Deciding { .. }))
}

/// LIR-10-G, I-10, I-11: a wrong count of the stub has the dealer count, and a right one replaces nobody's.
#[tokio::test]
async fn lir_10_g_a_stub_that_the_shoe_counts_wrongly_has_the_dealer_count() {
    let server = patient().await;
    let mut stage = Stage::set(&server, let_it_ride(Dealt::ByStacks).unwrap()).await;
    stage.until(|phase| *phase == Some(Phase::Betting)).await;
    let before = stage.chips();
    stage.until(decides).await;
    let out = u8::try_from(stage.table().round().unwrap().cards_out()).unwrap();
    stage.shoe.must(&stub(52 - out)).await;
    assert!(decides(&stage.phase()));
    stage.shoe.must(&stub(51 - out)).await;
    assert_eq!(stage.phase(), Some(Phase::CountingStub));
    stage.dealer(json!({"count_stub": {"stub": 52 - out, "on_table": out}})).await;
    assert!(decides(&stage.phase()));
    // The dealer finds a card missing too: void, and the deck leaves.
    stage.shoe.must(&stub(51 - out)).await;
    let deck = stage.table().state().procedure().in_play().unwrap();
    stage.dealer(json!({"count_stub": {"stub": 51 - out, "on_table": out}})).await;
    stage.step().await;
    assert_eq!((stage.phase(), stage.chips()), (None, before));
    assert!(stage.table().state().procedure().deck(deck).is_none());
    server.stop().await;
}

/// LIR-13-G: a stub that is taken out of an automated shoe while it deals means that it stopped dealing.
#[tokio::test]
async fn lir_13_g_a_stub_taken_out_during_the_deal_voids_the_round() {
    let server = patient().await;
    let mut stage = Stage::set(&server, let_it_ride(Dealt::ByStacks).unwrap()).await;
    stage.until(|phase| *phase == Some(Phase::Betting)).await;
    let before = stage.chips();
    stage.until(deals).await;
    stage.deal().await;
    let seq = stage.seq();
    stage.shoe.must(&stub(40)).await;
    let clause = super::phases::frozen_by(&server, &stage, seq).await;
    assert_eq!(clause.as_deref(), Some(LIR.jam));
    stage.step().await;
    assert_eq!((stage.phase(), stage.chips()), (None, before));
    server.stop().await;
}

/// LIR-5-E: a machine that is not to count and counts all the same is believed when it says that a card is missing.
#[tokio::test]
async fn lir_5_e_a_count_is_believed_where_the_machine_is_not_to_count() {
    let server = patient().await;
    let mut plan = let_it_ride(Dealt::ByCard).unwrap();
    plan.submission["approval"] = json!("LAYOUT-0077");
    plan.submission["equipment"]["shuffle"]["counts_cards"] = json!(false);
    let mut stage = Stage::set(&server, plan).await;
    for wrong_by_itself in [false, true] {
        stage.until(|phase| *phase == Some(Phase::Settled)).await;
        stage.step().await;
        let back = stage.table().state().procedure().deck(DeckId::First).unwrap().back;
        let report = match wrong_by_itself {
            false => Report::ShuffleCompleted { back, count: Some(51) },
            true => Report::CountWrong { back, count: 53 },
        };
        stage.shuffler.as_mut().unwrap().must(&report).await;
        assert!(stage.table().state().procedure().deck(DeckId::First).is_none(), "the deck is gone");
    }
    server.stop().await;
}

/// LIR-13-F: a jam that names no deck means the one that waits.
#[tokio::test]
async fn lir_13_f_a_jam_without_a_name_means_the_deck_that_waits() {
    let server = patient().await;
    let mut stage = Stage::set(&server, let_it_ride(Dealt::ByStacks).unwrap()).await;
    stage.until(|phase| *phase == Some(Phase::Settled)).await;
    stage.step().await;
    let deck = |stage: &Stage, id| stage.table().state().procedure().deck(id).unwrap().stage;
    // Both wait: it is the turn of the one that plays next.
    let turn = stage.table().state().procedure().turn(stage.table().rules()).unwrap();
    let other = deck(&stage, turn.other());
    assert_eq!(other, DeckStage::ToShuffle(ShuffleDue::RoundOver));
    stage.shuffler.as_mut().unwrap().must(&Report::Jam { back: None }).await;
    assert_eq!(deck(&stage, turn), DeckStage::ToShuffle(ShuffleDue::Jam));
    assert_eq!(deck(&stage, turn.other()), other);
    // Only the other waits.
    stage.shuffle().await;
    assert!(matches!(deck(&stage, turn), DeckStage::Ready { .. }), "{:?}", deck(&stage, turn));
    stage.shuffler.as_mut().unwrap().must(&Report::Jam { back: None }).await;
    assert_eq!(deck(&stage, turn.other()), DeckStage::ToShuffle(ShuffleDue::Jam));
    server.stop().await;
}

/// LIR-13-G, LIR-13-H: a shoe that was tampered with can still deal, so nothing is void by itself; two people void the
/// round, every cent comes back, and no other round is dealt from the shoe.
#[tokio::test]
async fn lir_13_h_a_shoe_tampered_with_in_the_deal_leaves_the_void_to_two_people() {
    let server = patient().await;
    let mut stage = Stage::set(&server, let_it_ride(Dealt::ByStacks).unwrap()).await;
    stage.until(|phase| *phase == Some(Phase::Betting)).await;
    let before = stage.chips();
    stage.until(deals).await;
    stage.deal().await;
    stage.shoe.must(&Report::Fault { code: FaultCode::Tampered }).await;
    assert!(deals(&stage.phase()), "{:?}", stage.phase());
    let game = &stage.game;
    game.act(&game.floorperson, &json!({"propose": "void"})).await;
    let second = server.floorperson().await;
    let listed = second.get(&format!("/v1/approvals?table={}", game.id)).await.told(200);
    decide(&second, &listed["approvals"][0], "approve").await.told(200);
    assert_eq!((stage.phase(), stage.chips()), (None, before));
    let table = stage.table();
    let next = table.state().procedure().ready(table.rules(), table_host::now());
    assert!(matches!(next.unwrap_err().code, Code::DeviceOutOfOrder | Code::DeviceNotMarked));
    server.stop().await;
}
