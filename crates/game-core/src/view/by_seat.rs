//! A list of seats written as an object whose members are named by the seat's number.

use super::SeatView;
use crate::game::Seat;
use serde::{Deserialize, Deserializer, Serializer, de};
use std::collections::BTreeMap;

pub(super) fn serialize<S: Serializer>(seats: &[SeatView], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(seats.iter().map(|seat| (seat.seat, seat)))
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<SeatView>, D::Error> {
    let seats = BTreeMap::<Seat, SeatView>::deserialize(deserializer)?;
    if let Some((name, _)) = seats.iter().find(|(name, seat)| **name != seat.seat) {
        return Err(de::Error::custom(format_args!("the member {name} is another seat")));
    }
    Ok(seats.into_values().collect())
}
