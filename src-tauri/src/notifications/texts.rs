//! Holds the texts of a notification.

use usher_messages::Message;

use crate::words::Words;

/// The keys of the title and of the text of a notification.
pub(super) type Keys = (&'static str, &'static str);

/// The texts of a notification.
pub(super) struct Texts {
    pub(super) summary: String,
    pub(super) body: String,
    /// The label of the action that opens Usher.
    #[cfg(target_os = "linux")]
    pub(super) open: String,
}

impl Texts {
    pub(super) fn new(words: &Words, (summary, body): Keys, server: &str) -> Self {
        Self {
            summary: words.text_of(&Message::new(summary).with("server", server)),
            body: words.text(body),
            #[cfg(target_os = "linux")]
            open: words.text("desktop.notification.open"),
        }
    }
}
