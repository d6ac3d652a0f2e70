//! Bounds the memory of apps, on Linux: the web process of an app that takes too much is ended, and nothing else.
//!
//! Each app has a web process of its own, but nobody says which one: it is the one that came while its page was loaded.

use std::collections::HashSet;
use std::time::Duration;

use tauri::{AppHandle, Manager as _, WebviewWindow};
use usher_api::AppReport;
use usher_types::id::AppId;
use webkit2gtk::{WebProcessTerminationReason, WebViewExt as _};

use super::{Tokens, label_of};
use crate::ipc::Core;

/// The most memory that the page of an app may take, in bytes.
const MOST_BYTES: u64 = 1024 * 1024 * 1024;

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
    let api = handle.state::<Core>().api.wait().await.clone();
    let label = label_of(&app);
    while handle.get_webview_window(&label).is_some() {
        tokio::time::sleep(LOOK_EVERY).await;
        let processes = handle.state::<Tokens>().processes_of(&app);
        let taken: u64 = processes.into_iter().filter_map(resident_bytes).sum();
        if taken > MOST_BYTES {
            api.app_reports(&app, AppReport::OutOfMemory);
            return;
        }
    }
}

/// The web processes of this program.
pub(super) fn web_processes() -> HashSet<u32> {
    let threads = std::fs::read_dir("/proc/self/task").into_iter().flatten();
    let children = threads.flatten().filter_map(|thread| {
        let children = std::fs::read_to_string(thread.path().join("children")).ok()?;
        let children = children.split_whitespace();
        Some(
            children
                .filter_map(|pid| pid.parse().ok())
                .collect::<Vec<u32>>(),
        )
    });
    children
        .flatten()
        .filter(|pid| is_web_process(*pid))
        .collect()
}

/// Whether this is a web process; the kernel keeps 15 characters of a name.
fn is_web_process(pid: u32) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/comm"))
        .is_ok_and(|name| name.trim_end() == "WebKitWebProces")
}

/// The memory a process takes now.
fn resident_bytes(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().trim_end_matches("kB").trim_end().parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_takes_memory_and_is_no_web_process() {
        let pid = std::process::id();
        assert!(resident_bytes(pid).is_some_and(|bytes| bytes > 100_000));
        assert!(!is_web_process(pid));
        assert_eq!(web_processes(), HashSet::new());
    }
}
