//! Commands to devices: numbered, on disk before they are sent, sent again until they are acknowledged or nobody wants them any
//! more.

use super::Plane;
use super::post::{Live, Post};
use game_core::game::Millis;
use std::collections::BTreeMap;
use std::time::Duration;
use store::devices::{self, Acknowledged, Commanded, Counted, Record, Unwritten, Withdrawn};
use store::{StoreError, devices::Unacknowledged};
use wire::device::{About, Instruction, ServerCommand};
use wire::id::DeviceId;
use wire::timestamp::Timestamp;

/// A command that the device has not acknowledged yet.
#[derive(Debug)]
pub(super) struct Pending {
    command: ServerCommand,
    /// What it tells; none where this version does not know such a thing any more.
    instruction: Option<Instruction>,
    /// Since when the device could have done it, by the plane's clock.
    since: Duration,
}

impl Pending {
    fn new(command: ServerCommand, since: Duration) -> (u64, Self) {
        (command.number, Self { instruction: command.instruction(), command, since })
    }
}

impl Plane {
    /// Has a device told what follows from how its table stands: what it does not know yet is issued, and what is not wanted any
    /// more is withdrawn. All of it is on disk when this returns; whoever speaks with the device sends it.
    pub(super) async fn issue(&self, post: &Post, live: &mut Live, wanted: Vec<Instruction>) -> Result<(), Unwritten> {
        let wanted: BTreeMap<About, Instruction> = wanted.into_iter().map(|told| (told.about(), told)).collect();
        // What is not wanted any more may be wanted again.
        live.told.retain(|about, _| wanted.contains_key(about));
        let stale = live.stale(&wanted);
        let news: Vec<Instruction> = wanted
            .into_iter()
            .filter(|(about, told)| live.told.get(about) != Some(told))
            .map(|(_, told)| told)
            .collect();
        if news.is_empty() && stale.is_empty() {
            return Ok(());
        }
        let at = table_host::now();
        let signed = self.sign(post, live.commands, at, &news)?;
        let withdrawn =
            stale.iter().map(|number| Record::Withdrawn(Withdrawn { device: post.id, number: *number, at }));
        let issued = signed.iter().map(|command| Record::Commanded(commanded(post, at, command)));
        self.log.write(withdrawn.chain(issued).collect()).await?;
        live.pending.retain(|number, _| !stale.contains(number));
        live.commands += signed.len() as u64;
        let now = self.clock.run();
        live.pending.extend(signed.into_iter().map(|command| Pending::new(command, now)));
        live.told.extend(news.into_iter().map(|told| (told.about(), told)));
        post.issued.send_replace(live.commands);
        Ok(())
    }

    /// Instructions as commands with the numbers after this one.
    fn sign(&self, post: &Post, after: u64, at: Millis, told: &[Instruction]) -> Result<Vec<ServerCommand>, Unwritten> {
        let key = self.key.get().ok_or(Unwritten)?;
        let sign = |(place, told): (u64, &Instruction)| {
            let (kind, body) = told.parts().map_err(|_| Unwritten)?;
            Ok(ServerCommand::sign(key, DeviceId(post.id.0), after + place, Timestamp(at), kind, body))
        };
        (1..).zip(told).map(sign).collect()
    }

    /// What a device has not carried out yet, as it was signed first.
    pub(super) async fn pending(&self, post: &Post) -> Result<BTreeMap<u64, Pending>, StoreError> {
        let found = devices::unacknowledged(&mut *self.store.connection().await?, post.id).await?;
        let Some(key) = self.key.get() else { return Ok(BTreeMap::new()) };
        let signed = found.into_iter().map(|Unacknowledged { number, issued_at, kind, body }| {
            ServerCommand::sign(key, DeviceId(post.id.0), number, Timestamp(issued_at), &kind, body)
        });
        let now = self.clock.run();
        Ok(signed.map(|command| Pending::new(command, now)).collect())
    }
}

fn commanded(post: &Post, issued_at: Millis, command: &ServerCommand) -> Commanded {
    let (kind, body) = (command.kind.clone(), command.body.clone());
    Commanded { device: post.id, number: command.number, issued_at, kind, body }
}

/// What commands tell, the last about each thing.
fn told(pending: &BTreeMap<u64, Pending>) -> BTreeMap<About, Instruction> {
    let told = pending.values().filter_map(|pending| pending.instruction.clone());
    told.map(|told| (told.about(), told)).collect()
}

impl Live {
    /// Where a device left off, as it is kept.
    pub(super) fn left_off(counted: Counted, pending: BTreeMap<u64, Pending>) -> Self {
        Self {
            last: counted.last_sequence,
            last_sent: counted.last_sent,
            commands: counted.last_command,
            shuffles: 0,
            told: told(&pending),
            pending,
        }
    }

    /// The commands that were overtaken, or that nobody wants any more.
    fn stale(&self, wanted: &BTreeMap<About, Instruction>) -> Vec<u64> {
        let is_wanted = |told: &Instruction| wanted.get(&told.about()) == Some(told);
        let stale = self.pending.iter().filter(|(_, pending)| !pending.instruction.as_ref().is_some_and(is_wanted));
        stale.map(|(number, _)| *number).collect()
    }

    /// What the device has had long enough to do and has not acknowledged: the number, and what it is about.
    pub(super) fn overdue(&self, now: Duration, after: Duration) -> Vec<(u64, About)> {
        let late = self.pending.iter().filter(|(_, pending)| now.saturating_sub(pending.since) > after);
        late.filter_map(|(number, pending)| Some((*number, pending.instruction.as_ref()?.about()))).collect()
    }

    /// The device is there again: what it still has to do it has had no time for.
    pub(super) fn give_time(&mut self, now: Duration) {
        self.pending.values_mut().for_each(|pending| pending.since = now);
    }

    /// What a command that is not acknowledged yet tells.
    pub(super) fn instruction(&self, number: u64) -> Option<&Instruction> {
        self.pending.get(&number)?.instruction.as_ref()
    }

    /// Whether the device was ever told something under this number.
    pub(super) const fn was_told(&self, number: u64) -> bool {
        0 < number && number <= self.commands
    }

    /// The device says that it carried out everything up to this number: that needs not be sent again. What it still has to do
    /// it will be sent as it was; everything else it is told anew, because it may have forgotten what it showed.
    pub(super) fn carried_out(&mut self, last: u64) {
        self.pending = self.pending.split_off(&last.saturating_add(1));
        self.told = told(&self.pending);
        // A device that remembers more than was kept here hears nothing under numbers it has passed.
        self.commands = self.commands.max(last);
    }
}

/// What a device still has to do, after this number; nothing before it has said where it left off.
pub(crate) async fn outstanding(post: &Post, after: u64) -> Vec<ServerCommand> {
    let live = post.live.lock().await;
    if !post.condition(|condition| condition.reconciled) {
        return Vec::new();
    }
    let pending = live.iter().flat_map(|live| live.pending.range(after + 1..));
    pending.map(|(_, pending)| pending.command.clone()).collect()
}

/// The record of an acknowledgement.
pub(super) const fn acknowledged(post: &Post, number: u64, at: Millis, done: bool) -> Record {
    Record::Acknowledged(Acknowledged { device: post.id, number, at, done })
}
