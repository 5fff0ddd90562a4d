//! Whole rounds of every game, each dealt by every kind of device the game may have: what everybody has afterwards is what the
//! rule book's arithmetic says, and nobody was told a card before its time.

use super::plans::{self, Dealt, Plan};
use super::stage::{Stage, patient};
use crate::house::device::Device;
use crate::house::hidden::{Known, names_only};
use crate::house::{TestServer, reconcile};
use game_core::game::Seat;
use game_core::round::Phase;
use wire::device::{DeviceKind, Instruction, Report};

/// What nobody may hear is searched for in everything that people and devices are told while cards lie face down.
struct Listener {
    known: Known,
    /// Cards that their owner was shown while they lay face down, so that the search is known to be one.
    own_seen: usize,
}

impl Listener {
    async fn look(&mut self, server: &TestServer, stage: &Stage) {
        let game = &stage.game;
        self.known.read_on(&server.database.store, game.id, stage.seq()).await;
        let public = self.known.to(None);
        for (who, name) in
            [(&game.dealer, "the dealer"), (&game.floorperson, "a floorperson"), (&game.auditor, "an auditor")]
        {
            for path in [game.path.clone(), game.sub("legal"), game.sub("events?limit=200")] {
                names_only(&public, &who.get(&path).await.text, name);
            }
        }
        for (terminal, number) in game.terminals.iter().zip(1..) {
            let known = self.known.to(Seat::new(number));
            for path in [game.path.clone(), game.sub("legal")] {
                let text = terminal.get(&path).await.text;
                names_only(&known, &text, "a player");
                self.own_seen += known.difference(&public).filter(|card| text.contains(&format!("\"{card}\""))).count();
            }
        }
        let others = [&stage.shuffler, &stage.sensor, &stage.wheel];
        for device in others.into_iter().flatten().chain([&stage.shoe]) {
            let log = game.auditor.get(&format!("/v1/devices/{}/messages", device.id)).await.text;
            let heard = std::mem::take(&mut *device.heard.lock().unwrap());
            // Bodies of commands are JSON within JSON.
            names_only(&public, &(log + &heard).replace('\\', ""), "a device");
        }
    }
}

/// Plays two rounds by each kind of device, the first of them with everybody looking at every step, and holds what the patrons
/// at seats 1 and 2 won against what they should have won.
async fn rounds(plan: fn(Dealt) -> Option<Plan>, won: [[i64; 2]; 2]) {
    let server = patient().await;
    for dealt in Dealt::ALL {
        let Some(plan) = plan(dealt) else { continue };
        let mut stage = Stage::set(&server, plan).await;
        let mut listener = Listener { known: Known::default(), own_seen: 0 };
        let mut backs = Vec::new();
        for (round, won) in (1..).zip(won) {
            let before = stage.chips();
            stage.until(|phase| *phase == Some(Phase::Betting)).await;
            assert_eq!(stage.table().round().unwrap().number(), round, "{dealt:?}");
            while stage.phase() != Some(Phase::Settled) {
                if round == 1 {
                    listener.look(&server, &stage).await;
                }
                stage.step().await;
            }
            backs.extend(stage.table().state().procedure().in_play());
            stage.step().await;
            let after = stage.chips();
            assert_eq!([after[0] - before[0], after[1] - before[1]], won, "{dealt:?}, round {round}");
            reconcile(&server, stage.game.id).await;
        }
        assert!(listener.own_seen > 0, "{dealt:?}: no player ever saw a card of the own");
        let alternates = matches!(dealt, Dealt::ByStacks);
        assert_eq!(backs[0] != backs[1], alternates, "{dealt:?}: two decks take turns, one does not: {backs:?}");
    }
    server.stop().await;
}

/// Three kings: 3 x $10 x 3 (LIR-12-A-1-g) and the progressive's 10 for 1 less its dollar (LIR-12-E-5-g), $99. Against it two
/// bets that rode on nothing, and a progressive dollar: -$21.
#[tokio::test]
async fn lir_8_lir_10_devices_deal_let_it_ride_to_the_cent() {
    rounds(plans::let_it_ride, [[9_900, -2_100]; 2]).await;
}

/// A pair on two cards $5 (S235-12-A-1), on three $5 and its raise $5 (S235-12-B-6), three kings on five $35 and its raise
/// $35 (S235-12-C-7), the progressive's 9 for 1 less its dollar (S235-12-E-4-g): $93. Against it three wagers and a dollar: -$16.
#[tokio::test]
async fn s235_8_s235_10_devices_deal_stud_to_the_cent() {
    rounds(plans::stud, [[9_300, -1_600]; 2]).await;
}

/// Three kings across and a pair of them down, $180 (CC-12-A-7, CC-12-A-9); a pair of nines across pushes and down is nothing,
/// -$10 (CC-12-A-10). The spin of the pair of kings stops on $500 (CC-12-D-2-b), which pays the other bettor $100
/// (CC-12-D-10-a-i), and then on $120, which pays nobody else; each spin wager costs $5.
#[tokio::test]
async fn cc_8_cc_10_devices_deal_criss_cross_and_the_wheel_on_the_table_decides_the_prize() {
    rounds(plans::criss_cross, [[18_000 + 50_000 - 500, -1_000 + 10_000 - 500], [18_000 + 12_000 - 500, -1_000 - 500]])
        .await;
}

/// A pair of tens wins $10 on each of two bets (CAL-paytable-lirx-01-9) from the bank; fees are $1.50 and $2.
#[tokio::test]
async fn cal_dealing_devices_deal_california_to_the_cent() {
    rounds(plans::california, [[-2_000 - 200, 2_000 - 150]; 2]).await;
}

/// A wheel decides only the spin that waits for it: a stop out of turn, of a segment that the wheel has not got, or a second one
/// is refused, and nothing changes; the stop that counts is the first one of the spin.
#[tokio::test]
async fn cc_11_i_a_wheel_stops_once_in_its_turn_and_on_a_segment_it_has() {
    let server = patient().await;
    let mut stage = Stage::set(&server, plans::criss_cross(Dealt::ByStacks).unwrap()).await;
    let before = stage.chips();
    let out_of_turn = stage.stop(1);
    stage.wheel.as_mut().unwrap().refused(&out_of_turn, "wrong_phase").await;
    for reached in [
        |phase: &Option<Phase>| *phase == Some(Phase::Betting),
        |phase: &Option<Phase>| *phase == Some(Phase::Dealing),
        |phase: &Option<Phase>| matches!(phase, Some(Phase::Deciding { .. })),
        |phase: &Option<Phase>| matches!(phase, Some(Phase::Settling { .. })),
    ] {
        stage.until(reached).await;
        let seq = stage.seq();
        stage.wheel.as_mut().unwrap().refused(&out_of_turn, "wrong_phase").await;
        assert_eq!(stage.seq(), seq);
    }
    stage.until(|phase| matches!(phase, Some(Phase::Spinning { .. }))).await;
    let seq = stage.seq();
    for segment in [12, u8::MAX] {
        let stop = stage.stop(segment);
        stage.wheel.as_mut().unwrap().refused(&stop, "no_such_segment").await;
    }
    assert_eq!(stage.seq(), seq);
    stage.stop_wheel().await;
    let seq = stage.seq();
    let second = stage.stop(2);
    stage.wheel.as_mut().unwrap().refused(&second, "wrong_phase").await;
    assert_eq!(stage.seq(), seq);
    stage.until(|phase| *phase == Some(Phase::Settled)).await;
    stage.step().await;
    let after = stage.chips();
    assert_eq!([after[0] - before[0], after[1] - before[1]], [18_000 + 50_000 - 500, -1_000 + 10_000 - 500]);
    server.stop().await;
}

/// A display is told the table and its round, and never a card.
#[tokio::test]
async fn a_display_follows_the_rounds_and_is_never_told_a_card() {
    let server = patient().await;
    let mut stage = Stage::set(&server, plans::let_it_ride(Dealt::ByStacks).unwrap()).await;
    let mut display = Device::ready(&server, DeviceKind::Display, stage.game.id).await;
    let shows = |wanted: Option<u64>| move |told: &Instruction| matches!(told, Instruction::Show { round, .. } if *round == wanted);
    display.told(shows(None)).await;
    stage.until(|phase| matches!(phase, Some(Phase::Deciding { .. }))).await;
    display.told(shows(Some(1))).await;
    let heard = display.heard.lock().unwrap().replace('\\', "");
    assert!(heard.contains("Table "), "it is told the table's name: {heard}");
    names_only(&std::collections::BTreeSet::new(), &heard, "a display");
    server.stop().await;
}

/// LIR-2-C-1, S235-2-C-1, CC-2-B-6-1, R17: at every seat a light of its own shows each wager that was accepted there, and goes out
/// when it is taken off again.
#[tokio::test]
async fn lir_2_c_1_s235_2_c_1_cc_2_b_6_1_each_seat_has_a_light_for_what_was_accepted_there() {
    let server = patient().await;
    for plan in [plans::let_it_ride, plans::stud, plans::criss_cross, plans::xtreme] {
        let mut stage = Stage::set(&server, plan(Dealt::ByStacks).unwrap()).await;
        stage.until(|phase| *phase == Some(Phase::Betting)).await;
        // Each of them is told to be lit, and says that it is.
        stage.wager().await;
        let (number, wager, _) = stage.plan.sensed[0];
        let seat = Seat::new(number).unwrap();
        let sensor = stage.sensor.as_mut().unwrap();
        sensor.must(&Report::WagerRemoved { seat, wager }).await;
        sensor.told(|told| *told == Instruction::Light { seat, wager, on: false }).await;
        for (other, _, _) in stage.plan.sensed.iter().skip(1) {
            let (other, to_do) = (Seat::new(*other).unwrap(), &stage.sensor.as_ref().unwrap().to_do);
            let goes_out = Instruction::Light { seat: other, wager, on: false };
            assert!(!to_do.contains(&goes_out), "nobody else's light changes: {to_do:?}");
        }
    }
    server.stop().await;
}
