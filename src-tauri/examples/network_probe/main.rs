//! Shows what web views ask of the network.
//!
//! It is to run in a network namespace (`network_namespaces(7)`) where every address leads here and `resolv.conf` names
//! an address: it answers all questions for names, and takes connections at some ports. The same document, which tries
//! every way into the network, is opened in three web views: `control`, as Tauri opens one in a program that is not
//! prepared (`network_probe control`), `app`, as an app of a server is, below no content policy, and `main`, as the
//! window is. A host is called `<way>.<view>.example`.
//!
//! It prints one line of JSON: for each view, the names that were asked for and the addresses that were connected to,
//! and what the proxy of the app refused.

mod observed;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use serde_json::{Value, json};
use tauri::utils::assets::{AssetKey, AssetsIter, CspHash};
use tauri::{
    AppHandle, Assets, Manager, WebviewUrl, WebviewWindow, WebviewWindowBuilder, Wry, http,
};
use usher_net::{Destination, ViewProxy};
use usher_shell::app_views;
use usher_shell::window::{self, MAIN, Shown};
use usher_types::id::AppId;
use usher_types::mcp_app::AppOrigin;

use observed::Observed;

/// How long what a document has begun may take to be seen.
const LOOKS_FOR: Duration = Duration::from_secs(4);

fn main() -> tauri::Result<()> {
    let is_control = std::env::args().nth(1).as_deref() == Some("control");
    #[cfg(target_os = "linux")]
    if !is_control {
        usher_shell::prepare();
    }
    let observed = Observed::start()?;
    let scratch = std::env::temp_dir().join(format!("usher-probe-{}", std::process::id()));
    let mut context = usher_shell::context();
    context.set_assets(Box::new(Page));
    let builder = app_views::serve_with(tauri::Builder::default(), |_, _, _| {
        Box::pin(async { served("app") })
    });
    let app = builder
        .register_uri_scheme_protocol("control", |_, _| served("control"))
        .setup(move |app| {
            let app = app.handle().clone();
            std::thread::spawn(move || {
                let report = watch(&app, &observed, &scratch, is_control);
                // Nobody is left to tell if standard output is gone.
                let _ = writeln!(std::io::stdout(), "{report}");
                let _ = std::fs::remove_dir_all(scratch);
                app.exit(0);
            });
            Ok(())
        })
        .build(context)?;
    app.run(|_, event| {
        // The windows come and go one after the other.
        if let tauri::RunEvent::ExitRequested {
            api, code: None, ..
        } = event
        {
            api.prevent_exit();
        }
    });
    Ok(())
}

/// Opens the views one after the other: the control, or the others.
fn watch(app: &AppHandle, observed: &Observed, scratch: &Path, is_control: bool) -> Value {
    let mut report = BTreeMap::new();
    let refused = Arc::<Mutex<Vec<String>>>::default();
    let views: [(&str, &dyn Fn() -> tauri::Result<WebviewWindow>); 3] = [
        ("control", &|| control(app, scratch.to_path_buf())),
        ("app", &|| of_app(app, Arc::clone(&refused))),
        (MAIN, &|| window::open(app, MAIN, scratch, Shown::Window)),
    ];
    let views = views.into_iter();
    for (name, open) in views.filter(|(name, _)| (*name == "control") == is_control) {
        let opened = match open() {
            Ok(window) => {
                let tried = until_tried(&window);
                std::thread::sleep(LOOKS_FOR);
                let _ = window.destroy();
                json!(tried)
            }
            Err(error) => json!(error.to_string()),
        };
        let (names, addresses) = observed.take();
        let seen = json!({ "tried": opened, "names": names, "addresses": addresses });
        report.insert(name, seen);
    }
    let refused = refused.lock();
    json!({ "views": report, "refused": *refused })
}

/// A web view with nothing between it and the network.
fn control(app: &AppHandle, scratch: PathBuf) -> tauri::Result<WebviewWindow> {
    let url = "control://page/"
        .parse()
        .map_err(tauri::Error::InvalidUrl)?;
    WebviewWindowBuilder::new(app, "control", WebviewUrl::CustomProtocol(url))
        .data_directory(scratch)
        .build()
}

/// The web view of an app that declares two hosts, one of which leads to this computer.
fn of_app(app: &AppHandle, refused: Arc<Mutex<Vec<String>>>) -> tauri::Result<WebviewWindow> {
    let (proxy, url) = tauri::async_runtime::block_on(async {
        let proxy = ViewProxy::start(move |what| {
            let mut refused = refused.lock();
            refused.push(what.to_owned());
        })?;
        let declared = [
            "https://declared.app.example",
            "https://rebound.app.example",
        ];
        let destinations = declared.into_iter().filter_map(Destination::of_source);
        proxy.allow(destinations.collect());
        let url = proxy.url().map_err(tauri::Error::InvalidUrl)?;
        tauri::Result::Ok((proxy, url))
    })?;
    let window = app_views::build(app, &AppId::from("app"), "App", AppOrigin::Opaque, url)?;
    app.manage(proxy);
    Ok(window)
}

/// Whether the document has tried everything.
fn until_tried(window: &WebviewWindow) -> bool {
    let deadline = Instant::now() + Duration::from_mins(1);
    while Instant::now() < deadline {
        let (answer, answered) = std::sync::mpsc::channel();
        let asked = window.eval_with_callback("window.tried", move |state| {
            // The receiver may have stopped waiting.
            let _ = answer.send(state);
        });
        let is_answered = answered.recv_timeout(Duration::from_secs(2));
        if asked.is_ok() && is_answered.is_ok_and(|state| state == "true") {
            return true;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    false
}

/// The document of a view, with a script in it.
fn served(view: &str) -> http::Response<Vec<u8>> {
    let script = format!("<script>{}</script>", script(view));
    let document = document(view).replace("<!--SCRIPT-->", &script);
    http::Response::builder()
        .header("content-type", "text/html")
        .body(document.into_bytes())
        .unwrap_or_default()
}

fn document(view: &str) -> String {
    include_str!("ways.html").replace("VIEW", view)
}

fn script(view: &str) -> String {
    format!("const VIEW = {};\n{}", json!(view), include_str!("ways.js"))
}

/// The page of the window instead of Usher's.
struct Page;

impl Assets<Wry> for Page {
    fn get(&self, key: &AssetKey) -> Option<Cow<'_, [u8]>> {
        let text = match key.as_ref() {
            "/index.html" => {
                document(MAIN).replace("<!--SCRIPT-->", "<script src=\"/ways.js\"></script>")
            }
            "/ways.js" => script(MAIN),
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
