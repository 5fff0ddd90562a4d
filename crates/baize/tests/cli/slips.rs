//! Slips and crashes: a server killed between a slip's commit and its answer, after its answer, and in the middle of many
//! requests. Every number is used once, none is left out, and whoever asks again gets the slip that was made (R45).

use crate::process::Process;
use crate::stage::Stage;
use floor_sim::facility::plain_examples;
use floor_sim::script::Who;
use game_core::card::Card;
use game_core::command::Action;
use game_core::inventory::{Action as Step, CountKind, Denomination, SlipKind, SlipNumber, Tray, VoidReason};
use store::money::{self, SlipFilter};
use wire::id::CommandId;

const FLOOR: Who = Who::Floorperson(0);

fn hundreds(count: u32) -> Tray {
    Tray::of(&[(Denomination::Hundred, count)])
}

fn fill() -> Action {
    Action::Inventory(Step::RequestSlip { kind: SlipKind::Fill, tray: hundreds(5) })
}

async fn act(stage: &Stage, process: &Process, who: Who, step: Step) {
    stage.client(process, who).command(stage.table, Action::Inventory(step)).await.unwrap();
}

/// Asks again for what may or may not have been accepted.
async fn again(stage: &Stage, process: &Process, command: CommandId) {
    stage.client(process, FLOOR).command_as(stage.table, command, fill()).await.unwrap();
}

/// Killed when the request is on disk and nobody has heard of it.
async fn before_the_answer(stage: &Stage, process: Process, seq: u64) -> Process {
    let (client, command, table) = (stage.client(&process, FLOOR), CommandId::fresh(), stage.table);
    let unheard = tokio::spawn(async move { client.command_as(table, command, fill()).await });
    stage.reached(seq).await;
    unheard.abort();
    process.kill();
    let process = Process::start(&stage.database).await;
    again(stage, &process, command).await;
    process
}

/// Killed at whatever moment it is, with many requests under way.
async fn in_the_middle(stage: &Stage, process: Process, commands: &[CommandId]) -> Process {
    let table = stage.table;
    let under_way = commands.iter().map(|command| {
        let (client, command) = (stage.client(&process, FLOOR), *command);
        tokio::spawn(async move { client.command_as(table, command, fill()).await })
    });
    let under_way: Vec<_> = under_way.collect();
    tokio::task::yield_now().await;
    process.kill();
    for request in under_way {
        // Whether it was accepted, nobody knows yet.
        let _ = request.await;
    }
    let process = Process::start(&stage.database).await;
    for command in commands {
        again(stage, &process, *command).await;
    }
    process
}

#[tokio::test(flavor = "multi_thread")]
async fn slips_have_no_gap_after_crashes_r45() {
    let (_, submission) = plain_examples().unwrap().swap_remove(0);
    let (stage, process) = Stage::set(&submission, &Card::deck().collect::<Vec<_>>()).await;
    act(&stage, &process, Who::Dealer, Step::Count { kind: CountKind::Opener, tray: hundreds(500) }).await;
    act(&stage, &process, FLOOR, Step::VerifyCount).await;
    let process = before_the_answer(&stage, process, 3).await;
    let process = before_the_answer(&stage, process, 4).await;
    // A refused request uses no number, crash or not.
    let absurd = Action::Inventory(Step::RequestSlip { kind: SlipKind::Fill, tray: hundreds(0) });
    assert!(stage.client(&process, FLOOR).command(stage.table, absurd).await.is_err());
    process.kill();
    let process = Process::start(&stage.database).await;
    let (kind, number) = (SlipKind::Fill, SlipNumber::new(2).unwrap());
    act(&stage, &process, FLOOR, Step::ProposeVoid { kind, number, reason: VoidReason::NotNeeded }).await;
    process.kill();
    let process = Process::start(&stage.database).await;
    // What was proposed before the crash waits for its second person after it, who decides it once.
    let second = stage.client(&process, Who::Floorperson(1));
    let plain = Action::Inventory(Step::ApproveVoid { kind, number });
    assert!(second.command(stage.table, plain).await.is_err(), "a second person proves who they are");
    assert_eq!(second.approve(stage.table).await.unwrap(), 1);
    assert_eq!(second.approve(stage.table).await.unwrap(), 0);
    let commands: Vec<CommandId> = (0..4).map(|_| CommandId::fresh()).collect();
    let process = in_the_middle(&stage, process, &commands).await;
    let mut connection = stage.database.store.pool().acquire().await.unwrap();
    let filter = SlipFilter { series: "fill", table: None, state: None, after: 0, limit: 100 };
    let slips = money::slips(&mut connection, filter).await.unwrap();
    let told: Vec<(i64, &str)> = slips.iter().map(|slip| (slip.number, &*slip.state)).collect();
    let requested = |number| (number, "requested");
    assert_eq!(told, [requested(1), (2, "void"), requested(3), requested(4), requested(5), requested(6)]);
    assert_eq!(money::missing(&mut connection).await.unwrap(), []);
    // Whoever doubts it asks the program, while the server goes on; what somebody altered is named.
    let (holds, said) = verified(&stage);
    assert!(holds && said.starts_with("1 tables, "), "{said}");
    let altered = "SET session_replication_role = replica; UPDATE slips SET total_cents = 1 WHERE number = 3";
    stage.database.command(altered).await.unwrap();
    let (holds, said) = verified(&stage);
    assert!(!holds && said.contains("fill 3 of table"), "{said}");
    drop(process);
}

/// Whether `baize verify` finds everything in order, and what it says.
fn verified(stage: &Stage) -> (bool, String) {
    let mut command = store::testing::tied(env!("CARGO_BIN_EXE_baize"));
    let output = command.args(["verify", "--data", "unused"]).env("DATABASE_URL", stage.database.address()).output();
    let output = output.unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(said).unwrap())
}
