//! Shows the system's dialogs for folders and files, over the main window.
//!
//! It opens when the person asked for it.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use tauri::{AppHandle, Manager as _, WebviewWindow};
use tokio::sync::oneshot;
use usher_system::dialogs::{ChoosePath, PathDialog};

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
            let title = match &dialog {
                PathDialog::Folder => "desktop.folder.title",
                PathDialog::SaveInto { .. } => "desktop.saveInto",
                PathDialog::SaveAs { .. } => "desktop.saveAs",
            };
            let shown = Shown {
                title: words.text(title),
                save: words.text("desktop.save"),
                starts_in: starts_in(&app, &dialog),
            };
            app.run_on_main_thread(move || show(&window, shown, &dialog, sender))
                .map_err(io::Error::other)?;
            // A dialog that went away without an answer, as when Usher ends, is none.
            chosen.await.unwrap_or(Ok(None))
        })
    })
}

/// What a dialog shows.
struct Shown {
    title: String,
    /// The label of the button that saves into a folder.
    #[cfg_attr(
        not(target_os = "linux"),
        expect(
            dead_code,
            reason = "dialogs of other systems have labels of their own"
        )
    )]
    save: String,
    starts_in: Option<PathBuf>,
}

/// The folder that a dialog shows first; `None` = the system decides.
fn starts_in(app: &AppHandle, dialog: &PathDialog) -> Option<PathBuf> {
    let (PathDialog::SaveInto { starts_in } | PathDialog::SaveAs { starts_in, .. }) = dialog else {
        return None;
    };
    let usual = || {
        let folders = app.path();
        folders.download_dir().or_else(|_| folders.home_dir()).ok()
    };
    starts_in.clone().or_else(usual)
}

type Answer = oneshot::Sender<io::Result<Option<PathBuf>>>;

#[cfg(target_os = "linux")]
fn show(window: &WebviewWindow, shown: Shown, dialog: &PathDialog, answer: Answer) {
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
        PathDialog::Folder | PathDialog::SaveInto { .. } => FileChooserAction::SelectFolder,
        PathDialog::SaveAs { .. } => FileChooserAction::Save,
    };
    let chooser = FileChooserNative::new(Some(&shown.title), Some(&parent), action, None, None);
    if let PathDialog::SaveInto { .. } = dialog {
        chooser.set_accept_label(Some(&shown.save));
    }
    if let Some(folder) = shown.starts_in {
        // If it is gone, the dialog shows another one.
        let _ = chooser.set_current_folder(folder);
    }
    if let PathDialog::SaveAs { name, .. } = dialog {
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
fn show(window: &WebviewWindow, shown: Shown, dialog: &PathDialog, answer: Answer) {
    let mut picker = rfd::AsyncFileDialog::new()
        .set_title(shown.title)
        .set_parent(window);
    if let Some(folder) = shown.starts_in {
        picker = picker.set_directory(folder);
    }
    let picking: futures::future::BoxFuture<'static, _> = match dialog {
        PathDialog::Folder | PathDialog::SaveInto { .. } => Box::pin(picker.pick_folder()),
        PathDialog::SaveAs { name, .. } => Box::pin(picker.set_file_name(name).save_file()),
    };
    tauri::async_runtime::spawn(async move {
        let path = picking.await.map(|chosen| chosen.path().to_path_buf());
        // The operation that asked may have ended.
        let _ = answer.send(Ok(path));
    });
}
