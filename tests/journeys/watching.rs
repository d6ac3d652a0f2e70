//! What a person sees of a running server: its processes, what went over the wire, and that a killed Usher leaves
//! nobody behind.

use serde_json::json;
use usher_tests::window::{Name, Window};

use crate::{servers, stage};

#[tokio::test]
async fn the_processes_of_servers_are_shown() {
    let stage = stage::set();
    let window = Window::open(stage.data.path()).await;
    window.click("button", "Start the demo").await;
    window.find("option", Name::has("Greet")).await;
    window.go_to("Servers").await;
    window.see("legacy").await;
    window.see("standard input and output").await;
    window.click("button", "Processes").await;
    let demo = servers::demo_process(window.process());
    window.see(&demo.0.to_string()).await;
    window.pictures("40-processes").await;
    window.check_accessibility("the processes").await;
    window.quit().await;
}

#[tokio::test]
async fn the_wire_log_is_searched_down_to_one_call() {
    let stage = stage::set();
    let window = Window::open(stage.data.path()).await;
    window.click("button", "Start the demo").await;
    window.find("option", Name::has("Greet")).await;
    servers::open_tool(&window, "Echo").await;
    window
        .fill("textbox", "Message", "a needle in the log")
        .await;
    servers::run(&window).await;
    window.see("Completed").await;
    window.click("button", Name::has("in the wire log")).await;
    window.find("region", Name::has("Wire log")).await;
    window.see("tools/call").await;
    window.pictures("41-wire-log").await;
    window.click("button", "This call only").await;
    window.see("tools/list").await;
    window.fill("textbox", "Search frames", "needle").await;
    window
        .eventually("only the frames with the word", || async {
            let text = window.text().await;
            (text.contains("tools/call") && !text.contains("tools/list")).then_some(())
        })
        .await;
    window.picture("42-wire-search").await;
    window.check_accessibility("the wire log").await;
    window.quit().await;
}

#[tokio::test]
async fn killing_the_app_leaves_no_server_behind() {
    let stage = stage::set();
    let window = Window::open(stage.data.path()).await;
    window.click("button", "Start the demo").await;
    window.find("option", Name::has("Greet")).await;
    let demo = servers::demo_process(window.process());
    window.crash().await;
    demo.wait_until_gone().await;

    let window = Window::open(stage.data.path()).await;
    window.find("option", Name::has("Demo server")).await;
    let listed = window.rpc("server.list", json!({})).await;
    let listed = listed.expect("what was there is still there");
    assert_eq!(listed[0]["label"], json!("Demo server"), "{listed:#}");
    window.quit().await;
}
