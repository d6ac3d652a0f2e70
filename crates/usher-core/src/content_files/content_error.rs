//! Says why a content could not be saved or dragged out.

use std::io;
use std::path::PathBuf;
use usher_servers::request_error::RequestError;
use usher_types::code::{Code, Coded};

use usher_messages::Message;

use usher_system::dialogs::DialogError;

/// Most contents that are saved at once.
pub(super) const SAVED_AT_ONCE: usize = 1_000;

/// Why a content could not be read or saved.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum ContentError {
    /// Its bytes are no longer kept.
    Gone,
    /// More than are saved at once.
    TooMany,
    /// Nothing was saved there.
    NotSaved { path: String },
    /// Files of this name may run something.
    MayRun { name: String },
    /// This program opens nothing.
    NoOpener,
    /// The system has opened no app.
    NotOpened { name: String, source: io::Error },
    /// The system has opened no file manager.
    FolderNotOpened { path: String, source: io::Error },
    /// No dialog was shown.
    Dialog(DialogError),
    /// A file could not be written.
    Unwritable { path: PathBuf, source: io::Error },
}

impl ContentError {
    /// Describes it for the person.
    pub fn message(&self) -> Message {
        match self {
            Self::Gone => Message::new("contents.gone"),
            Self::TooMany => Message::new("contents.tooMany").with("count", SAVED_AT_ONCE),
            Self::NotSaved { path } => {
                Message::new("contents.notSaved").with("path", path.as_str())
            }
            Self::MayRun { name } => Message::new("contents.mayRun").with("name", name.as_str()),
            Self::NoOpener => Message::new("contents.noOpener"),
            Self::NotOpened { name, source } => Message::new("contents.notOpened")
                .with("name", name.as_str())
                .with("reason", source.to_string()),
            Self::FolderNotOpened { path, source } => Message::new("contents.folderNotOpened")
                .with("path", path.as_str())
                .with("reason", source.to_string()),
            Self::Dialog(DialogError::Open) => Message::new("contents.dialogOpen"),
            Self::Dialog(DialogError::NoWindow) => Message::new("contents.noWindow"),
            Self::Dialog(DialogError::Failed(reason)) => {
                Message::new("contents.noDialog").with("reason", reason.to_string())
            }
            Self::Unwritable { path, source } => Message::new("contents.unwritable")
                .with("path", path.display().to_string())
                .with("reason", source.to_string()),
        }
    }

    /// Returns what somebody acts on.
    pub fn code(&self) -> Coded {
        let code = match self {
            Self::Gone | Self::NotSaved { .. } => Code::NotFound,
            Self::TooMany | Self::MayRun { .. } | Self::Dialog(DialogError::Open) => Code::Invalid,
            Self::Dialog(_)
            | Self::NoOpener
            | Self::NotOpened { .. }
            | Self::FolderNotOpened { .. } => Code::Internal,
            Self::Unwritable { .. } => Code::StoreUnwritable,
        };
        code.into()
    }
}

/// Why what is dragged has not become a file.
#[derive(Debug, thiserror::Error)]
pub enum DragError {
    #[error(transparent)]
    Read(#[from] RequestError),
    #[error(transparent)]
    Write(#[from] ContentError),
}

impl DragError {
    /// Returns what a person is told.
    pub fn message(&self) -> Message {
        match self {
            Self::Read(error) => error.message(),
            Self::Write(error) => error.message(),
        }
    }

    /// Returns what somebody acts on.
    pub fn code(&self) -> Coded {
        match self {
            Self::Read(error) => error.code(),
            Self::Write(error) => error.code(),
        }
    }
}
