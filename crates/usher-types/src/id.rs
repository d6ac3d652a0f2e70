//! Identifiers of everything the host keeps or follows. All of them are opaque to whoever holds one.

use std::fmt;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

macro_rules! text_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
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
            pub fn fresh() -> Self {
                Self(Uuid::now_v7().to_string())
            }
        })+
    };
}

text_id! {
    /// A configured server, for as long as it is configured.
    ServerId
}
text_id! {
    /// One run of a tool; made by the page.
    CallId
}
text_id! {
    /// One question of a server to the person.
    AskId
}
text_id! {
    /// One icon source, named by a digest of where it comes from.
    IconKey
}
text_id! {
    /// Where one secret is kept: the keyring account. It says nothing about the secret.
    SecretRef
}

text_id! {
    /// One rule about tools.
    RuleId
}

text_id! {
    /// One folder shown to servers.
    RootId
}

text_id! {
    /// A webtool the person has added. Its actions are listed and run as the tools of a server are, under this name.
    WebtoolId
}

impl WebtoolId {
    /// The name its actions are listed and run under.
    pub fn as_owner(&self) -> ServerId {
        ServerId(self.0.clone())
    }
}

text_id! {
    /// One provider of models.
    ProviderId
}

fresh!(
    ServerId, AskId, SecretRef, RootId, RuleId, WebtoolId, ProviderId
);

macro_rules! row_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    };
}

row_id! {
    /// One finished call in the history; larger is newer.
    HistoryId
}
row_id! {
    /// One question that is over, in the record; larger is newer.
    AskRecordId
}
