//! The system's own dialogs for folders and files. One is open at a time; each opens because the person asked for it.

use std::path::PathBuf;
use std::sync::Arc;

use futures::future::BoxFuture;
use tokio::sync::Mutex;

/// Which dialog is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathDialog {
    /// For an existing folder.
    Folder,
    /// For a folder that files are written into; none of its files is replaced.
    SaveInto {
        /// The folder it shows first; `None` = the person's folder for downloads.
        starts_in: Option<PathBuf>,
    },
    /// For a file to be written; the dialog itself asks before one is replaced.
    SaveAs {
        /// The name it proposes.
        name: String,
        /// As for [`Self::SaveInto`].
        starts_in: Option<PathBuf>,
    },
}

/// Shows a dialog and waits for the person; `None` = they chose nothing. Fails if there is no dialog to show.
pub type ChoosePath =
    Arc<dyn Fn(PathDialog) -> BoxFuture<'static, std::io::Result<Option<PathBuf>>> + Send + Sync>;

/// Why no dialog was shown.
#[derive(Debug)]
pub enum DialogError {
    /// Another one is open.
    Open,
    /// This program has no window.
    NoWindow,
    /// The system could not show it.
    Failed(std::io::Error),
}

/// Shows dialogs, one after another. Clones share which is open.
#[derive(Clone)]
pub struct Dialogs {
    choose: Option<ChoosePath>,
    open: Arc<Mutex<()>>,
}

impl Dialogs {
    pub fn new(choose: Option<ChoosePath>) -> Self {
        let open = Arc::default();
        Self { choose, open }
    }

    /// Shows a dialog; `None` = the person chose nothing.
    pub async fn ask(&self, dialog: PathDialog) -> Result<Option<PathBuf>, DialogError> {
        let _one_at_a_time = self.open.try_lock().map_err(|_| DialogError::Open)?;
        let choose = self.choose.as_ref().ok_or(DialogError::NoWindow)?;
        choose(dialog).await.map_err(DialogError::Failed)
    }
}
