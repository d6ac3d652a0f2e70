//! A configuration with a mistake: the line and the column, and nothing of it lost.

use usher_tests::window::Window;

use crate::{servers, stage};

#[tokio::test]
async fn a_broken_configuration_is_pointed_at_by_line_and_column() {
    let stage = stage::set();
    let window = Window::open(stage.data.path()).await;
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
