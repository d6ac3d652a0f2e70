//! Roots: folders the person shows to servers (2025-11-25, client/roots).

use serde::{Deserialize, Serialize};
use ts_rs::TS;
pub use usher_types::roots::{RootFolder, RootList, RootScope, RootsConsent};

use usher_types::id::{RootId, ServerId};

/// What came of the dialog for choosing a folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ChosenFolder {
    /// Its whole path; `null` = none was chosen.
    pub path: Option<String>,
}

/// Names a list of folders.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RootListParams {
    /// Whose; `null` = the list of all servers.
    #[serde(rename = "serverId")]
    #[ts(as = "Option<ServerId>")]
    pub scope: RootScope,
}

#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AddRootParams {
    /// To whose list; `null` = that of all servers.
    #[serde(rename = "serverId")]
    #[ts(as = "Option<ServerId>")]
    pub scope: RootScope,
    pub path: String,
    /// What servers are told it is called; empty = its own name.
    pub name: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RootParams {
    pub root_id: RootId,
}

/// Changes a server's consent.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RootsConsentParams {
    pub server_id: ServerId,
    pub consent: RootsConsent,
}
