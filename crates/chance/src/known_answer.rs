//! The self-test made before anything is drawn: the generator's own cipher must give the block that RFC 8439 prints.

use crate::fault::Fault;
use rand::rngs::ChaCha20Rng;
use rand::{Rng, SeedableRng};

/// The key of RFC 8439 section 2.3.2.
const KEY: [u8; 32] = [
    0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0x10, 0x11, 0x12,
    0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f,
];

/// Its block counter 1 and the first word of its nonce, 00:00:00:09: the generator counts with 64 bits where the RFC
/// counts with 32.
const BLOCK: u64 = 0x0900_0000_0000_0001;

/// The other words of its nonce, 00:00:00:4a:00:00:00:00.
const STREAM: u64 = 0x4a00_0000;

/// The block it prints.
const ANSWER: [u8; 64] = [
    0x10, 0xf1, 0xe7, 0xe4, 0xd1, 0x3b, 0x59, 0x15, 0x50, 0x0f, 0xdd, 0x1f, 0xa3, 0x20, 0x71, 0xc4, 0xc7, 0xd1, 0xf4,
    0xc7, 0x33, 0xc0, 0x68, 0x03, 0x04, 0x22, 0xaa, 0x9a, 0xc3, 0xd4, 0x6c, 0x4e, 0xd2, 0x82, 0x64, 0x46, 0x07, 0x9f,
    0xaa, 0x09, 0x14, 0xc2, 0xd7, 0x05, 0xd9, 0x8b, 0x02, 0xa2, 0xb5, 0x12, 0x9c, 0xd1, 0xde, 0x16, 0x4e, 0xb9, 0xcb,
    0xd0, 0x83, 0xe8, 0xa2, 0x50, 0x3c, 0x4e,
];

/// Whether the generator's cipher gives the block that RFC 8439 prints.
///
/// # Errors
///
/// [`Fault::KnownAnswer`] if it gives another.
pub fn known_answer() -> Result<(), Fault> {
    if block(KEY, STREAM, BLOCK) == ANSWER { Ok(()) } else { Err(Fault::KnownAnswer) }
}

fn block(key: [u8; 32], stream: u64, position: u64) -> [u8; 64] {
    let mut cipher = ChaCha20Rng::from_seed(key);
    cipher.set_stream(stream);
    cipher.set_block_pos(position);
    let mut block = [0; 64];
    cipher.fill_bytes(&mut block);
    block
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cipher_gives_the_known_answer() {
        assert_eq!(known_answer(), Ok(()));
    }

    /// RFC 8439 appendix A.1, test vectors 1 and 5, of which the first sixteen bytes are enough to tell.
    #[test]
    fn key_and_nonce_reach_the_cipher_as_the_appendix_has_them() {
        let nothing = block([0; 32], 0, 0);
        assert_eq!(nothing[..16], 0x76b8_e0ad_a0f1_3d90_405d_6ae5_5386_bd28_u128.to_be_bytes());
        let nonce = block([0; 32], 0x0200_0000_0000_0000, 0);
        assert_eq!(nonce[..16], 0xc2c6_4d37_8cd5_3637_4ae2_04b9_ef93_3fcd_u128.to_be_bytes());
    }
}
