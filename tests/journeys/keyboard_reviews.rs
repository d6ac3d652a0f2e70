//! By keyboard alone: a changed definition is accepted, another kept blocked, and one that was altered in the database
//! is put back as it was approved.

use std::path::Path;

use usher_tests::text::{text, text_with};
use usher_tests::window::{Window, has};

use crate::pins::{Notebook, changed, item};
use crate::{fixture, servers};

#[tokio::test]
async fn changes_are_accepted_and_kept_blocked_by_keyboard_alone() {
    let fixture = fixture::new();
    let notebook = Notebook::open(fixture.data.path());
    let window = Window::open(fixture.data.path()).await;
    servers::add(&window, &notebook.pasted(), "Notes").await;
    window.done().await;

    notebook.declare(&changed());
    let window = Window::open(fixture.data.path()).await;
    window.find("option", has("Notes, Running")).await;
    open_reviews(&window, "servers.review.changes").await;
    window.down_to("option", item("add_note", "changed")).await;
    window.key("Enter").await;
    window.see("U+200B").await;
    window.picture("k3-change").await;
    window.enter_on(text("review.decide.keepBlocked")).await;
    window.find("option", item("add_note", "keptOld")).await;
    window.has_focus("listbox", text("review.list")).await;

    window.key("Home").await;
    window.down_to("option", item("add_note", "keptOld")).await;
    window.key("Enter").await;
    window.enter_on(text("common.approveChange")).await;
    window.find("option", item("add_note", "unchanged")).await;
    window.has_focus("listbox", text("review.list")).await;

    window.key("Home").await;
    window.down_to("option", item("share_note", "new")).await;
    window.key("Enter").await;
    window.enter_on(text("review.decide.approve")).await;
    window.find("option", item("share_note", "unchanged")).await;
    window.done().await;
}

#[tokio::test]
async fn an_altered_definition_is_restored_by_keyboard_alone() {
    let fixture = fixture::new();
    let notebook = Notebook::open(fixture.data.path());
    let window = Window::open(fixture.data.path()).await;
    servers::add(&window, &notebook.pasted(), "Notes").await;
    window.done().await;
    alter(
        &fixture.data.path().join("usher/usher.db"),
        b"Pin a note to",
        b"Put a note to",
    );

    let window = Window::open(fixture.data.path()).await;
    window.find("option", has("Notes, Running")).await;
    open_reviews(&window, "servers.review.changes").await;
    window.down_to("option", item("pin_note", "tampered")).await;
    window.key("Enter").await;
    window.picture("k3-altered").await;
    window.enter_on(text("review.decide.restore")).await;
    window.find("option", item("pin_note", "unchanged")).await;
    let done = text_with(
        "review.done.restored",
        &[("name", "pin_note"), ("server", "Notes")],
    );
    window.see(&done).await;
    window.picture("k3-restored").await;
    window.done().await;
}

/// Goes from the page of a server to its definitions.
async fn open_reviews(window: &Window, button: &str) {
    window.enter_on(text(button)).await;
    window.tab_to("listbox", text("review.list")).await;
    window.key("Home").await;
}

/// Overwrites a text in the database while Usher is closed.
fn alter(file: &Path, old: &[u8], new: &[u8]) {
    let mut bytes = std::fs::read(file).expect("the database can be read");
    let places = (0..bytes.len()).filter(|at| bytes[*at..].starts_with(old));
    let places: Vec<usize> = places.collect();
    assert!(!places.is_empty(), "the text stands in the database");
    for at in places {
        bytes[at..at + old.len()].copy_from_slice(new);
    }
    std::fs::write(file, bytes).expect("the database can be written");
}
