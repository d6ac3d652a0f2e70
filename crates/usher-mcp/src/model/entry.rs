//! Models a server's declaration and the entries of its lists.

use serde_json::Value;
use usher_messages::Message;
pub use usher_types::catalog::BrokenEntry;
use usher_types::protocol::{Era, Found};
use usher_types::sent_json::SentJson;
use usher_types::tool::IconSource;

use super::cache::CacheHint;

/// What client and server agreed on while connecting.
#[derive(Debug, Clone, PartialEq)]
pub struct Agreed {
    /// The protocol version the server picked.
    pub protocol_version: String,
    pub era: Era,
    /// How it was detected.
    pub found: Found,
    /// The server's name for itself; empty if it gave none. Server text.
    pub name: String,
    pub title: Option<String>,
    /// Its own version; empty if it gave none.
    pub version: String,
    /// `serverInfo` exactly as it came.
    pub server_info: Value,
    pub icons: Vec<IconSource>,
    /// `capabilities` exactly as they came.
    pub capabilities: Value,
    /// What it says about how to use it. Server text.
    pub instructions: Option<String>,
}

/// One list, and its unusable entries.
#[derive(Debug, Clone, PartialEq)]
pub struct Listing<T> {
    /// The usable entries, in the server's order.
    pub items: Vec<T>,
    /// The unusable entries.
    pub broken: Vec<BrokenEntry>,
    /// Why the list stopped before its end, if it did.
    pub cut_short: Option<Message>,
    /// How it may be cached.
    ///
    /// `None` = the server's lifecycle has no caching, and notifies of changes.
    pub cache: Option<CacheHint>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Resource {
    /// Its URI, opaque to the host.
    pub uri: String,
    /// Its name; the URI where the server gave none.
    pub name: String,
    pub title: Option<String>,
    pub description: Option<String>,
    /// Its media type as declared.
    pub mime_type: Option<String>,
    /// Its size as declared.
    pub size_bytes: Option<u64>,
    pub icons: Vec<IconSource>,
    /// What had to be put right.
    pub repaired: Vec<Message>,
    /// The entry exactly as it came.
    pub raw: SentJson,
}

#[derive(Debug, Clone, PartialEq)]
pub struct ResourceTemplate {
    /// Its URI template (RFC 6570), as it came.
    pub uri_template: String,
    /// Its name; the template where the server gave none.
    pub name: String,
    pub title: Option<String>,
    pub description: Option<String>,
    /// The media type of what it yields, as declared.
    pub mime_type: Option<String>,
    pub icons: Vec<IconSource>,
    /// What had to be put right.
    pub repaired: Vec<Message>,
    /// The entry exactly as it came.
    pub raw: SentJson,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Prompt {
    /// Its name in the protocol.
    pub name: String,
    pub title: Option<String>,
    pub description: Option<String>,
    /// In the server's order.
    pub arguments: Vec<PromptArgument>,
    pub icons: Vec<IconSource>,
    /// What had to be put right.
    pub repaired: Vec<Message>,
    /// The entry exactly as it came.
    pub raw: SentJson,
}

/// One argument of a prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromptArgument {
    pub name: String,
    pub title: Option<String>,
    pub description: Option<String>,
    pub required: bool,
}
