//! Where cards lie: the spots of the layout, what is known of the card on each, and the script of a deal.

use crate::card::Card;
use crate::game::Seat;
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// A place for one card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Spot {
    /// A seat's own card, in the order dealt, from 0.
    Own {
        /// The seat.
        seat: Seat,
        /// Which of its cards.
        place: u8,
    },
    /// A community card, from 0: left, right in Let It Ride and 2-3-5; left, right, top, bottom, middle in Criss Cross.
    Community(u8),
    /// A card of the Six Card Bonus box, from 0.
    SixCardBox(u8),
    /// The discard rack, unseen.
    Discard,
}

/// What lies on a spot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Slot {
    /// Nothing yet.
    #[default]
    Empty,
    /// A card face down; its face is known only at a table with a reader.
    Down(Option<Card>),
    /// A card face up.
    Up(Card),
}

impl Slot {
    /// The card, whether anybody may see it or not.
    #[must_use]
    pub const fn card(self) -> Option<Card> {
        match self {
            Self::Empty | Self::Down(None) => None,
            Self::Down(Some(card)) | Self::Up(card) => Some(card),
        }
    }

    /// The card, if it lies face up.
    #[must_use]
    pub const fn face_up(self) -> Option<Card> {
        match self {
            Self::Empty | Self::Down(_) => None,
            Self::Up(card) => Some(card),
        }
    }
}

/// A short list of things kept in place, without allocation.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Short<T, const N: usize> {
    items: [Option<T>; N],
    len: u8,
}

impl<T: Copy, const N: usize> Short<T, N> {
    /// An empty list.
    #[must_use]
    pub const fn new() -> Self {
        Self { items: [None; N], len: 0 }
    }

    /// Adds an item and says whether there was room.
    pub const fn push(&mut self, item: T) -> bool {
        if (self.len as usize) < N {
            self.items[self.len as usize] = Some(item);
            self.len += 1;
            true
        } else {
            false
        }
    }

    /// How many items.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The item at a place.
    #[must_use]
    pub fn get(&self, place: usize) -> Option<T> {
        self.items.get(place).copied().flatten()
    }

    /// The items in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = T> + Clone + '_ {
        self.items.iter().flatten().copied()
    }

    /// The items, to be changed in place.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.items.iter_mut().flatten()
    }

    /// Drops the items that do not satisfy the condition.
    pub fn retain(&mut self, keep: impl Fn(&T) -> bool) {
        let kept: Self = self.iter().filter(|item| keep(item)).collect();
        *self = kept;
    }
}

impl<T: Copy, const N: usize> Default for Short<T, N> {
    fn default() -> Self {
        Self::new()
    }
}

/// Items past the list's capacity are dropped; callers that take input check its length first.
impl<T: Copy, const N: usize> FromIterator<T> for Short<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut list = Self::new();
        for item in items {
            list.push(item);
        }
        list
    }
}

impl<T: fmt::Debug, const N: usize> fmt::Debug for Short<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.items.iter().flatten()).finish()
    }
}

impl<T: Serialize + Copy, const N: usize> Serialize for Short<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, T: Deserialize<'de> + Copy, const N: usize> Deserialize<'de> for Short<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Items<T, const N: usize>(std::marker::PhantomData<T>);
        impl<'de, T: Deserialize<'de> + Copy, const N: usize> Visitor<'de> for Items<T, N> {
            type Value = Short<T, N>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a list of at most {N}")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
                let mut list = Short::new();
                while let Some(item) = items.next_element()? {
                    if !list.push(item) {
                        return Err(de::Error::invalid_length(N + 1, &self));
                    }
                }
                Ok(list)
            }
        }
        deserializer.deserialize_seq(Items(std::marker::PhantomData))
    }
}

/// Cards whose faces are known, in order.
pub type Cards = Short<Card, 7>;

/// Cards as they arrive: none is a card face down that nobody has read.
pub type Arrivals = Short<Option<Card>, 7>;

/// The order in which spots receive cards, and where a stack ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct DealScript {
    spots: Short<Spot, 28>,
    /// Bit i: card i is the last of its stack.
    ends: u32,
}

impl DealScript {
    /// Appends a stack: cards that arrive together. A single card is a stack of one.
    pub fn stack(&mut self, spots: impl IntoIterator<Item = Spot>) {
        for spot in spots {
            self.spots.push(spot);
        }
        if let Some(last) = self.spots.len().checked_sub(1) {
            self.ends |= 1 << last;
        }
    }

    /// Appends cards that arrive one at a time.
    pub fn singles(&mut self, spots: impl IntoIterator<Item = Spot>) {
        for spot in spots {
            self.stack([spot]);
        }
    }

    /// How many cards are dealt.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.spots.len()
    }

    /// Whether nothing is dealt.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.spots.is_empty()
    }

    /// The spot of the nth card.
    #[must_use]
    pub fn spot(&self, nth: usize) -> Option<Spot> {
        self.spots.get(nth)
    }

    /// The spots in order.
    pub fn spots(&self) -> impl Iterator<Item = Spot> + '_ {
        self.spots.iter()
    }

    /// How many cards are still to come in the stack that the nth card belongs to.
    #[must_use]
    pub fn left_in_stack(&self, nth: usize) -> usize {
        (nth..self.len()).find(|last| self.ends & (1 << last) != 0).map_or(0, |last| last + 1 - nth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_counts_down_to_its_last_card() {
        let mut script = DealScript::default();
        script.stack([Spot::Community(0), Spot::Community(1)]);
        script.singles([Spot::SixCardBox(0), Spot::Discard]);
        assert_eq!([0, 1, 2, 3, 4].map(|nth| script.left_in_stack(nth)), [2, 1, 1, 1, 0]);
    }

    #[test]
    fn a_list_that_is_too_long_is_refused_and_a_short_one_survives() {
        let cards: Cards = Card::deck().take(7).collect();
        let text = serde_json::to_string(&cards).unwrap();
        assert_eq!(serde_json::from_str::<Cards>(&text).unwrap(), cards);
        let long = serde_json::to_string(&Card::deck().take(8).collect::<Vec<_>>()).unwrap();
        assert!(serde_json::from_str::<Cards>(&long).is_err());
    }
}
