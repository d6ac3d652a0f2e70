//! What reaches a client that stays connected: a tool that its server changes is gone from the client's list until the
//! person has reviewed it, and a form of a server is the client's to answer once the person leaves that to it.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};
use usher_tests::serving::Client;
use usher_tests::text::{text, text_with};
use usher_tests::window::{Binary, Window, has};

use crate::elicitation::{request, takes_answers};
use crate::hostile_content::stays_usable;
use crate::pins::{self, Notebook};
use crate::{clients, fixture, servers};

pub(crate) const CLIENT: &str = "Agent";
/// Longest wait for what a client is told.
const PATIENCE: Duration = Duration::from_mins(1);

/// Runs what a client does beside the window.
pub(crate) async fn beside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let worked = tokio::time::timeout(PATIENCE, tokio::task::spawn_blocking(work));
    let worked = worked.await.expect("the client is answered");
    worked.expect("the client can go on")
}

/// Connects a client that can answer forms.
pub(crate) async fn start(data: &Path) -> Client {
    let mut command = Command::new(Binary::Terminal.path());
    command
        .args(["connect", "--as", CLIENT])
        .env("USHER_DATA_DIR", data.join("usher"));
    beside(move || {
        let mut client = Client::start(command);
        client.initialize_with(&json!({ "elicitation": { "form": {} } }));
        client
    })
    .await
}

/// Connects a client that can answer forms, and has the person allow it.
async fn connect(window: &Window, data: &Path) -> Client {
    let client = start(data).await;
    window.go_to("Approvals").await;
    clients::allow(window, CLIENT).await;
    window
        .see(&text_with("clients.done.allowed", &[("client", CLIENT)]))
        .await;
    client
}

/// The names of the tools that a client is offered.
async fn tools(mut client: Client) -> (Client, Vec<String>) {
    beside(move || {
        let listed = client.request("tools/list", &json!({}));
        let tools = listed["result"]["tools"].as_array();
        let names = tools.into_iter().flatten();
        let names = names.filter_map(|tool| tool["name"].as_str().map(str::to_owned));
        let names = names.collect();
        (client, names)
    })
    .await
}

/// Waits until the client is told that its tools have changed.
async fn told_of_tools(mut client: Client) -> Client {
    beside(move || {
        client.receive(|message| message["method"] == "notifications/tools/list_changed");
        client
    })
    .await
}

/// Accepts what the only server declares now, one by one: a change needs an approval of its own.
async fn review_each(window: &Window) {
    let rpc = async |name, params| window.rpc(name, params).await.expect("it can be done");
    let server = rpc("server.list", json!({})).await[0]["id"].clone();
    let items = rpc("pin.list", json!({ "serverId": server })).await;
    let items = items.as_array().into_iter().flatten();
    for item in items.filter(|item| item["digest"].is_string()) {
        let item = json!({ "kind": item["kind"], "name": item["name"], "digest": item["digest"] });
        rpc("pin.accept", json!({ "serverId": server, "items": [item] })).await;
    }
}

#[tokio::test]
async fn a_changed_tool_is_gone_from_the_list_of_a_client_until_it_was_reviewed() {
    let fixture = fixture::new();
    let notebook = Notebook::open(fixture.data.path());
    let window = Window::open(fixture.data.path()).await;
    notebook.add(&window).await;
    servers::trust(&window).await;
    let client = connect(&window, fixture.data.path()).await;
    let (client, before) = tools(client).await;
    assert_eq!(
        before,
        [
            "notes__add_note",
            "notes__list_notes",
            "notes__pin_note",
            "notes__tag_note"
        ],
        "what was reviewed is offered"
    );

    let mut changed = pins::tools();
    changed[0]["description"] = json!("Add a note at the end of the notebook.");
    changed[2]["name"] = json!("share_note");
    changed[3]["name"] = json!("label_note");
    notebook.declare(&changed);
    servers::open_tool(&window, "list_notes").await;
    servers::run(&window).await;
    window.see("ran list_notes").await;
    let (client, after) = tools(told_of_tools(client).await).await;
    assert_eq!(
        after,
        ["notes__list_notes"],
        "neither a changed nor a new tool is offered, nor one that is gone"
    );
    let client = beside(move || {
        let mut client = client;
        let call = json!({ "name": "notes__add_note", "arguments": { "title": "a", "text": "b" } });
        let refused = client.request("tools/call", &call);
        let said = refused["error"]["message"].as_str().unwrap_or_default();
        assert!(
            said.contains("notes__add_note"),
            "it is refused by its name: {refused}"
        );
        client
    })
    .await;

    review_each(&window).await;
    // Told of at once, and again after what was accepted later.
    let (mut client, mut reviewed) = tools(told_of_tools(client).await).await;
    while reviewed.len() < 4 {
        (client, reviewed) = tools(told_of_tools(client).await).await;
    }
    assert_eq!(
        reviewed,
        [
            "notes__add_note",
            "notes__list_notes",
            "notes__share_note",
            "notes__label_note"
        ],
        "and all are, once they were reviewed"
    );
    window.done().await;
}

#[tokio::test]
async fn a_form_is_answered_by_the_client_that_it_was_left_to() {
    let (fixture, window) = fixture::with_demo().await;
    let mut client = connect(&window, fixture.data.path()).await;
    window.go_to(&text("clients.title")).await;
    window.click("option", has(CLIENT)).await;
    window
        .click("switch", text("clients.answers.elicitation"))
        .await;
    window.push(text("clients.access.save")).await;
    let saved = text_with("clients.access.saved", &[("client", CLIENT)]);
    window.see(&saved).await;
    window.inspect("72-client-answers").await;

    let call = json!({ "name": "demo-server__ask_form", "arguments": {} });
    let asking = beside(move || {
        let id = client.begin("tools/call", &call);
        let asked = client.receive(|message| message["method"] == "elicitation/create");
        (client, id, asked)
    });
    let let_run = async {
        window.go_to("Approvals").await;
        clients::call_waits(&window, CLIENT).await;
        takes_answers(&window).await;
        window.push(text("common.runOnce")).await;
    };
    let ((mut client, id, asked), ()) = tokio::join!(asking, let_run);
    // The person is not asked as well.
    window.gone("article", request()).await;
    let result = beside(move || {
        let content = json!({ "name": "Ada" });
        let answer = json!({ "action": "accept", "content": content });
        client.send(&json!({ "jsonrpc": "2.0", "id": asked["id"], "result": answer }));
        client.receive(|message| message["id"] == id)
    })
    .await;
    assert_eq!(
        result["result"]["structuredContent"],
        json!({ "action": "accept", "content": { "name": "Ada" } }),
        "the server has what the client answered: {result}"
    );
    let history = clients::recorded(&window, "ask_form").await;
    assert_eq!(
        history[0]["client"], CLIENT,
        "the call is on record: {history}"
    );
    window.done().await;
}

/// A call that leaves so many notes.
fn clear_notes(keep: u32) -> Value {
    json!({ "name": "demo-server__clear_notes", "arguments": { "keep": keep } })
}

/// Where the field and the buttons of an approval are: x, y, width and height of each, in pixels.
async fn places(window: &Window) -> Value {
    let script = "const parts = document.querySelectorAll('article button, article input');
        return [...parts].map((part) => Object.values(part.getBoundingClientRect().toJSON()));";
    window.script(script, vec![]).await
}

#[tokio::test]
async fn an_approval_for_a_client_that_left_is_kept_and_revoked() {
    let (fixture, window) = fixture::with_demo().await;
    let mut client = connect(&window, fixture.data.path()).await;
    // One after the other, so that the first is asked about first.
    client.begin("tools/call", &clear_notes(5));
    clients::call_waits(&window, CLIENT).await;
    client.begin("tools/call", &clear_notes(7));
    window
        .find("button", text("approvals.call.declineAll"))
        .await;
    window.inspect("73-two-calls").await;

    let run = text("common.runOnce");
    let before = places(&window).await;
    beside(move || drop(client)).await;
    window.see("no longer waits for this call").await;
    assert_eq!(
        places(&window).await,
        before,
        "nothing moves under the pointer"
    );
    window.inspect("73-client-left").await;
    takes_answers(&window).await;
    window.push(&run).await;

    window.go_to(&text("clients.title")).await;
    window.click("option", has(CLIENT)).await;
    let kept = text_with("clients.kept.of", &[("client", CLIENT)]);
    window.find("table", &kept).await;
    window.inspect("73-kept").await;
    let revoke = text_with("clients.kept.revoke", &[("tool", "clear_notes")]);
    window.push(&revoke).await;
    window.gone("table", &kept).await;

    // The record is the form that was answered.
    window.click("link", text("common.decisionHistory")).await;
    let accepted = text("records.status.accepted");
    let record = format!("clear_notes · {accepted}");
    window.click("option", has(&record)).await;
    window.see("Keep").await;
    window.inspect("74-call-record").await;

    let client = start(fixture.data.path()).await;
    let again = beside(move || {
        let mut client = client;
        client.begin("tools/call", &clear_notes(5));
        client
    });
    let mut client = again.await;
    window.go_to("Approvals").await;
    let decline_all = text("approvals.call.declineAll");
    window.find("button", &decline_all).await;
    let history = window.rpc(
        "history.list",
        json!({ "serverId": null, "kind": "tool", "before": null, "limit": 5 }),
    );
    assert_eq!(history.await, Ok(json!([])), "nothing has run");
    takes_answers(&window).await;
    window.push(&decline_all).await;
    window.gone("article", request()).await;

    client.begin("tools/call", &many_arguments());
    let asked = text_with("approvals.kind.clientCall", &[("client", CLIENT)]);
    window.click("option", has(&asked)).await;
    window.find("article", request()).await;
    let as_json = text_with("form.tooMany", &[("count", "100")]);
    window.see(&as_json).await;
    stays_usable(&window, "a call with very many arguments is shown").await;
    let has_few = window.script(FEW_FIELDS, vec![]).await;
    assert_eq!(has_few, json!(true), "they are shown as JSON alone");
    window.pictures("75-many-arguments").await;
    window.done().await;
}

/// Whether an approval has few fields.
const FEW_FIELDS: &str =
    "return document.querySelectorAll('article input, article textarea').length < 10";

/// A call with three thousand arguments that nobody declared.
fn many_arguments() -> Value {
    let mut call = clear_notes(5);
    for at in 0..3_000 {
        call["arguments"][format!("more{at}")] = json!("a");
    }
    call
}

/// Whether what follows the result begins below it.
const BELOW_RESULT: &str = "const result = document.querySelector('article [data-part=outcome]');
    const panel = result.querySelector('[data-part=outcome-panel]');
    const next = result.nextElementSibling.getBoundingClientRect();
    return [...panel.querySelectorAll('*')].every((each) => each.getBoundingClientRect().bottom <= next.top);";

#[tokio::test]
async fn prompts_and_resources_of_a_client_are_in_activity() {
    let (fixture, window) = fixture::with_demo().await;
    let mut client = connect(&window, fixture.data.path()).await;
    let (welcome, briefing) = ("demo://guide/welcome.md", "daily_briefing");
    beside(move || {
        let got = client.request(
            "prompts/get",
            &json!({ "name": "demo-server__daily_briefing", "arguments": {} }),
        );
        assert!(got["result"]["messages"].is_array(), "{got}");
        let read = client.request("resources/read", &json!({ "uri": welcome }));
        assert!(read["result"]["contents"].is_array(), "{read}");
    })
    .await;

    window.go_to("Activity").await;
    window.find("option", has(briefing)).await;
    let kinds = text("activity.filter.kind");
    let resources = text("common.resources");
    window.click("combobox", has(&kinds)).await;
    window.click("option", &resources).await;
    window.gone("option", has(briefing)).await;
    window.click("option", has(welcome)).await;
    window.find("heading", has("Welcome")).await;
    window.see(CLIENT).await;
    window.pictures("75-client-read").await;
    let below = window.script(BELOW_RESULT, vec![]).await;
    assert_eq!(below, json!(true), "what follows covers nothing of it");
    window
        .check_accessibility("a resource that a client read")
        .await;
    window.push(text("activity.call.openResource")).await;
    window.find("article", has("Welcome")).await;

    window.go_to("Activity").await;
    window.click("option", has(briefing)).await;
    window.find("button", text("activity.call.getAgain")).await;
    window.see(CLIENT).await;
    window.pictures("75-client-prompt").await;
    window.push(text("activity.call.openPrompt")).await;
    window.find("region", has(text("common.messages"))).await;
    window.done().await;
}
