//! From a word of the generator to a number: keep just the bits that are needed, and draw again when they say too much.
//! No remainder and no rounding, so every number comes from equally many words.

/// The number from 0 to `most` that a word stands for, or none if another word must be drawn.
pub(crate) fn scaled(word: u64, most: u64) -> Option<u64> {
    let mask = u64::MAX.checked_shr(most.leading_zeros()).unwrap_or(0);
    Some(word & mask).filter(|number| *number <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R3: all words of eleven bits, for every range they can serve. Higher bits change nothing, which is shown by
    /// giving each word twice, with all of them clear and all of them set.
    #[test]
    fn every_number_comes_from_equally_many_words() {
        for most in 0..2048_usize {
            let mut counts = vec![0; most + 1];
            for word in (0..2048).flat_map(|word| [word, word | !2047]) {
                if let Some(number) = scaled(word, most as u64) {
                    counts[usize::try_from(number).unwrap()] += 1;
                }
            }
            let each = 2 * 2048 / (most + 1).next_power_of_two();
            assert!(counts.iter().all(|count| *count == each), "up to {most}");
        }
    }

    #[test]
    fn more_words_are_kept_than_drawn_again() {
        for most in 0..2048 {
            let kept = (0..2048).filter(|word| scaled(*word, most).is_some()).count();
            assert!(kept > 1024, "up to {most}: {kept} of 2048");
        }
    }

    #[test]
    fn the_widest_ranges_lose_no_bit() {
        assert_eq!(scaled(u64::MAX, u64::MAX), Some(u64::MAX));
        assert_eq!(scaled(u64::MAX, u64::MAX - 1), None);
        assert_eq!(scaled(u64::MAX, (1 << 63) - 1), Some((1 << 63) - 1));
        assert_eq!(scaled((1 << 63) + 1, 1 << 63), None);
        assert_eq!(scaled(1 << 63, 1 << 63), Some(1 << 63));
    }
}
