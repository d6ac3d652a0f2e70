//! Identifiers.

use usher_types::id as core;

use crate::id::{
    ApprovalId, CallId, HistoryId, IconKey, ProviderId, RootId, RuleId, ServerId, WebtoolId,
};

macro_rules! text_ids {
    ($($core:ident => $name:ident),+) => {
        $(
            impl From<core::$core> for $name {
                fn from(id: core::$core) -> Self {
                    Self(id.as_str().to_owned())
                }
            }

            impl From<&core::$core> for $name {
                fn from(id: &core::$core) -> Self {
                    Self(id.as_str().to_owned())
                }
            }

            impl From<$name> for core::$core {
                fn from(id: $name) -> Self {
                    id.0.into()
                }
            }
        )+
    };
}

text_ids!(
    ServerId => ServerId,
    CallId => CallId,
    AskId => ApprovalId,
    IconKey => IconKey,
    RootId => RootId,
    RuleId => RuleId,
    WebtoolId => WebtoolId,
    ProviderId => ProviderId
);

impl From<core::HistoryId> for HistoryId {
    fn from(id: core::HistoryId) -> Self {
        Self(id.to_string())
    }
}
