//! First run: an empty app, one click, and the demo server's tools are there and run.

use usher_tests::window::Window;

use crate::stage;

#[tokio::test(flavor = "multi_thread")]
async fn the_demo_server_runs_a_tool_after_one_click() {
    let stage = stage::set();
    let window = Window::open(stage.data.path()).await;
    window.see("Every MCP server on your desk").await;
    window.pictures("first-run").await;

    window.click("button", "Start the demo").await;
    window.click("link", "Tools").await;
    window.find("option", "Greet").await;
    window.pictures("tools-of-the-demo").await;
    window.close().await;
}
