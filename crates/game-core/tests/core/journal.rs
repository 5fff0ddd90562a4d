//! Events as earlier versions wrote them: a journal stays readable, and folds to the same table.

use game_core::command::CountResolution;
use game_core::event::Event;
use game_core::game::{Seat, StaffId};
use game_core::wager::Wager;
use serde_json::json;

/// R43: before differences were on record a resolution always named the seat whose wager was struck out.
#[test]
fn a_resolution_is_read_with_its_seat_and_without() {
    let (wager, by) = (Wager::ProgressivePayout, StaffId(2));
    let text = json!({"count_resolved":
        {"seat": 2, "wager": "progressive_payout", "resolution": "chip_missing", "by": 2}});
    let struck = Event::CountResolved { seat: Seat::new(2), wager, resolution: CountResolution::ChipMissing, by };
    assert_eq!(serde_json::from_value::<Event>(text.clone()).unwrap(), struck);
    assert_eq!(serde_json::to_value(struck).unwrap(), text);
    let explained = Event::CountResolved { seat: None, wager, resolution: CountResolution::Recounted, by };
    let text = serde_json::to_value(explained).unwrap();
    assert!(text["count_resolved"].get("seat").is_none(), "{text}");
    assert_eq!(serde_json::from_value::<Event>(text).unwrap(), explained);
}
