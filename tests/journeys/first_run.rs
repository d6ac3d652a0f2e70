//! First run: an empty app, one click, and the demo server's tools are there and run.

use usher_tests::text::text;
use usher_tests::window::has;

use crate::{fixture, servers};

#[tokio::test]
async fn the_demo_server_runs_a_tool_after_one_click() {
    let (_fixture, window) = fixture::open().await;
    window.see(&text("firstRun.title")).await;
    window.pictures("1-first-run").await;

    servers::start_demo(&window).await;
    servers::open_tool(&window, "Greet").await;
    window.pictures("2-tool").await;
    servers::run(&window).await;
    // A required name is missing: nothing is sent, and the form says so.
    window.write(has("Name"), "Ada").await;
    servers::run(&window).await;
    window.see("Ada").await;
    window.find("region", "Result").await;
    window.pictures("3-tool-result").await;
    window.done().await;
}
