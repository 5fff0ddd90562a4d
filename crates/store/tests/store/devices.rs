//! Devices as they are kept: nothing that was said is changed, a revoked device stays so, and a place has one device.

use crate::world::{World, refusal};
use game_core::game::{Millis, StaffId};
use store::devices::{
    self, Answered, Change, Changed, DeviceError, DeviceId, DeviceLog, HEARTBEATS_KEPT, Heartbeat, NewDevice, Received,
    Record, Status,
};
use table_host::ids::TableId;
use uuid::Uuid;

fn new(serial: u8, table: TableId) -> NewDevice {
    NewDevice {
        id: DeviceId(Uuid::now_v7()),
        kind: "shoe".into(),
        make: "Acme".into(),
        model: "One".into(),
        serial: serial.to_string(),
        public_key: [serial; 32],
        table,
    }
}

fn two() -> Changed {
    Changed { by: StaffId(1), agreed: Some((StaffId(2), Uuid::now_v7())), reason: "a new device".into() }
}

fn one() -> Changed {
    Changed { agreed: None, ..two() }
}

fn received(device: DeviceId, table: TableId, sequence: u64) -> Record {
    Record::Received(Received {
        device,
        sequence,
        received_at: Millis(2_000),
        sent_at: Millis(1_000),
        kind: "heartbeat".into(),
        body: "{}".into(),
        digest: [3; 32],
        signature: [4; 64],
        table,
    })
}

#[tokio::test]
async fn r36_whatever_lets_a_device_speak_takes_two_and_a_revoked_one_never_speaks_again() {
    let world = World::new().await;
    let table = world.desk(0).await.id;
    let mut transaction = world.store().transaction().await.unwrap();
    assert!(devices::enrol(&mut transaction, &new(1, table), &one()).await.is_err(), "one person is not enough");
    drop(transaction);
    let device = NewDevice { public_key: [9; 32], serial: "9".into(), ..new(1, table) };
    let mut connection = world.connection().await;
    devices::enrol(&mut connection, &device, &two()).await.unwrap();
    let same_key = NewDevice { public_key: [9; 32], ..new(2, table) };
    let known = devices::enrol(&mut connection, &same_key, &two()).await;
    assert!(matches!(known, Err(DeviceError::KnownBefore)), "{known:?}");
    let second = devices::enrol(&mut connection, &new(3, table), &two()).await;
    assert!(matches!(second, Err(DeviceError::Misplaced)), "{second:?}");
    let to = |status| Change { table: None, status };
    devices::change(&mut connection, device.id, to(Status::Revoked), &one()).await.unwrap();
    let again = devices::change(&mut connection, device.id, to(Status::Enabled), &two()).await;
    assert!(matches!(again, Err(DeviceError::Status)), "{again:?}");
    let life = devices::history(&mut connection, device.id).await.unwrap();
    assert_eq!(life.iter().map(|change| change.status).collect::<Vec<_>>(), [Status::Enabled, Status::Revoked]);
}

#[tokio::test]
async fn r38_what_a_device_said_is_kept_once_and_never_changed() {
    let world = World::new().await;
    let table = world.desk(0).await.id;
    let mut connection = world.connection().await;
    let device = new(1, table);
    devices::enrol(&mut connection, &device, &two()).await.unwrap();
    let log = DeviceLog::start(world.store().clone());
    let answered = Record::Answered(Answered {
        device: device.id,
        sequence: 1,
        received_at: Millis(2_000),
        answered_at: Millis(2_001),
        code: None,
        clause: None,
        missing: None,
        table_seq: Some(7),
    });
    // Handed in twice, as after an outcome that nobody knew: it is there once.
    for _ in 0..2 {
        log.write(vec![received(device.id, table, 1), answered.clone()]).await.unwrap();
    }
    // A lot that the database refuses does not take others with it.
    let stranger = DeviceId(Uuid::now_v7());
    let (bad, good) =
        tokio::join!(log.write(vec![received(stranger, table, 1)]), log.write(vec![received(device.id, table, 2)]));
    assert!(bad.is_err() && good.is_ok());
    let kept = devices::answered(&mut connection, device.id, 1).await.unwrap().unwrap();
    assert_eq!((kept.answered, kept.table_seq), (true, Some(7)));
    assert_eq!(devices::counted(&mut connection, device.id).await.unwrap().last_sequence, 2);
    let unanswered = devices::unanswered(&mut connection, device.id).await.unwrap();
    assert_eq!(unanswered.map(|message| (message.sequence, message.table)), Some((2, table)));
    let mut superuser = world.superuser().await;
    for (statement, constraint) in [
        ("UPDATE device_messages SET body = 'x'", "device_messages_append_only"),
        ("DELETE FROM device_messages", "device_messages_append_only"),
        ("UPDATE device_answers SET code = 'x'", "device_answers_append_only"),
        ("DELETE FROM device_changes", "device_changes_append_only"),
        ("TRUNCATE device_anomalies", "device_anomalies_append_only"),
        ("DELETE FROM devices", "devices_stay"),
        ("UPDATE device_heads SET sequence = 1", "device_heads_move_on"),
        ("DELETE FROM device_heads", "device_heads_move_on"),
        // The month is another, and the sequence is one that was taken: the head refuses it.
        (
            "INSERT INTO device_messages SELECT device_id, sequence, now(), sent_at, kind, body, digest, signature, table_id
             FROM device_messages WHERE sequence = 2",
            "device_messages_follow_head",
        ),
        (
            "INSERT INTO device_messages
             SELECT device_id, 9, received_at + n * interval '1 day', sent_at, kind, body, digest, signature, table_id
             FROM device_messages, generate_series(1, 2) AS n WHERE sequence = 2",
            "device_messages_follow_head",
        ),
        ("UPDATE devices SET status = 'disabled'", "devices_change_follows"),
    ] {
        assert_eq!(refusal(&mut superuser, statement).await, constraint, "{statement}");
    }
    let mut service = world.connection().await;
    let changed = sqlx::query("UPDATE devices SET public_key = sha256('x'), version = version + 1");
    assert!(changed.execute(&mut service).await.is_err(), "a device's key is never another");
}

/// A sign of life.
fn heartbeat(device: DeviceId, sequence: u64) -> Record {
    let (received_at, sent_at) = (Millis(2_000 + sequence), Millis(1_000 + sequence));
    Record::Heartbeat(Heartbeat {
        device,
        sequence,
        received_at,
        sent_at,
        digest: [u8::try_from(sequence % 251).unwrap(); 32],
    })
}

#[tokio::test]
async fn r38_signs_of_life_move_the_head_are_known_for_a_while_and_leave_nothing_for_ever() {
    let world = World::new().await;
    let table = world.desk(0).await.id;
    let mut connection = world.connection().await;
    let device = new(1, table);
    devices::enrol(&mut connection, &device, &two()).await.unwrap();
    let log = DeviceLog::start(world.store().clone());
    let last = 2 * HEARTBEATS_KEPT + 2;
    for sequence in 1..=last {
        log.write(vec![heartbeat(device.id, sequence)]).await.unwrap();
    }
    // Handed in again after an outcome that nobody knew, an old one moves nothing back.
    log.write(vec![heartbeat(device.id, 7)]).await.unwrap();
    let counted = devices::counted(&mut connection, device.id).await.unwrap();
    assert_eq!((counted.last_sequence, counted.last_sent), (last, Some(Millis(1_000 + last))));
    assert!(devices::messages(&mut connection, device.id, u64::MAX, 10).await.unwrap().is_empty());
    assert_eq!(devices::unanswered(&mut connection, device.id).await.unwrap(), None);
    for (sequence, known) in
        [(7, false), (last - HEARTBEATS_KEPT, false), (last - HEARTBEATS_KEPT + 1, true), (last, true)]
    {
        let kept = devices::answered(&mut connection, device.id, sequence).await.unwrap();
        assert_eq!(kept.is_some(), known, "{sequence}");
        assert!(
            kept.is_none_or(|kept| kept.answered && kept.code.is_none() && kept.digest[0] == (sequence % 251) as u8)
        );
    }
    // What is said next follows it; what was passed is not taken as a message either.
    log.write(vec![received(device.id, table, last + 1)]).await.unwrap();
    log.write(vec![received(device.id, table, 5)]).await.unwrap();
    let kept = devices::messages(&mut connection, device.id, u64::MAX, 10).await.unwrap();
    assert_eq!(kept.iter().map(|message| message.sequence).collect::<Vec<_>>(), [last + 1]);
}
