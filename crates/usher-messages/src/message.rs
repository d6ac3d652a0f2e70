//! A message: a code with parameters.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A text of the catalogue by its code, with its parameters.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(from = "StoredMessage")]
pub struct Message {
    /// The key of the text: of a message that crosses the contract, below `core`: `failure.exited`.
    pub code: Cow<'static, str>,
    /// The parameters by name.
    pub params: BTreeMap<Cow<'static, str>, Param>,
}

/// A message as it was stored: before messages had codes, sentences were.
#[derive(Deserialize)]
#[serde(untagged)]
enum StoredMessage {
    Sentence(String),
    Coded {
        code: Cow<'static, str>,
        params: BTreeMap<Cow<'static, str>, Param>,
    },
}

impl From<StoredMessage> for Message {
    fn from(stored: StoredMessage) -> Self {
        match stored {
            StoredMessage::Sentence(text) => Self::verbatim(text),
            StoredMessage::Coded { code, params } => Self { code, params },
        }
    }
}

/// A parameter of a message; what reads it formats it in its locale.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Param {
    /// Foreign or technical text, shown as it is.
    Text { text: String },
    /// A number, also one that decides a plural.
    Number {
        #[ts(type = "number")]
        value: i64,
    },
    Bytes {
        #[ts(type = "number")]
        bytes: u64,
    },
    Duration {
        #[ts(type = "number")]
        ms: u64,
    },
    /// A moment, in Unix ms.
    Moment {
        #[ts(type = "number")]
        at: i64,
    },
    /// Another message, as a part of this one.
    Message { message: Box<Message> },
    /// Several, joined as a sentence joins them.
    List { items: Vec<Param> },
}

impl Message {
    /// Makes a message without parameters.
    pub const fn new(code: &'static str) -> Self {
        Self {
            code: Cow::Borrowed(code),
            params: BTreeMap::new(),
        }
    }

    /// Adds a parameter.
    #[must_use]
    pub fn with(mut self, name: &'static str, param: impl Into<Param>) -> Self {
        self.params.insert(Cow::Borrowed(name), param.into());
        self
    }

    /// Makes one message of two sentences.
    #[must_use]
    pub fn followed_by(self, next: Self) -> Self {
        Self::new("sentences")
            .with("first", self)
            .with("next", next)
    }

    /// Makes a message that is a text of others, such as a sentence that was stored before messages had codes.
    pub fn verbatim(text: impl Into<String>) -> Self {
        Self::new("verbatim").with("text", text.into())
    }
}

impl Param {
    /// A size in bytes.
    pub const fn bytes(bytes: usize) -> Self {
        Self::Bytes {
            bytes: bytes as u64,
        }
    }
}

impl From<String> for Param {
    fn from(text: String) -> Self {
        Self::Text { text }
    }
}

impl From<&str> for Param {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<Message> for Param {
    fn from(message: Message) -> Self {
        let message = Box::new(message);
        Self::Message { message }
    }
}

impl<P: Into<Param>> From<Vec<P>> for Param {
    fn from(items: Vec<P>) -> Self {
        let items = items.into_iter().map(Into::into).collect();
        Self::List { items }
    }
}

impl From<std::time::Duration> for Param {
    fn from(duration: std::time::Duration) -> Self {
        let ms = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
        Self::Duration { ms }
    }
}

/// Numbers beyond `i64` are shown as its largest.
macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl From<$number> for Param {
            fn from(value: $number) -> Self {
                let value = i64::try_from(value).unwrap_or(i64::MAX);
                Self::Number { value }
            }
        }
    )*};
}

numbers!(i32, i64, u16, u32, u64, usize);
