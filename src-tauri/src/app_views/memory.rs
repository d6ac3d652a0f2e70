//! Bounds the memory of apps, on Linux: the web process of an app that takes too much is ended, and nothing else.
//!
//! Each app has a web process of its own, but nobody says which one: it is the one that came while its page was loaded.

use std::collections::HashSet;
use std::time::Duration;

use sysinfo::{Pid, Process, ProcessRefreshKind, ProcessesToUpdate, System};
use tauri::{AppHandle, Manager as _, WebviewWindow};
use usher_api::AppReport;
use usher_types::id::AppId;
use webkit2gtk::{WebProcessTerminationReason, WebViewExt as _};

use super::{Tokens, label_of};
use crate::ipc::Core;

/// The most memory that the page of an app may take, in bytes.
const MOST_BYTES: u64 = 1024 * 1024 * 1024;

/// The name of a web process, of which the kernel keeps 15 characters.
const WEB_PROCESS: &str = "WebKitWebProces";

/// How often it is looked at: a page can take some gigabytes a second.
const LOOK_EVERY: Duration = Duration::from_millis(100);

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
                    let core = handle.state::<Core>();
                    core.api.wait().await.app_reports(&app, AppReport::Crashed);
                });
            });
    })
}

/// Has an app ended once its page takes too much memory, as long as it is there.
pub(super) async fn watch(handle: AppHandle, app: AppId) {
    let api = handle.state::<Core>().api.wait().await;
    let label = label_of(&app);
    let mut system = match System::new() {
        Ok(system) => system,
        Err(error) => {
            tracing::warn!(%error, "the memory of an app is not bounded");
            return;
        }
    };
    while handle.get_webview_window(&label).is_some() {
        tokio::time::sleep(LOOK_EVERY).await;
        let Some(process) = handle.state::<Tokens>().process_of(&app) else {
            continue;
        };
        if resident_bytes(&mut system, process) > MOST_BYTES {
            api.app_reports(&app, AppReport::OutOfMemory);
            return;
        }
    }
}

/// The web processes of this program.
pub(super) fn web_processes() -> HashSet<u32> {
    let own = Pid::from_u32(std::process::id());
    let Ok(mut system) = System::new() else {
        return HashSet::new();
    };
    system.refresh_processes_specifics(ProcessesToUpdate::All, true, ProcessRefreshKind::nothing());
    let web = system
        .processes()
        .values()
        .filter(|process| process.parent() == Some(own) && process.name() == WEB_PROCESS);
    web.map(|process| process.pid().as_u32()).collect()
}

/// The memory that a process takes now, in bytes.
fn resident_bytes(system: &mut System, process: u32) -> u64 {
    let process = Pid::from_u32(process);
    system.refresh_processes_specifics(
        ProcessesToUpdate::Some(&[process]),
        true,
        ProcessRefreshKind::nothing().with_memory(),
    );
    system.process(process).map_or(0, Process::memory)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_takes_memory_and_has_no_web_process() {
        assert!(resident_bytes(&mut System::new().unwrap(), std::process::id()) > 100_000);
        assert_eq!(web_processes(), HashSet::new());
    }
}
