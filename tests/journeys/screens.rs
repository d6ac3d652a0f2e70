//! Every screen, empty of trouble and full of the demo: axe finds nothing wrong, in either theme.

use usher_tests::window::{Name, Theme, Window};

use crate::stage;

#[tokio::test]
async fn every_screen_is_accessible() {
    let stage = stage::set();
    let window = Window::open(stage.data.path()).await;
    window.find("button", "Start the demo").await;
    in_both_themes(&window, "first run").await;
    window.click("button", "Start the demo").await;
    window.click("option", Name::has("Greet")).await;
    for screen in [
        "Servers",
        "Tools",
        "Resources",
        "Prompts",
        "Approvals",
        "Activity",
        "Settings",
    ] {
        window.go_to(screen).await;
        // The screen's own part is loaded when it is first shown.
        window.gone("progressbar", Name::has("")).await;
        in_both_themes(&window, screen).await;
        window
            .pictures(&format!("screen-{}", screen.to_lowercase()))
            .await;
    }
    window.quit().await;
}

async fn in_both_themes(window: &Window, screen: &str) {
    for theme in [Theme::Dark, Theme::Light] {
        window.theme(theme).await;
        window.check_accessibility(screen).await;
    }
}
