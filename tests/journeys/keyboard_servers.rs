//! By keyboard alone: a server of one's own is added, tested, reviewed and enabled; its tool is run, its resource read,
//! its prompt fetched.

use usher_tests::text::{text, text_with};
use usher_tests::window::{Window, has};

use crate::{fixture, pins, servers};

#[tokio::test]
async fn a_server_is_added_reviewed_and_used_by_keyboard_alone() {
    let (_fixture, window) = fixture::open().await;
    add_everything(&window).await;
    review(&window).await;

    open_tool(&window, "echo").await;
    window.type_over("textbox", has("message"), "typed").await;
    window.key("Control+Enter").await;
    window.see("Echo: typed").await;
    window.picture("k1-result").await;

    window.key("Control+3").await;
    search(&window, "shared.catalog.resources.search", "architecture").await;
    window.down_to("option", has("architecture.md")).await;
    window.key("Enter").await;
    window.see("Everything Server").await;
    window.enter_on(text("common.refresh")).await;
    window.see("Everything Server").await;

    window.key("Control+4").await;
    search(&window, "shared.catalog.prompts.search", "args").await;
    window.down_to("option", has("args-prompt")).await;
    window.key("Enter").await;
    window.type_over("combobox", has("city"), "Lisbon").await;
    window
        .enter_on(has(format!("{} Ctrl", text("prompts.get"))))
        .await;
    window.see("What's weather in Lisbon?").await;
    window.picture("k1-prompt").await;

    enable_a_copy(&window).await;
    window.done().await;
}

async fn add_everything(window: &Window) {
    window.tab_to("textbox", text("firstRun.add.paste")).await;
    let command = format!("node {}", servers::everything().display());
    window.type_text(&command).await;
    window.key("Enter").await;
    window.see(&text("serverForm.paste.filled")).await;
    window
        .type_over("textbox", text("common.name"), "Everything")
        .await;
    window.enter_on(text("serverForm.test.run")).await;
    let works = text_with("serverForm.test.works", &[("server", "Everything")]);
    window.see(&works).await;
    window.picture("k1-tested").await;
    window.enter_on(text("common.save")).await;
    window.gone("dialog", text("common.addServer")).await;
    window.find("option", has("Everything, Running")).await;
}

/// Approves one definition by itself, then all others.
async fn review(window: &Window) {
    window.enter_on(text("common.review")).await;
    window.tab_to("listbox", text("review.list")).await;
    window.down_to("option", pins::item("echo", "new")).await;
    window.key("Enter").await;
    window.enter_on(text("review.decide.approve")).await;
    window.find("option", pins::item("echo", "unchanged")).await;
    // The focus stays with the list, whose next definition is shown.
    window.has_focus("listbox", text("review.list")).await;
    let all = text_with("review.decide.approveAll", &[("count", "{}")]);
    let all = has(all.split("{}").next().unwrap_or_default());
    window.tab_back_to("button", all.clone()).await;
    window.press_enabled("Enter").await;
    window.gone("button", all).await;
    let done = text_with("review.done.server", &[("server", "Everything")]);
    window.see(&done).await;
}

/// Makes a copy, which is disabled, and enables it.
async fn enable_a_copy(window: &Window) {
    window.key("Control+1").await;
    window.tab_to("listbox", text("common.servers")).await;
    window.down_to("option", has("Everything, Running")).await;
    window.key("Shift+F10").await;
    window
        .down_to("menuitem", text("servers.page.duplicate"))
        .await;
    window.key("Enter").await;
    let copy = text("shared.state.disabled");
    let copy = has(format!("Everything copy, {copy}"));
    window.down_to("option", copy).await;
    window.key("Enter").await;
    let enabled = text_with("servers.page.enabledOf", &[("server", "Everything copy")]);
    window.space_on("switch", &enabled).await;
    window.find("option", has("Everything copy, Running")).await;
    window.picture("k1-enabled").await;
}

/// Opens a tool's page: the screen by its number, the search by its letter, the row by its arrow.
pub(crate) async fn open_tool(window: &Window, tool: &str) {
    window.key("Control+2").await;
    search(window, "tools.list.search", tool).await;
    window.down_to("option", has(tool)).await;
    window.key("Enter").await;
    window
        .find("button", has(format!("{} Ctrl", text("common.run"))))
        .await;
}

/// Types into the search field of a list, and goes on into the list.
async fn search(window: &Window, field: &str, words: &str) {
    window.find("searchbox", text(field)).await;
    window.key("/").await;
    window.has_focus("searchbox", text(field)).await;
    window.key("Control+a").await;
    window.type_text(words).await;
    window.find("option", has(words)).await;
    window.key("Down").await;
}
