//! Shows and changes how a server is spoken to: the era, finding out again, an entry as it was listed, a call that goes
//! on as a task while Usher is closed.

use usher_tests::text::{text, text_with};
use usher_tests::window::{Name, Window};

use crate::{fixture, servers};

#[tokio::test]
async fn the_era_is_chosen_shown_and_found_out_again() {
    let fixture = fixture::new();
    let window = Window::open(fixture.data.path()).await;
    let command = format!("{} modern", env!("CARGO_BIN_EXE_scripted_server"));
    servers::paste(&window, &command).await;
    window.see(&text("serverForm.paste.filled")).await;
    window
        .fill("textbox", text("common.name").as_str(), "Scripted")
        .await;
    show_advanced(&window).await;
    window
        .choose("radio", text("serverForm.protocol.legacy").as_str())
        .await;
    window.pictures("47-advanced").await;
    window.check_accessibility("the choice of the era").await;
    // The server speaks nothing older than 2026-07-28, and a choice is kept whatever it says.
    window
        .click("button", text("serverForm.save.untested").as_str())
        .await;
    window
        .gone("dialog", text("common.addServer").as_str())
        .await;
    window.click("option", Name::has("Scripted, ")).await;
    window.see("refused the connection").await;

    servers::open_tab(&window, "configuration").await;
    window
        .choose("radio", text("serverForm.protocol.auto").as_str())
        .await;
    window.click("button", text("common.save").as_str()).await;
    window.find("option", Name::has("Scripted, Running")).await;
    servers::open_tab(&window, "overview").await;
    let detected = format!("2026-07-28, {}", text("servers.protocol.detected"));
    window.see(&detected).await;
    window.pictures("48-era-found").await;

    window
        .click("button", text("common.restart").as_str())
        .await;
    let remembered = text_with("servers.protocol.rememberedSince", &[("time", "")]);
    window.see(&format!("2026-07-28, {remembered}")).await;
    window
        .click("button", text("servers.protocol.redetect").as_str())
        .await;
    window.see(&detected).await;
    window
        .check_accessibility("how a server is spoken to")
        .await;
    window.done().await;
}

#[tokio::test]
async fn an_entry_is_shown_as_it_was_listed() {
    let fixture = fixture::new();
    let window = Window::open(fixture.data.path()).await;
    servers::start_demo(&window).await;
    for (screen, search, entry) in [
        ("Prompts", "shared.catalog.prompts.search", "Daily briefing"),
        ("Resources", "shared.catalog.resources.search", "Lighthouse"),
    ] {
        window.go_to(screen).await;
        window.fill("searchbox", text(search).as_str(), entry).await;
        window.click("option", Name::has(entry)).await;
        window
            .click("button", text("common.rawJson").as_str())
            .await;
        let raw = text_with("shared.rawJsonOf", &[("title", entry)]);
        window.find("dialog", raw.as_str()).await;
        window.see("\"icons\"").await;
        window.picture(&format!("49-as-listed-{screen}")).await;
        window
            .check_accessibility("an entry as it was listed")
            .await;
        // The Escape key.
        window.type_keys("\u{e00c}").await;
        window.gone("dialog", raw.as_str()).await;
    }
    window.done().await;
}

#[tokio::test]
async fn a_task_goes_on_while_usher_is_closed_and_its_result_is_fetched() {
    let fixture = fixture::new();
    let window = Window::open(fixture.data.path()).await;
    servers::start_demo(&window).await;
    // One that ends by itself, and one that never would.
    for seconds in ["20", "86400"] {
        servers::open_tool(&window, "Rehearse a play").await;
        window.choose("checkbox", &*text("tools.task.runAs")).await;
        window
            .fill("spinbutton", Name::has("Seconds"), seconds)
            .await;
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
    let endless = Name::has(&cancel);
    let running = text("records.tasks.list");
    window.find("list", &*running).await;
    window
        .eventually("a task that can be cancelled", || async {
            (!window.all("button", &endless).await.is_empty()).then_some(())
        })
        .await;
    window.pictures("51-running-tasks").await;
    window.check_accessibility("tasks that go on").await;
    window.done().await;

    let window = Window::open(fixture.data.path()).await;
    window.go_to("Activity").await;
    window.click("option", Name::has("rehearse, ")).await;
    window.see("Rehearsed for 20 s. Break a leg!").await;
    window.pictures("52-task-fetched").await;
    window.click("button", endless).await;
    window.gone("list", &*running).await;
    window
        .find("option", Name::has(&text("activity.status.cancelled")))
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
