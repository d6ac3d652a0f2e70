//! Contents of two real servers from npm: a template with completion, a subscription that updates by itself, a content
//! in another app, and files of many types as results of tools.

use serde_json::{Value, json};
use usher_tests::extent::is_all;
use usher_tests::text::{text, text_with};
use usher_tests::window::{Start, Window, has, repository};

use crate::previews::{Kinds, shows};
use crate::sign_in::{browser_in, until_opened};
use crate::{fixture, previews, servers};

const TEMPLATE: &str = "Dynamic Text Resource";

#[tokio::test]
async fn a_template_is_completed_followed_live_and_opened_in_another_app() {
    let fixture = fixture::new();
    let folder = tempfile::tempdir().expect("a folder can be made");
    let opened = browser_in(folder.path());
    let window = Start::default()
        .found_first(folder.path())
        .share(fixture.data.path())
        .await;
    let command = format!("node {}", servers::everything().display());
    servers::add(&window, &command, "Everything").await;

    window.go_to("Resources").await;
    window.click("option", has(TEMPLATE)).await;
    // The only proposal of the server is what was typed, which is none for a person.
    window.fill("combobox", has("resourceId"), "7").await;
    window
        .eventually("the server proposes values", || async {
            (servers::messages(&window, "completion/complete", "in").await > 0).then_some(())
        })
        .await;
    window.gone("option", "7").await;
    window.push(has(text("resources.read"))).await;
    window.see("Resource 7: This is a plaintext resource").await;

    // The completion of the second argument depends on the first.
    window.go_to("Prompts").await;
    window.click("option", has("Team Management")).await;
    for (argument, typed, whole) in [
        ("department", "Eng", "Engineering"),
        ("name", "Al", "Alice"),
    ] {
        window.fill("combobox", has(argument), typed).await;
        window.find("option", whole).await;
        window
            .pictures(&format!("real-completion-{argument}"))
            .await;
        window.down_to("option", whole).await;
        window.key("Enter").await;
        window.gone("option", whole).await;
    }
    window.push(has(text("prompts.get"))).await;
    window
        .see("Please promote Alice to the head of the Engineering team.")
        .await;

    // A link of a result leads to a resource that no list has; the server updates it by itself.
    servers::open_tool(&window, "get-resource-links").await;
    servers::run(&window).await;
    window.see("Resource 2: plaintext").await;
    let links = window
        .all("link", &has(text("content.openInResources")))
        .await;
    links[1].click().await.expect("a link can be clicked");
    window.see("Resource 2: This is a plaintext resource").await;
    window.turn_on(text("resources.subscribe")).await;
    let tool = json!({
        "callId": "updates", "serverId": server(&window).await, "name": "toggle-subscriber-updates", "arguments": {},
        "check": "refuse",
    });
    window.rpc("tool.call", tool).await.expect("it is run");
    window.choose(text("resources.compare.changes")).await;
    window.pictures("real-subscription").await;
    let shown = window.text().await;
    assert!(
        shown.contains(&text_with("resources.live.updated", &[("time", "")])),
        "{shown}"
    );

    window.choose(text("resources.compare.now")).await;
    let uri = "demo://resource/dynamic/text/2";
    window
        .push(text_with("content.menu", &[("name", uri)]))
        .await;
    window.click("menuitem", text("content.save.open")).await;
    window
        .find(
            "dialog",
            text_with("content.save.openTitle", &[("name", uri)]),
        )
        .await;
    window.pictures("real-open-elsewhere").await;
    assert!(!opened.exists(), "nothing opens before the person says so");
    window.push(text("common.open")).await;
    let path = until_opened(&window, &opened).await;
    let copy = std::fs::read_to_string(&path).expect("the copy is there");
    assert!(copy.starts_with("Resource 2: "), "{copy}");
    window.done().await;
}

async fn server(window: &Window) -> Value {
    servers::listed(window).await[0]["id"].clone()
}

/// The element that shows the result of a call.
const RESULT: &str = "[...document.querySelectorAll('[data-part=outcome-panel]')].find((each) => each.checkVisibility()) ?? null";

/// Files that are shown otherwise than as a resource: a short plain text as any text of a result.
const OTHERWISE: [(&str, &[Kinds]); 3] = [
    ("broken.json", &[&["text"]]),
    ("notes.txt", &[&["text"]]),
    ("run.log", &[&["text"]]),
];

/// One file of each kind of view; `previews.rs` shows all of them as resources.
const USUAL: [&str; 14] = [
    "anim.gif",
    "broken.csv",
    "broken.json",
    "broken.pdf",
    "clip.webm",
    "conf.yaml",
    "doc.xml",
    "empty.txt",
    "files.zip",
    "notes.txt",
    "page.html",
    "paper.pdf",
    "readme.md",
    "tone.ogg",
];

#[tokio::test]
async fn files_of_many_types_are_shown_as_results_of_a_real_server() {
    let fixture = fixture::new();
    let folder = tempfile::tempdir().expect("a temporary directory");
    previews::fill(folder.path());
    let window = Window::open(fixture.data.path()).await;
    let program = repository()
        .join("tests/peers/node_modules/@modelcontextprotocol/server-filesystem/dist/index.js");
    let command = format!("node {} {}", program.display(), folder.path().display());
    servers::add(&window, &command, "Files").await;

    servers::open_tool(&window, "read_media_file").await;
    let mut wrong = Vec::new();
    let all = is_all();
    let wanted = |(name, _): &(&str, _)| all || USUAL.contains(name);
    for (name, expected) in previews::EXPECTED.into_iter().filter(wanted) {
        let path = folder.path().join(name);
        window.write(has("path"), &path.to_string_lossy()).await;
        servers::run(&window).await;
        previews::show_page(&window, name).await;
        let otherwise = OTHERWISE.iter().find(|(of, _)| *of == name);
        let expected = otherwise.map_or(expected, |(_, kinds)| kinds);
        let expected: Vec<Value> = expected.iter().map(|kinds| json!(kinds)).collect();
        let shown = shows(&window, RESULT, &expected).await;
        if !expected.contains(&shown) {
            wrong.push(format!("{name}: {shown}"));
        }
        window.picture(&format!("real-result-{name}")).await;
    }
    assert_eq!(wrong, Vec::<String>::new(), "what is shown of these");
    window.check_accessibility("a file as a result").await;
    window.done().await;
}
