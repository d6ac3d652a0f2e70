//! Limits: how much is taken from others and how long they are waited for, each with its unit.

use std::time::Duration;

/// The longest document of a webtool or an API, fetched or pasted, in bytes after decompression.
pub const DOCUMENT_BYTES: usize = 1024 * 1024;

/// Longest fetching one document may take.
pub(crate) const DOCUMENT_WAIT: Duration = Duration::from_secs(15);

/// Redirects that are followed to a document, all within one origin.
pub(crate) const DOCUMENT_REDIRECTS: usize = 3;

/// The most actions one webtool may have.
pub(crate) const WEBTOOL_ACTIONS: usize = 1000;

/// The longest name of a webtool or an action, in characters.
pub(crate) const WEBTOOL_NAME_CHARS: usize = 128;

/// How deep members of members are looked at for what a webtool's request takes.
pub(crate) const CREDENTIAL_DEPTH: usize = 8;

/// The most operations of a document of an API that are read.
pub(crate) const OPENAPI_OPERATIONS: usize = 1000;

/// How long a chain of references in a document of an API may be.
pub(crate) const OPENAPI_REFERENCES: usize = 16;

/// How much of the shared schemas of a document of an API is copied to those that refer to them, in all, in bytes.
/// What refers to nearly all of a large document in each of its operations would grow a thousandfold.
pub(crate) const OPENAPI_COPIED_BYTES: usize = 32 * 1024 * 1024;
