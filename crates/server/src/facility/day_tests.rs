//! Every instant belongs to exactly one gaming day and shift, also on the two days a year that are not 24 hours long.

use super::super::{FacilityError, Settings, ShiftSettings};
use super::*;
use crate::replay::replayable;
use proptest::prelude::*;

const HOUR_MS: u64 = 3_600_000;

/// Zones with different rules: changes at different hours, of half an hour, at midnight, and none.
const ZONES: [&str; 7] = [
    "America/New_York",
    "America/Los_Angeles",
    "Australia/Lord_Howe",
    "America/Santiago",
    "Europe/London",
    "Asia/Kathmandu",
    "UTC",
];

fn facility(zone: &str, shifts: &[(&str, &str)]) -> Result<Facility, FacilityError> {
    let shift =
        |(name, starts): &(&str, &str)| ShiftSettings { name: (*name).to_owned(), starts: (*starts).to_owned() };
    Facility::try_from(Settings {
        time_zone: zone.to_owned(),
        gaming_day_starts: shifts.first().map_or("06:00", |(_, starts)| starts).to_owned(),
        shifts: shifts.iter().map(shift).collect(),
        ..Settings::default()
    })
}

fn at(text: &str) -> Millis {
    Millis(text.parse::<Timestamp>().unwrap().as_millisecond().try_into().unwrap())
}

fn place(facility: &Facility, text: &str) -> (String, String) {
    let placed = facility.place(at(text)).unwrap();
    (placed.day.to_string(), facility.shift_name(placed.shift).to_owned())
}

fn hours(facility: &Facility, day: &str) -> u64 {
    let span = facility.span(GamingDay::parse(day).unwrap()).unwrap();
    assert_eq!((span.until.0 - span.from.0) % HOUR_MS, 0);
    (span.until.0 - span.from.0) / HOUR_MS
}

const MARYLAND: [(&str, &str); 3] = [("day", "06:00"), ("swing", "14:00"), ("grave", "22:00")];

/// R46 and the vocabulary: the gaming day is the operator's, so the hours after midnight count to the day before.
#[test]
fn the_small_hours_belong_to_the_day_before() {
    let maryland = facility("America/New_York", &MARYLAND).unwrap();
    let placed = |day: &str, shift: &str| (day.to_owned(), shift.to_owned());
    assert_eq!(place(&maryland, "2026-11-16T10:59:59.999Z"), placed("2026-11-15", "grave"));
    assert_eq!(place(&maryland, "2026-11-16T11:00:00Z"), placed("2026-11-16", "day"));
    assert_eq!(place(&maryland, "2026-11-16T19:00:00Z"), placed("2026-11-16", "swing"));
    assert_eq!(place(&maryland, "2026-11-17T03:00:00Z"), placed("2026-11-16", "grave"));
    assert_eq!(place(&maryland, "2026-11-17T10:59:59.999Z"), placed("2026-11-16", "grave"));
    assert_eq!(GamingDay::parse("2026-11-17").unwrap().month(), "2026-11");
}

/// Clocks go forward on 8 March 2026 and back on 1 November 2026, at 2:00, in the gaming day that began the day before.
#[test]
fn a_day_has_23_or_25_hours_when_the_clocks_change() {
    let maryland = facility("America/New_York", &MARYLAND).unwrap();
    assert_eq!(hours(&maryland, "2026-03-06"), 24);
    assert_eq!(hours(&maryland, "2026-03-07"), 23);
    assert_eq!(hours(&maryland, "2026-03-08"), 24);
    assert_eq!(hours(&maryland, "2026-10-31"), 25);
    assert_eq!(hours(&maryland, "2026-11-01"), 24);
}

/// A shift that begins after midnight belongs to the gaming day that is under way, and lasts until the next one begins.
#[test]
fn a_shift_that_begins_after_midnight_is_one_of_the_day_before() {
    let late = facility("America/New_York", &[("day", "10:00"), ("evening", "18:00"), ("night", "02:00")]).unwrap();
    let placed = |day: &str, shift: &str| (day.to_owned(), shift.to_owned());
    for (moment, day, shift, ends) in [
        ("2026-11-16T15:00:00Z", "2026-11-16", "day", "2026-11-16T23:00:00Z"),
        ("2026-11-16T23:00:00Z", "2026-11-16", "evening", "2026-11-17T07:00:00Z"),
        ("2026-11-17T06:59:59.999Z", "2026-11-16", "evening", "2026-11-17T07:00:00Z"),
        ("2026-11-17T07:00:00Z", "2026-11-16", "night", "2026-11-17T15:00:00Z"),
        ("2026-11-17T14:59:59.999Z", "2026-11-16", "night", "2026-11-17T15:00:00Z"),
        ("2026-11-17T15:00:00Z", "2026-11-17", "day", "2026-11-17T23:00:00Z"),
    ] {
        assert_eq!(place(&late, moment), placed(day, shift), "{moment}");
        assert_eq!(late.shift_ends(at(moment)), Some(at(ends)), "{moment}");
    }
}

/// A shift that begins in the hour that does not exist begins when the clocks have changed; what it hides is no gap.
#[test]
fn a_shift_in_the_missing_hour_begins_after_it() {
    let shifts = [("day", "02:15"), ("late", "03:00")];
    let strange = facility("America/New_York", &shifts).unwrap();
    let placed = |day: &str, shift: &str| (day.to_owned(), shift.to_owned());
    assert_eq!(place(&strange, "2026-03-08T06:59:59.999Z"), placed("2026-03-07", "late"));
    assert_eq!(place(&strange, "2026-03-08T07:14:59.999Z"), placed("2026-03-07", "late"));
    assert_eq!(place(&strange, "2026-03-08T07:15:00Z"), placed("2026-03-08", "late"));
}

#[test]
fn settings_that_make_no_day_are_refused() {
    let error = |zone: &str, shifts: &[(&str, &str)]| facility(zone, shifts).unwrap_err();
    assert_eq!(error("America/New_Yrok", &MARYLAND), FacilityError::NoSuchZone("America/New_Yrok".into()));
    assert_eq!(error("UTC", &[]), FacilityError::NoShifts);
    assert_eq!(error("UTC", &[("day", "6:00")]), FacilityError::NotATime("6:00".into()));
    assert_eq!(error("UTC", &[("day", "24:00")]), FacilityError::NotATime("24:00".into()));
    assert_eq!(error("UTC", &[("day", "06:00"), ("day", "14:00")]), FacilityError::ShiftName("day".into()));
    assert_eq!(
        error("UTC", &[("day", "06:00"), ("swing", "22:00"), ("grave", "14:00")]),
        FacilityError::ShiftOrder("grave".into())
    );
    let astray = Settings { gaming_day_starts: "05:00".into(), ..Settings::default() };
    assert_eq!(Facility::try_from(astray).unwrap_err(), FacilityError::FirstShiftAstray("day".into()));
    let chips = Settings { denominations: vec![100, 250], ..Settings::default() };
    assert_eq!(Facility::try_from(chips).unwrap_err(), FacilityError::NoSuchChips(250));
    let twice = Settings { denominations: vec![100, 100], ..Settings::default() };
    assert_eq!(Facility::try_from(twice).unwrap_err(), FacilityError::Denominations);
}

#[test]
fn the_defaults_are_those_that_are_documented() {
    let written = Facility::try_from(Settings::default()).unwrap();
    assert_eq!(format!("{written:?}"), format!("{:?}", Facility::default()));
}

fn starts() -> impl Strategy<Value = Vec<(String, String)>> {
    proptest::collection::btree_set(0u32..1440, 1..5).prop_flat_map(|minutes| {
        let minutes: Vec<u32> = minutes.into_iter().collect();
        (0..minutes.len(), Just(minutes)).prop_map(|(first, minutes)| {
            let turned = minutes.iter().cycle().skip(first).take(minutes.len());
            turned.map(|minute| (format!("s{minute}"), format!("{:02}:{:02}", minute / 60, minute % 60))).collect()
        })
    })
}

proptest! {
    #![proptest_config(replayable(ProptestConfig::default()))]

    /// Instants of twelve years, whatever the zone and the shifts: an instant lies within the span of its day and of no
    /// other, days follow each other without gap or overlap, and time never goes back to an earlier shift.
    #[test]
    fn every_instant_has_one_day_and_one_shift(
        zone in proptest::sample::select(&ZONES),
        starts in starts(),
        millis in 1_577_836_800_000u64..1_956_528_000_000,
        step in 1u64..100_000_000,
    ) {
        let shifts: Vec<(&str, &str)> = starts.iter().map(|(name, starts)| (&**name, &**starts)).collect();
        let facility = facility(zone, &shifts).unwrap();
        let placed = facility.place(Millis(millis)).unwrap();
        let span = facility.span(placed.day).unwrap();
        prop_assert!(span.from.0 <= millis && millis < span.until.0);
        let next = placed.day.next().unwrap();
        prop_assert_eq!(facility.span(next).unwrap().from, span.until);
        prop_assert_eq!(facility.place(span.from).unwrap().day, placed.day);
        prop_assert_eq!(facility.place(Millis(span.until.0 - 1)).unwrap().day, placed.day);
        prop_assert_eq!(facility.place(span.until).unwrap().day, next);
        let length = span.until.0 - span.from.0;
        prop_assert!((22 * HOUR_MS..=26 * HOUR_MS).contains(&length), "{} ms", length);
        prop_assert!(facility.place(Millis(millis + step)).unwrap() >= placed);
    }
}
