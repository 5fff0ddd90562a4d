//! Playing cards and their text notation: `As` is the ace of spades, `Td` the ten of diamonds, `7h` the seven of hearts.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::str::FromStr;

/// A card's rank, two lowest and ace highest; whether an ace may also count low is a question for the hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Rank {
    /// Two.
    Two,
    /// Three.
    Three,
    /// Four.
    Four,
    /// Five.
    Five,
    /// Six.
    Six,
    /// Seven.
    Seven,
    /// Eight.
    Eight,
    /// Nine.
    Nine,
    /// Ten.
    Ten,
    /// Jack.
    Jack,
    /// Queen.
    Queen,
    /// King.
    King,
    /// Ace.
    Ace,
}

impl Rank {
    /// Every rank, lowest first.
    pub const ALL: [Self; 13] = [
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
        Self::Ace,
    ];

    /// The letter of the notation, `2` to `9`, `T`, `J`, `Q`, `K`, `A`.
    #[must_use]
    pub const fn letter(self) -> char {
        b"23456789TJQKA"[self as usize] as char
    }

    /// The word for two cards of this rank, as in `pair_of_nines`.
    #[must_use]
    pub const fn plural(self) -> &'static str {
        [
            "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks", "queens",
            "kings", "aces",
        ][self as usize]
    }
}

/// A card's suit. Suits are never compared in rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Suit {
    /// Clubs.
    Clubs,
    /// Diamonds.
    Diamonds,
    /// Hearts.
    Hearts,
    /// Spades.
    Spades,
}

impl Suit {
    /// Every suit.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    /// The letter of the notation: `c`, `d`, `h` or `s`.
    #[must_use]
    pub const fn letter(self) -> char {
        b"cdhs"[self as usize] as char
    }
}

/// One of the fifty-two cards.
///
/// The number inside is the card's key. It rises with rank and then suit, so cards order as in a fresh deck.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(value_type = String, pattern = "^[2-9TJQKA][cdhs]$", example = "As"))]
pub struct Card(u32);

/// What the ranks add to the top of a key, chosen by search so that sums tell hands apart.
const ROWS: [u32; 13] = [142, 257, 330, 884, 2241, 4202, 4808, 5270, 5832, 6829, 7416, 7455, 7838];

/// What the ranks add to the middle of a key; the low four bits are the rank itself.
const COLUMNS: [u32; 13] = [32, 33, 18, 3, 4, 5, 38, 23, 8, 25, 10, 11, 12];

/// What the suits add to the bottom byte of a key, so that sums tell flushes; the low two bits are the suit itself.
const SUIT_CODES: [u32; 4] = [0, 1, 30, 35];

impl Card {
    /// Where a key's column begins.
    pub(crate) const COLUMN_SHIFT: u32 = 8;

    /// Where a key's row begins; sums of rows may run over the top.
    pub(crate) const ROW_SHIFT: u32 = 19;

    /// The number of cards in a deck.
    pub const COUNT: usize = 52;

    /// The card of this rank and suit.
    #[must_use]
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        let (row, column) = (ROWS[rank as usize], COLUMNS[rank as usize]);
        Self((row << Self::ROW_SHIFT) | (column << Self::COLUMN_SHIFT) | SUIT_CODES[suit as usize])
    }

    /// The card's place in a fresh deck, 0 to 51: twos first, clubs first within a rank.
    #[must_use]
    pub const fn index(self) -> usize {
        self.rank() as usize * 4 + self.suit() as usize
    }

    /// The card at a place in a fresh deck, or none past the fifty-second.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self::new(Rank::ALL[index / 4], Suit::ALL[index % 4])) } else { None }
    }

    /// The card's rank.
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.0 >> Self::COLUMN_SHIFT) as usize & 15]
    }

    /// The card's suit.
    #[must_use]
    pub const fn suit(self) -> Suit {
        Suit::ALL[self.0 as usize & 3]
    }

    /// A number whose sum over the cards of a hand says which hand it is: suits in the bottom byte, ranks above.
    #[inline]
    pub(crate) const fn key(self) -> u32 {
        self.0
    }

    /// The bit that stands for the card's rank in a set of ranks, the lowest for a two.
    #[inline]
    pub(crate) const fn rank_bit(self) -> u16 {
        1 << ((self.0 >> Self::COLUMN_SHIFT) & 15)
    }

    /// A fresh deck in index order.
    pub fn deck() -> impl ExactSizeIterator<Item = Self> + Clone {
        (0..52u8).map(|index| Self::new(Rank::ALL[index as usize / 4], Suit::ALL[index as usize % 4]))
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank().letter(), self.suit().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that is not a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotACard(String);

impl fmt::Display for NotACard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not a card: write a rank (2-9 T J Q K A) and a suit (c d h s), like As or Td", self.0)
    }
}

impl std::error::Error for NotACard {}

impl FromStr for Card {
    type Err = NotACard;

    fn from_str(text: &str) -> Result<Self, NotACard> {
        let mut letters = text.chars();
        let (rank, suit) = (letters.next(), letters.next());
        let rank = Rank::ALL.into_iter().find(|r| Some(r.letter()) == rank);
        let suit = Suit::ALL.into_iter().find(|s| Some(s.letter()) == suit);
        match (rank, suit, letters.next()) {
            (Some(rank), Some(suit), None) => Ok(Self::new(rank, suit)),
            _ => Err(NotACard(text.chars().take(20).collect())),
        }
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

/// A set of cards, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<Card>", into = "Vec<Card>")]
pub struct CardSet(u64);

impl CardSet {
    /// No cards.
    pub const EMPTY: Self = Self(0);

    /// All fifty-two.
    pub const FULL: Self = Self((1 << 52) - 1);

    /// Adds a card and says whether it was new.
    pub const fn insert(&mut self, card: Card) -> bool {
        let bit = 1 << card.index();
        let fresh = self.0 & bit == 0;
        self.0 |= bit;
        fresh
    }

    /// Takes a card out.
    pub const fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.index());
    }

    /// Whether the card is in the set.
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.0 & (1 << card.index()) != 0
    }

    /// How many cards the set holds.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set holds no card.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cards of the deck that are not in the set.
    #[must_use]
    pub const fn complement(self) -> Self {
        Self(!self.0 & Self::FULL.0)
    }

    /// The cards in index order.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let lowest = rest.trailing_zeros();
            rest &= rest.wrapping_sub(1);
            Card::from_index(lowest as usize)
        })
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut set = Self::EMPTY;
        for card in cards {
            set.insert(card);
        }
        set
    }
}

impl From<Vec<Card>> for CardSet {
    fn from(cards: Vec<Card>) -> Self {
        cards.into_iter().collect()
    }
}

impl From<CardSet> for Vec<Card> {
    fn from(set: CardSet) -> Self {
        set.iter().collect()
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_survives_its_notation() {
        for (index, card) in Card::deck().enumerate() {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(card.index(), index);
            assert_eq!(Card::from_index(index), Some(card));
            assert_eq!(Card::new(card.rank(), card.suit()), card);
        }
        assert_eq!(Card::from_index(52), None);
    }

    #[test]
    fn what_is_not_a_card_is_refused() {
        for text in ["", "A", "as", "AS", "1s", "10s", "Asx", "Ax", "🂡"] {
            assert!(text.parse::<Card>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_set_counts_each_card_once() {
        let mut set = CardSet::EMPTY;
        assert!(set.insert(Card::new(Rank::Ace, Suit::Spades)));
        assert!(!set.insert(Card::new(Rank::Ace, Suit::Spades)));
        assert_eq!(set.len(), 1);
        assert_eq!(set.complement().len(), 51);
        assert_eq!(Card::deck().collect::<CardSet>(), CardSet::FULL);
    }
}
