//! Folders that servers may be told of (roots).

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use url::Url;

use crate::id::{RootId, ServerId};

/// Longest name of a folder, in characters.
const FOLDER_NAME_CHARS: usize = 80;

/// A folder that servers may be told of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RootFolder {
    pub id: RootId,
    /// Whose list it is on; `null` = that of all servers.
    #[serde(rename = "serverId")]
    #[ts(as = "Option<ServerId>")]
    pub scope: RootScope,
    /// Where it really is: absolute, without links.
    pub path: PathBuf,
    /// What servers are told it is called.
    pub name: String,
    /// The `file://` URI servers are told.
    pub uri: String,
}

/// Whose list a folder is on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Option<ServerId>", into = "Option<ServerId>")]
pub enum RootScope {
    /// Any server that asks, if the person agrees.
    AllServers,
    Server(ServerId),
}

impl From<Option<ServerId>> for RootScope {
    fn from(server: Option<ServerId>) -> Self {
        server.map_or(Self::AllServers, Self::Server)
    }
}

impl From<RootScope> for Option<ServerId> {
    fn from(scope: RootScope) -> Self {
        match scope {
            RootScope::AllServers => None,
            RootScope::Server(server) => Some(server),
        }
    }
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

/// Whether a server may see its folders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum RootsConsent {
    /// The person is asked each time.
    Ask,
    /// It may, whenever it asks.
    Always,
}

impl RootFolder {
    /// A folder whose path was checked before; `None` if servers cannot be told its path.
    pub fn known(id: RootId, scope: RootScope, path: PathBuf, name: &str) -> Option<Self> {
        // A name that is not text could not be kept as it is.
        let text = path.to_str()?;
        let uri = Url::from_file_path(&path).ok()?;
        let name: String = name.trim().chars().take(FOLDER_NAME_CHARS).collect();
        let own_name = || {
            path.file_name().map_or_else(
                || text.to_owned(),
                |name| name.to_string_lossy().into_owned(),
            )
        };
        Some(Self {
            id,
            scope,
            name: if name.is_empty() { own_name() } else { name },
            uri: uri.into(),
            path,
        })
    }
}
