//! Identifiers of everything the host keeps or follows. All of them are opaque to whoever holds one.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use ts_rs::TS;
use uuid::Uuid;

macro_rules! text_id {
    ($(#[$doc:meta])* $name:ident $(, $ts:literal)?) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        $(#[derive(TS)] #[ts(type = $ts)])?
        pub struct $name(String);

        impl $name {
            /// The identifier as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self(text)
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(&self.0)
            }
        }
    };
}

macro_rules! fresh {
    ($($name:ident),+) => {
        $(impl $name {
            /// One that has never been used before.
            pub fn generate() -> Self {
                Self(Uuid::now_v7().to_string())
            }
        })+
    };
}

text_id! {
    /// A configured server, for as long as it is configured. Opaque.
    ServerId, "string & { readonly __id: 'ServerId' }"
}
text_id! {
    /// One run of a tool. Made by the page, so that it can cancel and follow a call it has just begun.
    CallId, "string & { readonly __id: 'CallId' }"
}
text_id! {
    /// One test of a draft. Made by the page, so that it hears of the test while it runs.
    TestId, "string & { readonly __id: 'TestId' }"
}
text_id! {
    /// One question of a server to the person. Opaque.
    ApprovalId, "string & { readonly __id: 'ApprovalId' }"
}
text_id! {
    /// One icon source, named by a digest of where it comes from. Opaque; ask `icon.get` for the bytes.
    IconKey, "string & { readonly __id: 'IconKey' }"
}
text_id! {
    /// Bytes a server sent, named by their digest. Opaque; kept for a while, so that they can be read and saved.
    ContentId, "string & { readonly __id: 'ContentId' }"
}
text_id! {
    /// Where one secret is kept: the keyring account. It says nothing about the secret.
    SecretRef
}

impl SecretRef {
    /// Returns whether it has the form that [`Self::generate`] gives, written exactly so.
    pub fn is_generated(&self) -> bool {
        Uuid::parse_str(&self.0).is_ok_and(|id| id.to_string() == self.0)
    }
}

text_id! {
    /// One rule about tools. Opaque.
    RuleId, "string & { readonly __id: 'RuleId' }"
}

text_id! {
    /// One folder shown to servers. Opaque.
    RootId, "string & { readonly __id: 'RootId' }"
}

text_id! {
    /// A webtool the person has added. Opaque.
    WebtoolId, "string & { readonly __id: 'WebtoolId' }"
}
text_id! {
    /// One running MCP App. Opaque, and never used again.
    AppId, "string & { readonly __id: 'AppId' }"
}
text_id! {
    /// A program that reaches the servers through Usher. Opaque.
    ClientId, "string & { readonly __id: 'ClientId' }"
}
text_id! {
    /// One preview of what connecting an agent would write. Opaque, and never used again.
    AgentPreviewId, "string & { readonly __id: 'AgentPreviewId' }"
}
text_id! {
    /// What tools belong to: a server or a webtool. Opaque.
    SourceId, "string & { readonly __id: 'ServerId' | 'WebtoolId' }"
}

macro_rules! source {
    ($($name:ident),+) => {
        $(
            impl From<$name> for SourceId {
                fn from(id: $name) -> Self {
                    Self(id.0)
                }
            }

            impl From<&$name> for SourceId {
                fn from(id: &$name) -> Self {
                    Self(id.0.clone())
                }
            }

            impl PartialEq<$name> for SourceId {
                fn eq(&self, other: &$name) -> bool {
                    self.0 == other.0
                }
            }
        )+
    };
}

source!(ServerId, WebtoolId);

text_id! {
    /// One provider of models. Opaque.
    ProviderId, "string & { readonly __id: 'ProviderId' }"
}

fresh!(
    AgentPreviewId,
    AppId,
    CallId,
    ClientId,
    ServerId,
    ApprovalId,
    SecretRef,
    RootId,
    RuleId,
    WebtoolId,
    ProviderId
);

macro_rules! row_id {
    ($(#[$doc:meta])* $name:ident, $ts:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, TS)]
        #[ts(type = $ts)]
        pub struct $name(pub i64);

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(formatter)
            }
        }

        impl std::str::FromStr for $name {
            type Err = std::num::ParseIntError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                // Text that names no row is no mistake of form: no row has the number 0.
                let text = String::deserialize(deserializer)?;
                Ok(text.parse().unwrap_or(Self(0)))
            }
        }
    };
}

row_id! {
    /// One finished call in the history; larger is newer. Opaque.
    HistoryId, "string & { readonly __id: 'HistoryId' }"
}
row_id! {
    /// One question that is over, in the record; larger is newer. Opaque.
    ApprovalRecordId, "string & { readonly __id: 'ApprovalRecordId' }"
}
