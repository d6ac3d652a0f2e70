//! The resource browser with the demo server: bookmarks, columns, templates, subscriptions and what changed, by mouse
//! and keyboard, and what is kept over a restart.

use usher_tests::text::{text, text_with};
use usher_tests::window::{Window, has};

use crate::{fixture, servers};

#[tokio::test]
async fn resources_are_marked_sorted_subscribed_and_compared() {
    let (fixture, window) = fixture::open().await;
    window.push(text("common.startDemoServer")).await;
    window.click("option", has("Greet")).await;
    window.go_to("Resources").await;

    // A bookmark by the star, another one by its key.
    let star = text("shared.bookmark.label");
    window.click("option", has("Sunrise")).await;
    window.push(&star).await;
    window
        .find("checkbox", has(text("shared.kept.bookmarks")))
        .await;
    window.click("option", has("Lighthouse")).await;
    window.find("img", has("Lighthouse")).await;
    window.key("b").await;
    window
        .find(
            "checkbox",
            has(format!("{} 2", text("shared.kept.bookmarks"))),
        )
        .await;

    // Sorted by the head of a column, with the keyboard.
    window.enter_on(text("resources.column.name")).await;
    let first = "return document.querySelector('[role=\"option\"]')?.textContent ?? ''";
    window
        .eventually("a list sorted by name", || async {
            let row = window.script(first, vec![]).await;
            row.as_str()?.contains("A city").then_some(())
        })
        .await;
    window.inspect("resources-list").await;

    // A clock that changes while it is subscribed: live, changed, compared.
    window.click("option", has("Clock face")).await;
    window.find("article", "Clock face").await;
    window.find("img", has("Clock face")).await;
    window.turn_on(text("resources.subscribe")).await;
    window.choose(text("resources.compare.changes")).await;
    window.find("slider", text("resources.compare.swipe")).await;
    window.pictures("resources-swipe").await;
    window.click("option", has("Clock, demo://clock")).await;
    // Until then the switch may be that of the resource before.
    window.find("article", "Clock").await;
    window.turn_on(text("resources.subscribe")).await;
    window.choose(text("resources.compare.changes")).await;
    window.pictures("resources-diff").await;

    // All subscriptions together.
    window.tick(has(text("common.subscribed"))).await;
    window
        .find("table", text("resources.subscriptions.title"))
        .await;
    window.see(&text("common.changed")).await;
    window.inspect("resources-subscriptions").await;
    for resource in ["Clock face", "Clock"] {
        let unsubscribe = text_with(
            "resources.subscriptions.unsubscribeFrom",
            &[("resource", resource)],
        );
        window.push(&unsubscribe).await;
    }
    window.see(&text("resources.subscriptions.none")).await;
    window.done().await;

    let window = Window::open(fixture.data.path()).await;
    window.go_to("Resources").await;
    window
        .tick(has(format!("{} 2", text("shared.kept.bookmarks"))))
        .await;
    window.gone("option", has("Clock face")).await;
    window.find("option", has("Sunrise")).await;
    window.find("option", has("Lighthouse")).await;
    window.done().await;
}

#[tokio::test]
async fn a_template_is_completed_and_rows_are_passed_by_keyboard() {
    let (_fixture, window) = fixture::with_demo().await;
    window.go_to("Resources").await;

    // The proposals for the second variable depend on the first.
    window.click("option", has("A city")).await;
    for (variable, typed, whole) in [("country", "fin", "Finland"), ("city", "tam", "Tampere")] {
        window.type_over("combobox", has(variable), typed).await;
        window.find("option", whole).await;
        window.pictures(&format!("template-{variable}")).await;
        window.down_to("option", whole).await;
        window.key("Enter").await;
        window.gone("option", whole).await;
    }
    window.see("demo://cities/Finland/Tampere").await;
    window.enter_on(has(text("resources.read"))).await;
    window.see("saunas between two lakes").await;

    // Rows that are only passed are neither read nor gone back to.
    window.click("option", has("Sunrise")).await;
    window.find("img", has("Sunrise")).await;
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
    window.find("img", has("Sunrise")).await;
    window.done().await;
}

/// Presses the down arrow five times, with the page drawn after each and no pause in between, however busy the machine.
const HELD_DOWN: &str = "const at = document.activeElement;
    const press = (times) => {
      at.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
      if (times > 1) queueMicrotask(() => press(times - 1));
    };
    press(5);";
