//! Roots: folders the person shows to servers (2025-11-25, client/roots).

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use usher_types::roots::RootsConsent;

use usher_types::id::{RootId, ServerId};

/// A folder servers may be told of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RootFolder {
    pub id: RootId,
    /// Whose list it is on; `null` = that of all servers.
    pub server_id: Option<ServerId>,
    /// Where it really is.
    pub path: String,
    /// What servers are told it is called.
    pub name: String,
    /// The `file://` URI servers are told.
    pub uri: String,
}

/// How a folder is at this moment. Servers are only told of those that are accessible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum RootState {
    /// It is there and can be read.
    Accessible,
    Missing,
    /// Something else stands in its place: a file, or a link to another folder.
    Replaced,
    /// Usher may not read it.
    Unreadable,
}

/// A folder, and how it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ShownRoot {
    pub folder: RootFolder,
    pub state: RootState,
}

/// A list of folders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RootList {
    /// The folders, in the order they were added.
    pub folders: Vec<ShownRoot>,
    /// For the list of one server: whether it may see its folders without a question.
    pub consent: RootsConsent,
}

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
    pub server_id: Option<ServerId>,
}

#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AddRootParams {
    /// To whose list; `null` = that of all servers.
    pub server_id: Option<ServerId>,
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
