//! Every screen at twice the size: nothing is wider than the window, and no text of a control is cut.

use serde_json::json;
use usher_tests::text::text;
use usher_tests::window::{Window, has};

use crate::keyboard_requests::start_demo;
use crate::{elicitation, fixture, screens};

/// What stands out of the window to the right and cannot be scrolled to.
const OUTSIDE: &str = "const scrolls = (part) => {
        for (let at = part.parentElement; at !== null; at = at.parentElement)
            if (['auto', 'scroll'].includes(getComputedStyle(at).overflowX)) return true;
        return false;
    };
    const parts = document.querySelectorAll('button, input, textarea, a, h1, h2, h3, [role=option], [role=tab]');
    return [...parts].filter((part) => {
        const { width, right, left } = part.getBoundingClientRect();
        return width > 1 && (right > innerWidth + 1 || left < -1) && part.checkVisibility() && !scrolls(part);
    }).map((part) => part.ariaLabel ?? part.textContent.slice(0, 60) ?? part.outerHTML.slice(0, 80));";

#[tokio::test]
async fn every_screen_fits_at_200_percent() {
    every_screen_fits([1280, 800], "").await;
}

#[tokio::test]
async fn every_screen_fits_at_200_percent_in_the_smallest_window() {
    every_screen_fits([900, 600], "small-").await;
}

async fn every_screen_fits([width, height]: [u32; 2], size: &'static str) {
    let (_fixture, window) = fixture::open().await;
    window.find("button", text("common.startDemoServer")).await;
    window.resize(width, height).await;
    enlarge(&window, 200).await;
    let mut faults = Vec::new();
    look(&window, &mut faults, size, "first-run").await;
    // The driver does not know the zoom when it clicks.
    start_demo(&window).await;
    window.key("Escape").await;
    for (number, screen) in [
        "servers",
        "tools",
        "resources",
        "prompts",
        "approvals",
        "activity",
        "settings",
    ]
    .into_iter()
    .enumerate()
    {
        window.key(&format!("Control+{}", number + 1)).await;
        window.gone("progressbar", has("")).await;
        look(&window, &mut faults, size, screen).await;
    }

    open(&window, "2", "tools", "Greet").await;
    look(&window, &mut faults, size, "tool").await;
    let panes = [text("common.arguments"), text("common.result")];
    let [arguments, result] = panes.map(|title| format!("section[aria-label='{title}']"));
    is_below(&window, &mut faults, &arguments, &result).await;
    open(&window, "3", "resources", "Sunrise").await;
    look(&window, &mut faults, size, "resource").await;
    open(&window, "2", "tools", "Ask with a form").await;
    window.key("Control+Enter").await;
    window.see(&text("tools.running.waiting")).await;
    look(&window, &mut faults, size, "waiting").await;
    window.key("Control+5").await;
    window.find("article", elicitation::request()).await;
    look(&window, &mut faults, size, "form").await;
    window.key("Control+n").await;
    window.find("textbox", text("serverForm.paste.label")).await;
    look(&window, &mut faults, size, "add-server").await;
    window.key("Escape").await;
    window.key("Control+k").await;
    window.find("combobox", text("palette.field")).await;
    look(&window, &mut faults, size, "palette").await;
    window.done().await;
    assert_eq!(faults, Vec::<String>::new(), "what does not fit at 200 %");
}

/// Notes it if two panes stand side by side.
async fn is_below(window: &Window, faults: &mut Vec<String>, first: &str, second: &str) {
    let script = "const [first, second] = [...arguments].map((each) => document.querySelector(each).getBoundingClientRect());
        return second.top >= first.bottom - 1 && second.width > innerWidth / 2;";
    let found = window
        .script(script, vec![json!(first), json!(second)])
        .await;
    if found != json!(true) {
        faults.push(format!("{second} is not below {first}"));
    }
}

/// Sets the zoom of the window.
async fn enlarge(window: &Window, percent: u32) {
    let settings = window.rpc("setting.get", json!({})).await;
    let mut settings = settings.expect("settings are read");
    settings["zoom"] = json!(percent);
    let set = window.rpc("setting.set", settings).await;
    set.expect("the zoom is set");
    window
        .eventually("the zoom", || async {
            let ratio = window
                .script("return outerWidth / innerWidth", vec![])
                .await;
            (ratio.as_f64()? > f64::from(percent) / 100.0 - 0.1).then_some(())
        })
        .await;
}

/// Goes to the beginning of a screen by its key, which leads there once the screen is shown, and opens a row of its list.
async fn open(window: &Window, key: &str, screen: &str, row: &str) {
    window
        .eventually(&format!("the beginning of {screen}"), || async {
            window.key(&format!("Control+{key}")).await;
            let address = window.script("return location.hash", vec![]).await;
            (address == json!(format!("#/{screen}"))).then_some(())
        })
        .await;
    window.key("/").await;
    window.key("Control+a").await;
    window.type_text(row).await;
    window.find("option", has(row)).await;
    window.key("Down").await;
    window.down_to("option", has(row)).await;
    window.key("Enter").await;
    window.find("heading", has(row)).await;
}

/// Takes a picture, and notes what does not fit.
async fn look(window: &Window, faults: &mut Vec<String>, size: &str, name: &str) {
    window
        .picture_in_themes(&format!("enlarged-{size}{name}"))
        .await;
    for (script, what) in [(OUTSIDE, "outside the window"), (screens::CUT, "cut")] {
        let found = window.script(script, vec![]).await;
        if found != json!([]) {
            faults.push(format!("{what} on {size}{name}: {found}"));
        }
    }
}
