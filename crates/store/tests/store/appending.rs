//! What an append promises: its place, its first answer on retry, and that others' faults are not its own.

use crate::floor::{Floor, SUBMISSIONS};
use crate::world::{Desk, World, later, one_written, two_rounds, written};
use game_core::game::Millis;
use store::journal::{self, Options, verify_chain};
use store::{recovery, testing};
use table_host::ids::{BodyDigest, CommandId, TableId};
use table_host::journal::{AppendError, Appended, Journal as _};

fn floor() -> Floor {
    two_rounds(0, later())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_game_is_written_and_read_back_as_it_was() {
    let world = World::new().await;
    for game in 0..SUBMISSIONS.len() {
        let floor = two_rounds(game, later());
        let mut desk = world.desk(game).await;
        world.write(&mut desk, &floor.played).await;
        let mut connection = world.connection().await;
        let entries = journal::load(&mut connection, desk.id, 0).await.unwrap();
        assert_eq!(entries.len(), floor.played.len());
        let mut replayed = game_core::table::Table::new(floor.table.rules().clone());
        for ((entry, played), seq) in entries.iter().zip(&floor.played).zip(1..) {
            assert_eq!((entry.seq, entry.at, entry.actor), (seq, played.command.at, played.command.actor));
            assert_eq!((entry.epoch, &entry.rules_version), (1, &desk.rules_version));
            assert_eq!((&entry.command, &entry.events), (&played.command.action, &played.events));
            replayed.apply_all(&entry.events);
        }
        assert_eq!(replayed.state(), floor.table.state());
        let verified = verify_chain(&mut connection, desk.id).await.unwrap();
        assert_eq!((verified.entries, verified.head), (desk.seq, entries.last().unwrap().hash));
        let after = journal::load_page(&mut connection, desk.id, 5, 2).await.unwrap();
        assert_eq!(after.iter().map(|entry| entry.seq).collect::<Vec<_>>(), [6, 7]);
    }
}

#[tokio::test]
async fn a_stale_sequence_is_a_conflict_that_says_where_the_table_is() {
    let world = World::new().await;
    let floor = floor();
    let mut desk = world.desk(0).await;
    let before = desk.clone();
    world.write(&mut desk, &floor.played[..3]).await;
    let stale = world.journal.append(before.append(&floor.played[0])).await;
    assert!(matches!(stale, Err(AppendError::Conflict { seq: 3, epoch: 1 })), "{stale:?}");
    let ahead = Desk { seq: 4, ..desk.clone() };
    assert!(matches!(world.journal.append(ahead.append(&floor.played[3])).await, Err(AppendError::Conflict { .. })));
    world.write(&mut desk, &floor.played[3..5]).await;
}

#[tokio::test]
async fn a_table_taken_over_refuses_its_former_owner() {
    let world = World::new().await;
    let floor = floor();
    let mut desk = world.desk(0).await;
    world.write(&mut desk, &floor.played[..1]).await;
    let epoch = recovery::recover_one(world.store(), desk.id).await.unwrap().unwrap().epoch;
    assert_eq!(epoch, 2);
    let fenced = world.journal.append(desk.append(&floor.played[1])).await;
    assert!(matches!(fenced, Err(AppendError::Conflict { seq: 1, epoch: 2 })), "{fenced:?}");
    desk.epoch = epoch;
    world.write(&mut desk, &floor.played[1..2]).await;
}

#[tokio::test]
async fn two_writers_of_one_table_never_fork_it() {
    let world = World::new().await;
    let other = World::with(world.database.clone(), Options::default());
    let floor = floor();
    let mut desk = world.desk(0).await;
    world.write(&mut desk, &floor.played[..2]).await;
    let before = desk.clone();
    other.write(&mut desk, &floor.played[2..4]).await;
    // What the first writer believes of the table is no longer so; the database tells it.
    let stale = world.journal.append(before.append(&floor.played[2])).await;
    assert_eq!(stale, Err(AppendError::Conflict { seq: 4, epoch: 1 }));
    for (step, writer) in floor.played[4..].iter().zip([&world, &other].into_iter().cycle()) {
        writer.write(&mut desk, std::slice::from_ref(step)).await;
    }
    let verified = verify_chain(&mut world.connection().await, desk.id).await.unwrap();
    assert_eq!(verified.entries, desk.seq);
    assert_eq!(world.count("SELECT count(*) FROM rounds WHERE status = 'complete'").await, 1);
    assert_eq!(
        world.count("SELECT count(*) FROM journal WHERE round_id IS NULL AND events LIKE '%bet_settled%'").await,
        0
    );
}

#[tokio::test]
async fn a_retry_gets_the_first_answer_and_another_body_is_refused() {
    let world = World::new().await;
    let floor = floor();
    let mut desk = world.desk(0).await;
    let append = desk.append(&floor.played[0]);
    let committed = one_written(world.journal.append(append.clone()).await);
    desk.seq = committed.seq;
    world.write(&mut desk, &floor.played[1..4]).await;

    // Whatever the retry carries beside its key and body, the first answer stands.
    let mut retry = append.clone();
    retry.expected_seq = desk.seq;
    (retry.entries[0].events, retry.entries[0].at) = (Vec::new(), Millis(1));
    let again = world.journal.append(retry.clone()).await.unwrap();
    assert_eq!(again, Appended::Answered { place: 0, first: committed });

    retry.entries[0].body_digest = BodyDigest::of(b"another");
    assert_eq!(world.journal.append(retry).await, Ok(Appended::KeyReused { place: 0 }));

    let command = append.entries[0].command_id;
    let mut connection = world.connection().await;
    let (digest, entry) = journal::answered(&mut connection, desk.id, command).await.unwrap().unwrap();
    assert_eq!((digest, entry.seq), (append.entries[0].body_digest, 1));
    assert!(journal::answered(&mut connection, desk.id, CommandId::new()).await.unwrap().is_none());
    // Another table may use the same key.
    let mut same_key = world.desk(0).await.append(&floor.played[0]);
    same_key.entries[0].command_id = command;
    one_written(world.journal.append(same_key).await);
    assert_eq!(verify_chain(&mut connection, desk.id).await.unwrap().entries, 4);
}

#[tokio::test]
async fn several_entries_are_written_together_or_not_at_all() {
    let world = World::new().await;
    let floor = floor();
    let mut desk = world.desk(0).await;
    let first = desk.append_all(&floor.played[..3]);
    let committed = written(world.journal.append(first.clone()).await);
    assert_eq!(committed.iter().map(|committed| committed.seq).collect::<Vec<_>>(), [1, 2, 3]);
    desk.seq = 3;
    // A retry in the middle: nothing is written, and its place is told.
    let mut mixed = desk.append_all(&floor.played[3..6]);
    (mixed.entries[1].command_id, mixed.entries[1].body_digest) =
        (first.entries[2].command_id, first.entries[2].body_digest);
    let answer = world.journal.append(mixed.clone()).await.unwrap();
    assert_eq!(answer, Appended::Answered { place: 1, first: committed[2].clone() });
    mixed.entries[1].body_digest = BodyDigest::of(b"another");
    assert_eq!(world.journal.append(mixed.clone()).await, Ok(Appended::KeyReused { place: 1 }));
    // The same key twice in one append.
    mixed.entries[1].command_id = mixed.entries[0].command_id;
    assert_eq!(world.journal.append(mixed).await, Err(AppendError::Refused("command_keys_pkey".into())));
    let empty = desk.append_all(&[]);
    assert!(matches!(world.journal.append(empty).await, Err(AppendError::Encoding(_))));
    let mut connection = world.connection().await;
    assert_eq!(verify_chain(&mut connection, desk.id).await.unwrap().entries, 3);
    world.write_together(&mut desk, &floor.played[3..]).await;
    let verified = verify_chain(&mut connection, desk.id).await.unwrap();
    assert_eq!(verified.entries, u64::try_from(floor.played.len()).unwrap());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_command_sent_many_times_at_once_is_written_once() {
    let world = World::new().await;
    let floor = floor();
    let desk = world.desk(0).await;
    let append = desk.append(&floor.played[0]);
    let sent = (0..20).map(|_| {
        let (journal, append) = (world.journal.clone(), append.clone());
        tokio::spawn(async move { journal.append(append).await.unwrap() })
    });
    let mut first = 0;
    for answer in sent.collect::<Vec<_>>() {
        match answer.await.unwrap() {
            Appended::Written(_) => first += 1,
            Appended::Answered { place: 0, first } => assert_eq!(first.seq, 1),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(first, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_poisoned_entry_fails_alone() {
    let world = World::new().await;
    let floor = floor();
    let mut sent = Vec::new();
    for number in 0..40 {
        let desk = world.desk(0).await;
        let mut append = desk.append(&floor.played[0]);
        match number {
            // A text the database cannot hold.
            11 => append.rules_version = "a\0b".into(),
            // A number out of the database's range.
            23 => append.epoch = u64::MAX,
            31 => append.table = TableId::new(),
            _ => {}
        }
        let journal = world.journal.clone();
        sent.push((number, desk.id, tokio::spawn(async move { journal.append(append).await })));
    }
    for (number, table, answer) in sent {
        let answer = answer.await.unwrap();
        match number {
            11 => assert!(matches!(answer, Err(AppendError::Refused(_))), "{answer:?}"),
            23 => assert!(matches!(answer, Err(AppendError::Conflict { .. })), "{answer:?}"),
            31 => assert!(matches!(answer, Err(AppendError::UnknownTable)), "{answer:?}"),
            _ => assert_eq!(one_written(answer).seq, 1),
        }
        let entries = journal::load(&mut world.connection().await, table, 0).await.unwrap();
        assert_eq!(entries.len(), usize::from(![11, 23, 31].contains(&number)));
    }
}

#[tokio::test]
async fn a_full_queue_is_busy_and_what_it_took_is_written() {
    let database = testing::database().await.unwrap();
    let options = Options { waiting_max: 4, ..Options::default() };
    let world = World::with(database, options);
    let floor = floor();
    let mut desks = Vec::new();
    for _ in 0..12 {
        desks.push(world.desk(0).await);
    }
    // On one thread the writer cannot take anything before all have been handed in.
    let handed = desks.iter().map(|desk| {
        let (journal, append) = (world.journal.clone(), desk.append(&floor.played[0]));
        tokio::spawn(async move { journal.append(append).await })
    });
    let (mut written, mut busy) = (0, 0);
    for answer in handed.collect::<Vec<_>>() {
        match answer.await.unwrap() {
            Ok(_) => written += 1,
            Err(AppendError::Busy) => busy += 1,
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!((written, busy), (4, 8));
    assert_eq!(world.count("SELECT count(*) FROM journal").await, 4);
}

#[tokio::test]
async fn what_was_handed_in_before_the_end_is_written() {
    let database = testing::database().await.unwrap();
    let world = World::with(database, Options::default());
    let desk = world.desk(0).await;
    let append = desk.append(&floor().played[0]);
    let journal = world.journal.clone();
    let handed = tokio::spawn(async move { journal.append(append).await });
    tokio::task::yield_now().await;
    world.finish().await;
    assert_eq!(one_written(handed.await.unwrap()).seq, 1);
}
