//! What a display is told, with time in the test's own hands: how often, and what when the values grow old.

use super::*;
use game_core::money::{Cents, MicroCents};
use game_core::wager::Level;
use std::sync::Arc;
use store::meters::MeterId;
use store::progressives::{Counters, LevelRecord, ProgressiveId, ProgressiveRecord};

fn counters() -> Counters {
    let (wagered, contributed, won) = (Cents::ZERO, MicroCents::ZERO, MicroCents::ZERO);
    let (overflowed, reserved) = (MicroCents::ZERO, MicroCents::ZERO);
    Counters { wagers: 0, wagered, contributed, hits: 0, won, overflowed, reserved }
}

/// A progressive whose meter holds so many cents, as read at a moment.
fn holding(cents: i64, at: Millis) -> Seen {
    let level = LevelRecord {
        meter: MeterId(Uuid::nil()),
        level: Level::Main,
        initial: Cents::new(100_000),
        reset: Cents::new(100_000),
        rate_ppm: 100_000,
        next_rate_ppm: None,
        limit: None,
        reserve_ppm: 0,
        plausible: MicroCents::new(1),
        frozen: None,
        balance: Cents::new(cents).to_micro().unwrap(),
        overflow: MicroCents::ZERO,
        reserve: MicroCents::ZERO,
        entries: 1,
        counters: counters(),
        hits: Vec::new(),
    };
    let progressive = ProgressiveRecord {
        id: ProgressiveId(Uuid::nil()),
        name: "Main".into(),
        stake: Cents::new(100),
        status: "enabled".into(),
        version: 1,
        own_table: None,
        games: Vec::new(),
        levels: vec![level],
        tables: Vec::new(),
    };
    Seen { at, progressives: Arc::new(vec![progressive]) }
}

fn value(message: &ToProgressives) -> Option<i64> {
    match message {
        ToProgressives::Progressives { progressives, .. } | ToProgressives::Changed { progressives, .. } => {
            progressives.first().and_then(|found| found.levels[0].value_cents).map(Cents::get)
        }
        _ => None,
    }
}

#[tokio::test(start_paused = true)]
async fn r22_a_meter_that_moves_a_hundred_times_a_second_is_shown_at_most_ten_times_and_as_it_is_last() {
    let clock = Clock::default();
    let (board, watched) = watch::channel(holding(100_000, clock.now()));
    let mut feed = Feed::new(watched, clock.clone());
    let begun = Instant::now();
    let mover = tokio::spawn(async move {
        for moved in 1..=1000 {
            tokio::time::sleep(Duration::from_millis(10)).await;
            board.send_replace(holding(100_000 + moved, clock.now()));
        }
        board
    });
    let mut told = Vec::new();
    while begun.elapsed() < Duration::from_secs(11) {
        let message = tokio::time::timeout(Duration::from_secs(1), feed.next()).await;
        told.extend(message.ok().and_then(|message| value(&message)).map(|value| (begun.elapsed(), value)));
    }
    drop(mover.await.unwrap());
    for second in 0..10 {
        let within = |(at, _): &&(Duration, i64)| at.as_secs() == second;
        let updates = told.iter().filter(within).count();
        assert!((1..=10).contains(&updates), "{updates} updates in second {second}");
    }
    assert_eq!(told.last().unwrap().1, 101_000);
}

#[test]
fn r22_a_value_that_is_too_old_is_not_available_and_comes_back_whole() {
    let mut shown = Shown::default();
    let (at, limit) = (Millis(1_000_000), u64::try_from(VALID_FOR.as_millis()).unwrap());
    let seen = holding(100_000, at);
    assert!(matches!(shown.next(&seen, at), Some(ToProgressives::Progressives { .. })));
    // Nothing is read any more: the last value is told once more as right, and is shown no longer than it may be.
    let last = Millis(at.0 + limit - 1);
    let Some(ToProgressives::Changed { valid_until, progressives, .. }) = shown.next(&seen, last) else {
        panic!("a display that hears nothing cannot know that it is still right")
    };
    assert_eq!((valid_until, progressives.len()), (seen.valid_until().into(), 0));
    let over = Millis(at.0 + limit);
    assert_eq!(shown.next(&seen, over), Some(ToProgressives::NotAvailable { since: at.into() }));
    for later in 1..100 {
        assert_eq!(shown.next(&seen, Millis(over.0 + later * 1000)), None, "told once");
    }
    let back = holding(100_001, Millis(over.0 + 100_000));
    assert_eq!(value(&shown.next(&back, back.at).unwrap()), Some(100_001));
    assert!(matches!(Shown::default().next(&seen, over), Some(ToProgressives::NotAvailable { .. })), "from the first");
}
