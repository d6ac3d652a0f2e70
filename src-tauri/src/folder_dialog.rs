//! Shows the system's dialog for choosing a folder, over the main window.
//!
//! It opens when the person asked for it.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use tauri::{AppHandle, Manager as _, WebviewWindow};
use tokio::sync::oneshot;
use usher_core::roots::ChooseFolder;

use crate::window;
use crate::words::Words;

/// How the core has a folder chosen.
pub(crate) fn chooser(app: &AppHandle) -> ChooseFolder {
    let app = app.clone();
    Arc::new(move || {
        let app = app.clone();
        Box::pin(async move {
            let words = app.state::<Words>();
            let Some(window) = app.get_webview_window(window::MAIN) else {
                return Err(io::Error::other(words.text("desktop.folder.noWindow")));
            };
            let (sender, chosen) = oneshot::channel();
            // Dialogs belong to the thread of the window.
            let title = words.text("desktop.folder.title");
            app.run_on_main_thread(move || show(&window, &title, sender))
                .map_err(io::Error::other)?;
            // A dialog that went away without an answer, as when Usher ends, is none.
            chosen.await.unwrap_or(Ok(None))
        })
    })
}

type Answer = oneshot::Sender<io::Result<Option<PathBuf>>>;

#[cfg(target_os = "linux")]
fn show(window: &WebviewWindow, title: &str, answer: Answer) {
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
    let dialog = FileChooserNative::new(
        Some(title),
        Some(&parent),
        FileChooserAction::SelectFolder,
        None,
        None,
    );
    dialog.set_modal(true);
    gtk::glib::MainContext::default().spawn_local(async move {
        let response = dialog.run_future().await;
        let path = match response {
            ResponseType::Accept => dialog.filename(),
            _ => None,
        };
        dialog.destroy();
        // The operation that asked may have ended.
        let _ = answer.send(Ok(path));
    });
}

#[cfg(not(target_os = "linux"))]
fn show(window: &WebviewWindow, title: &str, answer: Answer) {
    let picking = rfd::AsyncFileDialog::new()
        .set_title(title)
        .set_parent(window)
        .pick_folder();
    tauri::async_runtime::spawn(async move {
        let path = picking.await.map(|folder| folder.path().to_path_buf());
        // The operation that asked may have ended.
        let _ = answer.send(Ok(path));
    });
}
