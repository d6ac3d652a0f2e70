//! Defines every limit of a connection with its unit.
//!
//! They limit how much is accepted from a server, and how long it is awaited. Tests lower those of [`Limits`]; the
//! others are constant. Nothing raises any.

use std::ops::RangeInclusive;
use std::time::Duration;

use usher_types::protocol::ListKind;

/// How much one server may send, and how long anything may take.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Longest message on stdio, as an HTTP body or an SSE event.
    ///
    /// Longer ones become an error of the call they answer.
    pub message_bytes: usize,
    /// The same while a resource is being read: a picture of 64 MiB fits in, as base64.
    ///
    /// On a stream that is open for all messages of a server (HTTP+SSE, GET) the general limit holds.
    pub read_bytes: usize,
    /// Unrequested messages a second before a server is read more slowly.
    ///
    /// Two seconds' worth may come at once.
    pub unasked_per_s: u32,
    /// The same for lines on stderr.
    pub stderr_lines_per_s: u32,
    /// The same in bytes, for both.
    pub unasked_bytes_per_s: u64,
    /// Longest stderr line kept; the rest of the line is cut.
    pub stderr_line_bytes: usize,
    /// How much stderr is kept for error messages, in bytes; the oldest lines go first.
    pub stderr_ring_bytes: usize,
    /// How many of the last stderr lines go into a [`crate::CloseReason`].
    pub stderr_tail_lines: usize,
    /// How long one write to a server's stdin may block.
    pub write_timeout: Duration,
    /// Concurrent requests over HTTP; more wait for a permit.
    ///
    /// A request that waits for the user keeps its permit.
    pub exchanges: usize,
    /// Longest time to accept a message without a response, over HTTP.
    pub delivery: Duration,
    /// How long a new HTTP session waits for the GET stream.
    pub listening_wait: Duration,
    /// How long a stream without pending requests may be silent.
    ///
    /// It is opened again then, as a broken connection may go unnoticed.
    pub stream_silence: Duration,
    /// How long an HTTP+SSE stream may take to name its endpoint.
    pub endpoint_wait: Duration,
    /// How long an HTTP+SSE stream may take to open, for sleeping servers.
    pub stream_wait: Duration,
    /// How long a process may take to exit.
    ///
    /// The time holds after closing stdin, and again after TERM.
    pub exit_wait: Duration,
    /// How long the last output of an ended process is awaited.
    pub drain_wait: Duration,
    /// How long `server/discover` is awaited before `initialize` is sent as well.
    ///
    /// Many older servers do not answer unknown methods, and programs may start slowly.
    pub probe_wait: Duration,
    /// How much longer than the time for connecting a program is waited for that has written nothing to stdout yet.
    ///
    /// A package runner downloads so long, and to start it again would begin anew.
    pub quiet_start: Duration,
    /// Pages of a list of tools, prompts or templates.
    pub list_pages: usize,
    /// Longest total of all pages of one list, in bytes.
    pub list_bytes: u64,
    /// Entries of a list of tools, prompts or templates.
    pub list_entries: usize,
    /// Pages of a list of resources.
    pub resource_pages: usize,
    /// Entries of a list of resources: these are only looked at, the others are reviewed or offered to models.
    pub resource_entries: usize,
    /// Longest time an answer is cached, whatever the server says.
    pub cache_ttl: Duration,
    /// Longest call that reports progress, without the time the user is asked.
    pub call_cap: Duration,
    /// Longest silence before a ping; a server working on a call is not pinged.
    pub ping_every: Duration,
    /// How long the answer may take before the connection counts as lost.
    pub ping_patience: Duration,
    /// Open questions of one server; further ones are declined.
    pub open_requests: usize,
    /// Questions of one round or task asked at once; the others wait.
    pub parallel_requests: usize,
    /// How long the server should keep a task and its result.
    pub task_ttl: Duration,
    /// Shortest and longest time between two polls, whatever the server suggests.
    pub task_poll: RangeInclusive<Duration>,
    /// Time between two polls if the server suggests none.
    pub task_poll_usual: Duration,
    /// Consecutive failures of polls or messages of a task.
    pub task_failures: u32,
    /// How long a server may take to answer `tasks/cancel`.
    pub task_cancel_wait: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            message_bytes: 32 * 1024 * 1024,
            read_bytes: 96 * 1024 * 1024,
            unasked_per_s: 2_000,
            stderr_lines_per_s: 10_000,
            unasked_bytes_per_s: 8 * 1024 * 1024,
            stderr_line_bytes: 16 * 1024,
            stderr_ring_bytes: 1024 * 1024,
            stderr_tail_lines: 40,
            write_timeout: Duration::from_secs(10),
            exchanges: 64,
            delivery: Duration::from_secs(30),
            listening_wait: Duration::from_millis(500),
            stream_silence: Duration::from_mins(5),
            endpoint_wait: Duration::from_secs(3),
            stream_wait: Duration::from_secs(10),
            exit_wait: Duration::from_secs(3),
            drain_wait: Duration::from_millis(100),
            probe_wait: Duration::from_secs(5),
            quiet_start: Duration::from_mins(4),
            list_pages: 100,
            list_bytes: 64 * 1024 * 1024,
            list_entries: 1000,
            resource_pages: 1000,
            resource_entries: 100_000,
            cache_ttl: Duration::from_hours(24),
            call_cap: Duration::from_mins(10),
            ping_every: Duration::from_secs(30),
            ping_patience: Duration::from_secs(10),
            open_requests: 4,
            parallel_requests: 3,
            task_ttl: Duration::from_hours(24),
            task_poll: Duration::from_millis(250)..=Duration::from_mins(2),
            task_poll_usual: Duration::from_secs(2),
            task_failures: 5,
            task_cancel_wait: Duration::from_secs(10),
        }
    }
}

impl Limits {
    /// Returns how many pages a list may have, and how many entries.
    pub(crate) fn of_list(&self, kind: ListKind) -> (usize, usize) {
        match kind {
            ListKind::Resources => (self.resource_pages, self.resource_entries),
            ListKind::Tools | ListKind::Prompts | ListKind::Templates => {
                (self.list_pages, self.list_entries)
            }
        }
    }

    /// Returns the time between two polls of a task.
    pub(crate) fn pause(&self, suggested: Option<Duration>) -> Duration {
        let (shortest, longest) = (*self.task_poll.start(), *self.task_poll.end());
        let wanted = suggested.unwrap_or(self.task_poll_usual);
        wanted.max(shortest).min(longest)
    }
}

// What a server, or whatever answers in its place, may send.

/// Most values in one message.
///
/// Many small values take many times their length in memory.
pub(crate) const MESSAGE_VALUES: usize = 500_000;

/// Longest reported method name, id or cursor, in bytes.
pub(crate) const NAMED_BYTES: usize = 1024;

/// Longest cursor that is sent back, in bytes.
pub(crate) const CURSOR_BYTES: usize = 64 * 1024;

/// Longest words of a server in a failure to connect, in bytes.
pub(crate) const ERROR_BYTES: usize = 1024;

/// Longest reported repair, in bytes.
pub(crate) const REPAIR_BYTES: usize = 4096;

/// How many different repairs of one connection are reported.
pub(crate) const MAX_REPAIRS: usize = 64;

/// Entries of a list that one repair names.
pub(crate) const NAMED_ENTRIES: usize = 20;

/// Kept head of a message over the limit, in bytes.
pub(crate) const OVERLONG_HEAD_BYTES: usize = 4096;

/// Longest session id accepted, in bytes.
pub(crate) const SESSION_ID_BYTES: usize = 1024;

/// Kept answers that came on the GET stream before their exchange ended.
pub(crate) const EARLY_ANSWERS: usize = 32;

/// Their longest total in bytes; the newest is kept whatever its length.
pub(crate) const EARLY_ANSWERS_BYTES: usize = 8 * 1024 * 1024;

/// Messages over HTTP that may wait to be handled.
pub(crate) const MESSAGES_WAITING: usize = 256;

/// Our answers over HTTP that may wait for those before them.
pub(crate) const ANSWERS_WAITING: usize = 1024;

/// Longest discovery document, in bytes.
pub(crate) const DISCOVERY_BYTES: usize = 256 * 1024;

/// How often a server may ask questions before it answers one request.
pub(crate) const ROUNDS: usize = 10;

/// Burst of unrequested messages before slower reading, as time.
pub(crate) const UNASKED_BURST: Duration = Duration::from_secs(2);

/// Non-JSON lines within [`NON_JSON_WITHIN`] that are reported as many.
pub(crate) const NON_JSON_LINES: usize = 100;

/// See [`NON_JSON_LINES`].
pub(crate) const NON_JSON_WITHIN: Duration = Duration::from_secs(10);

// Waits and retries.

/// Most endpoints of a discovery document that are tried.
pub(crate) const DISCOVERED_ENDPOINTS: usize = 8;

/// Longest wait for the answer to `server/discover` once the later `initialize` is answered.
pub(crate) const DISCOVER_GRACE: Duration = Duration::from_secs(1);

/// Longest wait for a program that asks the person to sign in first.
pub(crate) const SIGN_IN_WAIT: Duration = Duration::from_mins(5);

/// Longest wait for the right answer after one under an id that no request has.
pub(crate) const FOREIGN_ANSWER_GRACE: Duration = Duration::from_secs(1);

/// Longest wait for a discovery document.
pub(crate) const DISCOVERY_WAIT: Duration = Duration::from_secs(5);

/// Longest accepted `Retry-After`.
pub(crate) const LONGEST_RETRY_AFTER: Duration = Duration::from_mins(1);

/// Longest time to start a new session.
pub(crate) const SESSION_RENEWAL: Duration = Duration::from_secs(30);

/// Longest wait for the response to the session's DELETE.
pub(crate) const SESSION_DELETE_WAIT: Duration = Duration::from_secs(3);

/// First wait before a stream is reopened; it doubles up to the longest.
pub(crate) const REOPEN_FIRST_WAIT: Duration = Duration::from_millis(500);

/// Longest wait before a stream is reopened.
pub(crate) const REOPEN_LONGEST_WAIT: Duration = Duration::from_secs(30);

/// The accepted range of a stream's `retry`.
///
/// Less would be a flood of requests, more an unread stream.
pub(crate) const REOPEN_ASKED_WAIT: RangeInclusive<Duration> =
    Duration::from_millis(500)..=Duration::from_secs(30);

/// Consecutive failures to reopen a stream.
pub(crate) const REOPEN_ATTEMPTS: u32 = 6;

/// Consecutive refused connections after which the server counts as gone.
pub(crate) const REOPEN_REFUSALS: u32 = 2;

/// How long a stream is read on after its answer.
pub(crate) const DRAIN_WAIT: Duration = Duration::from_secs(5);

/// First wait before a lost listen request is repeated; it doubles up to the longest.
pub(crate) const LISTEN_FIRST_WAIT: Duration = Duration::from_secs(1);

/// Longest wait before a lost listen request is repeated.
pub(crate) const LISTEN_LONGEST_WAIT: Duration = Duration::from_secs(30);

/// The timeout of requests answered when a connection or task ends.
pub(crate) const NO_TIMEOUT: Duration = Duration::from_hours(24 * 365);

/// How often an answer is sent if its arrival is unknown.
///
/// The server ignores repetitions.
pub(crate) const ANSWER_ATTEMPTS: usize = 3;

/// The wait before an answer is sent again.
pub(crate) const ANSWER_RETRY_PAUSE: Duration = Duration::from_secs(2);

/// How long the process may outlive its pipes.
pub(crate) const CLOSE_REASON_WAIT: Duration = Duration::from_secs(1);
