//! When a device fails, and how: `jam@3,misread@10,fault:door_open@12,silence:60@20` is a jam at the third command it gets, and so
//! on. What cannot happen at that command happens at the next at which it can.

use std::str::FromStr;
use std::time::Duration;
use wire::device::{FaultCode, Instruction};

/// Something that goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mishap {
    /// It jams.
    Jam,
    /// Its reader cannot read a card.
    Misread,
    /// It counts 51 cards.
    CountWrong,
    /// The cover card comes out.
    CoverCard,
    /// A card lies face up.
    FaceUp,
    /// A card comes that is out already.
    Twice,
    /// A stack goes where it is not due.
    Astray,
    /// It counts one card too few when the stub is taken out.
    StubWrong,
    /// Somebody places a wager after the lock.
    Late,
    /// Somebody takes a wager off again before the lock.
    Removed,
    /// A fault comes and goes.
    Fault(FaultCode),
    /// It says nothing for a while.
    Silence(Duration),
}

/// The mishaps that are told by their names alone.
const NAMED: [(&str, Mishap); 10] = [
    ("jam", Mishap::Jam),
    ("misread", Mishap::Misread),
    ("count_wrong", Mishap::CountWrong),
    ("cover_card", Mishap::CoverCard),
    ("face_up", Mishap::FaceUp),
    ("twice", Mishap::Twice),
    ("astray", Mishap::Astray),
    ("stub_wrong", Mishap::StubWrong),
    ("late", Mishap::Late),
    ("removed", Mishap::Removed),
];

impl Mishap {
    /// Whether it is seen in the cards that come, and so not at all where they come too late.
    pub(super) const fn is_of_cards(self) -> bool {
        matches!(self, Self::Misread | Self::FaceUp | Self::Twice)
    }

    /// Whether it can happen while a device does this.
    pub(super) const fn fits(self, told: &Instruction) -> bool {
        match self {
            Self::Jam => matches!(told, Instruction::Dispense { .. } | Instruction::Shuffle { .. }),
            Self::CountWrong => matches!(told, Instruction::Shuffle { .. }),
            Self::Misread | Self::CoverCard | Self::FaceUp | Self::Twice | Self::Astray | Self::StubWrong => {
                matches!(told, Instruction::Dispense { .. })
            }
            Self::Late => matches!(told, Instruction::Lock {}),
            Self::Removed => matches!(told, Instruction::Unlock {}),
            Self::Fault(_) | Self::Silence(_) => true,
        }
    }
}

/// What goes wrong at which command.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Script {
    /// What has not happened yet, and from which command on it does.
    ahead: Vec<(u64, Mishap)>,
    commands: u64,
}

/// A script that is none.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "'{0}' is not a mishap such as jam@3, misread@3, count_wrong@3, cover_card@3, face_up@3, twice@3, astray@3, stub_wrong@3, late@3, \
     removed@3, fault:door_open@3 or silence:60@3"
)]
pub struct Unscripted(String);

impl Script {
    /// What goes wrong with the next command, of what can.
    pub(super) fn next(&mut self, can: impl Fn(Mishap) -> bool) -> Option<Mishap> {
        self.commands += 1;
        let now = self.ahead.iter().position(|(when, mishap)| *when <= self.commands && can(*mishap))?;
        Some(self.ahead.remove(now).1)
    }

    /// What went wrong came to nothing, and goes wrong again with the next command at which it can.
    pub(super) fn again(&mut self, mishap: Mishap) {
        self.ahead.insert(0, (self.commands, mishap));
    }
}

impl FromStr for Script {
    type Err = Unscripted;

    fn from_str(text: &str) -> Result<Self, Unscripted> {
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        let ahead = parts.map(|part| one(part).ok_or_else(|| Unscripted(part.to_owned())));
        let mut ahead = ahead.collect::<Result<Vec<_>, _>>()?;
        ahead.sort_by_key(|(when, _)| *when);
        Ok(Self { ahead, commands: 0 })
    }
}

fn one(text: &str) -> Option<(u64, Mishap)> {
    let (what, when) = text.split_once('@')?;
    let mishap = match what.split_once(':') {
        Some(("fault", code)) => Mishap::Fault(FaultCode::from_name(code)?),
        Some(("silence", seconds)) => Mishap::Silence(Duration::from_secs(seconds.parse().ok()?)),
        Some(_) => return None,
        None => NAMED.into_iter().find(|(name, _)| *name == what)?.1,
    };
    Some((when.parse().ok().filter(|when| *when > 0)?, mishap))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_read_and_what_is_none_is_named() {
        for (name, mishap) in NAMED {
            assert_eq!(format!("{name}@2").parse(), Ok(Script { ahead: vec![(2, mishap)], commands: 0 }));
            assert!(Unscripted(String::new()).to_string().contains(&format!(" {name}@3")), "{name} is told of");
        }
        for bad in ["jam", "jam@0", "smoke@1", "fault:smoke@1", "silence:x@1"] {
            assert_eq!(bad.parse::<Script>(), Err(Unscripted(bad.to_owned())));
        }
    }

    #[test]
    fn a_mishap_waits_for_a_command_at_which_it_can_happen() {
        let mut script: Script = "late@2, fault:door_open@1, removed@1".parse().unwrap();
        let (lock, unlock) = (Instruction::Lock {}, Instruction::Unlock {});
        let mut told = |told: &Instruction| script.next(|mishap| mishap.fits(told));
        assert_eq!(told(&lock), Some(Mishap::Fault(FaultCode::DoorOpen)));
        assert_eq!(told(&unlock), Some(Mishap::Removed));
        assert_eq!(told(&unlock), None);
        assert_eq!(told(&lock), Some(Mishap::Late));
        assert_eq!(told(&lock), None);
        script.again(Mishap::Late);
        assert_eq!(script.next(|mishap| mishap.fits(&unlock)), None);
        assert_eq!(script.next(|mishap| mishap.fits(&lock)), Some(Mishap::Late));
    }
}
