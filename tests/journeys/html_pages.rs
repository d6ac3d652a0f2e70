//! HTML of servers that is no app: drawn once the person asks for it, in a web view of its own.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use usher_tests::text::text;
use usher_tests::window::{Process, Start, children_of, has};

use crate::app_places::{COLOR, is_seen, is_unseen};
use crate::{fixture, hostile_previews, previews, servers, shutdown};

pub(crate) const MIB: u64 = 1024 * 1024;

/// The window answers within 100 ms, which is measured where nothing else runs (`cargo xtask bench contents`): here other
/// programs have all processors meanwhile. A page in the window's own process held it for seconds.
const LONGEST_GAP_MS: u64 = 1_000;

/// Elements of nine million pixels in each other, for each of which a filter takes 36 MB.
fn filters() -> String {
    let style = "div { filter: blur(5px); width: 3000px; height: 3000px; background: #eee }";
    format!(
        "<!doctype html><style>{style}</style>{}",
        "<div>".repeat(120)
    )
}

#[tokio::test]
async fn html_that_takes_memory_is_ended_and_the_window_goes_on() {
    let fixture = fixture::new();
    let folder = tempfile::tempdir().expect("a temporary directory");
    std::fs::write(folder.path().join("filters.html"), filters()).expect("a file is written");
    let window = hostile_previews::open(&fixture, folder.path()).await;
    window.click("option", has("filters.html")).await;
    window.find("heading", "filters.html").await;
    window
        .find("button", text("content.preview.showPage"))
        .await;
    let own = window.process();
    let before: HashMap<u32, u64> = watched(own).filter_map(resident).collect();
    let watching = Watching::begin(own);
    window.watch_frames().await;
    previews::show_page(&window, "filters.html").await;
    window.see(&text("core.htmlPage.memory")).await;
    let gap_ms = window.longest_gap_ms().await;
    assert!(
        gap_ms <= LONGEST_GAP_MS,
        "the window drew nothing for {gap_ms} ms"
    );
    servers::review(&window, "Files").await;
    let mut wrong = String::new();
    for (pid, peak) in watching.end() {
        let most = before.get(&pid).map_or(1536 * MIB, |had| had + 50 * MIB);
        if peak > most {
            let _ = writeln!(wrong, "{:?}: {} MiB", Process(pid).command(), peak / MIB);
        }
    }
    assert_eq!(wrong, "", "these took too much");
    window.done().await;
}

#[tokio::test]
async fn html_of_a_server_is_seen_only_where_it_is_shown() {
    let fixture = fixture::new();
    let data = fixture.data.path();
    let folder = tempfile::tempdir().expect("a temporary directory");
    let [red, green, blue] = COLOR;
    let page = format!("<!doctype html><body style='background: rgb({red}, {green}, {blue})'>");
    std::fs::write(folder.path().join("page.html"), page).expect("a file is written");
    let window = Start::default().open(data).await;
    hostile_previews::connect(&window, folder.path()).await;
    window.click("option", has("page.html")).await;
    window.find("heading", "page.html").await;
    is_unseen(&window, "before it is asked for").await;
    previews::show_page(&window, "page.html").await;
    is_seen(&window).await;

    window.key("Control+k").await;
    is_unseen(&window, "below what covers it").await;
    shutdown::start_again(data).await;
    is_unseen(&window, "below what covers it, after a second start").await;
    window.minimise_and_restore().await;
    is_unseen(&window, "below what covers it, once the window is restored").await;
    window.key("Escape").await;
    is_seen(&window).await;

    let close = text("content.preview.closePage");
    window.push(&close).await;
    is_unseen(&window, "after it was closed").await;
    for _ in 0..4 {
        previews::show_page(&window, "page.html").await;
        window
            .eventually("the page yields to the window", || async {
                let nice: Vec<_> = web_processes(window.process()).filter_map(nice).collect();
                let yields = nice.iter().filter(|nice| **nice == 10).count();
                (yields > 0 && yields + 1 == nice.len()).then_some(())
            })
            .await;
        window.push(&close).await;
        window.gone("button", &close).await;
    }
    window
        .eventually("nothing is left of pages that were closed", || async {
            (helpers(window.process()) == [1, 1]).then_some(())
        })
        .await;
    let left = std::fs::read_dir(std::env::temp_dir()).expect("a temporary directory");
    let left = left.flatten().map(|entry| entry.file_name());
    let left = left.filter(|name| name.to_string_lossy().starts_with("mcp-app-"));
    assert_eq!(left.count(), 0, "no folder of a page is left");
    previews::show_page(&window, "page.html").await;
    is_seen(&window).await;
    window.reload().await;
    is_unseen(&window, "on a page that was loaded anew").await;
    window.quit().await;
}

/// The app and its web processes.
pub(crate) fn watched(app: Process) -> impl Iterator<Item = Process> {
    std::iter::once(app).chain(web_processes(app))
}

fn web_processes(app: Process) -> impl Iterator<Item = Process> {
    named(app, "WebKitWebProcess")
}

fn named(app: Process, name: &str) -> impl Iterator<Item = Process> {
    let is_named = move |process: &Process| {
        let command = process.command();
        command.first().is_some_and(|word| word.contains(name))
    };
    children_of(app).into_iter().filter(is_named)
}

/// How many web processes an app has, and processes of the network.
fn helpers(app: Process) -> [usize; 2] {
    ["WebKitWebProcess", "WebKitNetworkProcess"].map(|name| named(app, name).count())
}

/// How much a process yields to others (`stat`, proc(5)).
fn nice(process: Process) -> Option<i32> {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", process.0)).ok()?;
    let (_, after_name) = stat.rsplit_once(") ")?;
    after_name.split(' ').nth(16)?.parse().ok()
}

/// The memory of a process, in bytes (`statm`, proc(5)); pages have 4 KiB where this runs.
pub(crate) fn resident(process: Process) -> Option<(u32, u64)> {
    let statm = std::fs::read_to_string(format!("/proc/{}/statm", process.0)).ok()?;
    let pages: u64 = statm.split(' ').nth(1)?.parse().ok()?;
    Some((process.0, pages * 4096))
}

/// Looks at the memory of an app and its web processes until it is told to stop.
pub(crate) struct Watching {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<HashMap<u32, u64>>,
}

impl Watching {
    pub(crate) fn begin(app: Process) -> Self {
        let stop = Arc::<AtomicBool>::default();
        let stopped = Arc::clone(&stop);
        let thread = std::thread::spawn(move || {
            let mut peaks = HashMap::new();
            while !stopped.load(Ordering::Relaxed) {
                for (pid, now) in watched(app).filter_map(resident) {
                    let peak = peaks.entry(pid).or_insert(now);
                    *peak = now.max(*peak);
                }
                std::thread::sleep(Duration::from_millis(5));
            }
            peaks
        });
        Self { stop, thread }
    }

    /// The most that each took.
    pub(crate) fn end(self) -> HashMap<u32, u64> {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.join().expect("it watched to the end")
    }
}
