//! A server declares what burns a processor, eats memory, runs a pattern for ever or hides characters; the window
//! and the other servers go on. The harness sets the time limits.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use usher_tests::text::text;
use usher_tests::window::{Window, has};

use crate::pins::Notebook;
use crate::{fixture, servers};

/// How long the page may take for one answer while hostile content is worked on.
const ANSWER: Duration = Duration::from_secs(2);

/// An SVG of 200 bytes whose filter a renderer computes for ever.
fn endless_icon(octaves: u32) -> Value {
    let svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48"><filter id="f"><feTurbulence numOctaves="{octaves}"/></filter><rect width="48" height="48" filter="url(#f)"/></svg>"#
    );
    let src = format!("data:image/svg+xml;base64,{}", STANDARD.encode(svg));
    json!([{ "src": src, "mimeType": "image/svg+xml" }])
}

/// A schema of 3 KB that becomes gigabytes when its references are followed.
fn doubling_schema() -> Value {
    let mut defs = serde_json::Map::new();
    for level in 0..40 {
        let next = json!({ "$ref": format!("#a{}", level + 1) });
        let definition = json!({ "$anchor": format!("a{level}"), "anyOf": [next, next] });
        defs.insert(format!("d{level}"), definition);
    }
    defs.insert("d40".into(), json!({ "$anchor": "a40" }));
    json!({ "type": "object", "properties": { "text": { "$ref": "#a0" } }, "$defs": defs })
}

/// A pattern that a backtracking engine tries for centuries on a row of letters.
fn catastrophic_schema() -> Value {
    let pattern = format!("^{}!$", "a*".repeat(12));
    // The second is called as what stands in schemas and is none.
    let field = |title: &str| json!({ "type": "string", "title": title, "pattern": pattern });
    json!({
        "type": "object", "required": ["text", "default"],
        "properties": { "text": field("Text"), "default": field("Second text") },
    })
}

fn hostile_tools() -> Value {
    let mut tools: Vec<_> = (0..3)
        .map(|at| {
            json!({
                "name": format!("drawn_{at}"), "description": "Has an endless picture.",
                "inputSchema": { "type": "object" }, "icons": endless_icon(4_000_000_000 - at),
            })
        })
        .collect();
    tools.push(json!({
        "name": "chained", "description": "Has a schema of references.", "inputSchema": doubling_schema(),
    }));
    tools.push(json!({
        "name": "matched", "description": "Has a pattern.", "inputSchema": catastrophic_schema(),
    }));
    json!(tools)
}

/// The page answers a script at once, again and again for a while.
pub(crate) async fn stays_usable(window: &Window, what: &str) {
    for _ in 0..20 {
        tokio::time::timeout(ANSWER, window.script("return 1 + 1", vec![]))
            .await
            .unwrap_or_else(|_| panic!("the page did not answer within {ANSWER:?}: {what}"));
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn open_hostile(window: &Window, notebook: &Notebook) {
    notebook.declare(&hostile_tools());
    servers::paste(window, &notebook.pasted()).await;
    window.see(&text("serverForm.paste.filled")).await;
    window.push(text("serverForm.save.untested")).await;
    window.find("option", has("Notes, Running")).await;
    servers::review(window, "Notes").await;
}

#[tokio::test]
async fn pictures_schemas_patterns_and_texts_of_one_server_hold_up_and_deceive_nobody() {
    let fixture = fixture::new();
    let notebook = Notebook::open(fixture.data.path());
    notebook.declare_result(
        "# Result\n\nPay &#x202E;001&#x202C; now, &rlm;or&#xE0041; not. [a&#x200B;b](https://example.com \"t&#x202E;t\") ![alt&#x202E;x](https://example.com/x.png)\n",
    );
    let window = Window::open(fixture.data.path()).await;
    open_hostile(&window, &notebook).await;
    window.go_to("Tools").await;
    window.find("option", has("drawn_0")).await;
    stays_usable(&window, "three endless pictures are drawn").await;
    window.click("option", has("chained")).await;
    window.see("Has a schema of references.").await;
    stays_usable(&window, "a schema doubles itself").await;
    window.pictures("95-endless-content").await;

    // Another server is added, checked and used meanwhile.
    let started = window.rpc("server.addDemo", json!({})).await;
    started.expect("the demo server can be added");
    servers::open_tool(&window, "Echo").await;
    window.write("Message", "still here").await;
    servers::run(&window).await;
    window.see("Completed").await;

    servers::open_tool(&window, "matched").await;
    for field in ["Text", "Second text"] {
        window.write(field, &"a".repeat(32)).await;
        stays_usable(&window, "what was typed is checked").await;
    }
    servers::run(&window).await;
    stays_usable(&window, "the core checks the pattern").await;
    window.see("match the pattern").await;
    window.pictures("96-pattern").await;

    servers::open_tool(&window, "drawn_0").await;
    servers::run(&window).await;
    window.see("Completed").await;
    window.choose("Markdown").await;
    for shown in ["U+202E", "U+202C", "U+200F", "U+E0041", "U+200B"] {
        window.see(shown).await;
    }
    let hidden = window
        .script(
            "const all = document.body.innerText + [...document.querySelectorAll('[title],[alt],[aria-label]')]
                .map((one) => [one.title, one.alt, one.ariaLabel].join(' ')).join(' ');
             return /[\\u200B\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]|\\uDB40/.test(all);",
            vec![],
        )
        .await;
    assert_eq!(
        hidden,
        json!(false),
        "no hidden character stands on the page"
    );
    window.pictures("97-markdown-references").await;
    window.done().await;
}
