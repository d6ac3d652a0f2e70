//! Bounds the memory of apps, on Linux: the web process of an app that takes too much is ended, and nothing else.
//!
//! Each app has a web process of its own, but nobody says which one: it is the one that came while its page was loaded.
//! A page may have others, for workers: whatever is neither the window's nor that of an app is bounded, too.

use std::collections::HashSet;
use std::hash::Hash;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use tauri::{AppHandle, Manager as _, WebviewWindow};
use usher_api::AppReport;
use usher_process::LibraryProcess;
use usher_types::id::AppId;
use usher_types::mcp_app::AppOrigin;
use webkit2gtk::{WebProcessTerminationReason, WebViewExt as _};

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

/// The most memory that the processes of the network may take together, in bytes; there is one, unless the web view
/// starts more. Which app's it is nobody says: all end.
const MOST_SHARED_BYTES: u64 = 1024 * 1024 * 1024;

/// How long a process may take to say who it is. The web view ends all of Usher if one is ended before.
const STARTS_WITHIN: Duration = Duration::from_secs(5);

/// How often all are looked at.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// How often, before processes that have come since are searched for: that reads of all processes of the computer.
const LOOKS_BETWEEN_SEARCHES: u32 = 10;

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

/// Bounds the web process of an app before anything of a server is in it. The window has the processor before it.
pub(super) fn bound(process: Option<LibraryProcess>, origin: AppOrigin) {
    let Some(process) = process else {
        tracing::warn!("the web process of an app was not found: its memory is not bounded");
        return;
    };
    yield_to_window(process);
    if origin == AppOrigin::Inert
        && let Err(error) = process.limit_growth(MOST_GROWTH_BYTES)
    {
        tracing::warn!(%error, "the kernel does not bound the memory of an app");
    }
}

/// Watches the memory of foreign pages, as long as an app runs.
#[derive(Default)]
pub(super) struct Watch {
    is_running: Mutex<bool>,
    /// The web processes of the window.
    window: Mutex<HashSet<LibraryProcess>>,
    /// The web processes that belong neither to the window nor to an app that is known: those of workers, or of an app
    /// that has just ended.
    strangers: Mutex<HashSet<LibraryProcess>>,
}

/// The page of the window is there: its web process is told from those of others.
pub(super) fn window_loads(handle: &AppHandle) {
    // A probe has none.
    let (Some(watch), Some(tokens)) = (handle.try_state::<Watch>(), handle.try_state::<Tokens>())
    else {
        return;
    };
    let running = web_processes();
    let known = tokens.processes();
    let strangers = locked(&watch.strangers);
    let mut window = locked(&watch.window);
    *window = of_window(&window, &running, &known, &strangers);
}

/// An app is opened: ends its web process, or any that is not the window's, once it takes too much memory.
pub(super) fn watch(handle: &AppHandle) {
    let watch = handle.state::<Watch>();
    let mut is_running = locked(&watch.is_running);
    if *is_running {
        return;
    }
    let watching = handle.clone();
    let thread = std::thread::Builder::new().name("app-memory".to_owned());
    match thread.spawn(move || while look(&watching) {}) {
        Ok(_) => *is_running = true,
        Err(error) => tracing::warn!(%error, "the memory of apps is not watched"),
    }
}

/// Looks for some time; `false` = no app runs any more.
fn look(handle: &AppHandle) -> bool {
    let watch = handle.state::<Watch>();
    let network = LibraryProcess::named(NETWORK_PROCESS);
    let strangers = find_strangers(handle, &watch);
    {
        let mut is_running = locked(&watch.is_running);
        if !handle.state::<Tokens>().has_open() {
            let (started, starting) = by_age(&strangers, LibraryProcess::age);
            for process in started {
                process.kill();
            }
            *is_running = !starting.is_empty();
            if starting.is_empty() {
                return false;
            }
        }
    }
    for _ in 0..LOOKS_BETWEEN_SEARCHES {
        std::thread::sleep(LOOK_EVERY);
        let is_shared_full = resident(&network) > MOST_SHARED_BYTES;
        let takes_too_much = |process: LibraryProcess| {
            is_shared_full || process.resident_bytes().unwrap_or_default() > MOST_BYTES
        };
        for (app, process) in handle.state::<Tokens>().watched() {
            if takes_too_much(process) {
                handle.state::<Tokens>().set_out_of_memory(&app);
                process.kill();
                if let Some(api) = handle.state::<Core>().api.get() {
                    api.app_reports(&app, AppReport::OutOfMemory);
                }
            }
        }
        for process in &strangers {
            if takes_too_much(*process) {
                tracing::warn!("a web process that belongs to no page took too much memory");
                process.kill();
            }
        }
    }
    true
}

/// The web processes that are neither the window's nor those of a known app. None is, as long as an app is being opened
/// whose process is not known yet.
fn find_strangers(handle: &AppHandle, watch: &Watch) -> HashSet<LibraryProcess> {
    let running = web_processes();
    let tokens = handle.state::<Tokens>();
    if tokens.is_opening() {
        return HashSet::new();
    }
    let found = strangers(&running, &tokens.processes(), &locked(&watch.window));
    locked(&watch.strangers).clone_from(&found);
    // One that was just started may be the window's.
    for process in by_age(&found, LibraryProcess::age).0 {
        yield_to_window(process);
    }
    found
}

/// The web processes of the window once its page is there: those it had, and those that are nobody else's.
fn of_window<P: Copy + Eq + Hash>(
    before: &HashSet<P>,
    running: &HashSet<P>,
    of_apps: &HashSet<P>,
    strangers: &HashSet<P>,
) -> HashSet<P> {
    let is_own = |process: &P| {
        before.contains(process) || !(of_apps.contains(process) || strangers.contains(process))
    };
    running.iter().copied().filter(is_own).collect()
}

/// The web processes that belong neither to an app nor to the window.
fn strangers<P: Copy + Eq + Hash>(
    running: &HashSet<P>,
    of_apps: &HashSet<P>,
    of_window: &HashSet<P>,
) -> HashSet<P> {
    let is_known = |process: &P| of_apps.contains(process) || of_window.contains(process);
    running
        .iter()
        .copied()
        .filter(|process| !is_known(process))
        .collect()
}

/// Divides processes into those that have started and may be ended, and those that may not have: of one that has gone
/// nobody knows the age.
fn by_age<P: Copy>(
    processes: &HashSet<P>,
    age: impl Fn(P) -> Option<Duration>,
) -> (Vec<P>, Vec<P>) {
    let has_started = |process: P| age(process).is_some_and(|age| age > STARTS_WITHIN);
    processes.iter().copied().partition(|one| has_started(*one))
}

/// The memory that processes take now, in bytes.
fn resident(processes: &HashSet<LibraryProcess>) -> u64 {
    let each = processes.iter().filter_map(|one| one.resident_bytes());
    each.sum()
}

fn yield_to_window(process: LibraryProcess) {
    if let Err(error) = process.yield_processor() {
        tracing::warn!(%error, "an app has the processor as often as the window");
    }
}

fn locked<T>(held: &Mutex<T>) -> MutexGuard<'_, T> {
    held.lock()
}

/// The web processes of this program.
pub(super) fn web_processes() -> HashSet<LibraryProcess> {
    LibraryProcess::named(WEB_PROCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set<const N: usize>(names: [&'static str; N]) -> HashSet<&'static str> {
        names.into()
    }

    #[test]
    fn a_web_process_is_a_strangers_only_if_it_is_neither_the_windows_nor_an_apps() {
        for (running, apps, window, expected) in [
            (set([]), set([]), set([]), set([])),
            (set(["window"]), set([]), set(["window"]), set([])),
            (
                set(["window", "app", "worker"]),
                set(["app"]),
                set(["window"]),
                set(["worker"]),
            ),
            // An app that has ended, whose process has not.
            (
                set(["window", "app"]),
                set([]),
                set(["window"]),
                set(["app"]),
            ),
            // Known ones that have gone.
            (
                set(["worker"]),
                set(["app"]),
                set(["window"]),
                set(["worker"]),
            ),
        ] {
            assert_eq!(
                strangers(&running, &apps, &window),
                expected,
                "{running:?} with apps {apps:?} and window {window:?}"
            );
        }
    }

    #[test]
    fn the_windows_web_processes_are_its_own_and_what_is_nobody_elses() {
        for (before, running, apps, strangers, expected) in [
            (set([]), set(["window"]), set([]), set([]), set(["window"])),
            (
                set(["window"]),
                set(["window", "app", "worker"]),
                set(["app"]),
                set(["worker"]),
                set(["window"]),
            ),
            // Its page was loaded anew, in another process.
            (
                set(["window"]),
                set(["new", "worker"]),
                set([]),
                set(["worker"]),
                set(["new"]),
            ),
            // While its new process was not yet known as its own.
            (
                set(["window"]),
                set(["window", "new"]),
                set([]),
                set([]),
                set(["window", "new"]),
            ),
        ] {
            assert_eq!(
                of_window(&before, &running, &apps, &strangers),
                expected,
                "{before:?}, then {running:?} with apps {apps:?} and strangers {strangers:?}"
            );
        }
    }

    #[test]
    fn a_web_process_is_ended_once_it_has_started() {
        let ages = |process: &str| match process {
            "new" => Some(Duration::ZERO),
            "starting" => Some(STARTS_WITHIN),
            "old" => Some(STARTS_WITHIN + Duration::from_millis(1)),
            _ => None,
        };
        for (process, ends) in [
            ("new", false),
            ("starting", false),
            ("old", true),
            ("gone", false),
        ] {
            let (ended, left) = by_age(&set([process]), ages);
            let expected = if ends {
                (vec![process], vec![])
            } else {
                (vec![], vec![process])
            };
            assert_eq!((ended, left), expected, "{process}");
        }
        assert!(
            STARTS_WITHIN >= Duration::from_secs(5),
            "the web view ends Usher otherwise"
        );
    }
}
