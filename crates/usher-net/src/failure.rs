//! Describes why the HTTP client failed.

use std::error::Error;

use usher_messages::Message;

/// A name resolved to private addresses only.
#[derive(Debug, thiserror::Error)]
#[error("only private addresses")]
pub(crate) struct PrivateOnly;

/// Describes an error of the HTTP client with its causes, as a part of a sentence.
///
/// It leaves out the URL, which may hold secrets in its query.
pub fn describe(error: &reqwest::Error) -> Message {
    let mut causes = String::new();
    let mut cause = error.source();
    while let Some(error) = cause {
        if error.is::<PrivateOnly>() {
            return Message::new("net.privateOnly");
        }
        let text = error.to_string();
        if !causes.contains(&text) {
            if !causes.is_empty() {
                causes.push_str(": ");
            }
            causes.push_str(&text);
        }
        cause = error.source();
    }
    match (error.is_timeout(), causes.is_empty()) {
        (true, true) => Message::new("net.timedOut"),
        (true, false) => Message::new("net.timedOutWith").with("detail", causes),
        (false, true) => Message::new("net.failed"),
        (false, false) => Message::new("net.failedWith").with("detail", causes),
    }
}
