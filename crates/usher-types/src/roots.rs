//! Folders that servers may be told of (roots).

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use url::Url;

use crate::id::{RootId, ServerId};

/// Longest name of a folder, in characters.
const FOLDER_NAME_CHARS: usize = 80;

/// A folder that servers may be told of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RootFolder {
    pub id: RootId,
    /// Who may be told.
    pub scope: RootScope,
    /// Where it really is: absolute, without links.
    pub path: PathBuf,
    /// What servers are told it is called.
    pub name: String,
    /// The `file://` URI servers are told.
    pub uri: String,
}

/// Whose list a folder is on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RootScope {
    /// Any server that asks, if the person agrees.
    AllServers,
    Server(ServerId),
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
