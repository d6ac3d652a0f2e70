//! The official example servers of MCP Apps, from npm: each is added, its tool is run, its app is reviewed and drawn.
//! What each came to is printed and written to `artifacts/example-apps.md`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use usher_tests::extent::is_all;
use usher_tests::text::{text, text_with};
use usher_tests::window::{Window, free_port, has, repository, screenshots};

use crate::{fixture, servers};

/// How large the window is, in pixels.
const SIZE: (u32, u32) = (1280, 900);

/// An example server and what is expected of its app.
pub(crate) struct Example {
    /// `@modelcontextprotocol/server-…`.
    name: &'static str,
    tool: &'static str,
    /// Whether it serves clients over HTTP only.
    is_http: bool,
    /// What its argument is called that names a file, if it needs one.
    file: Option<&'static str>,
    /// How many colours it shows at least once it is drawn: more than while it loads.
    colors: usize,
    /// Hosts of the network it needs for what it shows. Where they cannot be reached the app says so itself; what its
    /// console says about these hosts is no fault of its own.
    needs: &'static [&'static str],
}

impl Example {
    /// Whether an error comes of a host that cannot be reached.
    fn is_of_network(&self, error: &str) -> bool {
        // What a server fetches itself fails there.
        let is_fetched = !self.needs.is_empty() && error.contains("fetch failed");
        is_fetched || self.needs.iter().any(|host| error.contains(host))
    }
}

pub(crate) const fn plain(name: &'static str, tool: &'static str) -> Example {
    Example {
        name,
        tool,
        is_http: false,
        file: None,
        colors: LEAST_COLORS,
        needs: &[],
    }
}

const EXAMPLES: [Example; 21] = [
    plain("basic-preact", "get-time"),
    plain("basic-react", "get-time"),
    plain("basic-solid", "get-time"),
    plain("basic-svelte", "get-time"),
    plain("basic-vanillajs", "get-time"),
    plain("basic-vue", "get-time"),
    plain("budget-allocator", "get-budget-data"),
    plain("cohort-heatmap", "get-cohort-data"),
    plain("customer-segmentation", "get-customer-data"),
    plain("debug", "debug-tool"),
    Example {
        is_http: true,
        ..plain("lazy-auth", "show_auth_button")
    },
    Example {
        needs: &["cesium.com", "openstreetmap.org"],
        ..plain("map", "show-map")
    },
    Example {
        file: Some("url"),
        colors: 150,
        needs: &["unpkg.com"],
        ..plain("pdf", "display_pdf")
    },
    plain("scenario-modeler", "get-scenario-data"),
    plain("shadertoy", "render-shadertoy"),
    Example {
        needs: &["paulrosen.github.io"],
        ..plain("sheet-music", "play-sheet-music")
    },
    plain("system-monitor", "get-system-info"),
    plain("threejs", "show_threejs_scene"),
    plain("transcript", "transcribe"),
    Example {
        needs: &["commondatastorage.googleapis.com"],
        ..plain("video-resource", "play_video")
    },
    Example {
        needs: &["en.wikipedia.org"],
        ..plain("wiki-explorer", "get-first-degree-links")
    },
];

/// What came of an example.
struct Shown {
    /// Whether it has started: one that loads its scripts from the network never does without it.
    runs: bool,
    colors: usize,
    errors: Vec<String>,
    violations: u64,
}

#[tokio::test]
async fn apps_of_the_official_example_servers_are_drawn_without_a_console_error() {
    let (fixture, window) = fixture::open().await;
    window.resize(SIZE.0, SIZE.1).await;
    let mut table = String::from(
        "| example server | tool | drawn | console errors | of the network | violations | needs |\n|---|---|---|---|---|---|---|\n",
    );
    let mut faults = Vec::new();
    for example in EXAMPLES.iter().filter(|one| is_wanted(one.name)) {
        let shown = show(&window, example, fixture.data.path()).await;
        let needs = example.needs.join(", ");
        let lacks_network = shown.errors.iter().any(|one| example.is_of_network(one));
        let (own, of_network): (Vec<_>, Vec<_>) = shown
            .errors
            .iter()
            // One that lacks its scripts and does not start says more than once why.
            .partition(|error| !(example.is_of_network(error) || lacks_network && !shown.runs));
        let drawn = if shown.runs {
            format!("yes, {} colours", shown.colors)
        } else {
            "not without the network".to_owned()
        };
        let line = format!(
            "| {} | {} | {drawn} | {} | {} | {} | {needs} |",
            example.name,
            example.tool,
            own.len(),
            of_network.len(),
            shown.violations
        );
        println!("{line}\n    {:?}", shown.errors);
        let _ = writeln!(table, "{line}");
        if !shown.runs && !lacks_network {
            faults.push(format!("{}: it does not start", example.name));
        }
        if shown.runs && shown.colors < example.colors {
            faults.push(format!("{}: nothing is drawn", example.name));
        }
        faults.extend(own.iter().map(|error| format!("{}: {error}", example.name)));
    }
    let written = screenshots().join("../example-apps.md");
    std::fs::write(written, &table).expect("the table can be written");
    assert!(faults.is_empty(), "{table}\n{}", faults.join("\n"));
    window.done().await;
}

/// An empty page has one colour, or two with a border.
const LEAST_COLORS: usize = 12;

/// One of each kind: drawn by a framework, over HTTP, with a file, in three dimensions, without the network.
const USUAL: [&str; 5] = [
    "basic-react",
    "lazy-auth",
    "pdf",
    "threejs",
    "wiki-explorer",
];

/// Whether an example is among those in `USHER_EXAMPLES`, or there is no such list and it is usual, or all are tested.
fn is_wanted(name: &str) -> bool {
    match std::env::var("USHER_EXAMPLES") {
        Ok(wanted) => wanted.split(',').any(|one| one == name),
        Err(_) => is_all() || USUAL.contains(&name),
    }
}

async fn show(window: &Window, example: &Example, data: &Path) -> Shown {
    let label = example.name;
    let served = example.is_http.then(|| Served::start(example.name));
    let config = match &served {
        Some(served) => served.config(window).await,
        None => local(example, data),
    };
    let server = add(window, label, config).await;
    let before = window.app_errors().len();
    let title = title_of(window, &server, example.tool).await;
    servers::open_tool(window, &title).await;
    if let Some(argument) = example.file {
        let file = data.join("paper.pdf");
        let file = file.display().to_string();
        window.write(has(argument), &file).await;
    }
    servers::run(window).await;
    let of_server = &[("server", label)];
    window.see(&text_with("apps.first", of_server)).await;
    servers::agree(window, text("apps.show")).await;
    let app = window
        .eventually(&format!("the app of {label}"), || async {
            let app = last_app(window).await;
            (app["serverId"] == server).then_some(app)
        })
        .await;
    let runs = if example.needs.is_empty() {
        window
            .eventually(&format!("the app of {label} runs"), || async {
                (last_app(window).await["status"] == "running").then_some(())
            })
            .await;
        true
    } else {
        starts(window, before).await
    };
    let colors = if runs {
        drawn(window, example.colors).await
    } else {
        0
    };
    window.picture_of_display(&format!("61-example-{label}"));
    let violations = last_app(window).await["violations"].as_u64();
    let errors = window.app_errors().split_off(before);
    let stop = json!({ "appId": app["id"] });
    let _ = window.rpc("mcpApp.stop", stop).await;
    let removed = window
        .rpc("server.remove", json!({ "serverId": server }))
        .await;
    removed.expect("the server can be removed");
    // The list must not show its tool when the next server is added.
    window.gone("option", has(&title)).await;
    Shown {
        runs,
        colors,
        errors,
        violations: violations.unwrap_or_default(),
    }
}

async fn last_app(window: &Window) -> Value {
    let apps = window.rpc("mcpApp.list", json!({})).await;
    let apps = apps.expect("apps can be listed");
    let last = apps.as_array().and_then(|apps| apps.last());
    last.cloned().unwrap_or_default()
}

/// Whether an app that needs the network starts, or says in its console that it cannot.
async fn starts(window: &Window, before: usize) -> bool {
    window
        .eventually("the app runs, or says why not", || async {
            let runs = last_app(window).await["status"] == "running";
            let has_said = window.app_errors().len() > before;
            (runs || has_said).then_some(runs)
        })
        .await
}

/// On a busy machine apps get what of the processor is left.
const DRAWN_WITHIN: Duration = Duration::from_mins(2);

/// How often an app is looked at that shows enough, until it has come to rest.
const LOOKS: usize = 40;

/// Waits until the app shows something and has come to rest, or has moved for as long as anybody would wait; yields how
/// many colours it shows.
async fn drawn(window: &Window, least: usize) -> usize {
    let slot = "const slot = document.querySelector('[data-part=app-slot]');
        slot.scrollIntoView({ block: 'start' });
        const { x, y, width, height } = slot.getBoundingClientRect();
        return [x, y, width, Math.max(0, Math.min(height, innerHeight - y))].map(Math.round);";
    let until = Instant::now() + DRAWN_WITHIN;
    let (mut colors, mut still, mut looks) = (0, 0, 0);
    while looks < LOOKS && Instant::now() < until {
        tokio::time::sleep(Duration::from_millis(250)).await;
        agree_to_calls(window).await;
        let area = window.script(slot, vec![]).await;
        let side = |at: usize| usize::try_from(area[at].as_i64()?).ok();
        let (Some(left), Some(top), Some(width), Some(height)) =
            (side(0), side(1), side(2), side(3))
        else {
            continue;
        };
        let now = window.colors_of_display([left, top, width, height]);
        still = if now == colors && now >= least {
            still + 1
        } else {
            0
        };
        colors = now;
        looks += usize::from(now >= least);
        if still == 8 {
            break;
        }
    }
    colors
}

/// An example that serves over HTTP, until dropped.
struct Served {
    _process: Child,
    port: u16,
}

impl Served {
    fn start(name: &str) -> Self {
        let port = free_port();
        let started = Command::new("node")
            .arg(program(name))
            .env("PORT", port.to_string())
            .stdout(Stdio::null())
            .kill_on_drop(true)
            .spawn();
        Self {
            _process: started.expect("node is on the PATH"),
            port,
        }
    }

    /// Its configuration, once it listens.
    async fn config(&self, window: &Window) -> Value {
        window
            .eventually("the server listens", || async {
                TcpStream::connect(("127.0.0.1", self.port)).await.ok()
            })
            .await;
        let url = format!("http://127.0.0.1:{}/mcp", self.port);
        json!({ "kind": "http", "url": url, "headers": [] })
    }
}

/// The configuration of an example that is started as a program.
pub(crate) fn local(example: &Example, data: &Path) -> Value {
    let mut words = vec![program(example.name).display().to_string()];
    words.push("--stdio".to_owned());
    if example.file.is_some() {
        let paper = data.join("paper.pdf");
        std::fs::write(&paper, usher_demo::leaflet()).expect("the file can be written");
        words.push(paper.display().to_string());
    }
    json!({ "kind": "stdio", "command": "node", "args": words, "env": [], "cwd": null })
}

/// Adds a server, and agrees to all that it declares.
pub(crate) async fn add(window: &Window, label: &str, config: Value) -> Value {
    let draft = json!({ "draft": { "label": label, "config": config } });
    let added = window.rpc("server.add", draft).await;
    let id = added.expect("the server is added")["id"].clone();
    let of_server = json!({ "serverId": id });
    window
        .eventually("its tools", || async {
            let listed = window.rpc("tool.list", of_server.clone()).await.ok()?;
            let items = listed[0]["items"].as_array()?;
            (!items.is_empty()).then_some(())
        })
        .await;
    window.accept_declared(&id).await;
    id
}

/// Agrees to what the app calls, as a person does who lets it for as long as Usher runs.
pub(crate) async fn agree_to_calls(window: &Window) {
    let open = window.rpc("approval.list", json!({})).await;
    let open = open.expect("what waits can be listed");
    for approval in open.as_array().into_iter().flatten() {
        let answer = json!({
            "kind": "run", "arguments": approval["request"]["call"]["arguments"], "grant": { "kind": "session", "calls": "allOfTool" },
        });
        let params = json!({ "approvalId": approval["id"], "answer": answer });
        let answered = window.rpc("approval.answer", params).await;
        answered.expect("a call can be agreed to");
    }
}

/// What the list calls a tool.
pub(crate) async fn title_of(window: &Window, server: &Value, tool: &str) -> String {
    let named = json!({ "serverId": server, "name": tool });
    let shown = window.rpc("tool.get", named).await.expect("the tool");
    let title = shown["title"].as_str().or(shown["head"]["title"].as_str());
    title.unwrap_or(tool).to_owned()
}

fn program(name: &str) -> PathBuf {
    let folder = repository().join("tests/peers/node_modules/@modelcontextprotocol");
    let program = folder.join(format!("server-{name}/dist/index.js"));
    assert!(
        program.is_file(),
        "{} is missing: run `npm ci` in tests/peers",
        program.display()
    );
    program
}
