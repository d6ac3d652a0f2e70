//! Every limit of clients, apps, and what the person opens, with its unit: how much is taken, and how long it is waited for.

use std::time::Duration;

// Opening and closing.

/// How long a start waits for the key in the keyring, before it goes on without checked rows.
pub(crate) const KEY_WITHIN: Duration = Duration::from_secs(2);

/// Recording what is open when Usher closes takes no longer than this.
pub(crate) const RECORD_AT_END_WITHIN: Duration = Duration::from_secs(2);

/// Closing takes no longer than this, whatever the servers do.
pub(crate) const CLOSE_WITHIN: Duration = Duration::from_secs(8);

/// Deleting the secrets of removed servers takes no longer than this.
pub(crate) const PURGE_WITHIN: Duration = Duration::from_secs(2);

// Clients.

/// Clients that may wait for the person; further programs are turned away.
pub(crate) const CLIENTS_WAITING: usize = 16;

/// Characters of the name of a client that the person adds.
pub(crate) const CLIENT_NAME_CHARS: usize = 64;

/// Origins of pages that may connect over HTTP.
pub(crate) const HTTP_ORIGINS: usize = 32;

/// How long turning HTTP for clients on or off is waited for.
pub(crate) const HTTP_ACCESS_WITHIN: Duration = Duration::from_secs(5);

/// Processes of clients that are remembered. With more that run at once, nobody speaks for the person in a terminal.
pub(crate) const CLIENT_PROCESSES: usize = 1024;

/// Resources of a server that are kept for clients that ask before it runs again.
pub(crate) const LISTED_RESOURCES: usize = 10_000;

/// How many bytes of JSON those may have in all.
pub(crate) const LISTED_RESOURCES_BYTES: usize = 4 * 1024 * 1024;

/// Characters that are shown of what an interpreter runs as a client.
pub(crate) const SCRIPT_CHARS: usize = 300;

/// How many bytes of its script are digested.
pub(crate) const SCRIPT_BYTES: u64 = 64 * 1024 * 1024;

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

// Webtools and documents of APIs.

/// The longest answer of a webtool, in bytes, after decompression.
pub(crate) const WEBTOOL_ANSWER_BYTES: usize = 8 * 1024 * 1024;

// What a person opens or looks at.

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
