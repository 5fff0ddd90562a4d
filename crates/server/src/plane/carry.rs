//! What a message that is taken brings about: on disk first, then its effect, then what became of it.

use super::alarm::{anomaly, tell};
use super::effect::{Effect, effect, stopped};
use super::intake::{NotTaken, command, is_clock_right, may_speak, plain};
use super::order::acknowledged;
use super::post::{Live, Post};
use super::statistics::statistics;
use crate::app::App;
use crate::commands::carry_together;
use crate::problem::Reason;
use crate::register::Unwritable;
use game_core::actor::Actor;
use game_core::command::Action;
use game_core::game::Millis;
use game_core::rejection::{Code, Rejection};
use serde_json::json;
use std::time::{Duration, Instant};
use store::devices::{Answered, Fault, Heartbeat, Received, Record};
use store::significant::{Kind, SignificantEvent};
use table_host::{Refused, TableHandle};
use wire::device::{DeviceAnswer, DeviceMessage, DeviceWelcome, Instruction, Outcome, Report, ReportKind};
use wire::problem::{EdgeCode, ProblemCode};

/// How long a message is held while its table recovers or has too much to do.
pub(super) const HELD_MAX: Duration = Duration::from_secs(10);

/// How long a held message waits before it is tried again.
const PAUSE: Duration = Duration::from_millis(20);

/// How many shuffles lie between two looks at how the cards fall.
const INSPECTED_EVERY: u64 = 100;

/// Puts the message on record, lets it have its effect, and puts on record what became of it.
pub(super) async fn carry_out(
    app: &App,
    handle: &TableHandle,
    post: &Post,
    live: &mut Live,
    message: &DeviceMessage,
    report: Result<Report, EdgeCode>,
) -> Result<DeviceAnswer, NotTaken> {
    let at = table_host::now();
    let follows = match &report {
        // What a wheel shows that is out of order is no stop (R40); disabled, it leaves the draw to the server.
        Ok(Report::WheelStopped { .. }) if post.condition(|condition| condition.is_faulty()) => {
            Effect::Refused(Code::DeviceOutOfOrder.into())
        }
        Ok(Report::Acknowledged { number, .. }) if !live.was_told(*number) => {
            Effect::Refused(EdgeCode::CommandUnknown.into())
        }
        // A shoe that does not dispense fails to deal (LIR-13-G); a shuffler that does not shuffle did not finish (LIR-13-F).
        Ok(Report::Acknowledged { number, done: false }) => match live.instruction(*number) {
            Some(Instruction::Dispense { .. }) => stopped(post.kind, None, &handle.standing().table),
            Some(Instruction::Shuffle { back }) => stopped(post.kind, Some(*back), &handle.standing().table),
            _ => Effect::Recorded,
        },
        Ok(report) => effect(post.kind, report, &handle.standing().table),
        Err(code) => Effect::Refused((*code).into()),
    };
    let mut beside = match (&report, &follows) {
        (Ok(report), Effect::Recorded | Effect::Asks(_)) => beside(post, live, message, report, at),
        (Ok(_), Effect::Refused(_) | Effect::Irregular { .. }) | (Err(_), _) => Vec::new(),
    };
    let mut on_record = false;
    let mut answer = match follows {
        Effect::Recorded => plain(message, Outcome::Accepted),
        Effect::Refused(code) => DeviceAnswer { code: Some(code), ..plain(message, Outcome::Refused) },
        Effect::Asks(asks) => {
            // A fault is on record with its message: it holds even if the table never hears of it.
            let records =
                [received(post, handle, message, at)].into_iter().chain(std::mem::take(&mut beside)).collect();
            app.plane.log.write(records).await?;
            on_record = true;
            report.iter().for_each(|report| note_fault(post, report));
            ask(app, handle, post, message, &asks).await?
        }
        Effect::Irregular { code, asks } => {
            app.plane.log.write(vec![received(post, handle, message, at)]).await?;
            on_record = true;
            let asked = ask(app, handle, post, message, &asks).await?;
            DeviceAnswer { code: Some(code), outcome: Outcome::Refused, ..asked }
        }
    };
    // People are told first: a crash in between has them told twice, and never not at all.
    if let Ok(report) = &report {
        announce(app, post, report, answer.outcome).await.map_err(|_| EdgeCode::Unavailable)?;
    }
    let mut records = Vec::new();
    if is_mere_life(app, post, live, message, &report) {
        records.push(heartbeat(post, message, at));
    } else {
        records.extend((!on_record).then(|| received(post, handle, message, at)));
        records.push(answered(post, &answer, at));
    }
    records.extend(beside);
    app.plane.log.write(records).await?;
    if let Ok(Report::Hello { last_command, .. }) = report
        && last_command > live.commands
    {
        let what = json!({ "last_command": last_command, "issued": live.commands });
        anomaly(app, message, "command_unknown", what).await;
    }
    if let Ok(report) = report {
        settle(app, post, live, &report).await?;
        if let Report::Hello { .. } = report {
            answer.welcome = Some(welcome(app));
        }
    }
    if answer.outcome == Outcome::Refused {
        let code = answer.code.map_or("refused", ProblemCode::name);
        // A kind nobody knows may name anything, also a card.
        let report = ReportKind::from_name(&message.kind).map(ReportKind::name);
        let what = json!({ "report": report, "code": code });
        anomaly(app, message, "message_refused", what).await;
    }
    Ok(answer)
}

/// Whether a message is a sign of life that says nothing new: the device runs what it said before, and its clock is right.
fn is_mere_life(
    app: &App,
    post: &Post,
    live: &Live,
    message: &DeviceMessage,
    report: &Result<Report, EdgeCode>,
) -> bool {
    let Ok(Report::Heartbeat { firmware }) = report else { return false };
    is_clock_right(app, live, message) && post.condition(|condition| condition.firmware.as_ref() == Some(firmware))
}

fn heartbeat(post: &Post, message: &DeviceMessage, at: Millis) -> Record {
    let (device, sequence, digest) = (post.id, message.sequence, message.digest());
    Record::Heartbeat(Heartbeat { device, sequence, received_at: at, sent_at: message.time.into(), digest })
}

fn received(post: &Post, table: &TableHandle, message: &DeviceMessage, at: Millis) -> Record {
    Record::Received(Received {
        device: post.id,
        sequence: message.sequence,
        received_at: at,
        sent_at: message.time.into(),
        // What is too long is refused and kept in part; the digest is of the whole.
        kind: cut(&message.kind),
        body: cut(&message.body),
        digest: message.digest(),
        signature: message.signature.0,
        table: table.id(),
    })
}

/// As much of a text as is kept; a database keeps no NUL.
fn cut(text: &str) -> String {
    text.chars().filter(|letter| *letter != '\0').take(wire::device::BODY_BYTES_MAX).collect()
}

fn answered(post: &Post, answer: &DeviceAnswer, received_at: Millis) -> Record {
    Record::Answered(Answered {
        device: post.id,
        sequence: answer.sequence,
        received_at,
        answered_at: table_host::now(),
        code: answer.code.map(|code| code.name().to_owned()),
        clause: answer.clause.map(|clause| clause.as_str().to_owned()),
        missing: answer.missing_cents,
        table_seq: answer.seq,
    })
}

/// What a report leaves beside the message itself.
fn beside(post: &Post, live: &Live, message: &DeviceMessage, report: &Report, at: Millis) -> Vec<Record> {
    let (device, sequence) = (post.id, message.sequence);
    let fault =
        |code: wire::device::FaultCode, lasts| Record::Fault(Fault { device, sequence, code: code.name(), at, lasts });
    match *report {
        Report::Acknowledged { number, done } => vec![acknowledged(post, number, at, done)],
        Report::Fault { code } => vec![fault(code, true)],
        Report::FaultCleared { code } => vec![fault(code, false)],
        // What it says it has carried out is acknowledged by that.
        Report::Hello { last_command, .. } => {
            live.pending.range(..=last_command).map(|(number, _)| acknowledged(post, *number, at, true)).collect()
        }
        Report::Heartbeat { .. }
        | Report::CardDrawn { .. }
        | Report::StackDispensed { .. }
        | Report::StubRemoved { .. }
        | Report::Misread {}
        | Report::FaceUpCard { .. }
        | Report::CoverCardReached {}
        | Report::ShuffleStarted { .. }
        | Report::ShuffleCompleted { .. }
        | Report::CountWrong { .. }
        | Report::Jam { .. }
        | Report::WagerDetected { .. }
        | Report::WagerRemoved { .. }
        | Report::WheelStopped { .. } => Vec::new(),
    }
}

/// Tells people what they must know.
pub(super) async fn announce(app: &App, post: &Post, report: &Report, outcome: Outcome) -> Result<(), Unwritable> {
    let what = match report {
        Report::Acknowledged { number, done: false } => {
            return tell(app, post, "command_failed", json!({ "number": number })).await;
        }
        Report::Fault { code } => json!({ "code": code, "blocks": code.blocks() }),
        Report::FaultCleared { code } => json!({ "code": code }),
        Report::Jam { .. } | Report::CountWrong { .. } | Report::Misread {} | Report::CoverCardReached {} => {
            json!({ "outcome": outcome })
        }
        Report::Hello { .. }
        | Report::Heartbeat { .. }
        | Report::Acknowledged { done: true, .. }
        | Report::CardDrawn { .. }
        | Report::StackDispensed { .. }
        | Report::StubRemoved { .. }
        | Report::FaceUpCard { .. }
        | Report::ShuffleStarted { .. }
        | Report::ShuffleCompleted { .. }
        | Report::WagerDetected { .. }
        | Report::WagerRemoved { .. }
        | Report::WheelStopped { .. } => return Ok(()),
    };
    tell(app, post, report.kind().name(), what).await
}

/// What is wrong with the device from now on, or not any more.
fn note_fault(post: &Post, report: &Report) {
    post.condition(|condition| match report {
        Report::Fault { code } => drop(condition.faults.insert(*code)),
        Report::FaultCleared { code } => drop(condition.faults.remove(code)),
        _ => {}
    });
}

/// What the server knows of the device from now on.
async fn settle(app: &App, post: &Post, live: &mut Live, report: &Report) -> Result<(), NotTaken> {
    match report {
        Report::Hello { firmware, last_command, .. } => {
            post.condition(|condition| {
                condition.reconciled = true;
                condition.undone.clear();
                condition.firmware = Some(firmware.clone());
            });
            live.carried_out(*last_command);
        }
        Report::Acknowledged { number, done } => {
            if let Some(told) = live.instruction(*number) {
                let about = told.about();
                post.condition(|condition| match done {
                    true => condition.undone.remove(&about),
                    false => condition.undone.insert(about),
                });
            }
            live.pending.remove(number);
        }
        Report::Fault { .. } | Report::FaultCleared { .. } => note_fault(post, report),
        Report::Jam { .. }
        | Report::CountWrong { .. }
        | Report::Misread {}
        | Report::CoverCardReached {}
        | Report::CardDrawn { .. }
        | Report::StackDispensed { .. }
        | Report::StubRemoved { .. }
        | Report::FaceUpCard { .. }
        | Report::ShuffleStarted { .. }
        | Report::WagerDetected { .. }
        | Report::WagerRemoved { .. }
        | Report::WheelStopped { .. } => {}
        Report::Heartbeat { firmware } => post.condition(|condition| condition.firmware = Some(firmware.clone())),
        Report::ShuffleCompleted { .. } => inspect(app, post, live).await?,
    }
    Ok(())
}

/// Now and then it is looked whether the cards still fall by chance (R10).
async fn inspect(app: &App, post: &Post, live: &mut Live) -> Result<(), NotTaken> {
    live.shuffles += 1;
    if !live.shuffles.is_multiple_of(INSPECTED_EVERY) {
        return Ok(());
    }
    let fit = statistics(app, post).await?;
    if fit.inspect {
        let (chi_square, critical) = (fit.chi_square_milli, fit.critical_milli);
        let what = json!({ "decks": fit.decks, "chi_square_milli": chi_square, "critical_milli": critical });
        tell(app, post, "cards_not_by_chance", what).await.map_err(|_| NotTaken::from(EdgeCode::Unavailable))?;
    }
    Ok(())
}

fn welcome(app: &App) -> DeviceWelcome {
    let millis = |duration: Duration| u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
    DeviceWelcome {
        time: table_host::now().into(),
        heartbeat_ms: millis(app.config.devices.heartbeat_every),
        silence_ms: millis(app.config.devices.silence_max),
    }
}

/// Asks the table. While it recovers the message is held.
async fn ask(
    app: &App,
    handle: &TableHandle,
    post: &Post,
    message: &DeviceMessage,
    asks: &[(Actor, Action)],
) -> Result<DeviceAnswer, NotTaken> {
    let digest = message.digest();
    let steps: Vec<_> = (0..).zip(asks).map(|(nth, (actor, action))| (*actor, command(digest, nth), *action)).collect();
    let until = Instant::now() + HELD_MAX;
    let told = loop {
        match carry_together(app, handle, &steps).await {
            Err(Refused::Restarting | Refused::Busy) if Instant::now() < until => tokio::time::sleep(PAUSE).await,
            told => break told,
        }
        // It is on record already: the store tells what becomes of it once the device speaks again.
        may_speak(post, handle.id()).map_err(|_| EdgeCode::Unavailable)?;
    };
    match told {
        Ok(accepted) => Ok(DeviceAnswer { seq: Some(accepted.seq), ..plain(message, Outcome::Accepted) }),
        Err(Refused::Rejected(rejection)) => {
            if let [(_, action)] = asks {
                late(app, handle, message, action, &rejection).await?;
            }
            let (code, clause) = (Some(ProblemCode::Rule(rejection.code)), rejection.clause);
            let missing_cents = rejection.missing;
            Ok(DeviceAnswer { code, clause, missing_cents, ..plain(message, Outcome::Refused) })
        }
        Err(refused @ (Refused::Unavailable | Refused::Draining | Refused::Fenced | Refused::Restarting)) => {
            tracing::warn!(table = %handle.id(), %refused, "a device is not heard");
            Err(EdgeCode::Unavailable.into())
        }
        Err(refused) => {
            let code = Reason::from(refused).code();
            Ok(DeviceAnswer { code: Some(code), ..plain(message, Outcome::Refused) })
        }
    }
}

/// A wager that comes after "no more bets" is put on record as refused, with the device's time and the server's (R17).
async fn late(
    app: &App,
    handle: &TableHandle,
    message: &DeviceMessage,
    action: &Action,
    rejection: &Rejection,
) -> Result<(), NotTaken> {
    if !crate::commands::is_late(action, rejection, &handle.standing()) {
        return Ok(());
    }
    let event = SignificantEvent::new(Kind::LockViolation).table(handle.id()).device(message.device.to_string());
    let event = event.detail("tried", &*message.kind).detail("sent_ms", Millis::from(message.time).0);
    let event = event.detail("received_ms", table_host::now().0).detail("sequence", message.sequence);
    app.register.record(event).await.map_err(|_| NotTaken::from(EdgeCode::Unavailable))
}
