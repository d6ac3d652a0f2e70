//! Names a call, so that what it causes is joined with it.

/// The host's own id of a call.
///
/// Frames, progress and questions caused by the call carry it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CallTag(pub String);
