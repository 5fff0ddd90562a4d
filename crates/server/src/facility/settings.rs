//! A facility as it is written down, and everything that can be wrong with it.

use super::{Facility, Shift};
use game_core::inventory::Denomination;
use jiff::civil::Time;
use jiff::tz::TimeZone;
use serde::Deserialize;
use std::collections::BTreeSet;

pub(super) const OPERATOR: &str = "Baize";
pub(super) const ZONE: &str = "UTC";

/// The keys of a facility in a configuration file. What is left out has its default.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The name that stands on top of reports.
    pub operator: String,
    /// The time zone by its name in the tz database, such as `America/New_York`.
    pub time_zone: String,
    /// When the gaming day begins, as `06:00`.
    pub gaming_day_starts: String,
    /// The shifts. The first begins with the gaming day, and the others follow within it.
    pub shifts: Vec<ShiftSettings>,
    /// The values of the chips in cents.
    pub denominations: Vec<i64>,
}

/// A shift as it is written down.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShiftSettings {
    /// Its name in reports.
    pub name: String,
    /// When it begins, as `14:00`.
    pub starts: String,
}

impl Default for Settings {
    fn default() -> Self {
        let shift = |name: &str, starts: &str| ShiftSettings { name: name.to_owned(), starts: starts.to_owned() };
        Self {
            operator: OPERATOR.to_owned(),
            time_zone: ZONE.to_owned(),
            gaming_day_starts: "06:00".to_owned(),
            shifts: vec![shift("day", "06:00"), shift("swing", "14:00"), shift("grave", "22:00")],
            denominations: Denomination::ALL.iter().map(|denomination| denomination.cents().get()).collect(),
        }
    }
}

/// What is wrong with the settings of a facility.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FacilityError {
    /// The operator has no name.
    #[error("operator: the name is empty")]
    NoOperator,
    /// The tz database has no such zone.
    #[error("time_zone: the tz database has no zone {0:?}")]
    NoSuchZone(String),
    /// A time of day is not written as one.
    #[error("{0:?} is not a time of day such as \"06:00\"")]
    NotATime(String),
    /// There is no shift.
    #[error("shifts: a gaming day has at least one shift")]
    NoShifts,
    /// The first shift does not begin with the gaming day.
    #[error("shifts: the first, {0:?}, must begin with the gaming day")]
    FirstShiftAstray(String),
    /// Two shifts have the same name, or one has none.
    #[error("shifts: {0:?} must be a name that only one shift has")]
    ShiftName(String),
    /// A shift begins no later than the one before it.
    #[error("shifts: {0:?} must begin after the shift before it, within the gaming day")]
    ShiftOrder(String),
    /// There are no such chips.
    #[error("denominations: there are no chips of {0} cents")]
    NoSuchChips(i64),
    /// No chips at all, or the same twice.
    #[error("denominations: each once, and at least one")]
    Denominations,
}

impl TryFrom<Settings> for Facility {
    type Error = FacilityError;

    fn try_from(settings: Settings) -> Result<Self, FacilityError> {
        if settings.operator.trim().is_empty() {
            return Err(FacilityError::NoOperator);
        }
        let zone =
            TimeZone::get(&settings.time_zone).map_err(|_| FacilityError::NoSuchZone(settings.time_zone.clone()))?;
        Ok(Self {
            operator: settings.operator,
            zone,
            zone_name: settings.time_zone,
            shifts: shifts(time(&settings.gaming_day_starts)?, &settings.shifts)?,
            denominations: denominations(&settings.denominations)?,
        })
    }
}

/// A time of day to the minute.
fn time(text: &str) -> Result<Time, FacilityError> {
    let fault = || FacilityError::NotATime(text.to_owned());
    let (hour, minute) = text.split_once(':').ok_or_else(fault)?;
    if hour.len() != 2 || minute.len() != 2 || !text.bytes().all(|byte| byte.is_ascii_digit() || byte == b':') {
        return Err(fault());
    }
    let number = |digits: &str| digits.parse::<i8>().map_err(|_| fault());
    Time::new(number(hour)?, number(minute)?, 0, 0).map_err(|_| fault())
}

/// The shifts, checked against the gaming day they divide.
fn shifts(day_starts: Time, settings: &[ShiftSettings]) -> Result<Vec<Shift>, FacilityError> {
    let mut shifts: Vec<Shift> = Vec::with_capacity(settings.len());
    let mut names = BTreeSet::new();
    for ShiftSettings { name, starts } in settings {
        if name.trim().is_empty() || !names.insert(name) {
            return Err(FacilityError::ShiftName(name.clone()));
        }
        let starts = time(starts)?;
        match shifts.last() {
            None if starts != day_starts => return Err(FacilityError::FirstShiftAstray(name.clone())),
            Some(before) if minutes_into(day_starts, starts) <= minutes_into(day_starts, before.starts) => {
                return Err(FacilityError::ShiftOrder(name.clone()));
            }
            None | Some(_) => shifts.push(Shift { name: name.clone(), starts }),
        }
    }
    if shifts.is_empty() { Err(FacilityError::NoShifts) } else { Ok(shifts) }
}

/// How far into a day that begins at `start` a time of day comes, on a day of 24 hours.
fn minutes_into(start: Time, time: Time) -> i32 {
    let minutes = |time: Time| i32::from(time.hour()) * 60 + i32::from(time.minute());
    (minutes(time) - minutes(start)).rem_euclid(24 * 60)
}

fn denominations(settings: &[i64]) -> Result<Vec<Denomination>, FacilityError> {
    let known = |cents: &i64| {
        let found = Denomination::ALL.into_iter().find(|denomination| denomination.cents().get() == *cents);
        found.ok_or(FacilityError::NoSuchChips(*cents))
    };
    let denominations = settings.iter().map(known).collect::<Result<Vec<_>, _>>()?;
    let distinct: BTreeSet<_> = denominations.iter().collect();
    if denominations.is_empty() || distinct.len() != denominations.len() {
        return Err(FacilityError::Denominations);
    }
    Ok(denominations)
}
