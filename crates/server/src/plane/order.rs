//! Commands to devices: numbered, on disk before they are sent, sent again until they are acknowledged.

use super::Plane;
use super::post::{Live, Post};
use game_core::game::Millis;
use store::devices::{self, Acknowledged, Commanded, Record, Unwritten};
use store::{StoreError, devices::Unacknowledged};
use wire::device::{Instruction, ServerCommand};
use wire::id::DeviceId;
use wire::timestamp::Timestamp;

impl Plane {
    /// Issues instructions to a device. They are on disk when this returns; whoever speaks with the device sends them.
    pub(super) async fn issue(
        &self,
        post: &Post,
        live: &mut Live,
        instructions: Vec<(&'static str, Instruction)>,
    ) -> Result<(), Unwritten> {
        let Some(key) = self.key.get() else { return Err(Unwritten) };
        let at = table_host::now();
        let mut records = Vec::new();
        let mut signed = Vec::new();
        for (place, (_, instruction)) in (1..).zip(&instructions) {
            let (kind, body) = instruction.parts().map_err(|_| Unwritten)?;
            let number = live.commands + place;
            let command = ServerCommand::sign(key, DeviceId(post.id.0), number, Timestamp(at), kind, body);
            records.push(Record::Commanded(Commanded {
                device: post.id,
                number,
                issued_at: at,
                kind: command.kind.clone(),
                body: command.body.clone(),
            }));
            signed.push(command);
        }
        self.log.write(records).await?;
        live.commands += signed.len() as u64;
        live.pending.extend(signed.into_iter().map(|command| (command.number, command)));
        live.told.extend(instructions);
        post.issued.send_replace(live.commands);
        Ok(())
    }

    /// The commands a device has not acknowledged, as they were signed first.
    pub(super) async fn unacknowledged(&self, post: &Post) -> Result<Vec<ServerCommand>, StoreError> {
        let found = devices::unacknowledged(&mut *self.store.connection().await?, post.id).await?;
        let Some(key) = self.key.get() else { return Ok(Vec::new()) };
        let signed = found.into_iter().map(|Unacknowledged { number, issued_at, kind, body }| {
            ServerCommand::sign(key, DeviceId(post.id.0), number, Timestamp(issued_at), &kind, body)
        });
        Ok(signed.collect())
    }
}

/// What a device still has to do, after this number.
pub(crate) async fn outstanding(post: &Post, after: u64) -> Vec<ServerCommand> {
    let live = post.live.lock().await;
    live.iter().flat_map(|live| live.pending.range(after + 1..)).map(|(_, command)| command.clone()).collect()
}

/// The record of an acknowledgement.
pub(super) const fn acknowledged(post: &Post, number: u64, at: Millis, done: bool) -> Record {
    Record::Acknowledged(Acknowledged { device: post.id, number, at, done })
}
