//! Every limit of the host, in one place, with its unit: how much is taken from servers, web pages, providers of models,
//! files and hands, and how long they are waited for. What bounds a single connection stands in `usher-mcp`.

use std::time::Duration;

// Clients.

/// Clients that may wait for the person; further programs are turned away.
pub(crate) const CLIENTS_WAITING: usize = 16;

/// Characters of the name of a client that the person adds.
pub(crate) const CLIENT_NAME_CHARS: usize = 64;

/// Origins of pages that may connect over HTTP.
pub(crate) const HTTP_ORIGINS: usize = 32;

/// How long turning HTTP for clients on or off is waited for.
pub(crate) const HTTP_ACCESS_WITHIN: Duration = Duration::from_secs(5);

/// How long the removal of a client or a server can be undone.
pub(crate) const UNDO_WITHIN: Duration = Duration::from_secs(10);

/// Until when what is removed now can be brought back, Unix ms.
pub(crate) fn undo_until(now_ms: i64) -> i64 {
    now_ms.saturating_add(i64::try_from(UNDO_WITHIN.as_millis()).unwrap_or(i64::MAX))
}

// Servers.

/// Servers that may be starting at the same time.
pub(crate) const STARTING_AT_ONCE: usize = 8;

/// Longest from the start of a server until its handshake is done. A program that is silent has longer: a first `npx`
/// has to download.
pub(crate) const CONNECT_WITHIN: Duration = Duration::from_mins(1);

/// A whole test of a connection to an address takes no longer than this.
pub(crate) const TEST_WITHIN: Duration = Duration::from_secs(30);

/// How far a test is is told no more often than this.
pub(crate) const TEST_TOLD_EVERY: Duration = Duration::from_millis(200);

/// So many last lines of stderr are told of a test that runs.
pub(crate) const TEST_LINES_TOLD: usize = 20;

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
pub(crate) const TOLD_BYTES: usize = 16 * 1024;

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

/// Recording what is open when Usher closes takes no longer than this.
pub(crate) const RECORD_AT_END_WITHIN: Duration = Duration::from_secs(2);

/// Closing takes no longer than this, whatever the servers do.
pub(crate) const CLOSE_WITHIN: Duration = Duration::from_secs(8);

/// Deleting the secrets of removed servers takes no longer than this.
pub(crate) const PURGE_WITHIN: Duration = Duration::from_secs(2);

// Calls and questions.

/// Larger rounds of a call are not kept, in bytes.
pub(crate) const ROUND_BYTES: usize = 1024 * 1024;

/// How long a call waits for a removed server to be restored.
pub(crate) const RESTORED_WITHIN: Duration = Duration::from_secs(12);

/// How long after a lost connection the next one is looked for.
pub(crate) const RECONNECT_PAUSE: Duration = Duration::from_millis(500);

/// More open questions of one server are declined.
pub(crate) const OPEN_APPROVALS: usize = 3;

/// More questions of one server in [`APPROVAL_WINDOW`] are declined.
pub(crate) const APPROVALS_IN_WINDOW: usize = 10;

/// See [`APPROVALS_IN_WINDOW`].
pub(crate) const APPROVAL_WINDOW: Duration = Duration::from_mins(1);

/// What happens to one server in one way without the person is recorded whole so often in [`WHOLE_REFUSALS_WINDOW`]; more
/// are counted.
pub(crate) const WHOLE_REFUSALS: usize = 10;

/// See [`WHOLE_REFUSALS`].
pub(crate) const WHOLE_REFUSALS_WINDOW: Duration = Duration::from_mins(1);

/// So many ways are counted apart.
pub(crate) const REFUSALS_COUNTED_APART: usize = 1024;

/// Larger arguments are not named by a rule, in bytes of canonical JSON: the person reads them in a list.
pub const NAMED_ARGUMENTS_BYTES: usize = 16_000;

/// Longer texts are cut in the record of a question, in bytes: pictures and the like.
pub(crate) const APPROVAL_TEXT_BYTES: usize = 64 * 1024;

/// Largest record of an approval that is kept, in bytes.
pub(crate) const APPROVAL_RECORD_BYTES: usize = 1024 * 1024;

/// Differences that are recorded in words; the others are counted.
pub(crate) const RECORDED_DIFFERENCES: usize = 60;

/// Processes of clients that are remembered. With more that run at once, nobody speaks for the person in a terminal.
pub(crate) const CLIENT_PROCESSES: usize = 1024;

/// As [`APPROVAL_RECORD_BYTES`], of a question that nobody saw.
pub(crate) const REFUSED_RECORD_BYTES: usize = 16 * 1024;

/// Rounds of tool use after which a model gets no tools: a server could go on for ever.
pub(crate) const TOOL_ROUNDS: usize = 5;

// Apps.

/// Apps that may run at the same time; each has a web view of its own.
pub(crate) const APPS: usize = 8;

/// HTML of servers that is drawn at the same time; each takes a process.
pub(crate) const HTML_PAGES: usize = 3;

/// How long a new app that asks to be drawn elsewhere waits until it is placed at all.
pub(crate) const APP_PLACED_WITHIN: Duration = Duration::from_millis(500);

/// How long a web view is kept for the next app.
pub(crate) const PREPARED_VIEW_FOR: Duration = Duration::from_mins(2);

/// The largest message of an app, in bytes.
pub(crate) const APP_MESSAGE_BYTES: usize = 1024 * 1024;

/// Messages of one app that are read in [`APP_MESSAGE_WINDOW`]; more are left out.
pub(crate) const APP_MESSAGES: usize = 50;

/// See [`APP_MESSAGES`].
pub(crate) const APP_MESSAGE_WINDOW: Duration = Duration::from_secs(1);

/// Longest text an app may have for a conversation, or for a model, in bytes.
pub(crate) const APP_TEXT_BYTES: usize = 64 * 1024;

/// The largest answer to a request of an app, and the largest result it is sent, in bytes of JSON.
pub(crate) const APP_ANSWER_BYTES: usize = 8 * 1024 * 1024;

/// Lines that one app may cause in the log of its server in [`APP_MESSAGE_WINDOW`]; more are counted.
pub(crate) const APP_LOG_LINES: usize = 50;

/// Longest part of a request of an app that its line in the log repeats, in characters.
pub(crate) const APP_LOG_CHARS: usize = 300;

/// How often the window hears of what an app changes of itself.
pub(crate) const APP_SHOWN_EVERY: Duration = Duration::from_millis(200);

/// Files of one app that are offered at the same time.
pub(crate) const APP_FILES: usize = 20;

/// Reads of one app that are recorded. An app that reads without end pushes nothing else out of the history.
pub(crate) const APP_READS_RECORDED: u32 = 50;

/// Requests of one app that may be under way at the same time.
pub(crate) const APP_REQUESTS: usize = 16;

/// The greatest height an app gets beside the result it draws, in CSS pixels.
pub(crate) const APP_HEIGHT: f64 = 800.0;

/// Violations of its content policy that are kept of an app; the others are counted.
pub(crate) const APP_VIOLATIONS: usize = 20;

/// How long an app that is stopped may take to save what it must.
pub(crate) const APP_TEARDOWN_WITHIN: Duration = Duration::from_millis(500);

// Schemas and what is checked on threads of its own.

/// Steps after which the marks of a schema are no longer looked for in one value: one for each schema that is held against a
/// part of it. Every further text counts as marked. A schema that refers to itself is followed once for each part.
pub(crate) const MARK_STEPS: usize = 1_000_000;

// Pictures and icons.

// Signing in.

// Models.

/// The most providers of models.
pub(crate) const PROVIDERS: usize = 32;

/// The most mappings from names servers ask for to models.
pub(crate) const MODEL_MAPPINGS: usize = 200;

/// The longest label of a provider, in characters.
pub(crate) const PROVIDER_LABEL_CHARS: usize = 64;

// Webtools and documents of APIs.

/// The longest answer of a webtool, in bytes, after decompression.
pub(crate) const WEBTOOL_ANSWER_BYTES: usize = 8 * 1024 * 1024;

// The wire log.

/// How many different methods are offered to filter by; a server that invents more is not helped by a longer list.
pub(crate) const WIRE_METHODS: usize = 200;

/// Messages that one search of a wire log reads at most.
pub(crate) const SEARCHED_FRAMES: usize = 20_000;

/// Text one search of a wire log reads, in bytes, besides its last message.
pub(crate) const SEARCHED_BYTES: usize = 8 * 1024 * 1024;

/// Longer messages are not parsed for their summary, in bytes; their beginning is shown instead.
pub(crate) const SUMMARISED_BYTES: usize = 256 * 1024;

// What a person types, pastes or opens, and what the system answers.

/// How long a start waits for the key in the keyring, before it goes on without checked rows.
pub(crate) const KEY_WITHIN: Duration = Duration::from_secs(2);

/// How many folders one list of roots may have.
pub(crate) const FOLDERS: usize = 100;

/// The longest file with a setup that is read, in bytes.
pub(crate) const SETUP_BYTES: usize = 16 * 1024 * 1024;

/// The most servers, or webtools, in one setup.
pub(crate) const SETUP_ENTRIES: usize = 1_000;

/// The most rules of one server or webtool in a setup.
pub(crate) const SETUP_RULES: usize = 500;

/// Resources that are read at once for their thumbnails.
pub(crate) const THUMBNAILS_AT_ONCE: usize = 3;

/// The largest resource that is read for its thumbnail, in bytes, as its server reports it.
pub(crate) const THUMBNAIL_OF_BYTES: u64 = 8 * 1024 * 1024;

/// How much of a text a thumbnail shows, in characters.
pub(crate) const THUMBNAIL_CHARS: usize = 600;

/// Thumbnails kept on disk, in bytes.
pub(crate) const THUMBNAILS_BYTES: u64 = 64 * 1024 * 1024;

/// How many previews of agents' files are kept until the person decides.
pub(crate) const AGENT_PREVIEWS: usize = 4;

// Bookmarks and what was opened last.

/// The most bookmarks.
pub(crate) const BOOKMARKS: usize = 1_000;

/// How many opened entries are kept.
pub(crate) const RECENT_ENTRIES: i64 = 200;

/// The longest kept title of an entry, in characters.
pub(crate) const KEPT_TITLE_CHARS: usize = 200;

/// How many values of one argument are kept.
pub(crate) const RECENT_VALUES: i64 = 10;

/// A longer value is not kept, in bytes.
pub(crate) const RECENT_VALUE_BYTES: usize = 1_000;

/// How long counts wait until they are written or sent as an event: of rules that have decided, and of clients' calls.
pub(crate) const COUNTS_EVERY: Duration = Duration::from_secs(1);

/// How soon a call of an agent is recorded after its answer, together with others.
pub(crate) const RECORD_WITHIN: Duration = Duration::from_millis(100);

/// Calls of agents that have their answers and are not recorded yet: further ones are answered once those are recorded.
pub(crate) const CALLS_TO_RECORD: u32 = 1_024;

/// Recorded calls are indexed for the search once no further ones were recorded for so long.
pub(crate) const INDEX_AFTER: Duration = Duration::from_secs(1);

/// How long they wait for that at most: a search indexes those that still wait, and is to be fast.
pub(crate) const INDEX_WITHIN: Duration = Duration::from_secs(20);

/// So many of them are recorded in one go.
pub(crate) const RECORDED_TOGETHER: usize = 16;

/// Resources of a server that are kept for clients that ask before it runs again.
pub(crate) const LISTED_RESOURCES: usize = 10_000;

/// How many bytes of JSON those may have in all.
pub(crate) const LISTED_RESOURCES_BYTES: usize = 4 * 1024 * 1024;

/// Characters that are shown of what an interpreter runs as a client.
pub(crate) const SCRIPT_CHARS: usize = 300;

/// How many bytes of its script are digested.
pub(crate) const SCRIPT_BYTES: u64 = 64 * 1024 * 1024;

/// Questions about calls of one client that are open at the same time. Further ones wait.
pub(crate) const CLIENT_QUESTIONS: usize = 10;
