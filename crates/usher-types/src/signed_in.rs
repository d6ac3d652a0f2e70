//! Describes a sign-in, as far as the database may hold it: who gave what, and where that is kept.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::id::SecretRef;

/// What a running server requires beside what the person gave it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum MissingAccess {
    /// A sign-in, for some of its requests.
    SignIn,
    /// More rights.
    Scope {
        /// Separated by spaces. Server text.
        scope: String,
    },
}

/// That the person has signed in to a server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SignedIn {
    /// Who gave the access, exactly as it writes itself. Server text.
    pub issuer: String,
    /// What the access is for, exactly as the server writes it. Server text.
    pub resource: Option<String>,
    /// What was asked for. Server text.
    pub asked: Vec<String>,
    /// What was given. Server text.
    pub scopes: Vec<String>,
    /// When, Unix ms.
    pub signed_in_at: i64,
    /// Where the tokens are kept.
    pub secret: SecretRef,
}
