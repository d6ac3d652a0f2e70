//! Identifiers as they cross the contract, and the one input type that may hold a secret.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $ts:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
        #[serde(transparent)]
        #[ts(type = $ts)]
        pub struct $name(pub String);
    };
}

id! {
    /// A configured server, for as long as it is configured. Opaque.
    ServerId, "string & { readonly __id: 'ServerId' }"
}
id! {
    /// One run of a tool. Made by the page, so that it can cancel and follow a call it has just begun.
    CallId, "string & { readonly __id: 'CallId' }"
}
id! {
    /// One question of a server to the person. Opaque.
    ApprovalId, "string & { readonly __id: 'ApprovalId' }"
}
id! {
    /// One question that is over, in the record. Opaque.
    ApprovalRecordId, "string & { readonly __id: 'ApprovalRecordId' }"
}
id! {
    /// One finished call in the history. Opaque.
    HistoryId, "string & { readonly __id: 'HistoryId' }"
}
id! {
    /// One picture the core has fetched, checked and re-encoded. Opaque; ask `icon.get` for the bytes.
    IconKey, "string & { readonly __id: 'IconKey' }"
}

id! {
    /// One folder shown to servers. Opaque.
    RootId, "string & { readonly __id: 'RootId' }"
}

id! {
    /// One rule about tools. Opaque.
    RuleId, "string & { readonly __id: 'RuleId' }"
}

id! {
    /// A webtool the person has added. Opaque.
    WebtoolId, "string & { readonly __id: 'WebtoolId' }"
}

id! {
    /// One provider of models. Opaque.
    ProviderId, "string & { readonly __id: 'ProviderId' }"
}

/// Text from the page that may be a secret: it can come in, but it can be neither printed nor sent back.
#[derive(Clone, Deserialize, TS)]
#[serde(transparent)]
#[ts(type = "string")]
pub struct SecretText(pub(crate) usher_core::Secret);
