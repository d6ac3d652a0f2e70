//! By keyboard alone: the window itself. The zoom is kept, F6 goes through the panes, the palette finds a tool, and keys
//! without Ctrl can be switched off.

use serde_json::json;
use usher_tests::text::text;
use usher_tests::window::{Start, Window, has};

use crate::fixture;
use crate::keyboard_requests::start_demo;
use crate::keyboard_servers::open_tool;

/// The pane that has the focus.
const PANE: &str = "return document.activeElement?.closest('[data-pane]')?.dataset.pane ?? null";

#[tokio::test]
async fn the_zoom_outlives_a_restart() {
    let fixture = fixture::new();
    let window = Start::default().open(fixture.data.path()).await;
    start_demo(&window).await;
    let whole = width(&window).await;
    for (key, percent) in [
        ("Control++", 110),
        ("Control++", 125),
        ("Control++", 150),
        ("Control+-", 125),
    ] {
        window.key(key).await;
        zoomed(&window, whole, percent).await;
    }
    window.quit().await;

    let window = Start::default().open(fixture.data.path()).await;
    zoomed(&window, whole, 125).await;
    window.picture("k5-zoomed").await;
    window.key("Control+0").await;
    zoomed(&window, whole, 100).await;
    window.done().await;
}

#[tokio::test]
async fn panes_are_reached_by_f6_and_keys_without_ctrl_can_be_switched_off() {
    let (_fixture, window) = fixture::with_demo().await;
    open_tool(&window, "Greet").await;
    window.key("Control+j").await;
    window
        .find("region", text("palette.command.protocolLog"))
        .await;
    // After Enter on the row the focus is in the detail.
    let mut went = Vec::new();
    for key in ["F6", "F6", "F6", "F6", "Shift+F6"] {
        window.key(key).await;
        went.push(window.script(PANE, vec![]).await);
    }
    assert_eq!(
        went,
        ["drawer", "rail", "list", "detail", "list"].map(|pane| json!(pane)),
        "in the order of the page and around, and back"
    );
    window.key("Control+j").await;
    window
        .gone("region", text("palette.command.protocolLog"))
        .await;

    window.key("Control+8").await;
    let switch = text("settings.appearance.singleKeys");
    window.space_on("switch", &switch).await;
    window
        .eventually("the setting", || async {
            let settings = window.rpc("setting.get", json!({})).await.ok()?;
            (settings["singleKeyShortcuts"] == json!(false)).then_some(())
        })
        .await;
    window.key("?").await;
    for screen in ["Control+2", "Control+5"] {
        window.key(screen).await;
        window.gone("progressbar", has("")).await;
        for key in ["/", "j", "k", "e", "d", "c", "?"] {
            window.key(key).await;
            let typing = "return ['INPUT', 'TEXTAREA'].includes(document.activeElement?.tagName)";
            assert_eq!(
                window.script(typing, vec![]).await,
                json!(false),
                "{key} after {screen} goes to no field"
            );
        }
    }
    window.gone("dialog", text("palette.shortcuts.title")).await;
    window.done().await;
}

/// How wide the window is, in the pixels of the page.
async fn width(window: &Window) -> f64 {
    let width = window.script("return innerWidth", vec![]).await;
    width.as_f64().expect("a number")
}

/// Waits until the setting has this zoom, and the page is drawn at it.
async fn zoomed(window: &Window, whole: f64, percent: u32) {
    window
        .eventually(&format!("a page at {percent} %"), || async {
            let settings = window.rpc("setting.get", json!({})).await.ok()?;
            let found = whole / width(window).await * 100.0;
            let drawn = (found - f64::from(percent)).abs() < 0.5;
            (settings["zoom"] == json!(percent) && drawn).then_some(())
        })
        .await;
}
