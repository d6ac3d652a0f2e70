//! Every limit of a connection, in one place, with its unit: how much is taken from a server, and how long it is waited
//! for. Tests lower those of [`Limits`]; the others stay as they are. Nothing raises any.

use std::ops::RangeInclusive;
use std::time::Duration;

/// How much one server may send, and how long anything may take.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Longest message accepted on stdio, as one HTTP body or as one SSE event. Longer ones become an
    /// error for the call they answer.
    pub message_bytes: usize,
    /// Messages a second that a server may go on sending unasked before it is listened to more slowly. Two seconds'
    /// worth may come at once.
    pub unasked_per_s: u32,
    /// The same of lines on stderr.
    pub stderr_lines_per_s: u32,
    /// The same in bytes, of either.
    pub unasked_bytes_per_s: u64,
    /// Longest stderr line kept; the rest of the line is cut.
    pub stderr_line_bytes: usize,
    /// How much stderr is remembered for error messages, oldest lines first to go.
    pub stderr_ring_bytes: usize,
    /// How many of the last stderr lines go into a [`crate::CloseReason`].
    pub stderr_tail_lines: usize,
    /// How long one write to a server's stdin may block before the server counts as stuck.
    pub write_timeout: Duration,
    /// Requests over HTTP that may be under way at once; more wait for a place. One that waits for a person
    /// keeps its place the whole time.
    pub exchanges: usize,
    /// Longest a server may take over HTTP to accept what asks for no answer.
    pub delivery: Duration,
    /// How long a new HTTP session waits for the server's own stream before anything is asked of it.
    pub listening_wait: Duration,
    /// How long a stream nobody waits for an answer on may bring nothing at all before it is opened again: one that
    /// died on the way says nothing of it.
    pub stream_silence: Duration,
    /// How long a stream of HTTP+SSE may take to name the endpoint messages are to be sent to.
    pub endpoint_wait: Duration,
    /// How long the stream of HTTP+SSE may take to begin: a server that was asleep has to wake first.
    pub stream_wait: Duration,
    /// After closing stdin, how long a process may take to leave by itself; the same again after TERM.
    pub exit_wait: Duration,
    /// After a process has gone, how long its last output may still take to arrive.
    pub drain_wait: Duration,
    /// How long `server/discover` may go unanswered before a program is started anew with `initialize`:
    /// many older servers say nothing at all to what they do not know.
    pub probe_wait: Duration,
    /// Pages of one list.
    pub list_pages: usize,
    /// Longest all pages of one list may be together.
    pub list_bytes: u64,
    /// Entries of one list.
    pub list_entries: usize,
    /// Longest an answer is kept, whatever the server says.
    pub cache_ttl: Duration,
    /// Longest a call may run even while it reports progress; time a person is being asked is not counted.
    pub call_cap: Duration,
    /// How long a server may say nothing before it is asked for a sign of life; one at work on a call is not.
    pub ping_every: Duration,
    /// How long the answer may take before the connection counts as lost.
    pub ping_patience: Duration,
    /// Questions of one server that may be open at once; further ones are declined.
    pub open_requests: usize,
    /// Questions of one round, or of one task, that are put at once; the others wait until these are answered.
    pub parallel_requests: usize,
    /// How long the server is asked to keep a task and its result.
    pub task_ttl: Duration,
    /// Shortest and longest time between two looks at a task, whatever the server suggests.
    pub task_poll: RangeInclusive<Duration>,
    /// Time between two looks at a task whose server suggests none.
    pub task_poll_usual: Duration,
    /// Looks at a task, or messages about it, that may fail one after the other.
    pub task_failures: u32,
    /// How long a server may take to hear that a task is not wanted any more.
    pub task_cancel_wait: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            message_bytes: 32 * 1024 * 1024,
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
            list_pages: 100,
            list_bytes: 64 * 1024 * 1024,
            list_entries: 1000,
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
    /// How long to leave a server alone between two looks at a task.
    pub(crate) fn pause(&self, suggested: Option<Duration>) -> Duration {
        let (shortest, longest) = (*self.task_poll.start(), *self.task_poll.end());
        let wanted = suggested.unwrap_or(self.task_poll_usual);
        wanted.max(shortest).min(longest)
    }
}

// What a server, or whatever answers in its place, may send.

/// Longest key or id of a message worth remembering, in bytes.
pub(crate) const KEY_BYTES: usize = 256;

/// Most values in one message. One that is full of small ones takes many times its length to hold.
pub(crate) const MESSAGE_VALUES: usize = 500_000;

/// Longest name of a method, id or page of a list that is repeated to anybody, in bytes.
pub(crate) const NAMED_BYTES: usize = 1024;

/// Longest cursor that is sent back, in bytes.
pub(crate) const CURSOR_BYTES: usize = 64 * 1024;

/// Longest repair that is told, in bytes.
pub(crate) const REPAIR_BYTES: usize = 4096;

/// How many different repairs are told of one connection; after that a server is known to be sloppy.
pub(crate) const MAX_REPAIRS: usize = 64;

/// How much of a message over the limit is kept for the log, in bytes.
pub(crate) const OVERLONG_HEAD_BYTES: usize = 4096;

/// Longest session id accepted, in bytes.
pub(crate) const SESSION_ID_BYTES: usize = 1024;

/// Answers kept that came on the server's own stream before their exchange ended without one.
pub(crate) const EARLY_ANSWERS: usize = 32;

/// How long they may be together, in bytes; the newest is kept however long it is.
pub(crate) const EARLY_ANSWERS_BYTES: usize = 8 * 1024 * 1024;

/// Messages over HTTP that may wait to be handled.
pub(crate) const MESSAGES_WAITING: usize = 256;

/// Longest discovery document, in bytes.
pub(crate) const DISCOVERY_BYTES: usize = 256 * 1024;

/// How often a server may ask for more before it answers one request.
pub(crate) const ROUNDS: usize = 10;

/// So much time's worth of what comes unasked may come at once before a server is heard more slowly.
pub(crate) const UNASKED_BURST: Duration = Duration::from_secs(2);

/// So many lines that are no messages within [`NOISE_WITHIN`] are much.
pub(crate) const NON_JSON_LINES: usize = 100;

/// See [`NOISE_LINES`].
pub(crate) const NON_JSON_WITHIN: Duration = Duration::from_secs(10);

// How long others are waited for, and how often they are tried again.

/// Longest a discovery document may take.
pub(crate) const DISCOVERY_WAIT: Duration = Duration::from_secs(5);

/// Longest a server may ask to be left alone.
pub(crate) const LONGEST_RETRY_AFTER: Duration = Duration::from_mins(1);

/// Longest a new session may take to come about.
pub(crate) const SESSION_RENEWAL: Duration = Duration::from_secs(30);

/// Longest the server may take to say goodbye.
pub(crate) const SESSION_DELETE_WAIT: Duration = Duration::from_secs(3);

/// First wait before a stream is opened again where the server asks for none; it doubles up to the longest.
pub(crate) const REOPEN_FIRST_WAIT: Duration = Duration::from_millis(500);

/// The longest of these waits.
pub(crate) const REOPEN_LONGEST_WAIT: Duration = Duration::from_secs(30);

/// What a server may ask for before a stream is opened again: less would be a flood of requests, more a stream
/// nobody listens to.
pub(crate) const REOPEN_ASKED_WAIT: RangeInclusive<Duration> =
    Duration::from_millis(500)..=Duration::from_secs(30);

/// Attempts to open a stream again that fail in a row.
pub(crate) const REOPEN_ATTEMPTS: u32 = 6;

/// Refused connections in a row that say the server has gone.
pub(crate) const REOPEN_REFUSALS: u32 = 2;

/// How long a stream may go on after the answer it was opened for.
pub(crate) const DRAIN_WAIT: Duration = Duration::from_secs(5);

/// The first wait before a lost listen request is made again; it doubles up to the longest.
pub(crate) const LISTEN_FIRST_WAIT: Duration = Duration::from_secs(1);

/// The longest of these waits.
pub(crate) const LISTEN_LONGEST_WAIT: Duration = Duration::from_secs(30);

/// Longer than any connection lives or any task runs: for what is answered only when it ends.
pub(crate) const NO_TIMEOUT: Duration = Duration::from_hours(24 * 365);

/// How often an answer is sent if it is not known to have arrived. The server ignores it the second time.
pub(crate) const ANSWER_ATTEMPTS: usize = 3;

/// How long to wait before an answer is sent again.
pub(crate) const ANSWER_RETRY_PAUSE: Duration = Duration::from_secs(2);

/// How long the end of the process may lag behind the end of its pipes.
pub(crate) const CLOSE_REASON_WAIT: Duration = Duration::from_secs(1);
