//! Finds everything in the command palette, by keyboard alone.

use usher_tests::text::text;
use usher_tests::window::{Name, Window};

use crate::{fixture, servers};

#[tokio::test]
async fn the_palette_finds_a_tool_and_goes_to_it() {
    let fixture = fixture::new();
    let window = Window::open(fixture.data.path()).await;
    servers::start_demo(&window).await;
    window.press("Control", "k").await;
    let field = text("palette.field");
    window
        .find("dialog", Name::has(&text("palette.title")))
        .await;
    window.pictures("18-palette").await;
    window.picture_of_display("18-palette-display");
    let behind = "return [...document.querySelectorAll('#root *')]
        .filter((each) => getComputedStyle(each).scrollbarWidth !== 'none').length";
    assert_eq!(
        window.script(behind, vec![]).await,
        0,
        "scrollbars behind an open dialog are not painted, or they would be painted over it"
    );
    window.check_accessibility("the palette").await;
    window
        .eventually("the palette's field", || async {
            let found = window
                .script(
                    "return document.activeElement?.getAttribute('aria-label')",
                    vec![],
                )
                .await;
            (found == field.as_str()).then_some(())
        })
        .await;
    window.type_keys("greet").await;
    window.down_to("option", Name::has("Greet")).await;
    window.type_keys("\u{e007}").await;
    window
        .find("button", Name::has(&format!("{} Ctrl", text("common.run"))))
        .await;
    window.find("heading", Name::has("Greet")).await;
    window.quit().await;
}
