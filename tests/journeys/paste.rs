//! Pastes a broken configuration: line and column are shown, and no text is lost.

use usher_tests::window::Window;

use crate::{fixture, servers};

#[tokio::test]
async fn a_broken_configuration_is_pointed_at_by_line_and_column() {
    let fixture = fixture::new();
    let window = Window::open(fixture.data.path()).await;
    window.find("button", "Start the demo").await;
    servers::paste(&window, "{").await;
    // The field of the sheet takes several lines.
    window.fill("textbox", "Paste anything", BROKEN).await;
    window.see("line 3, column").await;
    window.pictures("19-broken-paste").await;
    window.check_accessibility("a paste with a mistake").await;
    window.quit().await;
}

/// The command of the third line lacks its quotes.
const BROKEN: &str = "{\n\"mcpServers\": {\n\"a\": { \"command\": node }\n}\n}";
