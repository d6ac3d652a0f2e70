//! MCP Apps: drawn with the result of a tool in a web view of their own, calling tools through the same approvals, and
//! stopped whatever they do.

use serde_json::{Value, json};
use usher_tests::text::text;
use usher_tests::window::{Name, Window};

use crate::{fixture, servers};

#[tokio::test]
async fn an_app_draws_the_result_of_its_tool() {
    let fixture = fixture::new();
    let window = demo(fixture.data.path()).await;
    servers::open_tool(&window, "Forecast chart").await;
    servers::run(&window).await;
    let app = running(&window).await;
    assert_eq!(app["status"], json!("running"), "{app:#}");
    assert_eq!(app["violations"], json!(0), "{app:#}");
    window.eventually("a height of its own", || async {
        first(&window).await["height"].as_f64().filter(|height| *height > 100.0)
    }).await;
    window.quit().await;
}

async fn demo(data: &std::path::Path) -> Window {
    let window = Window::open(data).await;
    window
        .click("button", text("firstRun.demo.start").as_str())
        .await;
    window.find("option", Name::has("Greet")).await;
    window
}

async fn first(window: &Window) -> Value {
    let apps = window.rpc("mcpApp.list", json!({})).await;
    apps.expect("apps can be listed")[0].clone()
}

async fn running(window: &Window) -> Value {
    window
        .eventually("the app runs", || async {
            let app = first(window).await;
            (app["status"] == json!("running")).then_some(app)
        })
        .await
}
