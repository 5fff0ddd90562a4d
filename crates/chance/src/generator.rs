//! The generator: ChaCha20 from the operating system's entropy, mixed with fresh entropy as it goes and checked at
//! every block it gives (R2, R5).

use crate::fault::Fault;
use crate::known_answer::known_answer;
use crate::scale::scaled;
use rand::rngs::{ChaCha20Rng, SysRng};
use rand::{Rng, SeedableRng, TryRng};
use sha2::{Digest, Sha256};
use std::fmt;

/// What the generator gives and takes at once: 256 bits, more than the 226 that every order of 52 cards needs.
pub(crate) type Block = [u8; 32];

/// How many blocks are drawn before fresh entropy is mixed in: about a dozen shuffles. Whoever came to know the state
/// would know what is drawn until then, and no more.
const BLOCKS_BETWEEN_MIXES: u32 = 256;

/// Draws. It cannot be copied, because a copy would draw the same again, and nobody can choose what it draws.
pub struct Generator {
    cipher: ChaCha20Rng,
    output: Unrepeated,
    entropy: Unrepeated,
    /// How many words of the current block are used.
    words_used: usize,
    blocks_since_mix: u32,
    fault: Option<Fault>,
    /// Whether it gives the same block for ever, as one in a drill does.
    stands_still: bool,
}

/// Watches a source that must not give the same block twice running.
struct Unrepeated {
    last: Block,
}

impl Unrepeated {
    fn admit(&mut self, block: Block) -> Result<Block, Fault> {
        if block == self.last {
            return Err(Fault::Repetition);
        }
        self.last = block;
        Ok(block)
    }
}

impl Generator {
    /// A generator with the operating system's entropy, once its cipher has given the known answer.
    ///
    /// # Errors
    ///
    /// The check that failed; there is no generator then.
    pub fn from_system() -> Result<Self, Fault> {
        known_answer()?;
        Self::seeded(system_entropy()?)
    }

    /// The first block is compared with, never drawn from.
    fn seeded(seed: Block) -> Result<Self, Fault> {
        let mut cipher = ChaCha20Rng::from_seed(seed);
        let mut output = Unrepeated { last: [0; 32] };
        output.admit(next_block(&mut cipher))?;
        let entropy = Unrepeated { last: seed };
        let (words_used, blocks_since_mix, fault, stands_still) = (WORDS, 0, None, false);
        Ok(Self { cipher, output, entropy, words_used, blocks_since_mix, fault, stands_still })
    }

    /// The same generator come to a standstill, for a drill: whatever is asked of it is a fault, for good. Nobody can choose
    /// a draw by it, because it draws nothing.
    #[must_use]
    pub const fn stuck(mut self) -> Self {
        self.stands_still = true;
        self.words_used = WORDS;
        self
    }

    /// The health check: the cipher gives the known answer, and the generator another block than before.
    ///
    /// # Errors
    ///
    /// The check that failed, now or before; nothing is drawn then.
    pub fn check(&mut self) -> Result<(), Fault> {
        if let Err(fault) = known_answer() {
            self.fault = Some(fault);
        }
        self.block().map(drop)
    }

    /// Begins anew after a fault, with fresh entropy, once every check holds again.
    ///
    /// # Errors
    ///
    /// The check that still fails.
    pub fn renew(&mut self) -> Result<(), Fault> {
        let mixed = system_entropy().and_then(|fresh| self.mix(fresh));
        self.fault = mixed.err();
        self.check()
    }

    /// A number from 0 to `most`, each as likely as the other.
    pub(crate) fn up_to(&mut self, most: u64) -> Result<u64, Fault> {
        // It ends: more than every other word is kept, and a generator that stands still is a fault.
        loop {
            if let Some(number) = scaled(self.word()?, most) {
                return Ok(number);
            }
        }
    }

    /// The next 256 bits, of which nothing else was or will be drawn. After a fault there are none.
    pub(crate) fn block(&mut self) -> Result<Block, Fault> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        self.words_used = WORDS;
        let block = self.checked_block();
        self.fault = block.err();
        block
    }

    fn word(&mut self) -> Result<u64, Fault> {
        if self.words_used == WORDS {
            self.block()?;
            self.words_used = 0;
        }
        let (words, _) = self.output.last.as_chunks();
        let word = u64::from_le_bytes(words[self.words_used]);
        self.words_used += 1;
        Ok(word)
    }

    fn checked_block(&mut self) -> Result<Block, Fault> {
        if self.blocks_since_mix == BLOCKS_BETWEEN_MIXES {
            self.mix(system_entropy()?)?;
        }
        self.blocks_since_mix += 1;
        let next = if self.stands_still { self.output.last } else { next_block(&mut self.cipher) };
        self.output.admit(next)
    }

    fn mix(&mut self, fresh: Block) -> Result<(), Fault> {
        let fresh = self.entropy.admit(fresh)?;
        self.cipher = ChaCha20Rng::from_seed(mixed(next_block(&mut self.cipher), fresh));
        self.blocks_since_mix = 0;
        Ok(())
    }
}

/// How many words a block has.
const WORDS: usize = size_of::<Block>() / size_of::<u64>();

impl fmt::Debug for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Generator").field("fault", &self.fault).finish_non_exhaustive()
    }
}

fn next_block(cipher: &mut ChaCha20Rng) -> Block {
    let mut block = [0; 32];
    cipher.fill_bytes(&mut block);
    block
}

fn system_entropy() -> Result<Block, Fault> {
    let mut entropy = [0; 32];
    SysRng.try_fill_bytes(&mut entropy).map_err(|_| Fault::NoEntropy)?;
    Ok(entropy)
}

/// The next seed, as hard to guess as the better of what the generator carries over and what the system adds.
fn mixed(carried: Block, fresh: Block) -> Block {
    Sha256::new().chain_update(b"baize mix 1\n").chain_update(carried).chain_update(fresh).finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Shuffle, wheel};
    use game_core::game::Seat;

    fn seeded(seed: u8) -> Generator {
        Generator::seeded([seed; 32]).unwrap()
    }

    /// The generator about to give the block it gave last.
    fn stuck() -> Generator {
        let mut generator = seeded(1);
        let next = seeded(1).block().unwrap();
        generator.output.last = next;
        generator
    }

    #[test]
    fn one_seed_draws_one_sequence_until_entropy_is_mixed_in() {
        let (mut one, mut other) = (seeded(1), seeded(1));
        for block in 0..BLOCKS_BETWEEN_MIXES {
            assert_eq!(one.block(), other.block(), "block {block}");
        }
        for block in 0..BLOCKS_BETWEEN_MIXES {
            assert_ne!(one.block(), other.block(), "block {block} after mixing");
        }
    }

    #[test]
    fn words_are_those_of_the_blocks_and_none_is_drawn_twice() {
        let (mut words, mut blocks) = (seeded(1), seeded(1));
        let block = blocks.block().unwrap();
        let drawn: Vec<u8> = (0..4).flat_map(|_| words.word().unwrap().to_le_bytes()).collect();
        assert_eq!(drawn, block);
        words.word().unwrap();
        assert_eq!(blocks.block().unwrap(), words.output.last);
        let salt = words.block();
        assert_eq!(salt, blocks.block());
        let after = blocks.block().unwrap();
        assert_eq!(words.word().unwrap().to_le_bytes(), after[..8]);
    }

    #[test]
    fn the_next_seed_depends_on_what_is_carried_and_on_what_is_fresh() {
        let next = mixed([1; 32], [2; 32]);
        assert_ne!(next, mixed([3; 32], [2; 32]));
        assert_ne!(next, mixed([1; 32], [3; 32]));
        assert_ne!(next, mixed([2; 32], [1; 32]));
    }

    #[test]
    fn a_source_that_repeats_a_block_is_told() {
        let mut watched = Unrepeated { last: [0; 32] };
        assert_eq!(watched.admit([1; 32]), Ok([1; 32]));
        assert_eq!(watched.admit([2; 32]), Ok([2; 32]));
        assert_eq!(watched.admit([1; 32]), Ok([1; 32]));
        assert_eq!(watched.admit([1; 32]), Err(Fault::Repetition));
    }

    /// R5: the draw that meets a stuck generator fails, and so does every later one.
    #[test]
    fn a_stuck_generator_draws_nothing_more() {
        let seats = Seat::first(3).collect();
        assert_eq!(Shuffle::draw(&mut stuck()).err(), Some(Fault::Repetition));
        assert_eq!(wheel::hot_spot(&mut stuck(), seats), Err(Fault::Repetition));
        let mut generator = stuck();
        for _ in 0..100 {
            assert_eq!(generator.block(), Err(Fault::Repetition));
            assert_eq!(generator.up_to(51), Err(Fault::Repetition));
        }
    }

    /// R5: the health check catches a generator that stands still, and one that can go on may after fresh entropy.
    #[test]
    fn the_health_check_catches_a_standstill_and_lets_a_sound_generator_begin_anew() {
        let mut generator = seeded(1);
        assert_eq!(generator.check(), Ok(()));
        generator.word().unwrap();
        let mut generator = generator.stuck();
        assert_eq!(generator.up_to(51), Err(Fault::Repetition), "not even what was left of the last block");
        assert_eq!(generator.check(), Err(Fault::Repetition));
        assert_eq!(generator.renew(), Err(Fault::Repetition), "what stands still does not come back by itself");
        let mut generator = stuck();
        assert_eq!(generator.check(), Err(Fault::Repetition));
        assert_eq!(generator.renew(), Ok(()));
        assert_eq!(generator.check(), Ok(()));
    }

    #[test]
    fn an_operating_system_that_repeats_itself_is_a_fault() {
        let mut generator = seeded(7);
        assert_eq!(generator.mix([7; 32]), Err(Fault::Repetition));
        assert_eq!(generator.mix([8; 32]), Ok(()));
        assert_eq!(generator.mix([8; 32]), Err(Fault::Repetition));
    }

    #[test]
    fn what_is_printed_of_a_generator_says_nothing_of_its_state() {
        assert_eq!(format!("{:?}", seeded(1)), "Generator { fault: None, .. }");
        assert_eq!(format!("{:?}", seeded(1)), format!("{:?}", seeded(2)));
    }
}
