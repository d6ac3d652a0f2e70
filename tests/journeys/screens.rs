//! Every screen, empty of trouble and full of the demo: axe finds nothing wrong, in either theme. The letters they are
//! written in.

use serde_json::json;
use usher_tests::text::text;
use usher_tests::window::{Name, Theme, Window};

use crate::fixture;

#[tokio::test]
async fn every_screen_is_accessible() {
    let fixture = fixture::new();
    let window = Window::open(fixture.data.path()).await;
    window
        .find("button", text("firstRun.demo.start").as_str())
        .await;
    in_both_themes(&window, "first run").await;
    window
        .click("button", text("firstRun.demo.start").as_str())
        .await;
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

/// How many families are named, and how wide some letters are: as the page is, and with the lists as they are written.
const LETTERS: &str = "const root = document.documentElement.style;
    const letters = document.body.appendChild(document.createElement('span'));
    letters.textContent = 'mmmwliI1.,@WQ asks you';
    return ['--font-ui', '--font-mono'].map((list) => {
        letters.style.font = `48px var(${list})`;
        const [settled, width] = [root.getPropertyValue(list), letters.offsetWidth];
        root.removeProperty(list);
        const whole = letters.offsetWidth;
        root.setProperty(list, settled);
        return [settled.split(',').length, width > 0 && width === whole];
    });";

#[tokio::test]
async fn one_family_that_is_there_draws_what_the_whole_list_would() {
    let fixture = fixture::new();
    let window = Window::open(fixture.data.path()).await;
    window
        .find("button", text("firstRun.demo.start").as_str())
        .await;
    assert_eq!(
        window.script(LETTERS, vec![]).await,
        json!([[2, true], [2, true]]),
        "one family and the generic one, and the same letters"
    );
    window.quit().await;
}
