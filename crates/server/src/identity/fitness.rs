//! Which passwords are fit: long enough, not the login, and none that everybody tries first.

/// The shortest password.
pub const PASSWORD_MIN: usize = 10;

/// The longest password, so that nobody has the server hash books.
pub const PASSWORD_MAX: usize = 200;

/// What everybody tries first, without what is put before or behind it to make it longer.
const TRIVIAL: [&str; 14] = [
    "password", "passwort", "letmein", "welcome", "qwerty", "qwertz", "asdfgh", "iloveyou", "admin", "casino", "baize",
    "changeme", "secret", "dealer",
];

/// Why a password is not fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unfit {
    /// Too short or too long.
    #[error("a password has {PASSWORD_MIN} to {PASSWORD_MAX} characters")]
    Length,
    /// The login, or hardly more.
    #[error("a password is not the login")]
    Login,
    /// One that everybody tries first.
    #[error("a password is none that everybody tries first")]
    Trivial,
}

/// Whether a password is fit for the account of a login.
///
/// # Errors
/// When it is not.
pub fn fit(password: &str, login: &str) -> Result<(), Unfit> {
    let length = password.chars().count();
    if !(PASSWORD_MIN..=PASSWORD_MAX).contains(&length) {
        return Err(Unfit::Length);
    }
    let (plain, login) = (bare(password), bare(login));
    if !login.is_empty() && (plain == login || plain == login.repeat(2)) {
        return Err(Unfit::Login);
    }
    let mut letters = password.chars();
    let first = letters.next();
    let one_letter = letters.all(|letter| Some(letter) == first);
    if one_letter || is_a_run(password) || TRIVIAL.contains(&&*plain) || plain.is_empty() {
        return Err(Unfit::Trivial);
    }
    Ok(())
}

/// The letters of a text in lower case: figures and signs around a word do not make it another.
fn bare(text: &str) -> String {
    let trimmed = text.trim_matches(|letter: char| !letter.is_alphabetic());
    trimmed.to_lowercase()
}

/// Whether each character follows the one before it, or all go backwards.
fn is_a_run(text: &str) -> bool {
    let codes: Vec<i64> = text.chars().map(|letter| i64::from(u32::from(letter))).collect();
    let steps: Vec<i64> = codes.windows(2).map(|pair| pair[1] - pair[0]).collect();
    steps.iter().all(|step| *step == 1) || steps.iter().all(|step| *step == -1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_long_and_neither_the_login_nor_what_everybody_tries() {
        for (password, refusal) in [
            ("", Some(Unfit::Length)),
            ("short 9 c", Some(Unfit::Length)),
            ("ten chars!", None),
            (&"x y".repeat(70), Some(Unfit::Length)),
            ("margaretha", Some(Unfit::Login)),
            ("Margaretha123", Some(Unfit::Login)),
            ("password12345", Some(Unfit::Trivial)),
            ("2026Welcome!!", Some(Unfit::Trivial)),
            ("1234567890", Some(Unfit::Trivial)),
            ("abcdefghijkl", Some(Unfit::Trivial)),
            ("zyxwvutsrq", Some(Unfit::Trivial)),
            ("aaaaaaaaaaaa", Some(Unfit::Trivial)),
            ("8264910375", Some(Unfit::Trivial)),
            ("correct horse battery", None),
        ] {
            assert_eq!(fit(password, "margaretha").err(), refusal, "{password}");
        }
    }
}
