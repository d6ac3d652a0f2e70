//! Shows and changes how a server is spoken to: the era, finding out again, an entry as it was listed, a call that goes
//! on as a task while Usher is closed.

use usher_tests::text::{text, text_with};
use usher_tests::window::{Window, has};

use crate::{fixture, servers};

#[tokio::test]
async fn the_era_is_chosen_shown_and_found_out_again() {
    let (_fixture, window) = fixture::open().await;
    let command = format!("{} modern", env!("CARGO_BIN_EXE_scripted_server"));
    servers::paste(&window, &command).await;
    window.see(&text("serverForm.paste.filled")).await;
    window.write(text("common.name"), "Scripted").await;
    show_advanced(&window).await;
    window.choose(text("serverForm.protocol.legacy")).await;
    window.inspect("47-advanced").await;
    // The server speaks nothing older than 2026-07-28, and a choice is kept whatever it says.
    window.push(text("serverForm.save.untested")).await;
    window.gone("dialog", text("common.addServer")).await;
    window.click("option", has("Scripted, ")).await;
    window.see("refused the connection").await;

    servers::open_tab(&window, "configuration").await;
    window.choose(text("serverForm.protocol.auto")).await;
    window.push(text("common.save")).await;
    window.find("option", has("Scripted, Running")).await;
    servers::open_tab(&window, "overview").await;
    let detected = format!("2026-07-28, {}", text("servers.protocol.detected"));
    window.see(&detected).await;
    window.pictures("48-era-found").await;

    window.push(text("common.restart")).await;
    let remembered = text_with("servers.protocol.rememberedSince", &[("time", "")]);
    window.see(&format!("2026-07-28, {remembered}")).await;
    window.push(text("servers.protocol.redetect")).await;
    window.see(&detected).await;
    window
        .check_accessibility("how a server is spoken to")
        .await;
    window.done().await;
}

#[tokio::test]
async fn an_entry_is_shown_as_it_was_listed() {
    let (_fixture, window) = fixture::with_demo().await;
    for (screen, search, entry) in [
        ("Prompts", "shared.catalog.prompts.search", "Daily briefing"),
        ("Resources", "shared.catalog.resources.search", "Lighthouse"),
    ] {
        window.go_to(screen).await;
        window.fill("searchbox", text(search), entry).await;
        window.click("option", has(entry)).await;
        window.push(text("common.rawJson")).await;
        let raw = text_with("shared.rawJsonOf", &[("title", entry)]);
        window.find("dialog", &raw).await;
        window.see("\"icons\"").await;
        window.picture(&format!("49-as-listed-{screen}")).await;
        window
            .check_accessibility("an entry as it was listed")
            .await;
        // The Escape key.
        window.type_keys("\u{e00c}").await;
        window.gone("dialog", &raw).await;
    }
    window.done().await;
}

#[tokio::test]
async fn a_task_goes_on_while_usher_is_closed_and_its_result_is_fetched() {
    let (fixture, window) = fixture::with_demo().await;
    // One that ends by itself, and one that never would.
    for seconds in ["20", "86400"] {
        servers::open_tool(&window, "Rehearse a play").await;
        window.tick(text("tools.task.runAs")).await;
        window.fill("spinbutton", has("Seconds"), seconds).await;
        servers::run(&window).await;
        window
            .see(&text_with("tools.task.state", &[("state", "")]))
            .await;
    }
    window.pictures("50-task").await;
    window.go_to("Activity").await;
    let cancel = text_with(
        "records.tasks.cancel",
        &[("tool", "rehearse"), ("time", "")],
    );
    let endless = has(&cancel);
    let running = text("records.tasks.list");
    window.find("list", &running).await;
    window
        .eventually("a task that can be cancelled", || async {
            (!window.all("button", &endless).await.is_empty()).then_some(())
        })
        .await;
    window.inspect("51-running-tasks").await;
    window.done().await;

    let window = Window::open(fixture.data.path()).await;
    window.go_to("Activity").await;
    window.click("option", has("rehearse, ")).await;
    window.see("Rehearsed for 20 s. Break a leg!").await;
    window.pictures("52-task-fetched").await;
    window.push(endless).await;
    window.gone("list", &running).await;
    window
        .find("option", has(text("activity.status.cancelled")))
        .await;
    window.done().await;
}

/// Opens what hardly anybody needs.
async fn show_advanced(window: &Window) {
    let open = "const summary = [...document.querySelectorAll('summary')].find((each) => each.textContent === arguments[0]);
        if (summary === undefined) return false;
        if (!summary.parentElement.open) summary.click();
        return summary.parentElement.open;";
    window
        .eventually("the advanced fields", || async {
            let advanced = text("serverForm.protocol.advanced");
            (window.script(open, vec![advanced.into()]).await == serde_json::json!(true))
                .then_some(())
        })
        .await;
}
