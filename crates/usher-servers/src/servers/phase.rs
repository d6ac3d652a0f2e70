//! The phases of a start.

/// How far a start is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Phase {
    /// It waits until fewer others are starting.
    Queued,
    Starting,
    /// The program waits for the person to sign in at this URL. Server text.
    SignInAwaited(String),
}
