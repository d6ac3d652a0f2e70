//! Names a call, for what it causes to be joined with it.

/// The host's own identity of a call; frames, progress and asks caused by the call carry it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CallTag(pub String);
