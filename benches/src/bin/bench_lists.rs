//! How long a frame takes while a list scrolls, for lists of 100, 10,000 and 100,000 rows; when a list of 10,000 tools is
//! seen, how long the window goes without a frame while the search over 50,000 things opens, and when its results are seen:
//! the built page on its host in memory, in the web view the window has. `cargo xtask bench lists` runs it on a virtual
//! screen, and fails beyond the bounds.
#![expect(
    clippy::expect_used,
    reason = "a measurement that cannot go on must say where it stopped"
)]

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use usher_bench::scrolling;
use usher_tests::text::text;
use usher_tests::window::{Window, has, repository};

/// Screens with a list, and how many rows each is looked at with.
const LISTS: [(&str, &str, usize); 9] = [
    ("tools", "#/tools", 100),
    ("tools", "#/tools", 10_000),
    ("resources", "#/resources", 10_000),
    ("resources", "#/resources", 100_000),
    ("resources as a tree", "#/resources", 100_000),
    ("resources as a gallery", "#/resources", 100_000),
    ("calls", "#/activity", 100),
    ("calls", "#/activity", 10_000),
    ("calls", "#/activity", 100_000),
];

/// How soon a list of 10,000 tools is to be seen once its data is there, in milliseconds.
const FIRST_PAINT_MS: f64 = 100.0;

/// How soon the results of a search over 50,000 things are to be there, in milliseconds.
const SEARCH_MS: f64 = 50.0;

/// How long the window may go without a frame while that search opens and is made ready, in milliseconds.
const OPEN_GAP_MS: f64 = 100.0;

/// What is typed, and what then stands in a result.
const SEARCHES: [(&str, &str); 9] = [
    ("entry 2", "Entry 2"),
    ("tool_1", "Entry 1"),
    ("many 99", "Entry 99"),
    ("entr 24999", "Entry 24999"),
    ("tool 7", "Entry 7"),
    ("entry demo 18", "Entry 18"),
    ("entry 12345", "Entry 12345"),
    ("many_3", "Entry 3"),
    ("try 4", "Entry 4"),
];

/// Notes when a first row of a list was painted after a link of the rail was clicked.
const PAINT: &str = "window.benchTook = null;
    const [part] = arguments;
    const link = [...document.querySelectorAll('nav a')].find((one) => one.getAttribute('href').includes(part));
    const began = performance.now();
    const look = () => {
        const row = document.querySelector('[role=option]');
        if (row === null || !row.textContent.includes('Entry ')) return;
        watch.disconnect();
        requestAnimationFrame(() => requestAnimationFrame(() => { window.benchTook = performance.now() - began; }));
    };
    const watch = new MutationObserver(look);
    watch.observe(document.body, { childList: true, subtree: true });
    link.click();";

/// Types into the search, and notes when a result with a text is there.
const SEARCH: &str = "window.benchTook = null;
    const [words, expected] = arguments;
    const shown = document.querySelector('[role=dialog]');
    const field = shown.querySelector('input');
    const began = performance.now();
    const watch = new MutationObserver(() => {
        const found = [...shown.querySelectorAll('[role=option]')];
        if (!found.some((one) => one.textContent.includes(expected))) return;
        watch.disconnect();
        window.benchTook = performance.now() - began;
    });
    watch.observe(shown, { childList: true, subtree: true, characterData: true });
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, words);
    field.dispatchEvent(new Event('input', { bubbles: true }));";

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let folder = repository().join("ui/dist-fake");
    assert!(
        folder.join("dev.html").is_file(),
        "the page for looking at is not built: run `npx vite build --mode fake` in ui/"
    );
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let port = listener.local_addr()?.port();
    tokio::spawn(serve(listener, folder));
    let mut window: Option<Window> = None;
    for (list, screen, rows) in LISTS {
        let address = format!("http://127.0.0.1:{port}/dev.html?rows={rows}{screen}");
        match &window {
            Some(window) => window.go_on_to(&address).await,
            None => window = Some(Window::look_at(&address).await),
        }
        let window = window.as_ref().expect("a window is open");
        window.find_some("[role=option], [role=treeitem]").await;
        if let Some((_, view)) = list.split_once(" as a ") {
            let name = text(&format!("resources.views.{view}"));
            window.choose(&name).await;
            window.find_some("[role=option], [role=treeitem]").await;
        }
        scrolling::frames(window, &format!("list of {rows} {list}")).await?;
    }
    let window = window.expect("a window is open");
    let address = |rows: usize| format!("http://127.0.0.1:{port}/dev.html?rows={rows}#/tools");
    window.go_on_to(&address(10_000)).await;
    window.find_some("[role=option]").await;
    let mut painted = Vec::new();
    for _ in 0..9 {
        window.script(LEAVE, vec![]).await;
        window.gone("option", has("Entry 0")).await;
        window.script(PAINT, vec!["/tools".into()]).await;
        painted.push(took(&window).await);
    }
    bounded("10,000 tools are painted after", painted, FIRST_PAINT_MS)?;
    window.go_on_to(&address(25_000)).await;
    window.find_some("[role=option]").await;
    let mut opened = Vec::new();
    for _ in 0..5 {
        window.script(OPEN_SEARCH, vec![]).await;
        window.find_some("[role=dialog] input").await;
        opened.push(took(&window).await);
        window.script(CLOSE_SEARCH, vec![]).await;
        window.gone("dialog", has("")).await;
    }
    worst_bounded(
        "the search over 50,000 things opens with a gap between frames of",
        opened,
        OPEN_GAP_MS,
    )?;
    window.script(OPEN_SEARCH, vec![]).await;
    window.find_some("[role=dialog] input").await;
    took(&window).await;
    let mut searched = Vec::new();
    for (words, expected) in SEARCHES {
        // What was found before may still be drawn.
        tokio::time::sleep(SETTLED).await;
        window
            .script(SEARCH, vec![words.into(), expected.into()])
            .await;
        searched.push(took(&window).await);
    }
    window.leave().await;
    bounded("a search over 50,000 things takes", searched, SEARCH_MS)
}

/// How long after a search nothing of it is drawn any more: the calls are searched once typing has paused.
const SETTLED: Duration = Duration::from_secs(1);

/// Opens the search over everything by its button, and notes the longest gap between frames in the two seconds after.
const OPEN_SEARCH: &str = "window.benchTook = null;
    const began = performance.now();
    let last = began;
    let longest = 0;
    const tick = (now) => {
        longest = Math.max(longest, now - last);
        last = now;
        if (now - began < 2_000) requestAnimationFrame(tick);
        else window.benchTook = longest;
    };
    requestAnimationFrame(tick);
    [...document.querySelectorAll('nav button, button')]
        .find((one) => one.textContent.includes('Ctrl K')).click();";

/// Closes the search.
const CLOSE_SEARCH: &str = "document.querySelector('[role=dialog] input')
    .dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));";

/// Goes to a screen without a list.
const LEAVE: &str = "[...document.querySelectorAll('nav a, a')]
    .find((one) => one.getAttribute('href')?.includes('/settings')).click();";

async fn took(window: &Window) -> f64 {
    window
        .eventually("what is measured", || async {
            let took = window.script("return window.benchTook", vec![]).await;
            took.as_f64()
        })
        .await
}

/// Prints figures, and fails if the middle one is beyond a bound.
fn bounded(what: &str, figures: Vec<f64>, bound: f64) -> std::io::Result<()> {
    let (p50, _) = printed(what, figures, bound)?;
    within(what, p50, bound)
}

/// Prints figures, and fails if the worst one is beyond a bound.
fn worst_bounded(what: &str, figures: Vec<f64>, bound: f64) -> std::io::Result<()> {
    let (_, worst) = printed(what, figures, bound)?;
    within(what, worst, bound)
}

/// Prints figures, and gives the middle one and the worst.
fn printed(what: &str, mut figures: Vec<f64>, bound: f64) -> std::io::Result<(f64, f64)> {
    figures.sort_by(f64::total_cmp);
    let p50 = figures[figures.len() / 2];
    let worst = figures[figures.len() - 1];
    writeln!(
        std::io::stdout(),
        "{what}  p50 {p50:.1} ms, worst {worst:.1} ms  (bound {bound} ms)"
    )?;
    Ok((p50, worst))
}

fn within(what: &str, figure: f64, bound: f64) -> std::io::Result<()> {
    if figure > bound {
        return Err(std::io::Error::other(format!(
            "{what} more than {bound} ms"
        )));
    }
    Ok(())
}

/// Gives the files of a folder to whoever asks for them.
async fn serve(listener: TcpListener, folder: PathBuf) {
    while let Ok((stream, _)) = listener.accept().await {
        let folder = folder.clone();
        tokio::spawn(async move { answer(stream, &folder).await });
    }
}

async fn answer(mut stream: TcpStream, folder: &Path) -> std::io::Result<()> {
    let mut request = vec![0; 8_192];
    let length = stream.read(&mut request).await?;
    let request = String::from_utf8_lossy(&request[..length]).into_owned();
    let path = request.split([' ', '?']).nth(1).unwrap_or_default();
    let path = path.trim_start_matches('/');
    let body = tokio::fs::read(folder.join(path)).await;
    let status = if body.is_ok() {
        "200 OK"
    } else {
        "404 Not Found"
    };
    let body = body.unwrap_or_default();
    let kind = match Path::new(path).extension().and_then(|end| end.to_str()) {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        _ => "application/octet-stream",
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(&body).await
}
