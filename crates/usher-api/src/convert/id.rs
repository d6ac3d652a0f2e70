//! Identifiers.

use usher_types::id as core;

use crate::id::{
    AskId, CallId, HistoryId, IconKey, ProviderId, RootId, RuleId, ServerId, WebtoolId,
};

macro_rules! text_ids {
    ($($name:ident),+) => {
        $(
            impl From<core::$name> for $name {
                fn from(id: core::$name) -> Self {
                    Self(id.as_str().to_owned())
                }
            }

            impl From<&core::$name> for $name {
                fn from(id: &core::$name) -> Self {
                    Self(id.as_str().to_owned())
                }
            }

            impl From<$name> for core::$name {
                fn from(id: $name) -> Self {
                    id.0.into()
                }
            }
        )+
    };
}

text_ids!(
    ServerId, CallId, AskId, IconKey, RootId, RuleId, WebtoolId, ProviderId
);

impl From<core::HistoryId> for HistoryId {
    fn from(id: core::HistoryId) -> Self {
        Self(id.to_string())
    }
}
