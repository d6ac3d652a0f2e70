//! Every limit of the gateway, in one place, with its unit.

use std::time::Duration;

/// The longest message of a client, in bytes.
pub(crate) const FRAME_BYTES: usize = 16 * 1024 * 1024;

/// Requests of one connection that may be open at the same time.
pub(crate) const OPEN_REQUESTS: usize = 256;

/// Messages to a client that may wait until it reads.
pub(crate) const FRAMES_WAITING: usize = 4096;

/// A client that reads nothing for so long is let go.
pub(crate) const WRITE_WITHIN: Duration = Duration::from_secs(30);

/// The parts of the first exchange on a connection have to come within this.
pub(crate) const HANDSHAKE_WITHIN: Duration = Duration::from_secs(10);

/// The longest line of the first exchange, in bytes.
pub(crate) const HANDSHAKE_BYTES: u64 = 8 * 1024;

/// The pause after a connection could not be taken.
pub(crate) const ACCEPT_PAUSE: Duration = Duration::from_millis(200);

/// How long a call waits for a server that is starting.
pub(crate) const START_WITHIN: Duration = Duration::from_secs(30);

/// How long the first list waits for the person's decision about a new client: shorter than clients wait for a server.
pub(crate) const ADMISSION_WITHIN: Duration = Duration::from_secs(8);

/// How often a client hears that its call waits for the person.
pub(crate) const BEAT_EVERY: Duration = Duration::from_secs(10);

/// How long clients of no known name wait without hearing of progress: the SDKs give up after 60 s.
pub(crate) const LEAST_PATIENCE: Duration = Duration::from_secs(50);

/// How long a decided or undecided call is kept for a client that has to call again.
pub(crate) const KEPT_FOR: Duration = Duration::from_mins(10);

/// Calls kept so, of one client.
pub(crate) const KEPT_CALLS: usize = 64;

/// Requests to one client that may be open at the same time.
pub(crate) const REQUESTS_TO_CLIENT: usize = 64;

/// How long what a server requests together is gathered for a modern client.
pub(crate) const GATHER_FOR: Duration = Duration::from_millis(20);

/// How long a task is kept, at most.
pub(crate) const TASK_FOR: Duration = Duration::from_hours(1);

/// Tasks that are kept of one client.
pub(crate) const TASKS_OF_CLIENT: usize = 64;

/// How often a client should look after a task.
pub(crate) const TASK_POLL: Duration = Duration::from_secs(1);

/// How long a call of a modern client runs before it becomes a task, if the client speaks tasks.
pub(crate) const TASK_AFTER: Duration = Duration::from_secs(5);

/// Entries on one page of a list.
pub(crate) const PAGE: usize = 1000;

/// How long a client may keep a list (2026-07-28, server/utilities/caching), in milliseconds.
pub(crate) const LIST_TTL_MS: u64 = 5_000;

/// Characters of a progress message.
pub(crate) const MESSAGE_CHARS: usize = 200;
