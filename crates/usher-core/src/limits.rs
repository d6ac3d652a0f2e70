//! Every limit of the host, in one place, with its unit: how much is taken from servers, web pages, providers of models,
//! files and hands, and how long they are waited for. What bounds a single connection stands in `usher-mcp`.

use std::time::Duration;

// Servers.

/// Servers that may be starting at the same time.
pub(crate) const STARTING_AT_ONCE: usize = 8;

/// Longest from the start of a server until its handshake is done; a first `npx` has to download.
pub(crate) const CONNECT_WITHIN: Duration = Duration::from_mins(1);

/// A whole test of a connection takes no longer than this.
pub(crate) const TEST_WITHIN: Duration = Duration::from_secs(30);

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

/// Events of one server that may wait between the connection's reader and the pump.
pub(crate) const EVENTS_WAITING: usize = 1024;

/// A listener that falls further behind than this is told to refetch everything.
pub(crate) const EVENTS_BEHIND: usize = 4096;

/// What a server logs at once, or says of its progress, is told up to this length, in bytes; the wire log has it all.
pub(crate) const TOLD_BYTES: usize = 16 * 1024;

/// Log lines and stderr lines of one server that are told in a second: more than a person could ever read, and few
/// enough for everyone who listens.
pub(crate) const NOTES_PER_SECOND: u32 = 500;

/// Lines of stderr, and of repairs, that are kept of one server.
pub(crate) const SERVER_LINES: usize = 500;

/// Lines of stderr that are kept of a test or a probe.
pub(crate) const HEARD_LINES: usize = 100;

/// After the end of a test or a probe, how long last words may take to arrive.
pub(crate) const HEAR_OUT: Duration = Duration::from_secs(1);

/// So much of each end of a program's file is read to tell whether it is another one, in bytes.
pub(crate) const PROGRAM_END_BYTES: u64 = 64 * 1024;

/// A server that says every few milliseconds that its lists changed is not asked that often.
pub(crate) const LISTS_READ_EVERY: Duration = Duration::from_secs(2);

/// Closing takes no longer than this, whatever the servers do.
pub(crate) const CLOSE_WITHIN: Duration = Duration::from_secs(8);

/// Deleting the secrets of removed servers takes no longer than this.
pub(crate) const PURGE_WITHIN: Duration = Duration::from_secs(2);

/// The largest prefix length (RFC 6570, section 2.4.1: below 10000).
pub(crate) const TEMPLATE_PREFIX: usize = 9999;

/// A longer file of consents is not read, in bytes; nor is a longer one written.
pub(crate) const CONSENTS_BYTES: u64 = 64 * 1024 * 1024;

// Calls and questions.

/// Larger rounds of a call are not kept, in bytes.
pub(crate) const ROUND_BYTES: usize = 1024 * 1024;

/// How long a call waits for a removed server to be brought back.
pub(crate) const RESTORED_WITHIN: Duration = Duration::from_secs(12);

/// After a connection is lost, how long until the next one is looked for.
pub(crate) const RECONNECT_PAUSE: Duration = Duration::from_millis(500);

/// All outcomes together may take this much of the disk; the whole file is looked over at each start.
pub(crate) const HISTORY_BYTES: i64 = 64 * 1024 * 1024;

/// More open questions of one server are declined.
pub(crate) const OPEN_ASKS: usize = 3;

/// More questions of one server in [`ASK_WINDOW`] are declined.
pub(crate) const ASKS_IN_WINDOW: usize = 10;

/// See [`ASKS_IN_WINDOW`].
pub(crate) const ASK_WINDOW: Duration = Duration::from_mins(1);

/// Records of questions that may wait to be written; the disk is far faster than any server asks.
pub(crate) const ASK_RECORDS_WAITING: usize = 8192;

/// Longer texts are cut in the record of a question, in bytes: pictures and the like.
pub(crate) const ASK_TEXT_BYTES: usize = 64 * 1024;

/// Whatever of a question is larger than this as a whole is not kept, in bytes.
pub(crate) const ASK_RECORD_BYTES: usize = 1024 * 1024;

/// Differences that are recorded in words; the others are counted.
pub(crate) const RECORDED_DIFFERENCES: usize = 60;

/// As [`ASK_RECORD_BYTES`], of a question that nobody saw.
pub(crate) const REFUSED_RECORD_BYTES: usize = 16 * 1024;

/// After so many rounds of tools a model is given none any more: a server could go on for ever.
pub(crate) const TOOL_ROUNDS: usize = 5;

// Schemas and what is checked on threads of its own.

/// How many threads may be at checks whose work a server decides.
pub(crate) const CHECKS_AT_ONCE: usize = 3;

/// Longest one of these checks is waited for. Ordinary input takes milliseconds; this leaves room for a slow, busy
/// machine.
pub(crate) const CHECK_WITHIN: Duration = Duration::from_secs(4);

/// The longest schema that is used, in bytes as JSON text.
pub(crate) const SCHEMA_BYTES: usize = 256 * 1024;

/// The deepest nesting of a schema.
pub(crate) const SCHEMA_DEPTH: usize = 64;

/// The most parts of a schema there may be once every reference is replaced by what it refers to: a few lines that
/// refer to each other twice each, twenty levels down, stand for a million.
pub(crate) const SCHEMA_PARTS: u64 = 1_000_000;

/// Steps a single `pattern` may take back before it counts as not matching.
pub(crate) const PATTERN_BACKTRACKS: usize = 100_000;

// Pictures and icons.

/// The most bytes of one icon.
pub(crate) const ICON_BYTES: usize = 512 * 1024;

/// The longest side of one icon, in pixels.
pub(crate) const ICON_SIDE: u32 = 1024;

/// The longest fetching one icon may take.
pub(crate) const ICON_WAIT: Duration = Duration::from_secs(5);

/// How many icons are known at once.
pub(crate) const ICONS: usize = 4096;

/// What all icons known at once may take, as they came, in bytes.
pub(crate) const ICONS_BYTES: usize = 64 * 1024 * 1024;

/// The most bytes of one medium that are handed to the page.
pub(crate) const MEDIA_BYTES: usize = 16 * 1024 * 1024;

/// The longest side of a picture that is handed on as it is, in pixels.
pub(crate) const MEDIA_SIDE: u32 = 16_384;

/// The most pixels of a picture that is handed on as it is.
pub(crate) const MEDIA_PIXELS: u64 = 64_000_000;

/// What decoding a picture may allocate, in bytes.
pub(crate) const DECODED_BYTES: u64 = 128 * 1024 * 1024;

/// The longest SVG document that is read, in bytes.
pub(crate) const SVG_BYTES: usize = 4 * 1024 * 1024;

/// An SVG nested more deeply is no picture; parsers and renderers recurse.
pub(crate) const SVG_DEPTH: usize = 256;

/// Elements of an SVG that stand for many: copies and filter steps.
pub(crate) const SVG_MULTIPLIERS: usize = 2_000;

/// Elements of an SVG in all, written out.
pub(crate) const SVG_ELEMENTS: usize = 100_000;

/// The longest side of a picture inside an SVG, in pixels.
pub(crate) const SVG_INNER_SIDE: u32 = 2048;

/// How far into a file the first tag of an SVG is looked for, in bytes.
pub(crate) const SVG_SNIFFED_BYTES: usize = 4096;

// Signing in.

/// Most authorization servers of one server that are tried.
pub(crate) const ISSUERS: usize = 4;

/// Longest description or answer of an authorization server, in bytes.
pub(crate) const SIGN_IN_REPLY_BYTES: usize = 256 * 1024;

/// Longest one request to it may take.
pub(crate) const SIGN_IN_REPLY_WAIT: Duration = Duration::from_secs(15);

/// Longest a person may take in the browser to sign in.
pub(crate) const BROWSER_WAIT: Duration = Duration::from_mins(10);

/// Longest head of a request a browser comes back with, in bytes.
pub(crate) const CALLBACK_HEAD_BYTES: usize = 16 * 1024;

/// Longest a browser may take to send it.
pub(crate) const CALLBACK_HEAD_WAIT: Duration = Duration::from_secs(10);

/// Browsers that may be served at once; they like to open spare connections.
pub(crate) const CALLBACK_GUESTS: usize = 32;

// Models.

/// The most providers of models.
pub(crate) const PROVIDERS: usize = 32;

/// The most mappings from names servers ask for to models.
pub(crate) const MODEL_MAPPINGS: usize = 200;

/// The longest label of a provider, in characters.
pub(crate) const PROVIDER_LABEL_CHARS: usize = 64;

/// How long a provider may take.
pub(crate) const MODEL_PATIENCE: Duration = Duration::from_mins(2);

/// Longest answer of a provider, in bytes as they travel.
pub(crate) const MODEL_ANSWER_BYTES: usize = 16 * 1024 * 1024;

/// Longest answer of a model, all its text and arguments together, in bytes.
pub(crate) const MODEL_TEXT_BYTES: usize = 1024 * 1024;

/// Most texts and uses of tools in one answer of a model.
pub(crate) const MODEL_PIECES: usize = 128;

/// Most of what a provider says why there is no answer, in bytes.
pub(crate) const MODEL_FAILURE_BYTES: usize = 64 * 1024;

/// Longest list of models, in bytes.
pub(crate) const MODEL_LIST_BYTES: usize = 4 * 1024 * 1024;

/// Most models kept of one provider.
pub(crate) const MODELS: usize = 2_000;

// Webtools and documents of APIs.

/// The longest document of a webtool or an API, fetched or pasted, in bytes after decompression.
pub(crate) const DOCUMENT_BYTES: usize = 1024 * 1024;

/// Longest fetching one document may take.
pub(crate) const DOCUMENT_WAIT: Duration = Duration::from_secs(15);

/// Redirects that are followed to a document, all within one origin.
pub(crate) const DOCUMENT_REDIRECTS: usize = 3;

/// The most actions one webtool may have.
pub(crate) const WEBTOOL_ACTIONS: usize = 1000;

/// The longest name of a webtool or an action, in characters.
pub(crate) const WEBTOOL_NAME_CHARS: usize = 128;

/// How deep members of members are looked at for what a webtool's request takes.
pub(crate) const SLOT_DEPTH: usize = 8;

/// The longest answer of a webtool, in bytes, after decompression.
pub(crate) const WEBTOOL_ANSWER_BYTES: usize = 8 * 1024 * 1024;

/// The most operations of a document of an API that are read.
pub(crate) const OPENAPI_OPERATIONS: usize = 1000;

/// How long a chain of references in a document of an API may be.
pub(crate) const OPENAPI_HOPS: usize = 16;

/// How much of the shared schemas of a document of an API is copied to those that refer to them, in all, in bytes.
/// What refers to nearly all of a large document in each of its operations would grow a thousandfold.
pub(crate) const OPENAPI_COPIED_BYTES: usize = 32 * 1024 * 1024;

// The wire log.

/// How many different methods are offered to filter by; a server that invents more is not helped by a longer list.
pub(crate) const WIRE_METHODS: usize = 200;

/// One search of a wire log looks at this many messages at most.
pub(crate) const SEARCHED_FRAMES: usize = 20_000;

/// One search of a wire log reads this much text at most, in bytes, and one message more.
pub(crate) const SEARCHED_BYTES: usize = 8 * 1024 * 1024;

/// Longer messages are not parsed for their summary, in bytes; their beginning is shown instead.
pub(crate) const SUMMARISED_BYTES: usize = 256 * 1024;

// What a person types, pastes or opens, and what the system answers.

/// The most characters a label may have.
pub(crate) const LABEL_CHARS: usize = 80;

/// The most arguments, environment values or headers one server may have.
pub(crate) const DEFINITION_ENTRIES: usize = 256;

/// The longest single value of a definition, in bytes: longer ones do not fit a process's environment or a
/// request's headers.
pub(crate) const DEFINITION_VALUE_BYTES: usize = 64 * 1024;

/// How many folders one list of roots may have.
pub(crate) const FOLDERS: usize = 100;

/// The longest name of a folder, in characters.
pub(crate) const FOLDER_NAME_CHARS: usize = 80;

/// Longer pasted text is no configuration, in bytes.
pub(crate) const PASTE_BYTES: usize = 1024 * 1024;

/// A longer file of another app is no configuration, in bytes.
pub(crate) const IMPORT_BYTES: u64 = 4 * 1024 * 1024;

/// The longest file with a setup that is read, in bytes.
pub(crate) const SETUP_BYTES: usize = 16 * 1024 * 1024;

/// The most servers, or webtools, in one setup.
pub(crate) const SETUP_ENTRIES: usize = 1_000;

/// The most rules of one server or webtool in a setup.
pub(crate) const SETUP_RULES: usize = 500;
