//! Forms of tools as widely used servers declare them: they start valid, and send what stands in them.

use serde_json::json;
use usher_tests::window::{Start, has};

use crate::pins::Notebook;
use crate::{fixture, servers};

#[tokio::test]
async fn forms_of_widely_used_servers_start_valid_and_run() {
    let fixture = fixture::new();
    let notebook = Notebook::open(fixture.data.path());
    notebook.declare(&json!([
        {
            "name": "take_screenshot", "title": "Take a screenshot",
            "description": "Take a screenshot of the current page.",
            "inputSchema": {
                "type": "object", "additionalProperties": false,
                "properties": {
                    "type": { "type": "string", "enum": ["png", "jpeg"], "default": "png" },
                    "fullPage": { "type": "boolean" },
                },
            },
        },
        {
            "name": "search_issues", "title": "Search issues",
            "description": "Search issues by text.",
            "inputSchema": {
                "type": "object", "required": ["query"],
                "properties": {
                    "query": { "type": "string" },
                    "project": { "type": "string", "default": null },
                    "limit": { "type": "integer", "default": null },
                    "labels": { "type": "array", "items": { "type": "string" }, "default": null },
                    "exact": { "type": "boolean", "default": null },
                    "filter": { "type": "object", "default": null },
                },
            },
        },
    ]));
    let window = Start::default().share(fixture.data.path()).await;
    servers::add(&window, &notebook.pasted(), "Notes").await;
    for (tool, fill, picture) in [
        ("take_screenshot", None, "forms-property-named-type"),
        (
            "search_issues",
            Some(("query", "crash")),
            "forms-defaults-of-null",
        ),
    ] {
        servers::open_tool(&window, tool).await;
        if let Some((field, value)) = fill {
            window.write(has(field), value).await;
        }
        window.pictures(picture).await;
        servers::run(&window).await;
        window.see(&format!("ran {tool}")).await;
    }
    window.check_accessibility("a form that was run").await;
    window.done().await;
}
