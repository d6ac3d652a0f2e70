//! Describes the session of a process (setsid(2)).

/// The session of a process, which it shares with what it starts unless that begins its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Session {
    /// The number of the process that began it.
    pub id: u32,
    pub has_terminal: bool,
}
