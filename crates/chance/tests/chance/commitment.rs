//! The commitment against a value computed elsewhere, what `verify` finds, and orders that are not decks.

use chance::{Mismatch, NotADeck, Shuffle, verify};
use game_core::card::Card;
use std::array;

const TABLE: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
const ROUND: u64 = 7;

fn salt() -> [u8; 32] {
    array::from_fn(|place| u8::try_from(place).unwrap() + 32)
}

/// The deck from the ace of spades down to the two of clubs.
fn order() -> Vec<Card> {
    (0..52).rev().filter_map(Card::from_index).collect()
}

fn shuffle() -> Shuffle {
    Shuffle::from_cards(&order(), salt()).unwrap()
}

fn check(table: [u8; 16], round: u64, salt: [u8; 32], order: &[Card], dealt: &[Card]) -> Result<(), Mismatch> {
    verify(shuffle().commitment(TABLE, ROUND), table, round, salt, order, dealt)
}

fn is_broken(answer: &Result<(), Mismatch>) -> bool {
    matches!(answer, Err(Mismatch::Commitment { .. }))
}

/// Computed with Python:
/// `hashlib.sha256(b"baize shuffle 1\n" + bytes(range(16)) + (7).to_bytes(8, "big") + bytes(range(32, 64))`
/// `+ bytes(range(51, -1, -1))).hexdigest()`.
#[test]
fn the_commitment_is_the_one_computed_elsewhere() {
    let text: String = shuffle().commitment(TABLE, ROUND).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(text, "766f3e9a46170b1929612c9b872fe73b017085dbb7836a604e388bfda197772c");
}

#[test]
fn what_was_promised_and_dealt_is_right_however_many_cards_were_dealt() {
    for dealt in 0..=52 {
        assert_eq!(check(TABLE, ROUND, salt(), &order(), &order()[..dealt]), Ok(()), "{dealt} cards");
    }
}

#[test]
fn a_changed_salt_is_found() {
    for bit in 0..256 {
        let mut salt = salt();
        salt[bit / 8] ^= 1 << (bit % 8);
        assert!(is_broken(&check(TABLE, ROUND, salt, &order(), &[])), "bit {bit}");
    }
}

#[test]
fn cards_that_changed_places_are_found() {
    for place in 1..52 {
        let mut order = order();
        order.swap(place - 1, place);
        assert!(is_broken(&check(TABLE, ROUND, salt(), &order, &[])), "place {place}");
    }
}

#[test]
fn another_round_or_another_table_is_found() {
    for round in [0, 6, 8, ROUND << 56] {
        assert!(is_broken(&check(TABLE, round, salt(), &order(), &[])), "round {round}");
    }
    for byte in 0..16 {
        let mut table = TABLE;
        table[byte] ^= 0x80;
        assert!(is_broken(&check(table, ROUND, salt(), &order(), &[])), "byte {byte}");
    }
}

#[test]
fn a_card_dealt_out_of_order_is_named() {
    let mut dealt = order()[..5].to_vec();
    dealt.swap(2, 3);
    let answer = check(TABLE, ROUND, salt(), &order(), &dealt).unwrap_err();
    assert_eq!(answer.to_string(), "card 3 dealt was Ac, but the order has Ad there");
    let skipped = check(TABLE, ROUND, salt(), &order(), &order()[1..3]).unwrap_err();
    assert_eq!(skipped.to_string(), "card 1 dealt was Ah, but the order has As there");
    let mut more = order();
    more.push(order()[0]);
    assert_eq!(check(TABLE, ROUND, salt(), &order(), &more), Err(Mismatch::TooMany(53)));
}

#[test]
fn a_mismatch_says_in_words_what_was_published_and_what_was_opened() {
    let words = check(TABLE, 8, salt(), &order(), &[]).unwrap_err().to_string();
    assert!(words.contains("766f3e9a46170b1929612c9b872fe73b017085dbb7836a604e388bfda197772c"), "{words}");
    assert!(words.ends_with("one of them is not what was promised"), "{words}");
}

#[test]
fn an_order_that_is_not_a_deck_is_refused() {
    let short = order()[1..].to_vec();
    assert_eq!(check(TABLE, ROUND, salt(), &short, &[]), Err(Mismatch::Order(NotADeck::Count(51))));
    let mut twice = order();
    twice[9] = twice[4];
    assert_eq!(check(TABLE, ROUND, salt(), &twice, &[]), Err(Mismatch::Order(NotADeck::Twice(9))));
    let mut codes = shuffle().to_bytes();
    codes[20] = 52;
    assert_eq!(Shuffle::from_bytes(&codes, salt()), Err(NotADeck::NoCard(20)));
    assert_eq!(Shuffle::from_bytes(&codes[..20], salt()), Err(NotADeck::Count(20)));
    codes[20] = codes[0];
    assert_eq!(Shuffle::from_bytes(&codes, salt()), Err(NotADeck::Twice(20)));
}

#[test]
fn an_order_survives_its_bytes() {
    let codes = shuffle().to_bytes();
    assert_eq!(codes, array::from_fn(|place| 51 - u8::try_from(place).unwrap()));
    assert_eq!(Shuffle::from_bytes(&codes, salt()), Ok(shuffle()));
    assert_eq!(order(), shuffle().order());
}

#[test]
fn cards_are_taken_in_order_and_never_past_the_last() {
    let shuffle = shuffle();
    assert_eq!(shuffle.cards(3, 5), Some(&order()[3..8]));
    assert_eq!(shuffle.cards(52, 0), Some(&[][..]));
    assert_eq!(shuffle.cards(50, 3), None);
    assert_eq!(shuffle.cards(usize::MAX, 2), None);
}
