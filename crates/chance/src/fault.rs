//! Why nothing may be drawn.

/// A check of the generator failed: whoever asked for a draw must do without it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// The cipher does not give the published answer.
    #[error("the generator does not give the known answer of RFC 8439")]
    KnownAnswer,
    /// The generator or the operating system gave the same 256 bits twice running.
    #[error("the generator repeats itself")]
    Repetition,
    /// The operating system gave no entropy.
    #[error("the operating system gives no entropy")]
    NoEntropy,
}
