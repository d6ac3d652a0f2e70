//! What a person sees of a running server: its processes, what went over the wire, and that a killed Usher leaves
//! nobody behind.

use serde_json::json;
use usher_tests::text::{text, text_with};
use usher_tests::window::{Start, has};

use crate::{fixture, servers};

#[tokio::test]
async fn processes_are_shown_and_the_wire_log_is_searched_down_to_one_call() {
    let (_fixture, window) = fixture::with_demo().await;
    window.go_to("Servers").await;
    window.see("2025-11-25").await;
    window.see("stdio").await;
    window.push(text("servers.processes.title")).await;
    let demo = servers::demo_process(window.process());
    window.see(&demo.0.to_string()).await;
    window.inspect("40-processes").await;
    // The Escape key.
    window.type_keys("\u{e00c}").await;

    servers::open_tool(&window, "Echo").await;
    window.write("Message", "a needle in the log").await;
    servers::run(&window).await;
    window.see(&text("content.result.completed")).await;
    window.push(text("content.result.showInLog")).await;
    window.find("region", has(text("common.protocolLog"))).await;
    window.see("tools/call").await;
    window.pictures("41-wire-log").await;
    window.push(text("protocolLog.action.thisCall")).await;
    window.see("tools/list").await;
    window.write(text("protocolLog.search"), "needle").await;
    window
        .eventually("only the frames with the word", || async {
            let text = window.text().await;
            (text.contains("tools/call") && !text.contains("tools/list")).then_some(())
        })
        .await;
    window.picture("42-wire-search").await;
    window.check_accessibility("the wire log").await;
    window.done().await;
}

#[tokio::test]
async fn a_hundred_thousand_messages_are_searched_and_scrolled() {
    let (_fixture, window) = fixture::open().await;
    let scripted = env!("CARGO_BIN_EXE_scripted_server");
    servers::add(&window, &format!("{scripted} outpours"), "Outpourer").await;
    let server = window.rpc("server.list", json!({})).await;
    let server = server.expect("it is listed")[0]["id"].clone();
    servers::open_tool(&window, "echo").await;
    // The list is open while they come.
    window.press("Control", "j").await;
    window.find("region", has(text("common.protocolLog"))).await;
    let gap = async |doing: &str| {
        let gap_ms = window.longest_gap_ms().await;
        println!("The longest time without a frame while {doing}: {gap_ms} ms");
        window.watch_frames().await;
    };
    window.watch_frames().await;
    servers::run(&window).await;
    window.see(&text("content.result.completed")).await;
    let kept = async || {
        let log = window
            .rpc("wire.list", json!({ "serverId": server, "limit": 0 }))
            .await;
        let extent = log.ok()?["extent"].clone();
        let (first, next) = (extent["firstSeq"].as_u64()?, extent["nextSeq"].as_u64()?);
        Some((first, next))
    };
    // As many as a server is listened to at once come in some fifty seconds.
    for share in 1..=4 {
        window
            .eventually("a further quarter of the messages", async || {
                let (_, next) = kept().await?;
                (next > share * 25_000).then_some(())
            })
            .await;
    }
    gap("100,000 messages came").await;
    let (first, next) = kept().await.expect("the log can be read");
    assert_eq!(
        next - first,
        100_000,
        "the log holds as many as it says, and the oldest went"
    );
    window
        .see(&text_with("protocolLog.count.all", &[("count", "100000")]))
        .await;

    window.write(text("protocolLog.search"), "needle").await;
    window
        .see(&text_with(
            "protocolLog.count.some",
            &[("shown", "1"), ("count", "100000")],
        ))
        .await;
    gap("they were searched").await;
    window.find("option", has("a needle")).await;
    let escape = "\u{e00c}";
    window.type_keys(escape).await;
    window.gone("option", has("a needle")).await;

    let row = |position: u64| {
        let found = "const [position] = arguments;
            const row = document.querySelector(`[data-part=wire-list] [role=option][aria-posinset='${position}']`);
            return row === null ? '' : row.textContent;";
        let read = window.script(found, vec![json!(position)]);
        async move { read.await.as_str().unwrap_or_default().to_owned() }
    };
    for (doing, scroll, position) in [
        ("the first was looked for", "0", 1),
        ("the middle was looked for", "list.scrollHeight / 2", 50_000),
        ("the last was looked for", "list.scrollHeight", 100_000),
    ] {
        let script = format!(
            "const list = document.querySelector('[data-part=wire-list]'); list.scrollTop = {scroll};"
        );
        window.script(&script, vec![]).await;
        window
            .eventually("the row in sight", async || {
                row(position)
                    .await
                    .contains("notifications/message")
                    .then_some(())
            })
            .await;
        gap(doing).await;
    }
    window.picture("43-wire-full").await;
    window.check_accessibility("a full wire log").await;
    window.done().await;
}

#[tokio::test]
async fn killing_the_app_leaves_no_server_behind() {
    let fixture = fixture::new();
    let window = Start::default().open(fixture.data.path()).await;
    servers::start_demo(&window).await;
    let demo = servers::demo_process(window.process());
    window.crash().await;
    demo.wait_until_gone().await;

    let window = Start::default().open(fixture.data.path()).await;
    window.find("option", has("Demo server")).await;
    let listed = window.rpc("server.list", json!({})).await;
    let listed = listed.expect("what was there is still there");
    assert_eq!(listed[0]["label"], json!("Demo server"), "{listed:#}");
    window.done().await;
}
