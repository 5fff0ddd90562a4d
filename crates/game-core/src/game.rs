//! Which game is played, and the small identities every part of the engine shares.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// One of the four games.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum GameId {
    /// Let It Ride Poker, Maryland.
    #[serde(rename = "let_it_ride_md")]
    LetItRide,
    /// 2-3-5 Stud Poker, Maryland.
    #[serde(rename = "two_three_five_stud_md")]
    Stud235,
    /// Criss Cross Poker, Maryland.
    #[serde(rename = "criss_cross_md")]
    CrissCross,
    /// Let It Ride, California, banked by a player-dealer.
    #[serde(rename = "let_it_ride_ca")]
    California,
}

impl GameId {
    /// Every game.
    pub const ALL: [Self; 4] = [Self::LetItRide, Self::Stud235, Self::CrissCross, Self::California];

    /// The name used in documents and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::LetItRide => "let_it_ride_md",
            Self::Stud235 => "two_three_five_stud_md",
            Self::CrissCross => "criss_cross_md",
            Self::California => "let_it_ride_ca",
        }
    }

    /// The game of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.name() == name)
    }

    /// The name people use.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::LetItRide => "Let It Ride Poker (Maryland)",
            Self::Stud235 => "2-3-5 Stud Poker (Maryland)",
            Self::CrissCross => "Criss Cross Poker (Maryland)",
            Self::California => "Let It Ride (California)",
        }
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A betting position, 1 at the dealer's far left (I-20).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 7))]
#[serde(try_from = "u8", into = "u8")]
pub struct Seat(u8);

impl Seat {
    /// The most seats any table has.
    pub const MAX: usize = 7;

    /// The seat of this number, 1 to 7.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= 7 { Some(Self(number)) } else { None }
    }

    /// The seat's number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The seat's place in an array of seats.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// Seats 1 to `count` in clockwise order.
    pub fn first(count: u8) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (1..=count.min(7)).map(Self)
    }
}

impl TryFrom<u8> for Seat {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        Self::new(number).ok_or_else(|| format!("seat {number} does not exist: seats are 1 to 7"))
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> Self {
        seat.0
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of seats, walked clockwise (1 up) or from the dealer's right (down).
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(value_type = Vec<Seat>))]
#[serde(from = "Vec<Seat>", into = "Vec<Seat>")]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat.
    pub const EMPTY: Self = Self(0);

    /// Adds a seat.
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Takes a seat out.
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// Whether the seat is in the set.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// Whether the set has no seat.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats the set has.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The seats in clockwise order; reversed, the order of settlement.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        Seat::first(7).filter(move |seat| self.contains(*seat))
    }

    /// The first seat of the set after this one, clockwise, without going round.
    #[must_use]
    pub fn after(self, seat: Seat) -> Option<Seat> {
        self.iter().find(|next| *next > seat)
    }

    /// The first seat of the set before this one: the next in the order of settlement.
    #[must_use]
    pub fn before(self, seat: Seat) -> Option<Seat> {
        self.iter().rev().find(|next| *next < seat)
    }

    /// The lowest seat.
    #[must_use]
    pub fn lowest(self) -> Option<Seat> {
        self.iter().next()
    }

    /// The highest seat: the first in the order of settlement.
    #[must_use]
    pub fn highest(self) -> Option<Seat> {
        self.iter().next_back()
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = Self::EMPTY;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

impl From<Vec<Seat>> for SeatSet {
    fn from(seats: Vec<Seat>) -> Self {
        seats.into_iter().collect()
    }
}

impl From<SeatSet> for Vec<Seat> {
    fn from(set: SeatSet) -> Self {
        set.iter().collect()
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Seat::number)).finish()
    }
}

/// A person at the table, known by a number the casino gives; boxes of one person share it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct PlayerId(#[serde(deserialize_with = "person")] pub u64);

/// A member of staff, known by a number the casino gives.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct StaffId(#[serde(deserialize_with = "person")] pub u64);

/// Reads a person's number. Databases keep it as a signed integer, so a larger number is nobody's.
fn person<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let number = u64::deserialize(deserializer)?;
    let largest = i64::MAX.unsigned_abs();
    if number <= largest {
        Ok(number)
    } else {
        Err(D::Error::custom(format_args!("{number} is no person's number: the largest is {largest}")))
    }
}

/// Milliseconds since the Unix epoch. Time arrives as data: the core has no clock.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Millis(pub u64);
