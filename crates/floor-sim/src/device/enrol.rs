//! Two people let a simulated device in, through the public interface.

use super::memory::{Memory, MemoryError};
use super::sensor::SENSED;
use crate::client::{Answered, Client, ClientError};
use crate::dice::Dice;
use game_core::rules::{DealingMethod, Rules};
use wire::device::{DeviceKey, DeviceKind, Firmware, PublicKey};
use wire::hex::Hex32;
use wire::id::{DeviceId, TableId};
use wire::rest::devices::{DeviceIdentity, DeviceProposal, FirmwareProposal};

/// Who makes simulated devices.
const MAKE: &str = "Simulated";

/// What simulated devices run.
#[must_use]
pub fn firmware() -> Firmware {
    Firmware { version: env!("CARGO_PKG_VERSION").to_owned(), hash: Hex32([0x51; 32]) }
}

/// Has what simulated devices of these kinds run put on the list, and asks for the key by which they know the server's commands.
///
/// # Errors
/// When the server refuses.
pub async fn prepare(two: [&Client; 2], kinds: &[DeviceKind]) -> Answered<PublicKey> {
    for kind in kinds {
        approve_firmware(two, *kind).await?;
    }
    Ok(two[0].devices().await?.server_key)
}

/// Enrols a device at a table: one administrator proposes, another agrees.
///
/// # Errors
/// When the server refuses, or the seed makes no key.
pub async fn enrol(
    [one, second]: [&Client; 2],
    kind: DeviceKind,
    table: TableId,
    seed: [u8; 32],
    server_key: PublicKey,
) -> Answered<Memory> {
    let key = DeviceKey::from_seed(&seed).ok_or_else(|| ClientError::transport(MemoryError::NoKey))?;
    let public_key = key.public();
    let device = DeviceIdentity {
        kind,
        make: MAKE.to_owned(),
        model: kind.name().to_owned(),
        serial: public_key.to_string(),
        public_key,
        table,
    };
    let proposal = DeviceProposal { device, reason: "a simulated device".to_owned() };
    let approval = one.propose_device(&proposal).await?;
    second.agree(approval.brief.id).await?;
    let id = DeviceId(approval.brief.id.0);
    Memory::new(kind, seed, id, table, server_key, firmware()).map_err(ClientError::transport)
}

/// Puts what simulated devices run on the list, unless it is there.
async fn approve_firmware([one, second]: [&Client; 2], kind: DeviceKind) -> Answered<()> {
    let runs = firmware();
    let listed = one.firmware().await?.firmware;
    if listed.iter().any(|on| on.kind == kind && on.make == MAKE && on.version == runs.version && on.hash == runs.hash)
    {
        return Ok(());
    }
    let reason = "what simulated devices run".to_owned();
    let proposal = FirmwareProposal { kind, make: MAKE.to_owned(), firmware: runs, reason };
    let approval = one.propose_firmware(&proposal).await?;
    second.agree(approval.brief.id).await.map(drop)
}

/// Every device that a table plays with by its rules; those of an earlier run at it are revoked, because their keys died with it.
///
/// # Errors
/// When the server refuses.
pub async fn equip(two: [&Client; 2], table: TableId, rules: &Rules, dice: &mut Dice) -> Answered<Vec<Memory>> {
    let kinds = equipment(rules);
    let [one, _] = two;
    for old in one.devices().await?.devices {
        let standing = old.status != wire::rest::devices::DeviceStatus::Revoked;
        if standing && old.identity.table == table && old.identity.make == MAKE {
            one.revoke_device(old.id, "its key died with an earlier run").await?;
        }
    }
    let server_key = prepare(two, &kinds).await?;
    let mut equipped = Vec::new();
    for kind in kinds {
        equipped.push(enrol(two, kind, table, seed(dice), server_key).await?);
    }
    Ok(equipped)
}

/// The kinds of devices that a table with a shoe of its own plays with.
fn equipment(rules: &Rules) -> Vec<DeviceKind> {
    let has = |kind: &DeviceKind| match kind {
        DeviceKind::Shoe => rules.equipment().dealing != DealingMethod::Hand,
        // A shoe that reshuffles is the shuffler of its table.
        DeviceKind::Shuffler => {
            rules.equipment().machine_shuffles() && rules.equipment().dealing != DealingMethod::SelfReshufflingShoe
        }
        DeviceKind::WagerSensor => SENSED.iter().any(|wager| rules.stakes(*wager).is_some()),
        DeviceKind::PrizeWheel => rules.bonus_spin().is_some() || rules.xtreme().is_some(),
        DeviceKind::Display => true,
    };
    DeviceKind::ALL.into_iter().filter(has).collect()
}

/// The seed of a key that nobody needs to trust.
pub(crate) fn seed(dice: &mut Dice) -> [u8; 32] {
    let mut seed = [0; 32];
    let words = std::iter::repeat_with(|| dice.next()).take(4).flat_map(u64::to_le_bytes);
    seed.iter_mut().zip(words).for_each(|(to, from)| *to = from);
    seed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facility::demonstration;

    #[test]
    fn the_demonstrations_tables_have_every_kind_of_device_between_them() {
        let kinds = |name: &str| {
            let tables = demonstration().unwrap();
            let found = tables.iter().find(|exhibit| exhibit.name.starts_with(name)).unwrap();
            let (_, rules) = game_core::submission::check(&found.submission.to_string()).unwrap();
            equipment(&rules)
        };
        use DeviceKind::{Display, PrizeWheel, Shoe, Shuffler, WagerSensor};
        assert_eq!(kinds("2-3-5 Stud"), [Shoe, Shuffler, WagerSensor, Display]);
        assert_eq!(kinds("Criss Cross"), [Shoe, Shuffler, WagerSensor, PrizeWheel, Display]);
        assert_eq!(kinds("Let It Ride, staged"), [Shoe, Shuffler, WagerSensor, Display]);
    }
}
