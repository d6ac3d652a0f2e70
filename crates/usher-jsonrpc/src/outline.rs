//! As much of a message as is looked at.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

/// A message without its content.
#[derive(Debug, Deserialize)]
pub struct Outline<'a> {
    pub id: Option<Value>,
    #[serde(borrow)]
    pub method: Option<Cow<'a, str>>,
    #[serde(default)]
    error: Option<IgnoredAny>,
}

impl<'a> Outline<'a> {
    /// Reads one message; `None` = it is none, or several.
    pub fn read(line: &'a [u8]) -> Option<Self> {
        serde_json::from_slice(line).ok()
    }

    /// Reads all messages of a line: a batch (2025-03-26) is several.
    pub fn read_all(line: &'a [u8]) -> Vec<Self> {
        if line.trim_ascii_start().starts_with(b"[") {
            serde_json::from_slice(line).unwrap_or_default()
        } else {
            Self::read(line).into_iter().collect()
        }
    }

    /// The request that this answers.
    pub fn answers(&self) -> Option<&Value> {
        self.id.as_ref().filter(|_| self.method.is_none())
    }

    pub fn is_error(&self) -> bool {
        self.error.is_some()
    }
}
