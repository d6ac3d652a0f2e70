//! Limits: how much is taken from others and how long they are waited for, each with its unit.

use std::time::Duration;

/// Longest document of a webtool or API, in bytes after decompression.
pub const DOCUMENT_BYTES: usize = 1024 * 1024;

/// Longest fetching one document may take.
pub(crate) const DOCUMENT_WAIT: Duration = Duration::from_secs(15);

/// Redirects that are followed to a document, all within one origin.
pub(crate) const DOCUMENT_REDIRECTS: usize = 3;

/// The most actions one webtool may have.
pub(crate) const WEBTOOL_ACTIONS: usize = 1000;

/// The longest name of a webtool or an action, in characters.
pub(crate) const WEBTOOL_NAME_CHARS: usize = 128;

/// How deep nested members of a webtool's request are read.
pub(crate) const CREDENTIAL_DEPTH: usize = 8;

/// The most operations of a document of an API that are read.
pub(crate) const OPENAPI_OPERATIONS: usize = 1000;

/// Longest chain of references in an API's document.
pub(crate) const OPENAPI_REFERENCES: usize = 16;

/// Size of all shared schemas copied to their references, in bytes. What refers to nearly all of a large document in
/// each of its operations would grow a thousandfold.
pub(crate) const OPENAPI_COPIED_BYTES: usize = 32 * 1024 * 1024;
