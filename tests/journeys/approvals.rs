//! What servers ask and the person decides in *Approvals*: the form of a real server answered in every way, several
//! servers at once, a flood, and what becomes of a question when its server or Usher ends.

use std::path::Path;

use serde_json::{Value, json};
use usher_tests::text::{text, text_with, title};
use usher_tests::window::{Start, Window, has};

use crate::elicitation::{request, takes_answers};
use crate::{fixture, servers};

const FORM: &str = "trigger-elicitation-request";

#[tokio::test]
async fn the_form_of_a_real_server_is_answered_in_every_way() {
    let (_fixture, window) = fixture::open().await;
    add_everything(&window).await;

    a_form_is_open(&window, FORM).await;
    window.inspect("50-every-field").await;
    takes_answers(&window).await;
    window.push(text("common.accept")).await;
    window.see("String is required").await;
    window.write("String", "Ada Lovelace").await;
    window.choose("true").await;
    window
        .write("String with default", "It was a bright morning.")
        .await;
    window.write("String with email format", "no address").await;
    window.push(text("common.accept")).await;
    window.find("article", request()).await;
    window
        .write("String with email format", "ada@example.com")
        .await;
    window
        .write("String with uri format", "https://example.com/ada")
        .await;
    window.write("String with date format", "1815-12-10").await;
    window.fill("spinbutton", "Integer", "7").await;
    window
        .fill("spinbutton", "Number in range 1-1000", "2.5")
        .await;
    window.click("combobox", "Titled Single Select Enum").await;
    window.click("option", "Wonder Woman").await;
    window.tick("Piano").await;
    window.tick("Salmon").await;
    window.pictures("51-every-field-filled").await;
    takes_answers(&window).await;
    window.push(text("common.accept")).await;
    window.gone("article", request()).await;
    servers::open_tool(&window, FORM).await;
    window.see("User provided the requested information").await;
    let answer = last_answer(&window).await;
    // The description of the integer names a PIN, so what is typed there is sent and not stored.
    let expected = json!({
        "name": "Ada Lovelace", "check": true, "firstLine": "It was a bright morning.",
        "email": "ada@example.com", "homepage": "https://example.com/ada", "birthdate": "1815-12-10",
        "integer": { "usher/omitted": { "code": "omitted.secret", "params": {} } }, "number": 2.5, "untitledSingleSelectEnum": "Monica",
        "untitledMultipleSelectEnum": ["Guitar", "Piano"], "titledSingleSelectEnum": "hero-3",
        "titledMultipleSelectEnum": ["fish-1", "fish-2"], "legacyTitledEnum": "pet-1",
    });
    assert_eq!(
        answer["sent"], expected,
        "what the person left is what went"
    );
    assert_eq!(
        answer["changed"]["firstLine"],
        json!({ "from": "It was a dark and stormy night.", "to": "It was a bright morning." }),
        "what they changed is kept beside it"
    );

    for (button, told) in [
        ("common.decline", "User declined to provide"),
        ("common.cancel", "User cancelled the elicitation"),
    ] {
        a_form_is_open(&window, FORM).await;
        takes_answers(&window).await;
        window.push(text(button)).await;
        window.gone("article", request()).await;
        servers::open_tool(&window, FORM).await;
        window.see(told).await;
    }
    window.go_to("Approvals").await;
    window.choose(text("common.decisionHistory")).await;
    window.click("option", has("Form · Accepted")).await;
    window.see("Ada Lovelace").await;
    window.inspect("52-answered").await;
    window.done().await;
}

#[tokio::test]
async fn two_servers_ask_at_once_and_neither_form_overwrites_the_other() {
    let (_fixture, window) = fixture::open().await;
    add_everything(&window).await;
    window.go_to("Servers").await;
    let demo = json!({ "label": "Demo", "config": { "kind": "demo" } });
    add(&window, "Demo", demo).await;
    run(&window, FORM).await;
    run(&window, "Ask with a form").await;
    window.go_to("Approvals").await;
    let row = |server: &str| format!("{server}: {}", text("approvals.kind.form"));
    let (everything, demo) = (row("Everything"), row("Demo"));
    let (real, demo) = (has(&everything), has(&demo));
    window.click("option", real.clone()).await;
    window.find("article", request_of("Everything")).await;
    window.write("String", "first").await;
    window.click("option", demo.clone()).await;
    window.find("article", request_of("Demo")).await;
    window.write("Name", "second").await;
    window.pictures("53-two-servers").await;
    window.click("option", real).await;
    has_value(&window, "String", "first").await;
    window.click("option", demo).await;
    has_value(&window, "Name", "second").await;
    window.done().await;
}

#[tokio::test]
async fn of_five_hundred_questions_three_wait_and_the_window_stays_awake() {
    let (_fixture, window) = fixture::open().await;
    let loud = json!({ "mcpServers": { "Loud": {
        "command": env!("CARGO_BIN_EXE_scripted_server"), "args": ["ask_500"],
    } } });
    servers::add(&window, &loud.to_string(), "Loud").await;
    window.go_to("Approvals").await;
    let server = only_server(&window).await;
    window.watch_frames().await;
    let call = "const [serverId] = arguments;
        const params = { callId: 'flood', serverId, name: 'echo', arguments: {}, check: 'refuse', runAs: null };
        window.__TAURI_INTERNALS__.invoke('rpc', { name: 'tool.call', params }).catch(() => {});";
    window.script(call, vec![json!(server)]).await;
    window
        .eventually("497 declined", || async {
            let limits = window.rpc("approval.limits", json!({})).await.ok()?;
            (limits[0]["refused"] == json!(497)).then_some(())
        })
        .await;
    let declined = text_with("approvals.limits.declined", &[("count", "497")]);
    window.see(&declined).await;
    let gap_ms = window.longest_gap_ms().await;
    println!("The longest time without a frame while 500 questions came: {gap_ms} ms");
    let open = window.rpc("approval.list", json!({})).await;
    assert_eq!(open.map(|open| open.as_array().map(Vec::len)), Ok(Some(3)));
    window.is_titled(&title(3)).await;
    window.inspect("54-flood").await;
    window.push(text("shared.mute")).await;
    window.see(&text("approvals.limits.muted")).await;
    let waiting = has(text("approvals.kind.form"));
    for left in (0..3).rev() {
        // What was answered stays in view until the person goes on.
        let first = window.all("option", &waiting).await.swap_remove(0);
        first.click().await.expect("a row can be clicked");
        takes_answers(&window).await;
        window.push(text("common.decline")).await;
        window
            .eventually("one question less", || async {
                let rows = window.all("option", &waiting).await.len();
                (open_questions(&window).await == left && rows == left).then_some(())
            })
            .await;
    }
    window.pictures("55-muted").await;
    window.done().await;
}

#[tokio::test]
async fn a_question_outlives_the_page_and_dies_with_its_server() {
    let (_fixture, window) = fixture::with_demo().await;
    a_form_is_open(&window, "Ask with a form").await;
    window.write("Name", "half of a name").await;
    window.script("location.reload()", vec![]).await;
    window.go_to("Approvals").await;
    window.find("article", request()).await;
    window.write("Name", "typed anew").await;
    servers::demo_process(window.process()).kill();
    window.see(&text("approvals.closed.outcome.moot")).await;
    window.see(&text("approvals.closed.draft")).await;
    window.see("typed anew").await;
    window.inspect("56-moot").await;
    window.is_titled(&title(0)).await;
    window.done().await;
}

#[tokio::test]
async fn a_round_of_questions_is_finished_after_a_restart() {
    let fixture = fixture::new();
    let window = Start::default().open(fixture.data.path()).await;
    let scripted = Path::new(env!("CARGO_BIN_EXE_scripted_server"));
    let config = program(scripted, &["modern_resumed"]);
    add(
        &window,
        "Modern",
        json!({ "label": "Modern", "config": config }),
    )
    .await;
    run(&window, "echo").await;
    window.go_to("Approvals").await;
    window.find("article", request_of("Modern")).await;
    window.is_titled(&title(2)).await;
    window.close().await;

    let window = Window::open(fixture.data.path()).await;
    window.is_titled(&title(2)).await;
    window.go_to("Approvals").await;
    window.find("article", request_of("Modern")).await;
    window.see(&text("approvals.request.causedBy")).await;
    window.pictures("57-after-restart").await;
    takes_answers(&window).await;
    window.push(text("common.accept")).await;
    window.is_titled(&title(1)).await;
    // What was answered stays in view until the person goes on.
    window
        .click(
            "option",
            has(format!("Modern: {}", text("approvals.kind.form"))),
        )
        .await;
    takes_answers(&window).await;
    window.push(text("common.decline")).await;
    window.is_titled(&title(0)).await;
    window.go_to("Activity").await;
    window.click("option", has("echo")).await;
    window.see("\"action\":\"decline\"").await;
    window.see("\"action\":\"accept\"").await;
    window.pictures("58-round-finished").await;
    window.done().await;
}

/// Adds a server by an operation, and waits until it runs.
async fn add(window: &Window, label: &str, draft: Value) {
    let added = window.rpc("server.add", json!({ "draft": draft })).await;
    added.expect("a server can be added");
    window.go_to("Servers").await;
    window
        .find("option", has(format!("{label}, Running")))
        .await;
    servers::review(window, label).await;
}

async fn add_everything(window: &Window) {
    let path = servers::everything().display().to_string();
    let config = program(Path::new("node"), &[&path]);
    let draft = json!({ "label": "Everything", "config": config });
    add(window, "Everything", draft).await;
}

fn program(command: &Path, args: &[&str]) -> Value {
    json!({ "kind": "stdio", "command": command, "args": args, "env": [], "cwd": null })
}

/// Runs a tool that asks something, until the question is there.
async fn run(window: &Window, tool: &str) {
    servers::open_tool(window, tool).await;
    servers::run(window).await;
    window.see(&text("tools.running.waiting")).await;
}

async fn a_form_is_open(window: &Window, tool: &str) {
    run(window, tool).await;
    window.go_to("Approvals").await;
    window.find("article", request()).await;
}

/// Names the request of a server.
fn request_of(server: &str) -> String {
    text_with("approvals.request.label", &[("server", server)])
}

async fn has_value(window: &Window, field: &str, expected: &str) {
    let field = window.find("textbox", field).await;
    let value = field.prop("value").await.expect("a field has a value");
    assert_eq!(value.as_deref(), Some(expected), "nothing typed is lost");
}

async fn open_questions(window: &Window) -> usize {
    let open = window.rpc("approval.list", json!({})).await;
    let open = open.expect("questions can be listed");
    open.as_array().map_or(0, Vec::len)
}

async fn only_server(window: &Window) -> String {
    let servers = window.rpc("server.list", json!({})).await;
    let servers = servers.expect("servers can be listed");
    servers[0]["id"].as_str().unwrap_or_default().to_owned()
}

/// The newest question in the record.
async fn last_answer(window: &Window) -> Value {
    let params = json!({ "filter": {}, "limit": 1 });
    let listed = window.rpc("approvalRecord.list", params).await;
    let id = listed.expect("the record can be read")[0]["id"].clone();
    let record = window.rpc("approvalRecord.get", json!({ "id": id })).await;
    record.expect("the answer is in the record")
}
