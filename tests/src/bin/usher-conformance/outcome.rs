//! Says what goes wrong.

use std::error::Error;
use std::io::Write;

/// What goes wrong, in words for the suite's log.
pub(crate) type Outcome<T = ()> = Result<T, Box<dyn Error + Send + Sync>>;

/// Tells whoever reads the suite's log. That nobody reads it is no reason to stop.
pub(crate) fn say(words: &str) {
    let _ = writeln!(std::io::stderr(), "{words}");
}
