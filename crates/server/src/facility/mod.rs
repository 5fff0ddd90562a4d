//! The facility: whose casino it is, where its day begins, how the day is divided into shifts, and which chips it has.
//! The only place that knows a time zone: everything is stored in UTC, and a report asks here which gaming day it was.

mod day;
mod settings;

pub use day::{GamingDay, Placed, Span};
pub use settings::{FacilityError, Settings, ShiftSettings};

use game_core::command::Action;
use game_core::inventory::{self, Denomination, Tray};
use game_core::rejection::Code;
use jiff::civil::Time;
use jiff::tz::TimeZone;
use serde::Deserialize;

/// A facility. It can be read from a configuration file: see [`Settings`] for the keys and their defaults.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Settings")]
pub struct Facility {
    operator: String,
    zone: TimeZone,
    zone_name: String,
    /// The first shift begins with the gaming day; the others follow in their order.
    shifts: Vec<Shift>,
    denominations: Vec<Denomination>,
}

/// A part of every gaming day.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Shift {
    pub(crate) name: String,
    pub(crate) starts: Time,
}

impl Facility {
    /// The name that stands on top of reports.
    #[must_use]
    pub fn operator(&self) -> &str {
        &self.operator
    }

    /// The time zone, by its name in the tz database.
    #[must_use]
    pub fn time_zone(&self) -> &str {
        &self.zone_name
    }

    /// The names of the shifts, in the order of the day.
    pub fn shifts(&self) -> impl Iterator<Item = &str> {
        self.shifts.iter().map(|shift| &*shift.name)
    }

    /// Why the facility does not let an action reach its table, if it does not: chips that it does not have.
    pub(crate) fn refuses(&self, action: &Action) -> Option<Code> {
        let unknown = |tray: Tray| tray.iter().any(|(chips, _)| !self.denominations.contains(&chips));
        match *action {
            Action::Inventory(inventory::Action::Count { tray, .. } | inventory::Action::RequestSlip { tray, .. })
                if unknown(tray) =>
            {
                Some(Code::NotOffered)
            }
            _ => None,
        }
    }

    /// The chips that racks and slips may hold.
    #[must_use]
    pub fn denominations(&self) -> &[Denomination] {
        &self.denominations
    }
}

impl Default for Facility {
    /// The defaults of every setting, in UTC.
    fn default() -> Self {
        let day = Shift { name: "day".to_owned(), starts: Time::constant(6, 0, 0, 0) };
        let swing = Shift { name: "swing".to_owned(), starts: Time::constant(14, 0, 0, 0) };
        let grave = Shift { name: "grave".to_owned(), starts: Time::constant(22, 0, 0, 0) };
        Self {
            operator: settings::OPERATOR.to_owned(),
            zone: TimeZone::UTC,
            zone_name: settings::ZONE.to_owned(),
            shifts: vec![day, swing, grave],
            denominations: Denomination::ALL.to_vec(),
        }
    }
}
