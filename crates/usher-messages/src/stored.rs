//! Messages as text in the database, and without secrets.

use serde::{Deserialize, Serialize};

use crate::catalogue::{Catalogue, Language};
use crate::message::{Message, Param};

/// How a message is stored: with its English text, which a search finds.
#[derive(Serialize)]
struct Stored<'a> {
    #[serde(flatten)]
    message: &'a Message,
    text: String,
}

/// What a message said when it was stored.
#[derive(Deserialize)]
struct Said {
    text: String,
}

impl Message {
    /// Returns what is stored of it.
    pub fn to_stored(&self) -> String {
        let text = self.to_string();
        let stored = Stored {
            message: self,
            text: text.clone(),
        };
        serde_json::to_string(&stored).unwrap_or(text)
    }

    /// Reads a stored message; before messages had codes, sentences were stored. One whose code has no text any more is
    /// what it said.
    pub fn from_stored(stored: &str) -> Self {
        let message: Self = serde_json::from_str(stored).unwrap_or_else(|_| Self::verbatim(stored));
        let key = format!("core.{}", message.code);
        match serde_json::from_str(stored) {
            Ok(Said { text }) if !Catalogue::of(Language::English).has(&key) => {
                Self::verbatim(text)
            }
            _ => message,
        }
    }

    /// Replaces the texts among its parameters.
    #[must_use]
    pub fn map_texts(mut self, replace: &impl Fn(&str) -> String) -> Self {
        for param in self.params.values_mut() {
            param.map_texts(replace);
        }
        self
    }
}

impl Param {
    fn map_texts(&mut self, replace: &impl Fn(&str) -> String) {
        match self {
            Self::Text { text } => *text = replace(text),
            Self::Message { message } => {
                for param in message.params.values_mut() {
                    param.map_texts(replace);
                }
            }
            Self::List { items } => {
                for item in items {
                    item.map_texts(replace);
                }
            }
            Self::Number { .. }
            | Self::Bytes { .. }
            | Self::Duration { .. }
            | Self::Moment { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Message;

    #[test]
    fn a_stored_message_is_read_again() {
        let message = Message::new("failure.exited")
            .with("server", "Notes")
            .with("exit", "ended");
        let stored = message.to_stored();
        assert!(
            stored.contains(&message.to_string()),
            "a search finds its text: {stored}"
        );
        for (stored, expected) in [
            (stored.as_str(), message),
            ("Declined.", Message::verbatim("Declined.")),
            ("{\"a\": 1}", Message::verbatim("{\"a\": 1}")),
            (
                r#"{"code":"formerly.said","params":{},"text":"It ended."}"#,
                Message::verbatim("It ended."),
            ),
        ] {
            assert_eq!(Message::from_stored(stored), expected, "{stored}");
        }
    }

    #[test]
    fn texts_are_replaced_wherever_they_are() {
        let inner = Message::new("inner").with("texts", vec!["a", "b"]);
        let message = Message::new("outer").with("inner", inner).with("n", 1);
        let expected = Message::new("outer")
            .with("inner", Message::new("inner").with("texts", vec!["-", "b"]))
            .with("n", 1);
        assert_eq!(message.map_texts(&|text| text.replace('a', "-")), expected);
    }
}
