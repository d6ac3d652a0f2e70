//! Bounds the memory of apps, on Linux: the web process of an app that takes too much is ended, and nothing else.
//!
//! Each app has a web process of its own, but nobody says which one: it is the one that came while its page was loaded.

use std::collections::HashSet;
use std::time::Duration;

use tauri::{AppHandle, Manager as _, WebviewWindow};
use usher_api::AppReport;
use usher_process::LibraryProcess;
use usher_types::id::AppId;
use usher_types::mcp_app::AppOrigin;
use webkit2gtk::{WebProcessTerminationReason, WebViewExt as _};

use super::label_of;
use super::tokens::Tokens;
use crate::ipc::Core;

/// The most memory that the page of an app may take, in bytes.
const MOST_BYTES: u64 = 1024 * 1024 * 1024;

/// How much more than before its page came the kernel lets a page without scripts allocate, in bytes: a page can take
/// some gigabytes a second, and this program may have no time to look. Of one with scripts the kernel counts what they
/// have freed, too.
const MOST_GROWTH_BYTES: u64 = 1200 * 1024 * 1024;

/// The name of a web process, of which the kernel keeps 15 bytes.
const WEB_PROCESS: &str = "WebKitWebProces";

/// The name of the process through which all web views reach the network. It keeps for them, too, what they make a
/// `Blob` of.
const NETWORK_PROCESS: &str = "WebKitNetworkPr";

/// The most memory that the process of the network may take, in bytes. Which app's it is nobody says: all end.
const MOST_SHARED_BYTES: u64 = 1024 * 1024 * 1024;

/// How often both are looked at.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Reports when the web process of an app ends by itself.
pub(super) fn watch_process(window: &WebviewWindow, app: &AppId) -> tauri::Result<()> {
    let (handle, app) = (window.app_handle().clone(), app.clone());
    window.with_webview(move |view| {
        view.inner()
            .connect_web_process_terminated(move |_, reason| {
                if reason == WebProcessTerminationReason::TerminatedByApi {
                    return;
                }
                let (handle, app) = (handle.clone(), app.clone());
                tauri::async_runtime::spawn(async move {
                    let report = if handle.state::<Tokens>().is_out_of_memory(&app) {
                        AppReport::OutOfMemory
                    } else {
                        AppReport::Crashed
                    };
                    let core = handle.state::<Core>();
                    core.api.wait().await.app_reports(&app, report);
                });
            });
    })
}

/// Bounds the web process of an app before anything of a server is in it.
pub(super) fn bound(process: Option<LibraryProcess>, origin: AppOrigin) {
    let Some(process) = process else {
        tracing::warn!("the web process of an app was not found: its memory is not bounded");
        return;
    };
    if origin == AppOrigin::Inert
        && let Err(error) = process.limit_growth(MOST_GROWTH_BYTES)
    {
        tracing::warn!(%error, "the kernel does not bound the memory of an app");
    }
}

/// Ends the web process of an app once its page takes too much memory, as long as it is there.
pub(super) fn watch(handle: AppHandle, app: AppId) {
    let label = label_of(&app);
    let watching = move || {
        let mut network = None;
        while handle.get_webview_window(&label).is_some() {
            std::thread::sleep(LOOK_EVERY);
            let Some(process) = handle.state::<Tokens>().process_of(&app) else {
                continue;
            };
            let resident = process.resident_bytes().unwrap_or_default();
            if resident <= MOST_BYTES && shared_bytes(&mut network) <= MOST_SHARED_BYTES {
                continue;
            }
            handle.state::<Tokens>().set_out_of_memory(&app);
            process.kill();
            if let Some(api) = handle.state::<Core>().api.get() {
                api.app_reports(&app, AppReport::OutOfMemory);
            }
            return;
        }
    };
    let thread = std::thread::Builder::new().name("app-memory".to_owned());
    if let Err(error) = thread.spawn(watching) {
        tracing::warn!(%error, "the memory of an app is not watched");
    }
}

/// The memory that the process of the network takes now, in bytes. It is found anew once it has ended.
fn shared_bytes(network: &mut Option<LibraryProcess>) -> u64 {
    if let Some(resident) = network.and_then(LibraryProcess::resident_bytes) {
        return resident;
    }
    *network = LibraryProcess::named(NETWORK_PROCESS).into_iter().next();
    let resident = network.and_then(LibraryProcess::resident_bytes);
    resident.unwrap_or_default()
}

/// The web processes of this program.
pub(super) fn web_processes() -> HashSet<LibraryProcess> {
    LibraryProcess::named(WEB_PROCESS)
}
