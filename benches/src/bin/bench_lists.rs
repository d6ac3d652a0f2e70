//! How long a frame takes while a list scrolls, for lists of 100, 10,000 and 100,000 rows: the built page on its host in
//! memory, in the web view the window has. `cargo xtask bench lists` runs it on a virtual screen.
#![expect(
    clippy::expect_used,
    reason = "a measurement that cannot go on must say where it stopped"
)]

use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use usher_tests::window::{Name, Window, repository};

/// Screens with a list, and how many rows each is looked at with.
const LISTS: [(&str, &str, usize); 7] = [
    ("tools", "#/tools", 100),
    ("tools", "#/tools", 10_000),
    ("resources", "#/resources", 10_000),
    ("resources", "#/resources", 100_000),
    ("calls", "#/activity", 100),
    ("calls", "#/activity", 10_000),
    ("calls", "#/activity", 100_000),
];

/// Scrolls the list up and down, one step in each frame, and gives the time between frames, in milliseconds.
const SCROLL: &str = "window.benchFrames = null;
    const list = document.querySelector('[role=listbox]');
    const frames = [];
    let last = null;
    let step = 173;
    const tick = (now) => {
        if (last !== null) frames.push(now - last);
        last = now;
        if (frames.length >= 300) { window.benchFrames = frames; return; }
        if (list.scrollTop + list.clientHeight >= list.scrollHeight - 1) step = -173;
        if (list.scrollTop <= 0) step = 173;
        list.scrollTop += step;
        requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);";

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
        window.find("option", Name::has("")).await;
        window.script(SCROLL, vec![]).await;
        let frames = window
            .eventually("the frames of a list that scrolls", || async {
                let frames = window.script("return window.benchFrames", vec![]).await;
                frames.as_array().cloned()
            })
            .await;
        let mut frames: Vec<f64> = frames.iter().filter_map(Value::as_f64).collect();
        frames.sort_by(f64::total_cmp);
        writeln!(
            std::io::stdout(),
            "list of {rows} {list}: a frame takes  p50 {:.1} ms, p95 {:.1} ms, worst {:.1} ms  ({} frames)",
            frames[frames.len() / 2],
            frames[frames.len() * 95 / 100],
            frames[frames.len() - 1],
            frames.len(),
        )?;
    }
    if let Some(window) = window {
        window.leave().await;
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
