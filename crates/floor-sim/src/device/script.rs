//! When a device fails, and how: `jam@3,misread@10,fault:door_open@12,silence:60@20` is a jam at the third command it gets, and so on.

use super::behaviour::fault;
use std::collections::BTreeMap;
use std::str::FromStr;
use std::time::Duration;
use wire::device::FaultCode;

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
    /// A fault comes and goes.
    Fault(FaultCode),
    /// It says nothing for a while.
    Silence(Duration),
}

/// What goes wrong at which command.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Script {
    at: BTreeMap<u64, Mishap>,
    commands: u64,
}

/// A script that is none.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "'{0}' is not a mishap such as jam@3, misread@3, count_wrong@3, cover_card@3, fault:door_open@3 or silence:60@3"
)]
pub struct Unscripted(String);

impl Script {
    /// What goes wrong with the next command.
    pub(super) fn next(&mut self) -> Option<Mishap> {
        self.commands += 1;
        self.at.get(&self.commands).copied()
    }
}

impl FromStr for Script {
    type Err = Unscripted;

    fn from_str(text: &str) -> Result<Self, Unscripted> {
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        let at = parts.map(|part| one(part).ok_or_else(|| Unscripted(part.to_owned()))).collect::<Result<_, _>>()?;
        Ok(Self { at, commands: 0 })
    }
}

fn one(text: &str) -> Option<(u64, Mishap)> {
    let (what, when) = text.split_once('@')?;
    let mishap = match what.split_once(':') {
        Some(("fault", code)) => Mishap::Fault(fault(code)?),
        Some(("silence", seconds)) => Mishap::Silence(Duration::from_secs(seconds.parse().ok()?)),
        Some(_) => return None,
        None => match what {
            "jam" => Mishap::Jam,
            "misread" => Mishap::Misread,
            "count_wrong" => Mishap::CountWrong,
            "cover_card" => Mishap::CoverCard,
            _ => return None,
        },
    };
    Some((when.parse().ok().filter(|when| *when > 0)?, mishap))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_read_and_what_is_none_is_named() {
        let mut script: Script = "jam@1, fault:door_open@3".parse().unwrap();
        assert_eq!(script.next(), Some(Mishap::Jam));
        assert_eq!(script.next(), None);
        assert_eq!(script.next(), Some(Mishap::Fault(FaultCode::DoorOpen)));
        for bad in ["jam", "jam@0", "smoke@1", "fault:smoke@1", "silence:x@1"] {
            assert_eq!(bad.parse::<Script>(), Err(Unscripted(bad.to_owned())));
        }
    }
}
