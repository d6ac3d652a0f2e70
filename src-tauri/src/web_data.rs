//! Remembers where the web view of the window keeps what it must, for web views that keep nothing: the runtime wants a
//! folder for them, too, and keeps a process for each it was ever given (Linux).

use std::path::{Path, PathBuf};

use tauri::{AppHandle, Manager as _};

struct Folder(PathBuf);

/// Remembers the folder of a window; that of the first counts.
pub(crate) fn remember(app: &AppHandle, folder: &Path) {
    app.manage(Folder(folder.to_path_buf()));
}

/// The folder of the first window or, before there is one, one for web views that keep nothing.
pub(crate) fn folder(app: &AppHandle) -> PathBuf {
    app.try_state::<Folder>().map_or_else(
        || std::env::temp_dir().join("usher-no-web-data"),
        |folder| folder.0.clone(),
    )
}
