//! The way in: a message is authentic, in its turn, from a device that is let in, and on disk, before it has any effect.

use super::alarm::{anomaly, nothing, tell};
use super::carry::{HELD_MAX, announce, carry_out};
use super::follow::greet;
use super::post::{Live, Post};
use crate::app::App;
use game_core::game::Millis;
use serde_json::json;
use std::sync::Arc;
use store::devices::{self, Answered, DeviceId, Kept, Record, Unanswered, Unwritten};
use store::{StoreError, journal};
use table_host::ids::{CommandId, TableId};
use wire::device::{DeviceAnswer, DeviceMessage, FaultCode, Firmware, Outcome, Report};
use wire::problem::{EdgeCode, ProblemCode};

/// The most messages that hello passes over: what is further away is a mistake, which would use up every number there is.
const SKIPPED_MAX: u64 = 1_000_000;

/// Why a message is not taken: nothing of it is kept but the anomaly, and its sequence is still free.
pub(super) struct NotTaken {
    pub(super) code: EdgeCode,
    expected: Option<u64>,
}

impl From<EdgeCode> for NotTaken {
    fn from(code: EdgeCode) -> Self {
        Self { code, expected: None }
    }
}

impl From<Unwritten> for NotTaken {
    fn from(_: Unwritten) -> Self {
        EdgeCode::Unavailable.into()
    }
}

impl From<StoreError> for NotTaken {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "a device's place cannot be read");
        EdgeCode::Unavailable.into()
    }
}

/// Whose message it is: an enrolled device's that may speak, by its signature. Whatever is not is put on record.
pub(crate) async fn authentic(app: &App, message: &DeviceMessage) -> Result<Arc<Post>, EdgeCode> {
    let known = app.plane.post(DeviceId(message.device.0)).ok_or(EdgeCode::DeviceUnknown);
    let signed = known.and_then(|post| match message.verify(&post.key) {
        Ok(()) => Ok(post),
        Err(_) => Err(EdgeCode::SignatureRefused),
    });
    let enabled = signed.and_then(|post| if post.is_enabled() { Ok(post) } else { Err(EdgeCode::DeviceDisabled) });
    if let Err(code) = &enabled {
        app.metrics.device_refused();
        anomaly(app, message, code.name(), nothing()).await;
    }
    enabled
}

/// Takes a message that is authentic. A message taken before gets its first answer. It is taken to the end even if nobody waits
/// for the answer any more: a line that breaks leaves nothing half done.
pub(crate) async fn take(app: &Arc<App>, post: &Arc<Post>, message: &DeviceMessage) -> DeviceAnswer {
    let taking = {
        let (app, post, message) = (Arc::clone(app), Arc::clone(post), message.clone());
        tokio::spawn(async move { take_whole(&app, &post, &message).await })
    };
    let taken = taking.await.unwrap_or_else(|_| Err(EdgeCode::Unavailable.into()));
    taken.unwrap_or_else(|NotTaken { code, expected }| {
        app.metrics.device_refused();
        DeviceAnswer { code: Some(code.into()), expected, ..plain(message, Outcome::NotTaken) }
    })
}

async fn take_whole(app: &App, post: &Post, message: &DeviceMessage) -> Result<DeviceAnswer, NotTaken> {
    let mut place = post.live.lock().await;
    // Where something goes wrong on the way, the store will tell where the device left off.
    let mut live = place.take();
    let taken = turn(app, post, &mut live, message).await;
    if !matches!(taken, Err(NotTaken { code: EdgeCode::Unavailable, .. })) {
        *place = live;
    }
    taken
}

pub(super) const fn plain(message: &DeviceMessage, outcome: Outcome) -> DeviceAnswer {
    DeviceAnswer {
        sequence: message.sequence,
        outcome,
        repeated: false,
        seq: None,
        code: None,
        clause: None,
        missing_cents: None,
        expected: None,
        welcome: None,
    }
}

/// Where the device left off, and what follows from where this message stands after that.
async fn turn(
    app: &App,
    post: &Post,
    place: &mut Option<Live>,
    message: &DeviceMessage,
) -> Result<DeviceAnswer, NotTaken> {
    if !app.register.is_writable() {
        return Err(EdgeCode::Unavailable.into());
    }
    let (table, _) = app.table(post.table()).ok_or(EdgeCode::Draining)?;
    // While its table is rebuilt a device is held: nobody knows how the table stands (R32).
    tokio::time::timeout(HELD_MAX, table.recovered()).await.map_err(|_| EdgeCode::Unavailable)?;
    may_speak(post, table.id())?;
    let is_read_anew = place.is_none();
    let live = match place {
        Some(live) => live,
        None => place.insert(read(app, post).await?),
    };
    let expected = live.last.saturating_add(1);
    if message.sequence < expected {
        return again(app, post, message, expected).await;
    }
    let report = message.report();
    let is_hello = matches!(report, Ok(Report::Hello { .. }));
    let skips = is_hello && message.sequence - expected <= SKIPPED_MAX;
    if message.sequence > expected && !skips {
        anomaly(app, message, EdgeCode::SequenceGap.name(), json!({ "expected": expected })).await;
        return Err(NotTaken { code: EdgeCode::SequenceGap, expected: Some(expected) });
    }
    if !is_hello && !post.condition(|condition| condition.reconciled) {
        on_record(app, message, EdgeCode::HelloExpected.name()).await;
        return Err(EdgeCode::HelloExpected.into());
    }
    if message.sequence > expected {
        let lost = json!({ "from": expected, "to": message.sequence - 1 });
        anomaly(app, message, "sequence_skipped", lost).await;
    }
    clock(app, live, message).await;
    let report = match report {
        Ok(report) if post.kind.says(report.kind()) => Ok(report),
        Ok(_) => Err(EdgeCode::NotOfThisDevice),
        Err(_) => Err(EdgeCode::InvalidMessage),
    };
    if let Ok(Report::Hello { firmware, .. } | Report::Heartbeat { firmware }) = &report {
        admitted(app, post, message, firmware, report.as_ref().ok()).await?;
    }
    let answer = carry_out(app, &table, post, live, message, report).await?;
    live.last = message.sequence;
    live.last_sent = Some(message.time.into());
    // What followed from the table while nobody was there to be told is told now.
    if heard(app, post).await || is_read_anew || is_hello {
        live.give_time(app.config.devices.clock.run());
        if greet(app, &table, post, live).await.is_err() {
            // It is told with its next message.
            *place = None;
        }
    }
    app.metrics.device_message();
    Ok(answer)
}

/// Whether the device still may speak, and stands where it stood: it waited meanwhile for its turn or for its table.
pub(super) fn may_speak(post: &Post, table: TableId) -> Result<(), EdgeCode> {
    if !post.is_enabled() {
        Err(EdgeCode::DeviceDisabled)
    } else if post.table() != table {
        Err(EdgeCode::DeviceRebound)
    } else {
        Ok(())
    }
}

/// Where a device left off, as the store has it. What came and was never answered is answered now: either the table's journal
/// has it, or it had no effect and never will.
async fn read(app: &App, post: &Post) -> Result<Live, NotTaken> {
    let mut connection = app.store.connection().await?;
    let counted = devices::counted(&mut connection, post.id).await?;
    for (_, code) in devices::faults(&mut connection, Some(post.id)).await? {
        post.condition(|condition| condition.faults.extend(FaultCode::from_name(&code)));
    }
    if let Some(Unanswered { sequence, received_at, digest, table, kind, body }) =
        devices::unanswered(&mut connection, post.id).await?
    {
        let entry = journal::answered(&mut connection, table, command(digest, 0)).await?;
        let (code, table_seq) = match entry {
            Some((_, entry)) => (None, Some(entry.seq)),
            None => (Some(EdgeCode::Interrupted.name().to_owned()), None),
        };
        // Nobody was told of what it reports either.
        if let Ok(report) = Report::read(&kind, &body) {
            let outcome = if code.is_none() { Outcome::Accepted } else { Outcome::Refused };
            announce(app, post, &report, outcome).await.map_err(|_| NotTaken::from(EdgeCode::Unavailable))?;
        }
        let what = json!({ "sequence": sequence, "seq": table_seq });
        tell(app, post, "interrupted", what).await.map_err(|_| NotTaken::from(EdgeCode::Unavailable))?;
        let (device, answered_at) = (post.id, table_host::now());
        let (clause, missing) = (None, None);
        let answered = Answered { device, sequence, received_at, answered_at, code, clause, missing, table_seq };
        app.plane.log.write(vec![Record::Answered(answered)]).await?;
    }
    drop(connection);
    let pending = app.plane.pending(post).await?;
    Ok(Live::left_off(counted, pending))
}

/// A message whose sequence was passed: the same message gets its first answer, and another is refused.
async fn again(app: &App, post: &Post, message: &DeviceMessage, expected: u64) -> Result<DeviceAnswer, NotTaken> {
    let kept = devices::answered(&mut *app.store.connection().await?, post.id, message.sequence).await?;
    let code = match kept {
        Some(kept) if kept.digest == message.digest() => {
            app.metrics.device_repeated();
            on_record(app, message, "replayed").await;
            return Ok(first(message, kept));
        }
        Some(_) => EdgeCode::SequenceReused,
        None => EdgeCode::SequencePassed,
    };
    anomaly(app, message, code.name(), nothing()).await;
    // A device that lost count learns where it was.
    Err(NotTaken { code, expected: Some(expected) })
}

/// It is on record, and nobody is woken for it: a device that did not hear its answer asks again, also before hello.
async fn on_record(app: &App, message: &DeviceMessage, code: &'static str) {
    let (at, device, digest) = (table_host::now(), DeviceId(message.device.0), Some(message.digest()));
    let sequence = Some(message.sequence);
    let repeated = devices::Anomaly { at, device, code, sequence, digest, details: nothing() };
    if app.plane.log.write(vec![Record::Anomaly(repeated)]).await.is_err() {
        tracing::error!(%device, code, "an anomaly of a device cannot be put on record");
    }
}

fn first(message: &DeviceMessage, kept: Kept) -> DeviceAnswer {
    let outcome = if kept.code.is_none() { Outcome::Accepted } else { Outcome::Refused };
    let code = kept.code.and_then(|code| crate::history::word::<ProblemCode>(&code).ok());
    let clause = kept.clause.and_then(|clause| crate::history::word(&clause).ok());
    let (seq, missing_cents) = (kept.table_seq, kept.missing);
    DeviceAnswer { repeated: true, seq, code, clause, missing_cents, ..plain(message, outcome) }
}

/// The server's clock is the one that counts; a device's that is far from it, or that runs back, is told of.
async fn clock(app: &App, live: &Live, message: &DeviceMessage) {
    let (said, now) = (Millis::from(message.time), table_host::now());
    let off = u128::from(said.0.abs_diff(now.0));
    if off > app.config.devices.clock_off_max.as_millis() {
        anomaly(app, message, "clock_off", json!({ "by_ms": said.0.abs_diff(now.0), "ahead": said.0 > now.0 })).await;
    }
    if let Some(before) = live.last_sent.filter(|before| said.0 < before.0) {
        anomaly(app, message, "clock_back", json!({ "by_ms": before.0 - said.0 })).await;
    }
}

/// Whether there is nothing to tell of a message's clock.
pub(super) fn is_clock_right(app: &App, live: &Live, message: &DeviceMessage) -> bool {
    let (said, now) = (Millis::from(message.time), table_host::now());
    u128::from(said.0.abs_diff(now.0)) <= app.config.devices.clock_off_max.as_millis()
        && live.last_sent.is_none_or(|before| before.0 <= said.0)
}

/// A device that says what it runs is let in or kept out by that, and by where it takes itself to be.
async fn admitted(
    app: &App,
    post: &Post,
    message: &DeviceMessage,
    firmware: &Firmware,
    report: Option<&Report>,
) -> Result<(), NotTaken> {
    let code = match report {
        Some(Report::Hello { table, .. }) if table.0 != post.table().0 => Some(EdgeCode::DeviceRebound),
        _ => None,
    };
    let code = code.or_else(|| (!app.plane.is_approved(post, firmware)).then_some(EdgeCode::FirmwareUnapproved));
    let Some(code) = code else { return Ok(()) };
    let runs = json!({ "version": firmware.version, "hash": firmware.hash });
    anomaly(app, message, code.name(), json!({ "firmware": runs })).await;
    post.dismiss();
    Err(code.into())
}

/// Notes that the device was heard of; whether it had been silent.
async fn heard(app: &App, post: &Post) -> bool {
    let back = post.condition(|condition| {
        condition.heard = Some((app.config.devices.clock.run(), table_host::now()));
        std::mem::take(&mut condition.silent)
    });
    if back {
        let _ = tell(app, post, "back", nothing()).await;
    }
    back
}

/// The name of a message's command, from the message alone: after a crash the journal says whether it was carried out.
pub(super) fn command(digest: [u8; 32], nth: u8) -> CommandId {
    let mut bytes = [0; 16];
    bytes.iter_mut().zip(digest).for_each(|(to, from)| *to = from);
    bytes[15] ^= nth;
    CommandId(uuid::Builder::from_custom_bytes(bytes).into_uuid())
}
