//! Tries to reach an operation from outside the page.
//!
//! It stands on the app's own configuration, access list and isolation script, with its own page and
//! its own `rpc` that only counts. The page plays the thief: it takes Tauri's invoke key and hands it to
//! six kinds of frames, and a second window without a capability tries the page's own way.
//!
//! `ipc_probe shipped` keeps every wall. `ipc_probe open` takes the content policy and the navigation
//! hook away, so that the frames really run and only isolation and the access list stand.
//!
//! Last, the key goes to the web views of two apps, opened as the app opens them: to Usher's two documents, as if those
//! were broken into, and to the page in them, which has no origin in one app and one of its own in the other.
//! It prints one line of JSON: how often each name was dispatched, and what each frame did.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use serde_json::{Value, json};
use tauri::utils::assets::{AssetKey, AssetsIter, CspHash};
use tauri::utils::config::WindowConfig;
use tauri::{AppHandle, Assets, Manager, State, Wry, http};
use usher_types::id::AppId;
use usher_types::mcp_app::AppOrigin;

const FRAME: &str = include_str!("frame.js");
const APP: &str = include_str!("app.js");
const APP_PROXY: &str = include_str!("app_proxy.js");

/// The apps: their id, the origin of their page, and the names of their three documents.
const APPS: [(&str, AppOrigin, [&str; 3]); 2] = [
    (
        "opaque",
        AppOrigin::Opaque,
        ["appTop", "appProxy", "appPage"],
    ),
    ("own", AppOrigin::Own, ["ownTop", "ownProxy", "ownPage"]),
];

/// Dispatches by the name the caller gave.
#[derive(Default)]
struct Dispatches(Mutex<BTreeMap<String, u32>>);

#[tauri::command]
async fn rpc(dispatches: State<'_, Dispatches>, name: String) -> Result<(), ()> {
    let mut counts = dispatches.0.lock();
    *counts.entry(name).or_default() += 1;
    Ok(())
}

#[tauri::command]
async fn subscribe(dispatches: State<'_, Dispatches>) -> Result<(), ()> {
    let mut counts = dispatches.0.lock();
    *counts.entry("subscribe".to_owned()).or_default() += 1;
    Ok(())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Walls {
    Shipped,
    Open,
}

fn main() -> tauri::Result<()> {
    let walls = match std::env::args().nth(1).as_deref() {
        Some("open") => Walls::Open,
        _ => Walls::Shipped,
    };
    let scratch = std::env::temp_dir().join(format!("usher-probe-{}", std::process::id()));

    let mut context = usher_shell::context();
    context.set_assets(Box::new(Page));
    if walls == Walls::Open {
        context.config_mut().app.security.csp = None;
    }
    let folder = scratch.clone();
    let builder = usher_shell::app_views::serve_with(tauri::Builder::default(), |_, _, request| {
        Box::pin(async move { app(&request) })
    });
    let app = builder
        .manage(Dispatches::default())
        .register_uri_scheme_protocol("probe", |_, _| {
            http::Response::builder()
                .header("content-type", "text/html")
                .header("access-control-allow-origin", "*")
                .body(format!("<!doctype html><script>{FRAME}</script>").into_bytes())
                .unwrap_or_default()
        })
        .invoke_handler(tauri::generate_handler![rpc, subscribe])
        .setup(move |app| {
            open(app.handle(), walls, folder)?;
            Ok(())
        })
        .build(context)?;
    app.run(|_, _| {});
    Ok(())
}

fn open(app: &AppHandle, walls: Walls, folder: PathBuf) -> tauri::Result<()> {
    match walls {
        Walls::Shipped => {
            usher_shell::window::open(
                app,
                usher_shell::window::MAIN,
                &folder,
                usher_shell::window::Shown::Window,
            )?;
            usher_shell::window::open(app, "second", &folder, usher_shell::window::Shown::Window)?;
        }
        Walls::Open => {
            for label in [usher_shell::window::MAIN, "second"] {
                let config = WindowConfig {
                    label: label.to_owned(),
                    ..WindowConfig::default()
                };
                tauri::WebviewWindowBuilder::from_config(app, &config)?
                    .data_directory(folder.clone())
                    .build()?;
            }
        }
    }
    let app = app.clone();
    std::thread::spawn(move || {
        let report = watch(&app);
        // Nobody is left to tell if standard output is gone.
        let _ = writeln!(std::io::stdout(), "{report}");
        let _ = std::fs::remove_dir_all(folder);
        app.exit(0);
    });
    Ok(())
}

/// The documents of an app: the same attack in all, under policies no narrower than those apps are served with.
fn app(request: &http::Request<Vec<u8>>) -> http::Response<Vec<u8>> {
    let host = request.uri().host().unwrap_or_default();
    let app = host.trim_start_matches("page-");
    let of_app = APPS.into_iter().find(|(id, ..)| *id == app);
    let origin = of_app.map_or(AppOrigin::Opaque, |(_, origin, _)| origin);
    let own =
        "default-src 'none'; script-src 'unsafe-inline'; frame-src *; connect-src *".to_owned();
    let (script, policy) = match request.uri().path() {
        "/" => (APP.to_owned(), own),
        "/proxy" => {
            let page = usher_shell::app_views::page_address(&AppId::from(app), origin);
            let page = page.map(String::from).unwrap_or_default();
            let sandbox = origin.sandbox();
            let known = format!("const [PAGE, SANDBOX] = {};", json!([page, sandbox]));
            (known + APP_PROXY, own)
        }
        _ => {
            let policy = format!(
                "sandbox {}; default-src 'none'; script-src 'unsafe-inline'",
                origin.sandbox()
            );
            (String::new(), policy)
        }
    };
    let body = format!("<!doctype html><script>{FRAME}{script}</script>");
    http::Response::builder()
        .header("content-type", "text/html")
        .header("content-security-policy", policy)
        .body(body.into_bytes())
        .unwrap_or_default()
}

/// Gives the key to the web view of an app, and waits for what it tried.
fn attack_by_app(
    app: &AppHandle,
    key: &Value,
    id: &str,
    origin: AppOrigin,
    kinds: [&str; 3],
) -> Value {
    let id = AppId::from(id);
    let title = "App of the probe";
    let Ok(nowhere) = "http://127.0.0.1:0".parse() else {
        return json!("no address");
    };
    let Ok(window) = usher_shell::app_views::build(app, &id, title, origin, nowhere) else {
        return json!("no window");
    };
    let begin = format!(
        "typeof window.attackBy === 'function' && (window.attackBy({key}, {}), true)",
        json!(kinds)
    );
    let deadline = Instant::now() + Duration::from_secs(30);
    let mut has_begun = false;
    let mut seen = Value::Null;
    while Instant::now() < deadline && !is_done(Some(&seen)) {
        std::thread::sleep(Duration::from_millis(200));
        if has_begun {
            seen = ask(app, window.label()).unwrap_or(seen);
        } else {
            has_begun = ask_for(app, window.label(), &begin) == Some(json!(true));
        }
    }
    seen
}

/// Waits until both windows are done, and a moment longer.
fn watch(app: &AppHandle) -> Value {
    let deadline = Instant::now() + Duration::from_mins(1);
    let windows = [usher_shell::window::MAIN, "second"];
    let mut seen: BTreeMap<&str, Value> = BTreeMap::new();
    while Instant::now() < deadline && !windows.iter().all(|label| is_done(seen.get(label))) {
        std::thread::sleep(Duration::from_millis(200));
        for label in windows {
            if let Some(state) = ask(app, label) {
                seen.insert(label, state);
            }
        }
    }
    let key = ask_for(app, usher_shell::window::MAIN, "window.stolenKey").unwrap_or_default();
    for (id, origin, kinds) in APPS {
        seen.insert(id, attack_by_app(app, &key, id, origin, kinds));
    }
    std::thread::sleep(Duration::from_secs(1));
    let dispatches = app.state::<Dispatches>();
    let counts = dispatches.0.lock();
    json!({ "dispatches": *counts, "windows": seen })
}

fn is_done(state: Option<&Value>) -> bool {
    state.is_some_and(|state| state["done"] == json!(true))
}

fn ask(app: &AppHandle, label: &str) -> Option<Value> {
    ask_for(app, label, "window.probe")
}

fn ask_for(app: &AppHandle, label: &str, what: &str) -> Option<Value> {
    let (answer, answered) = std::sync::mpsc::channel();
    let window = app.get_webview_window(label)?;
    window
        .eval_with_callback(what, move |state| {
            // The receiver may have stopped waiting.
            let _ = answer.send(state);
        })
        .ok()?;
    let state = answered.recv_timeout(Duration::from_secs(2)).ok()?;
    serde_json::from_str(&state).ok()
}

/// The probe's page instead of Usher's.
struct Page;

impl Assets<Wry> for Page {
    fn get(&self, key: &AssetKey) -> Option<Cow<'_, [u8]>> {
        let text = match key.as_ref() {
            "/index.html" => include_str!("index.html").to_owned(),
            "/page.js" => include_str!("page.js").to_owned(),
            "/own.html" => include_str!("own.html").to_owned(),
            "/frame.js" => FRAME.to_owned(),
            // For the frames whose text the page has to bring along.
            "/source.js" => format!("window.frameSource = {};", json!(FRAME)),
            _ => return None,
        };
        Some(Cow::Owned(text.into_bytes()))
    }

    fn iter(&self) -> Box<AssetsIter<'_>> {
        Box::new(std::iter::empty())
    }

    fn csp_hashes(&self, _html_path: &AssetKey) -> Box<dyn Iterator<Item = CspHash<'_>> + '_> {
        Box::new(std::iter::empty())
    }
}
