//! Every limit of `usher connect`, in one place, with its unit.

use std::time::Duration;

/// The longest message of the owner, in bytes: a resource that servers may send, written as JSON.
pub(super) const OWNER_FRAME_BYTES: usize = 128 * 1024 * 1024;
/// How long the owner may take to start.
pub(super) const OWNER_WITHIN: Duration = Duration::from_secs(20);
/// How long the next owner may take to come by itself when one has ended: a window that takes over.
pub(super) const NEXT_OWNER_WITHIN: Duration = Duration::from_secs(1);
/// When another one is started: the first may have come while the folder still was another's, who has ended since.
pub(super) const STARTED_AGAIN_AFTER: Duration = Duration::from_secs(2);
/// The interval between attempts to reach it.
pub(super) const LOOK_EVERY: Duration = Duration::from_millis(25);
/// How long answers are waited for when the client says no more.
pub(super) const ANSWERS_WITHIN: Duration = Duration::from_millis(700);
/// Resources that the next owner is told the client follows.
pub(super) const FOLLOWED: usize = 1024;
/// The longest URI of those, in bytes.
pub(super) const URI_BYTES: usize = 4096;
/// How many of them the next owner is asked for at the same time.
pub(super) const FOLLOWED_AT_ONCE: usize = 32;
/// The longest request that is sent to the next owner once more, in bytes.
pub(super) const REPEATED_BYTES: usize = 16 * 1024;
