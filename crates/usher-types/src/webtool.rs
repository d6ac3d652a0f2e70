//! Webtools: the kinds of their documents, kept documents, and how versions compare.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use usher_messages::Message;

/// What kind of document describes a webtool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum WebtoolKind {
    /// A webtool's metadata (2025-06-30).
    Webtool,
    /// `OpenAPI` 3.0 or 3.1.
    #[serde(rename = "openapi")]
    OpenApi,
}

impl WebtoolKind {
    /// As it is kept.
    pub fn as_db_str(self) -> &'static str {
        match self {
            Self::Webtool => "webtool",
            Self::OpenApi => "openapi",
        }
    }

    pub fn of_db_str(word: &str) -> Self {
        if word == "openapi" {
            Self::OpenApi
        } else {
            Self::Webtool
        }
    }
}

/// How another document stands to the one that is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum WebtoolChange {
    /// It declares a newer version.
    Newer,
    /// It declares the same version, although it says something else.
    Silent,
    /// It declares an older version.
    Downgraded,
}

/// What the person did with a kept document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum WebtoolStanding {
    /// It came out of a file, or was kept before this was recorded.
    Unknown,
    /// It was found or fetched, and never used.
    Found,
    /// It is or was used.
    Used,
    /// The person kept another one instead.
    Declined,
}

impl WebtoolStanding {
    /// As it is kept.
    pub fn as_db_str(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Found => "found",
            Self::Used => "used",
            Self::Declined => "declined",
        }
    }

    /// Reads what is kept.
    pub fn of_db_str(word: &str) -> Self {
        match word {
            "found" => Self::Found,
            "used" => Self::Used,
            "declined" => Self::Declined,
            _ => Self::Unknown,
        }
    }
}

/// One kept document of a webtool. Opaque.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(transparent)]
#[ts(type = "number & { readonly __id: 'PinId' }")]
pub struct PinId(pub i64);

impl WebtoolChange {
    /// What the server did, as a part of a sentence.
    pub fn message(self) -> Message {
        Message::new(match self {
            Self::Newer => "webtools.change.newer",
            Self::Silent => "webtools.change.silent",
            Self::Downgraded => "webtools.change.downgraded",
        })
    }
}
