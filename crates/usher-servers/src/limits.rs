//! Every limit of servers and of what is kept of them, with its unit: how much is taken from them, and how long they are
//! waited for. What bounds a single connection stands in `usher-mcp`.

use std::time::Duration;

// Servers.

/// Servers that may be starting at the same time.
pub const STARTING_AT_ONCE: usize = 8;

/// How long the removal of a client or a server can be undone.
pub(crate) const UNDO_WITHIN: Duration = Duration::from_secs(10);

/// Until when what is removed now can be brought back, Unix ms.
pub fn undo_until(now_ms: i64) -> i64 {
    now_ms.saturating_add(i64::try_from(UNDO_WITHIN.as_millis()).unwrap_or(i64::MAX))
}

/// Longest from the start of a server until its handshake is done. A program that is silent has longer: a first `npx`
/// has to download.
pub(crate) const CONNECT_WITHIN: Duration = Duration::from_mins(1);

/// A whole test of a connection to an address takes no longer than this.
pub(crate) const TEST_WITHIN: Duration = Duration::from_secs(30);

/// Shortest time between two events about the progress of a test.
pub(crate) const TEST_PROGRESS_EVERY: Duration = Duration::from_millis(200);

/// Latest lines of stderr in such an event.
pub(crate) const TEST_PROGRESS_LINES: usize = 20;

/// A test that starts a program takes no longer than this: it may download first, and the person can end the test.
pub(crate) const TEST_PROGRAM_WITHIN: Duration = Duration::from_mins(6);

/// A test whose program waits for a sign-in takes so much longer: its connection waits five minutes for the person.
pub(crate) const TEST_SIGN_IN_WITHIN: Duration = Duration::from_secs(5 * 60 + 30);

/// Sign-in addresses that are reported of one test or probe.
pub(crate) const SIGN_INS_TOLD: u32 = 4;

/// Longest for every request of a probe; a person waits at the other end.
pub(crate) const PROBE_REQUEST_WITHIN: Duration = Duration::from_mins(1);

/// Tries after the first failure before a server is given up.
pub(crate) const RETRIES: u32 = 5;

/// Wait before the first of these tries; it doubles up to the longest.
pub(crate) const RETRY_FIRST_DELAY: Duration = Duration::from_millis(500);

/// The longest of these waits.
pub(crate) const RETRY_LONGEST_DELAY: Duration = Duration::from_secs(30);

/// A server that was usable for this long has proven itself: the count of tries begins anew.
pub(crate) const HEALTHY_AFTER: Duration = Duration::from_mins(1);

/// Events of one server that may wait for the event loop.
pub(crate) const EVENTS_WAITING: usize = 1024;

/// Events a listener may miss before it must refetch everything.
pub(crate) const EVENTS_BEHIND: usize = 4096;

/// Longest log line or progress message that is passed on, in bytes; the wire log has it all.
pub const TOLD_BYTES: usize = 16 * 1024;

/// Log and stderr lines of one server passed on per second: more than a person could ever read, and few enough for
/// everyone who listens.
pub(crate) const NOTES_PER_SECOND: usize = 500;

/// Lines of stderr, and of repairs, that are kept of one server.
pub(crate) const SERVER_LINES: usize = 500;

/// Lines of stderr that are kept of a test or a probe.
pub(crate) const COLLECTED_LINES: usize = 100;

/// How long the last messages of a test or probe may take.
pub(crate) const DRAIN_WITHIN: Duration = Duration::from_secs(1);

/// Compared part of each end of a program's file, in bytes.
pub(crate) const PROGRAM_END_BYTES: u64 = 64 * 1024;

/// Longest part of a program's words in the message about its end, in bytes.
pub(crate) const SAID_BYTES: usize = 300;

/// A list that changes is read so often at once.
pub(crate) const LISTS_READ_AT_ONCE: u32 = 3;

/// Shortest time between two reads of a list that keeps changing: what a server changed is not offered to clients a second
/// later.
pub(crate) const LISTS_READ_EVERY: Duration = Duration::from_millis(750);

/// Longest time between two reads of a list that its server says changes, and that does not change.
pub(crate) const LISTS_READ_LONGEST: Duration = Duration::from_mins(1);

/// Differences that are recorded in words; the others are counted.
pub(crate) const RECORDED_DIFFERENCES: usize = 60;

// The wire log.

/// How many different methods are offered to filter by; a server that invents more is not helped by a longer list.
pub(crate) const WIRE_METHODS: usize = 200;

/// Messages that one search of a wire log reads at most.
pub(crate) const SEARCHED_FRAMES: usize = 20_000;

/// Text one search of a wire log reads, in bytes, besides its last message.
pub(crate) const SEARCHED_BYTES: usize = 8 * 1024 * 1024;

/// Longer messages are not parsed for their summary, in bytes; their beginning is shown instead.
pub(crate) const SUMMARISED_BYTES: usize = 256 * 1024;
