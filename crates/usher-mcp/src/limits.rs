//! Every limit of a connection, in one place, with its unit. Tests lower them; nothing raises them.

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
    /// After closing stdin, how long a process may take to leave by itself; the same again after TERM.
    pub exit_wait: Duration,
    /// After a process has gone, how long its last output may still take to arrive.
    pub drain_wait: Duration,
    /// How long `server/discover` may go unanswered before a program is started anew with `initialize`:
    /// many older servers say nothing at all to what they do not know.
    pub probe_wait: Duration,
    /// Pages of one list.
    pub list_pages: usize,
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
    pub open_asks: usize,
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
            exit_wait: Duration::from_secs(3),
            drain_wait: Duration::from_millis(100),
            probe_wait: Duration::from_secs(5),
            list_pages: 100,
            list_entries: 1000,
            cache_ttl: Duration::from_hours(24),
            call_cap: Duration::from_mins(10),
            ping_every: Duration::from_secs(30),
            ping_patience: Duration::from_secs(10),
            open_asks: 4,
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
