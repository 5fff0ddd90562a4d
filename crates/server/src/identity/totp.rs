//! One-time codes by time (RFC 6238): SHA-1, six figures, a new one every thirty seconds, because that is what every
//! authenticator can do.

use game_core::game::Millis;
use hmac::{Hmac, KeyInit, Mac};
use rand::TryRng;
use rand::rngs::SysRng;
use sha1::Sha1;

use super::secret::NoSecret;

/// How long a code is shown.
const STEP_MS: u64 = 30_000;

/// How many steps a clock may be off, either way.
const DRIFT: u64 = 1;

/// The length of a secret: as long as the hash, as RFC 4226 asks.
const SECRET_BYTES: usize = 20;

/// The letters of base 32 (RFC 4648).
const BASE32: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// A new secret.
///
/// # Errors
/// When the operating system gives no randomness.
pub(crate) fn secret() -> Result<Vec<u8>, NoSecret> {
    let mut secret = vec![0; SECRET_BYTES];
    SysRng.try_fill_bytes(&mut secret).map_err(|_| NoSecret)?;
    Ok(secret)
}

/// The step whose code this is, among those that are good now and came after the one that was used last.
pub(crate) fn step_of(code: &str, secret: &[u8], now: Millis, last: Option<u64>) -> Option<u64> {
    let current = now.0 / STEP_MS;
    let steps = current.saturating_sub(DRIFT)..=current.saturating_add(DRIFT);
    // Every step is tried, so that the time it takes does not tell which one it was.
    let matching = steps.filter(|step| same(code.as_bytes(), format!("{:06}", code_at(secret, *step)).as_bytes()));
    matching.filter(|step| last.is_none_or(|last| *step > last)).max()
}

/// What an authenticator that knows the secret shows at a moment.
#[must_use]
pub fn authenticator(secret: &[u8], now: Millis) -> String {
    format!("{:06}", code_at(secret, now.0 / STEP_MS))
}

/// The code of a step.
fn code_at(secret: &[u8], step: u64) -> u32 {
    truncated(secret, step) % 1_000_000
}

/// RFC 4226's dynamic truncation of the hash of a counter.
fn truncated(secret: &[u8], counter: u64) -> u32 {
    let Ok(mut hmac) = Hmac::<Sha1>::new_from_slice(secret) else { return u32::MAX };
    hmac.update(&counter.to_be_bytes());
    let hash: [u8; 20] = hmac.finalize().into_bytes().into();
    let start = usize::from(hash[19] & 0x0f);
    let mut word = [0; 4];
    word.copy_from_slice(&hash[start..start + 4]);
    u32::from_be_bytes(word) & 0x7fff_ffff
}

/// Whether two texts are the same, found out in the same time wherever they differ.
fn same(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && one.iter().zip(other).fold(0, |seen, (a, b)| seen | (a ^ b)) == 0
}

/// A secret as people type it.
pub(crate) fn base32(secret: &[u8]) -> String {
    let mut text = String::new();
    let (mut held, mut bits) = (0_u32, 0);
    for byte in secret {
        held = (held << 8) | u32::from(*byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            text.push(char::from(BASE32[((held >> bits) & 31) as usize]));
        }
    }
    if bits > 0 {
        text.push(char::from(BASE32[((held << (5 - bits)) & 31) as usize]));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &[u8] = b"12345678901234567890";

    /// RFC 6238, appendix B: the codes of eight figures for SHA-1, of which ours are the last six.
    #[test]
    fn codes_are_those_of_the_rfc() {
        for (seconds, code) in [
            (59_u64, 94_287_082_u32),
            (1_111_111_109, 7_081_804),
            (1_111_111_111, 14_050_471),
            (1_234_567_890, 89_005_924),
            (2_000_000_000, 69_279_037),
            (20_000_000_000, 65_353_130),
        ] {
            let step = seconds * 1000 / STEP_MS;
            assert_eq!(truncated(SECRET, step) % 100_000_000, code, "{seconds}");
            let six = format!("{:06}", code % 1_000_000);
            assert_eq!(step_of(&six, SECRET, Millis(seconds * 1000), None), Some(step), "{seconds}");
        }
    }

    #[test]
    fn a_code_is_good_for_a_step_either_way_and_only_once() {
        let now = Millis(1_111_111_111_000);
        let current = now.0 / STEP_MS;
        for (step, good) in
            [(current - 2, false), (current - 1, true), (current, true), (current + 1, true), (current + 2, false)]
        {
            let code = format!("{:06}", code_at(SECRET, step));
            assert_eq!(step_of(&code, SECRET, now, None), good.then_some(step));
        }
        let code = format!("{:06}", code_at(SECRET, current));
        assert_eq!(step_of(&code, SECRET, now, Some(current)), None, "replayed");
        assert_eq!(step_of(&code, SECRET, now, Some(current - 1)), Some(current));
        for wrong in ["", "000000", "1", "14050471", "05047１"] {
            assert_eq!(step_of(wrong, SECRET, now, None), None, "{wrong}");
        }
    }

    /// RFC 4648, section 10, without the padding that authenticators do not want.
    #[test]
    fn base_32_is_that_of_the_rfc() {
        for (bytes, text) in [
            ("", ""),
            ("f", "MY"),
            ("fo", "MZXQ"),
            ("foo", "MZXW6"),
            ("foob", "MZXW6YQ"),
            ("fooba", "MZXW6YTB"),
            ("foobar", "MZXW6YTBOI"),
        ] {
            assert_eq!(base32(bytes.as_bytes()), text);
        }
    }
}
