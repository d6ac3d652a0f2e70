//! MCP Apps: drawn with the result of a tool in a web view of their own, calling tools through the same approvals, and
//! stopped whatever they do.

use std::path::Path;

use serde_json::{Value, json};
use usher_tests::accessibility::Role;
use usher_tests::text::{text, text_with};
use usher_tests::window::{Button, Start, Theme, Window, has};

use crate::pins::Notebook;
use crate::{accessibility_tree, elicitation, fixture, servers, sign_in};

const DEMO: &str = "Demo server";

#[tokio::test]
async fn an_app_draws_the_result_of_its_tool_and_follows_the_theme() {
    let fixture = fixture::new();
    let window = demo(Start::default(), fixture.data.path()).await;
    servers::open_tool(&window, "Forecast chart").await;
    servers::run(&window).await;
    let app = running(&window).await;
    assert_eq!(
        app["violations"],
        json!(0),
        "its own page needs no host: {app:#}"
    );
    window
        .find("region", text_with("apps.of", &[("server", DEMO)]))
        .await;
    window
        .eventually("a height of its own", || async {
            let height = first(&window).await["height"].as_f64();
            height.filter(|height| *height > 100.0)
        })
        .await;
    inline(&window).await;
    window.inspect("60-app").await;

    play(&window, "").await;
    window.theme(Theme::Dark).await;
    says(&window, "theme: dark").await;
    window.done().await;
}

#[tokio::test]
async fn an_app_calls_tools_as_far_as_its_server_and_the_person_let_it() {
    let fixture = fixture::new();
    let window = demo(Start::default(), fixture.data.path()).await;
    play(&window, "hidden_tool").await;
    says(&window, "the server hides this tool from apps").await;

    play(&window, "add_note").await;
    window.go_to("Approvals").await;
    let heading = text_with("approvals.heading.appCall", &[("server", DEMO)]);
    window.find("heading", has(&heading)).await;
    elicitation::takes_answers(&window).await;
    window.pictures("60-app-calls-a-tool").await;
    window.push(text("common.runOnce")).await;
    says(&window, "add_note: ").await;

    play(&window, "blocked_host").await;
    let app = window
        .eventually("a violation is counted", || async {
            let app = last(&window).await;
            (app["violations"].as_u64() > Some(0)).then_some(app)
        })
        .await;
    assert_eq!(
        app["lastViolations"][0],
        json!({ "directive": "connect-src", "blocked": "https://undeclared.example.com/" })
    );
    window
        .eventually("its console says so", || async {
            let errors = window.app_errors();
            let mut errors = errors.iter();
            errors.find(|error| error.contains("undeclared.example.com"))?;
            Some(())
        })
        .await;
    window.done().await;
}

#[tokio::test]
async fn a_link_of_an_app_is_confirmed() {
    let fixture = fixture::new();
    let folder = tempfile::tempdir().expect("a folder can be made");
    let opened = sign_in::browser_in(folder.path());
    let start = Start::default().found_first(folder.path());
    let window = demo(start, fixture.data.path()).await;
    play(&window, "open_link").await;
    window.go_to("Approvals").await;
    window.see("https://modelcontextprotocol.io/").await;
    elicitation::takes_answers(&window).await;
    assert!(!opened.exists(), "nothing opens before the person says so");
    window.push(text("approvals.url.open")).await;
    says(&window, "The link was opened.").await;
    let address = std::fs::read_to_string(&opened).expect("the browser was started");
    assert_eq!(address.trim_end(), "https://modelcontextprotocol.io/");
    window.done().await;
}

#[tokio::test]
async fn an_app_that_hangs_holds_up_nothing_and_is_stopped() {
    let fixture = fixture::new();
    let window = demo(Start::default(), fixture.data.path()).await;
    play(&window, "loop").await;
    let server = &[("server", DEMO)];
    window.see(&text_with("apps.notResponding", server)).await;
    // The page goes on as if nothing were.
    window.go_to("Servers").await;
    window.find("option", has("Demo server, ")).await;
    servers::open_tool(&window, "app_playground").await;
    window.push(text("apps.stop")).await;
    window.see(&text_with("apps.stopped", server)).await;
    assert_eq!(listed(&window).await, json!([]), "it has ended");
    window.done().await;
}

#[tokio::test]
async fn an_app_that_eats_memory_is_ended_and_holds_up_nothing() {
    let fixture = fixture::new();
    let window = demo(Start::default(), fixture.data.path()).await;
    servers::open_tool(&window, "Forecast chart").await;
    servers::run(&window).await;
    let other = running(&window).await;
    play(&window, "eat_memory").await;
    let server = &[("server", DEMO)];
    window.see(&text_with("core.uiApp.memory", server)).await;
    window.pictures("60-app-memory").await;
    let left = listed(&window).await;
    assert_eq!(
        [&left[0]["id"], &left[0]["status"], &left[1]],
        [&other["id"], &json!("running"), &Value::Null],
        "the other app runs on"
    );
    window.go_to("Servers").await;
    window.find("option", has("Demo server, ")).await;
    window.done().await;
}

/// What becomes a `Blob` is kept by the process through which all web views reach the network.
#[tokio::test]
async fn an_app_that_fills_the_process_of_the_network_is_ended() {
    let fixture = fixture::new();
    let notebook = Notebook::open(fixture.data.path());
    notebook.declare(&json!([{
        "name": "draw_note", "description": "Draws a note.", "inputSchema": { "type": "object" },
        "_meta": { "ui": { "resourceUri": "ui://notes/note" } },
    }]));
    notebook.declare_page(&page(
        "<script>
            const [part, kept] = [new Uint8Array(64 * 1024 * 1024).fill(1), []];
            setInterval(() => kept.length < 64 && kept.push(new Blob([part])), 50);
        </script>",
    ));
    let window = Window::open(fixture.data.path()).await;
    servers::add(&window, &notebook.pasted(), "Notes").await;
    servers::open_tool(&window, "draw_note").await;
    servers::run(&window).await;
    servers::agree(&window, text("apps.show")).await;
    let server = &[("server", "Notes")];
    window.see(&text_with("core.uiApp.memory", server)).await;
    window.go_to("Servers").await;
    window.find("option", has("Notes, ")).await;
    window.done().await;
}

#[tokio::test]
async fn an_app_that_floods_its_host_holds_up_nothing() {
    let fixture = fixture::new();
    let window = demo(Start::default(), fixture.data.path()).await;
    play(&window, "flood").await;
    says(&window, "flood: Two thousand messages were sent.").await;
    let app = last(&window).await;
    assert_eq!(app["violations"], json!(1000), "each is counted: {app:#}");
    let kept = app["lastViolations"].as_array().map(Vec::len);
    assert_eq!(kept, Some(20), "the last of them");
    window.go_to("Servers").await;
    window.find("option", has("Demo server, ")).await;

    play(&window, "long_context").await;
    let refused = "long_context failed: The text is longer than 64 KiB";
    says(&window, refused).await;
    window.see(refused).await;
    window.done().await;
}

#[tokio::test]
async fn an_app_asks_a_model_and_offers_a_file_through_the_person() {
    let fixture = fixture::new();
    let window = demo(Start::default(), fixture.data.path()).await;
    play(&window, "ask_model").await;
    window.go_to("Approvals").await;
    let heading = text_with("approvals.heading.appSampling", &[("server", DEMO)]);
    window.find("heading", has(&heading)).await;
    window.see("ui://demo/playground.html").await;
    window.pictures("60-app-asks-a-model").await;
    elicitation::takes_answers(&window).await;
    window.push(text("common.decline")).await;
    says(&window, "ask_model failed: User rejected sampling request").await;

    play(&window, "offer_file").await;
    let names = text_with("apps.files", &[("names", "notes.csv")]);
    window.see(&names).await;
    window.pictures("60-app-offers-a-file").await;
    window.push(text("apps.dismissFiles")).await;
    says(&window, "offer_file: The file was dismissed.").await;

    play(&window, "fullscreen").await;
    says(&window, "fullscreen: mode: fullscreen").await;
    let server = &[("server", DEMO)];
    window.see(&text_with("apps.inWindow", server)).await;
    window.push(text("apps.showHere")).await;
    inline(&window).await;
    window.done().await;
}

#[tokio::test]
async fn an_app_goes_into_a_window_of_its_own_that_says_whose_it_is_and_stops_it() {
    let fixture = fixture::new();
    let (tree, window) = accessibility_tree::open_with_demo(&fixture).await;
    play(&window, "").await;
    inline(&window).await;
    into_own_window(&window).await;
    let server = &[("server", DEMO)];
    window.see(&text_with("apps.inWindow", server)).await;
    window.push(text("apps.showHere")).await;
    inline(&window).await;
    assert_eq!(
        first(&window).await["status"],
        json!("running"),
        "it is the same app, and was not loaded again"
    );

    into_own_window(&window).await;
    let stop = text("desktop.app.stop");
    // The display is photographed where its largest window is.
    window.resize(900, 600).await;
    tree.focus(Role::BUTTON, &stop).await;
    window.picture_of_display("60-app-own-window");
    tree.activate(Role::BUTTON, &stop).await;
    window.see(&text_with("apps.stopped", server)).await;
    assert_eq!(listed(&window).await, json!([]), "it has ended");
    window.done().await;
}

#[tokio::test]
async fn an_app_is_heard_once_the_person_used_it_and_while_it_is_seen() {
    let fixture = fixture::new();
    let mut window = demo(Start::default(), fixture.data.path()).await;
    play(&window, "").await;
    inline(&window).await;
    let app = last(&window).await["id"].clone();
    let app = app.as_str().expect("it has an id");
    window.silences(app, true).await;

    let region = text_with("apps.of", &[("server", DEMO)]);
    let slot = window
        .within("region", &region, "[data-part=app-slot]")
        .await;
    window.press_button(Button::First, &slot).await;
    window.silences(app, false).await;

    window.go_to("Servers").await;
    window.silences(app, true).await;
    servers::open_tool(&window, "App playground").await;
    window.silences(app, false).await;

    play(&window, "").await;
    inline(&window).await;
    let other = last(&window).await["id"].clone();
    let other = other.as_str().expect("it has an id");
    assert_ne!(other, app);
    window.silences(other, true).await;
    window.done().await;
}

#[tokio::test]
async fn a_page_is_drawn_only_as_it_was_reviewed() {
    let fixture = fixture::new();
    let notebook = Notebook::open(fixture.data.path());
    notebook.declare(&json!([{
        "name": "draw_note", "description": "Draws a note.", "inputSchema": { "type": "object" },
        "_meta": { "ui": { "resourceUri": "ui://notes/note" } },
    }]));
    notebook.declare_page(&page("<p>One."));
    let window = Window::open(fixture.data.path()).await;
    servers::add(&window, &notebook.pasted(), "Notes").await;
    let server = &[("server", "Notes")];

    servers::open_tool(&window, "draw_note").await;
    servers::run(&window).await;
    window.see(&text_with("apps.first", server)).await;
    window.see("https://api.example.com").await;
    window.pictures("60-app-first").await;
    servers::agree(&window, text("apps.show")).await;
    window.find("region", text_with("apps.of", server)).await;

    notebook.declare_page(&page("<p>Two."));
    servers::run(&window).await;
    window.see(&text_with("apps.changed", server)).await;
    window.pictures("60-app-changed").await;
    window.push(text("common.reviewChange")).await;
    servers::agree(&window, text("common.approveChange")).await;
    servers::open_tool(&window, "draw_note").await;
    servers::run(&window).await;
    window.find("region", text_with("apps.of", server)).await;
    window.done().await;
}

fn page(html: &str) -> Value {
    json!({
        "uri": "ui://notes/note", "mimeType": "text/html;profile=mcp-app", "text": html,
        "_meta": { "ui": { "csp": { "connectDomains": ["https://api.example.com"] } } },
    })
}

async fn demo(start: Start, data: &Path) -> Window {
    let window = start.share(data).await;
    servers::start_demo(&window).await;
    window
}

/// Has the playground do something.
async fn play(window: &Window, action: &str) {
    servers::open_tool(window, "App playground").await;
    if !action.is_empty() {
        window.write(has("Action at the start"), action).await;
    }
    let before = last(window).await["id"].clone();
    servers::run(window).await;
    window
        .eventually("another app", || async {
            let app = last(window).await;
            let is_there = app["id"] != before && app["status"] != json!("loading");
            (is_there && app["id"].is_string()).then_some(())
        })
        .await;
}

/// Waits until the last app has said this.
async fn says(window: &Window, words: &str) {
    window
        .eventually(&format!("the app says {words:?}"), || async {
            let app = last(window).await;
            let said = app["modelContext"].as_str().unwrap_or_default().to_owned();
            said.contains(words).then_some(())
        })
        .await;
}

async fn listed(window: &Window) -> Value {
    let apps = window.rpc("mcpApp.list", json!({})).await;
    apps.expect("apps can be listed")
}

async fn first(window: &Window) -> Value {
    listed(window).await[0].clone()
}

async fn last(window: &Window) -> Value {
    let apps = listed(window).await;
    let last = apps.as_array().and_then(|apps| apps.last());
    last.cloned().unwrap_or_default()
}

async fn running(window: &Window) -> Value {
    window
        .eventually("the app runs", || async {
            let app = first(window).await;
            (app["status"] == json!("running")).then_some(app)
        })
        .await
}

/// Moves the app that is drawn into a window of its own.
async fn into_own_window(window: &Window) {
    window.push(text("apps.openWindow")).await;
    window
        .is_titled(&text_with("desktop.app.title", &[("server", DEMO)]))
        .await;
}

/// Waits until the last app is drawn in the window of Usher.
async fn inline(window: &Window) {
    window
        .eventually("the app is drawn in place", || async {
            let app = last(window).await;
            (app["place"]["kind"] == json!("inline")).then_some(())
        })
        .await;
}
