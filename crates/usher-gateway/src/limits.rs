//! Every limit of the gateway, in one place, with its unit.

use std::time::Duration;

/// The longest message of a client, in bytes.
pub const FRAME_BYTES: usize = 16 * 1024 * 1024;

/// Requests of one connection that may be open at the same time.
pub(crate) const OPEN_REQUESTS: usize = 256;

/// How many bytes the parameters of those may take in all.
pub(crate) const OPEN_REQUEST_BYTES: usize = 64 * 1024 * 1024;

/// Messages to a client that may wait until it reads.
pub(crate) const FRAMES_WAITING: usize = 4096;

/// Followed resources of which a client is told that they may have changed, where a notice of a change was missed.
pub(crate) const UPDATES_MADE_UP: usize = 256;

/// How many bytes those may have in all, before one that is sent last.
pub(crate) const BYTES_WAITING: usize = 64 * 1024 * 1024;

/// A client that reads nothing for so long is let go.
pub(crate) const WRITE_WITHIN: Duration = Duration::from_secs(30);

/// The parts of the first exchange on a connection have to come within this.
pub(crate) const HANDSHAKE_WITHIN: Duration = Duration::from_secs(10);

/// The longest line of the first exchange, in bytes.
pub(crate) const HANDSHAKE_BYTES: u64 = 8 * 1024;

/// Connections over the socket at the same time. Each takes a file.
pub(crate) const LOCAL_CONNECTIONS: usize = 256;

/// How many of them may be in the first exchange. The oldest of these gives way to the next.
pub(crate) const UNPROVEN_CONNECTIONS: usize = 64;

/// Terminals that may speak for the person at the same time.
pub(crate) const TERMINAL_CONNECTIONS: usize = 8;

/// Those of processes below servers, beside them: each is refused at the end of the exchange.
pub(crate) const UNPROVEN_OF_SERVERS: usize = 4;

/// The pause after a connection could not be taken.
pub(crate) const ACCEPT_PAUSE: Duration = Duration::from_millis(200);

/// How long a call waits for a server that is starting.
pub(crate) const START_WITHIN: Duration = Duration::from_secs(30);

/// How many bytes the instructions of all servers may have together.
pub(crate) const INSTRUCTION_BYTES: usize = 2_000;

/// How long the first list waits for the person's decision about a new client. Claude Code gives up after 5 s; a client
/// that is allowed later is told that its lists have changed.
pub(crate) const ADMISSION_WITHIN: Duration = Duration::from_millis(2_500);

/// How often a client hears what its request waits for.
pub(crate) const KEEPALIVE_EVERY: Duration = Duration::from_secs(10);

/// How long clients of no known name wait without hearing of progress: the SDKs give up after 60 s.
pub(crate) const LEAST_CLIENT_TIMEOUT: Duration = Duration::from_secs(50);

/// A client of a known name is answered before it gives up: earlier by one of so many parts of its time.
pub(crate) const CLIENT_TIMEOUT_PARTS: u32 = 15;

/// At least so many seconds earlier.
pub(crate) const LEAST_SECONDS_EARLIER: u32 = 10;

/// How long a question waits while no window could show it.
pub(crate) const NO_APPROVER_FOR: Duration = Duration::from_mins(1);

/// How long the answer in words to a call waits for the question that it names.
pub(crate) const ASKED_WITHIN: Duration = Duration::from_secs(2);

/// The longest arguments that a client shows in a form, in bytes of JSON.
pub(crate) const FORM_ARGUMENTS_BYTES: usize = 2_000;

/// How long a decided or undecided call is kept for a client that has to call again.
pub(crate) const KEPT_FOR: Duration = Duration::from_mins(10);

/// Calls kept so, of one client.
pub(crate) const KEPT_CALLS: usize = 64;

/// Requests to one client that may be open at the same time.
pub(crate) const REQUESTS_TO_CLIENT: usize = 64;

/// How long the requests of one round are gathered for a modern client, unless all are there before.
pub(crate) const GATHER_ROUND_FOR: Duration = Duration::from_millis(500);

/// How long what a server requests at about the same time is gathered for a modern client.
pub(crate) const GATHER_FOR: Duration = Duration::from_millis(20);

/// How long a task is kept, at most.
pub(crate) const TASK_FOR: Duration = Duration::from_hours(1);

/// Tasks that are kept of one client.
pub(crate) const TASKS_OF_CLIENT: usize = 64;

/// How many bytes the results of finished tasks of one client may take in memory. Others are read from the history.
pub(crate) const TASK_RESULT_BYTES: usize = 8 * 1024 * 1024;

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

/// Connections over HTTP at the same time. Further ones are closed, unless one of those below gives way.
pub(crate) const HTTP_CONNECTIONS: usize = 256;

/// How many of them may have shown no token. The oldest of these gives way to the next.
pub(crate) const HTTP_SILENT_CONNECTIONS: usize = 32;

/// The head of an HTTP request has to come within this.
pub(crate) const HTTP_HEADER_WITHIN: Duration = Duration::from_secs(10);

/// The longest head of an HTTP request, in bytes.
pub(crate) const HTTP_HEADER_BYTES: usize = 64 * 1024;

/// The body of an HTTP request has to come within this.
pub(crate) const HTTP_BODY_WITHIN: Duration = Duration::from_secs(30);

/// The longest body of an HTTP request, in bytes.
pub(crate) const HTTP_BODY_BYTES: usize = 4 * 1024 * 1024;

/// Messages of one batch (2025-03-26).
pub(crate) const BATCH: usize = 64;

/// An answer that comes within this is sent as JSON; one that takes longer as a stream.
pub(crate) const JSON_WITHIN: Duration = Duration::from_secs(1);

/// How often a stream on which nothing is said gets a comment, so that nobody takes it for dead.
pub(crate) const KEEP_ALIVE_EVERY: Duration = Duration::from_secs(15);

/// After how long a client whose stream broke asks for the rest, in milliseconds.
pub(crate) const RETRY_MS: u64 = 1000;

/// Events of a stream that wait until the client reads them.
pub(crate) const EVENTS_WAITING: usize = 1024;

/// Events of a session that are kept for a client whose stream broke.
pub(crate) const EVENTS_KEPT: usize = 256;

/// How many bytes those may have in all; the last one is kept whatever it has.
pub(crate) const EVENT_BYTES_KEPT: usize = 4 * 1024 * 1024;

/// Messages that belong to no request and wait for a stream.
pub(crate) const UNDELIVERED: usize = 64;

/// Sessions over HTTP of one client.
pub(crate) const HTTP_SESSIONS: usize = 64;

/// A session over HTTP that is not used for so long ends.
pub(crate) const HTTP_SESSION_IDLE: Duration = Duration::from_mins(30);

/// A client without sessions counts as connected for so long after a request.
pub(crate) const HTTP_CLIENT_IDLE: Duration = Duration::from_mins(1);

/// How often is looked for those.
pub(crate) const HTTP_TIDY_EVERY: Duration = Duration::from_secs(20);

/// How often the port that clients are configured with is tried before another is taken.
pub(crate) const PORT_TRIES: usize = 20;
/// The pause between two tries of that port.
pub(crate) const PORT_PAUSE: Duration = Duration::from_millis(100);
