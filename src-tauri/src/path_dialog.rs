//! Shows the system's dialogs for folders and files, over the main window.
//!
//! It opens when the person asked for it.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use tauri::{AppHandle, Manager as _, WebviewWindow};
use tokio::sync::oneshot;
use usher_core::dialogs::{ChoosePath, PathDialog};

use crate::window;
use crate::words::Words;

/// How the core has a folder or file chosen.
pub(crate) fn chooser(app: &AppHandle) -> ChoosePath {
    let app = app.clone();
    Arc::new(move |dialog| {
        let app = app.clone();
        Box::pin(async move {
            let words = app.state::<Words>();
            let Some(window) = app.get_webview_window(window::MAIN) else {
                return Err(io::Error::other(words.text("desktop.folder.noWindow")));
            };
            let (sender, chosen) = oneshot::channel();
            // Dialogs belong to the thread of the window.
            let title = words.text(match &dialog {
                PathDialog::Folder => "desktop.folder.title",
                PathDialog::SaveAs { .. } => "desktop.saveAs",
            });
            app.run_on_main_thread(move || show(&window, &title, &dialog, sender))
                .map_err(io::Error::other)?;
            // A dialog that went away without an answer, as when Usher ends, is none.
            chosen.await.unwrap_or(Ok(None))
        })
    })
}

type Answer = oneshot::Sender<io::Result<Option<PathBuf>>>;

#[cfg(target_os = "linux")]
fn show(window: &WebviewWindow, title: &str, dialog: &PathDialog, answer: Answer) {
    use gtk::prelude::{FileChooserExt as _, NativeDialogExt as _, NativeDialogExtManual as _};
    use gtk::{FileChooserAction, FileChooserNative, ResponseType};

    let parent = match window.gtk_window() {
        Ok(parent) => parent,
        Err(error) => {
            // The operation that asked may have ended.
            let _ = answer.send(Err(io::Error::other(error)));
            return;
        }
    };
    let action = match dialog {
        PathDialog::Folder => FileChooserAction::SelectFolder,
        PathDialog::SaveAs { .. } => FileChooserAction::Save,
    };
    let chooser = FileChooserNative::new(Some(title), Some(&parent), action, None, None);
    if let PathDialog::SaveAs { name } = dialog {
        chooser.set_current_name(name);
        chooser.set_do_overwrite_confirmation(true);
    }
    chooser.set_modal(true);
    gtk::glib::MainContext::default().spawn_local(async move {
        let response = chooser.run_future().await;
        let path = match response {
            ResponseType::Accept => chooser.filename(),
            _ => None,
        };
        chooser.destroy();
        // The operation that asked may have ended.
        let _ = answer.send(Ok(path));
    });
}

#[cfg(not(target_os = "linux"))]
fn show(window: &WebviewWindow, title: &str, dialog: &PathDialog, answer: Answer) {
    let shown = rfd::AsyncFileDialog::new()
        .set_title(title)
        .set_parent(window);
    let picking: futures::future::BoxFuture<'static, _> = match dialog {
        PathDialog::Folder => Box::pin(shown.pick_folder()),
        PathDialog::SaveAs { name } => Box::pin(shown.set_file_name(name).save_file()),
    };
    tauri::async_runtime::spawn(async move {
        let path = picking.await.map(|chosen| chosen.path().to_path_buf());
        // The operation that asked may have ended.
        let _ = answer.send(Ok(path));
    });
}
