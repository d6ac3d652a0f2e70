//! Reviews servers and their definitions, and saves a resource, by the accessibility tree alone.

use std::collections::BTreeSet;
use std::path::Path;

use usher_tests::accessibility::{AccessibilityTree, Role, State};
use usher_tests::text::{text, text_with};
use usher_tests::window::{Start, has};

use crate::accessibility_tree::{go_to, open_with_demo, run};
use crate::fixture;
use crate::pins::{Notebook, changed, item};

#[tokio::test]
async fn an_imported_server_is_enabled_and_a_change_of_it_kept_blocked_by_the_accessibility_tree() {
    let fixture = fixture::new();
    let notebook = Notebook::open(fixture.data.path());
    let config = fixture.data.path().join("home/.config");
    let claude = config.join("Claude");
    std::fs::create_dir_all(&claude).expect("the folder can be made");
    let file = claude.join("claude_desktop_config.json");
    std::fs::write(file, notebook.pasted()).expect("the file can be written");
    let tree = AccessibilityTree::open().await;
    let window = Start::default()
        .env("NO_AT_BRIDGE", "0")
        .env("XDG_CONFIG_HOME", config)
        .share(fixture.data.path())
        .await;

    tree.activate(Role::BUTTON, &text("firstRun.import.find"))
        .await;
    tree.is(Role::CHECK_BOX, "Claude Desktop", State::Checked)
        .await;
    let one = &[("count", "1")];
    tree.activate(Role::BUTTON, &text_with("firstRun.import.review", one))
        .await;
    tree.find(Role::DIALOG, &text("serverForm.import.title"))
        .await;
    tree.activate(Role::BUTTON, &text_with("common.importServers", one))
        .await;
    tree.gone(Role::DIALOG, &text("serverForm.import.title"))
        .await;
    tree.hear(&text_with("serverForm.import.imported", one))
        .await;

    let server = &[("server", "Notes")];
    tree.activate(Role::BUTTON, &text_with("common.enableOf", server))
        .await;
    tree.hear(&text_with("app.running", server)).await;
    tree.activate(Role::LIST_ITEM, "Notes, Running").await;
    tree.activate(Role::BUTTON, &text("servers.review.approveAll"))
        .await;
    run(&tree, "list_notes").await;
    tree.hear(&text("content.result.completed")).await;

    notebook.declare(&changed());
    tree.activate(Role::BUTTON, &text("common.run")).await;
    go_to(&tree, "common.approvals").await;
    let about = [("name", "add_note"), ("server", "Notes")];
    tree.activate(Role::LIST_ITEM, &item("add_note", "changed"))
        .await;
    tree.see("U+200B").await;
    tree.activate(Role::BUTTON, &text("review.decide.keepBlocked"))
        .await;
    tree.hear(&text_with("review.done.keptBlocked", &about))
        .await;
    window.done().await;
}

#[tokio::test]
async fn resources_are_saved_by_the_accessibility_tree() {
    let fixture = fixture::new();
    let (tree, window) = open_with_demo(&fixture).await;
    go_to(&tree, "common.resources").await;
    tree.activate(Role::LIST_ITEM, "Sunrise").await;
    tree.activate(Role::BUTTON, &text("content.save.as")).await;
    // The dialog of the system proposes the name.
    let path = fixture.data.path().join("sunrise of the test.png");
    tree.set_text("sunrise.png", &path.to_string_lossy()).await;
    tree.activate(Role::BUTTON, "Save").await;
    let saved = text_with("content.save.saved", &[("path", &path.to_string_lossy())]);
    tree.hear(&saved).await;
    let saved = std::fs::read(&path).expect("the file is there");
    assert!(saved.starts_with(b"\x89PNG"), "it is the picture");

    window.click("option", has("Sunrise")).await;
    window.key("Space").await;
    window.key("Down").await;
    window.key("Down").await;
    window.key("Space").await;
    tree.activate(Role::BUTTON, &text("content.save.all")).await;
    // The dialog of the system shows the folder of the last one.
    tree.find(Role::FILE_CHOOSER, &text("desktop.saveInto"))
        .await;
    window.picture_of_display("save-into");
    let folder = fixture.data.path();
    let before = names_in(folder);
    tree.activate(Role::BUTTON, &text("desktop.save")).await;
    let saved = [("folder", &*folder.to_string_lossy()), ("count", "2")];
    tree.hear(&text_with("content.save.savedMany", &saved))
        .await;
    let picture = std::fs::read(folder.join("sunrise.png")).expect("the file is there");
    assert!(picture.starts_with(b"\x89PNG"), "it is the picture");
    let after = names_in(folder);
    let new: Vec<_> = after.difference(&before).collect();
    assert_eq!(new.len(), 2, "both are saved, and nothing else: {new:?}");
    tree.find(Role::BUTTON, &text("content.save.openFolder"))
        .await;
    window.done().await;
}

/// The visible files and folders in a folder.
fn names_in(folder: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| !name.starts_with('.'))
        .collect()
}
