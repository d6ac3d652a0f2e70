//! What the system's settings for more contrast, forced colors and reduced motion change on each screen. The web view
//! of these tests has no such settings, so the rules that are for them are made to hold always.

use serde_json::json;
use usher_tests::text::text;
use usher_tests::window::{Theme, Window, has};

use crate::{elicitation, fixture, screens, servers};

/// Makes all rules hold that are for a media feature; how many there are.
const HOLD: &str = "const [feature] = arguments;
    let held = 0;
    const hold = (rules) => {
        for (const rule of rules) {
            if (rule instanceof CSSMediaRule && rule.media.mediaText.includes(feature)) {
                rule.media.mediaText = 'all';
            }
            if (rule instanceof CSSMediaRule && rule.media.mediaText === 'all') held += 1;
            if (rule.cssRules !== undefined) hold(rule.cssRules);
        }
    };
    for (const sheet of document.styleSheets) hold(sheet.cssRules);
    return held;";

#[tokio::test]
async fn more_contrast_is_readable_on_every_screen() {
    on_every_screen("prefers-contrast", "contrast").await;
}

#[tokio::test]
async fn forced_colors_are_readable_on_every_screen() {
    on_every_screen("forced-colors", "forced").await;
}

#[tokio::test]
async fn with_reduced_motion_nothing_moves() {
    let (_fixture, window) = fixture::open().await;
    elicitation::a_form_is_asked(&window).await;
    hold(&window, "prefers-reduced-motion").await;
    let moving = "return document.getAnimations().map((each) => each.animationName ?? each.transitionProperty)";
    window
        .eventually("nothing that moves", || async {
            (window.script(moving, vec![]).await == json!([])).then_some(())
        })
        .await;
    // That something runs is still to be seen.
    window.see(&text("tools.running.waiting")).await;
    window.inspect("reduced-motion").await;
    window.done().await;
}

/// Looks at each screen in both themes, with a request that waits.
async fn on_every_screen(feature: &str, name: &str) {
    let (_fixture, window) = fixture::open().await;
    elicitation::a_form_is_asked(&window).await;
    window.resize(1280, 800).await;
    for screen in screens::SCREENS {
        screens::open(&window, screen).await;
        hold(&window, feature).await;
        for (theme, word) in [(Theme::Dark, "dark"), (Theme::Light, "light")] {
            window.theme(theme).await;
            window
                .check_accessibility(&format!("{screen} with {feature}"))
                .await;
            let screen = screen.to_lowercase();
            window.picture(&format!("{name}-{screen}-{word}")).await;
        }
        assert_eq!(
            window.script(screens::CUT, vec![]).await,
            json!([]),
            "what is cut on {screen} with {feature}"
        );
    }
    // A menu over a list, where backgrounds say the most.
    window.go_to("Servers").await;
    servers::open_tab(&window, "overview").await;
    window.find("option", has("Demo server")).await;
    window.tab_to("listbox", text("common.servers")).await;
    window.key("Shift+F10").await;
    window
        .find("menuitem", text("servers.menu.openConfiguration"))
        .await;
    hold(&window, feature).await;
    window.picture(&format!("{name}-menu")).await;
    window.done().await;
}

/// A screen's own rules come with the screen, so this is done on each.
async fn hold(window: &Window, feature: &str) {
    let held = window.script(HOLD, vec![json!(feature)]).await;
    assert!(held.as_u64() > Some(0), "no rule is for {feature}");
    window.settled().await;
}
