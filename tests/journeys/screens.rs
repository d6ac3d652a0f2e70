//! Every screen, empty of trouble and full of the demo: axe finds nothing wrong, in either theme. The letters they are
//! written in.

use serde_json::json;
use usher_tests::text::text;
use usher_tests::window::{Theme, Window, has};

use crate::fixture;

/// The screens in the order of the rail.
pub(crate) const SCREENS: [&str; 7] = [
    "Servers",
    "Tools",
    "Resources",
    "Prompts",
    "Approvals",
    "Activity",
    "Settings",
];

#[tokio::test]
async fn every_screen_is_accessible_and_drawn_in_fonts_that_are_there() {
    let (_fixture, window) = fixture::open().await;
    window.find("button", text("common.startDemoServer")).await;
    assert_eq!(
        window.script(LETTERS, vec![]).await,
        json!([[2, true], [2, true]]),
        "one family and the generic one draw the same letters as the whole list"
    );
    in_both_themes(&window, "first run").await;
    window.push(text("common.startDemoServer")).await;
    window.click("option", has("Greet")).await;
    for screen in SCREENS {
        open(&window, screen).await;
        in_both_themes(&window, screen).await;
        window
            .pictures(&format!("screen-{}", screen.to_lowercase()))
            .await;
    }
    window.done().await;
}

/// Goes to a screen and waits until all of it is there: its own part is loaded when it is first shown.
pub(crate) async fn open(window: &Window, screen: &str) {
    window.go_to(screen).await;
    window.gone("progressbar", has("")).await;
}

/// The texts of controls and headings that do not fit where they stand. A text with an ellipsis is also cut if it is too
/// long by a part of a pixel, which `scrollWidth` rounds away.
pub(crate) const CUT: &str = "const parts = document.querySelectorAll(
        'button, label, legend, h1, h2, h3, h4, th, nav a span, .mantine-Button-label, .mantine-SegmentedControl-innerLabel');
    const lengthOf = (part) => {
        const contents = document.createRange();
        contents.selectNodeContents(part);
        return contents.getBoundingClientRect().width;
    };
    const isCut = (part) => {
        const { overflowX, textOverflow, paddingLeft, paddingRight } = getComputedStyle(part);
        if (part.clientWidth <= 1 || !['hidden', 'clip'].includes(overflowX)) return false;
        const width = part.getBoundingClientRect().width - parseFloat(paddingLeft) - parseFloat(paddingRight);
        // Within other parts there may be names for screen readers only, which are placed elsewhere.
        const isPlain = textOverflow === 'ellipsis' && part.childElementCount === 0;
        return part.scrollWidth > part.clientWidth + 1 || (isPlain && lengthOf(part) > width);
    };
    return [...parts].filter((part) => part.offsetParent !== null && isCut(part)).map((part) => part.textContent);";

#[tokio::test]
async fn no_text_is_cut_in_a_longer_language() {
    let (_fixture, window) = fixture::open().await;
    window.push(text("common.startDemoServer")).await;
    window.click("option", has("Greet")).await;
    let settings = window.rpc("setting.get", json!({})).await;
    let mut settings = settings.expect("settings are read");
    for (language, lang) in [("de", "de"), ("en-XA", "en")] {
        settings["language"] = json!(language);
        let set = window.rpc("setting.set", settings.clone()).await;
        set.expect("the language is set");
        for screen in 0..7 {
            let open = "document.querySelectorAll('nav a')[arguments[0]].click()";
            window.script(open, vec![json!(screen)]).await;
            window.gone("progressbar", has("")).await;
            window
                .eventually("the language of the page", || async {
                    let shown = window
                        .script("return document.documentElement.lang", vec![])
                        .await;
                    shown.as_str()?.starts_with(lang).then_some(())
                })
                .await;
            window
                .pictures(&format!("language-{language}-{screen}"))
                .await;
            assert_eq!(
                window.script(CUT, vec![]).await,
                json!([]),
                "what does not fit on screen {screen} in {language}"
            );
        }
    }
    window.done().await;
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
    const drawn = ['--font-system', '--font-mono'].map((list) => {
        letters.style.font = `48px var(${list})`;
        const [settled, width] = [root.getPropertyValue(list), letters.offsetWidth];
        root.removeProperty(list);
        const whole = letters.offsetWidth;
        root.setProperty(list, settled);
        return [settled.split(',').length, width > 0 && width === whole];
    });
    letters.remove();
    return drawn;";
