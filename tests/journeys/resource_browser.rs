//! The resource browser with the demo server: bookmarks, columns, templates, subscriptions and what changed, by mouse
//! and keyboard, and what is kept over a restart.

use usher_tests::text::{text, text_with};
use usher_tests::window::{Name, Window};

use crate::{fixture, servers};

#[tokio::test]
async fn resources_are_marked_sorted_subscribed_and_compared() {
    let fixture = fixture::new();
    let window = Window::open(fixture.data.path()).await;
    window
        .click("button", text("common.startDemoServer").as_str())
        .await;
    window.click("option", Name::has("Greet")).await;
    window.go_to("Resources").await;

    // A bookmark by the star, another one by its key.
    let star = text("shared.bookmark.label");
    window.click("option", Name::has("Sunrise")).await;
    window.click("button", star.as_str()).await;
    window
        .find("checkbox", Name::has(&text("shared.kept.bookmarks")))
        .await;
    window.click("option", Name::has("Lighthouse")).await;
    window.find("img", Name::has("Lighthouse")).await;
    window.key("b").await;
    window
        .find(
            "checkbox",
            Name::has(&format!("{} 2", text("shared.kept.bookmarks"))),
        )
        .await;

    // Sorted by the head of a column, with the keyboard.
    window
        .enter_on("button", text("resources.column.name").as_str())
        .await;
    let first = "return document.querySelector('[role=\"option\"]')?.textContent ?? ''";
    window
        .eventually("a list sorted by name", || async {
            let row = window.script(first, vec![]).await;
            row.as_str()?.contains("A city").then_some(())
        })
        .await;
    window.pictures("resources-list").await;
    window.check_accessibility("resources list").await;

    // A clock that changes while it is subscribed: live, changed, compared.
    window.click("option", Name::has("Clock face")).await;
    window.find("article", "Clock face").await;
    window.find("img", Name::has("Clock face")).await;
    window
        .choose("switch", text("resources.subscribe").as_str())
        .await;
    window
        .choose("radio", text("resources.compare.changes").as_str())
        .await;
    window
        .find("slider", text("resources.compare.swipe").as_str())
        .await;
    window.pictures("resources-swipe").await;
    window
        .click("option", Name::has("Clock, demo://clock"))
        .await;
    // Until then the switch may be that of the resource before.
    window.find("article", "Clock").await;
    window
        .choose("switch", text("resources.subscribe").as_str())
        .await;
    window
        .choose("radio", text("resources.compare.changes").as_str())
        .await;
    window.pictures("resources-diff").await;

    // All subscriptions together.
    window
        .choose("checkbox", Name::has(&text("common.subscribed")))
        .await;
    window
        .find("table", text("resources.subscriptions.title").as_str())
        .await;
    window.see(&text("common.changed")).await;
    window.pictures("resources-subscriptions").await;
    window.check_accessibility("resource subscriptions").await;
    for resource in ["Clock face", "Clock"] {
        let unsubscribe = text_with(
            "resources.subscriptions.unsubscribeFrom",
            &[("resource", resource)],
        );
        window.click("button", unsubscribe.as_str()).await;
    }
    window.see(&text("resources.subscriptions.none")).await;
    window.done().await;

    let window = Window::open(fixture.data.path()).await;
    window.go_to("Resources").await;
    window
        .choose(
            "checkbox",
            Name::has(&format!("{} 2", text("shared.kept.bookmarks"))),
        )
        .await;
    window.gone("option", Name::has("Clock face")).await;
    window.find("option", Name::has("Sunrise")).await;
    window.find("option", Name::has("Lighthouse")).await;
    window.done().await;
}

#[tokio::test]
async fn a_template_is_completed_and_rows_are_passed_by_keyboard() {
    let fixture = fixture::new();
    let window = Window::open(fixture.data.path()).await;
    servers::start_demo(&window).await;
    window.go_to("Resources").await;

    // The proposals for the second variable depend on the first.
    window.click("option", Name::has("A city")).await;
    for (variable, typed, whole) in [("country", "fin", "Finland"), ("city", "tam", "Tampere")] {
        window
            .type_over("combobox", Name::has(variable), typed)
            .await;
        window.find("option", whole).await;
        window.pictures(&format!("template-{variable}")).await;
        window.down_to("option", whole).await;
        window.key("Enter").await;
        window.gone("option", whole).await;
    }
    window.see("demo://cities/Finland/Tampere").await;
    window
        .enter_on("button", Name::has(&text("resources.read")))
        .await;
    window.see("saunas between two lakes").await;

    // Rows that are only passed are neither read nor gone back to.
    window.click("option", Name::has("Sunrise")).await;
    window.find("img", Name::has("Sunrise")).await;
    let before = servers::messages(&window, "resources/read", "out").await;
    window.script(HELD_DOWN, vec![]).await;
    window
        .eventually("one of them is read", || async {
            (servers::messages(&window, "resources/read", "out").await > before).then_some(())
        })
        .await;
    window.settled().await;
    assert_eq!(
        servers::messages(&window, "resources/read", "out").await,
        before + 1,
        "only the last one"
    );
    window.key("Alt+Left").await;
    window.find("img", Name::has("Sunrise")).await;
    window.done().await;
}

/// Presses the down arrow five times, with the page drawn after each and no pause in between, however busy the machine.
const HELD_DOWN: &str = "const at = document.activeElement;
    const press = (times) => {
      at.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
      if (times > 1) queueMicrotask(() => press(times - 1));
    };
    press(5);";
