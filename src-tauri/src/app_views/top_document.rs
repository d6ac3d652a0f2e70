//! The top document of an app's web view: it holds the frame of the proxy document. In a window of its own it says above
//! it whose app it is, and stops it. It is Usher's own, and runs nothing that came from a server.

use serde_json::Value;
use usher_types::mcp_app::AppPlace;

/// The bar over an app in a window of its own.
#[derive(Debug)]
pub(super) struct Bar {
    /// Whose app it is. Server text.
    pub(super) title: String,
    /// The label of the button that ends it.
    pub(super) stop: String,
}

/// Hands a message to the page.
pub(super) fn delivery(message: &str) -> String {
    format!("window.usherDeliver?.({});", in_script(message))
}

/// Says where the app is drawn, and whose it is. The script may run before that of the document, which then looks at what
/// it left.
pub(super) fn placement(place: AppPlace, title: &str) -> String {
    let is_apart = place == AppPlace::OwnWindow;
    let title = in_script(&Value::from(title).to_string());
    format!(
        "window.usherIsApart = {is_apart}; window.usherTitle = {title}; window.usherPlaced?.();"
    )
}

/// Has the proxy document draw the page, in a web view that was prepared for it. The script may run before that of the
/// proxy document, which then looks at what it left.
pub(super) const OPENING: &str = "window.usherIsOpen = true; window.usherOpen?.();";

/// JSON as it stands in a script, which ends nowhere in it.
fn in_script(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// Makes the document. `token` lets it stop the app; the page cannot read it.
pub(super) fn document(origin: &str, token: &str, bar: &Bar, place: AppPlace) -> String {
    let is_apart = place == AppPlace::OwnWindow;
    DOCUMENT
        .replace("{apart}", if is_apart { "true" } else { "false" })
        .replace("{origin}", origin)
        .replace("{token}", token)
        // Last, so that nothing in them is filled in.
        .replace("{stop}", &escaped(&bar.stop))
        .replace("{title}", &escaped(&bar.title))
}

/// A text as it stands in HTML, in elements and attributes.
fn escaped(text: &str) -> String {
    text.chars()
        .map(|character| match character {
            '&' => "&amp;".to_owned(),
            '<' => "&lt;".to_owned(),
            '>' => "&gt;".to_owned(),
            '"' => "&quot;".to_owned(),
            '\'' => "&#39;".to_owned(),
            other => other.to_string(),
        })
        .collect()
}

/// The policy of the document: its own script, the frame of the proxy document, and where it stops the app.
pub(super) fn content_policy(origin: &str, token: &str) -> String {
    format!(
        "default-src 'none'; script-src 'nonce-{token}'; style-src 'nonce-{token}'; \
        frame-src {origin}/proxy; connect-src {origin}/stop/; \
        base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}

/// The proxy document has its origin, and takes `usherDeliver` over once it is there.
const DOCUMENT: &str = r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>MCP App</title>
<style nonce="{token}">
html, body { margin: 0; height: 100%; overflow: hidden; background: transparent; }
iframe { display: block; width: 100%; height: 100%; border: 0; }
header:not([hidden]) ~ iframe { height: calc(100% - 24px); }
header { display: flex; align-items: center; gap: 8px; box-sizing: border-box; height: 24px; padding: 0 8px;
  border-bottom: 1px solid GrayText; background: Canvas; color: CanvasText; font: 12px system-ui, sans-serif; }
header[hidden] { display: none; }
header span { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
  unicode-bidi: isolate; }
header button { flex: none; height: 20px; padding: 0 8px; font: inherit; }
</style>
</head>
<body>
<header hidden><span title="{title}">{title}</span><button type="button">{stop}</button></header>
<script nonce="{token}">
(() => {
  window.usherEarly = [];
  window.usherDeliver = (message) => void window.usherEarly.push(message);
  const bar = document.querySelector('header');
  const label = bar.querySelector('span');
  window.usherPlaced = () => {
    bar.hidden = !(window.usherIsApart ?? {apart});
    if (window.usherTitle !== undefined) label.textContent = label.title = window.usherTitle;
  };
  window.usherPlaced();
  const stop = bar.querySelector('button');
  stop.addEventListener('click', () => {
    stop.disabled = true;
    void fetch('{origin}/stop/{token}', { method: 'POST', body: '' }).catch(() => {});
  });
})();
</script>
<iframe title="MCP App" src="{origin}/proxy"></iframe>
</body>
</html>
"#;

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_bar_shows_a_label_as_text_and_nothing_in_it_is_filled_in() {
        let bar = Bar {
            title: "App of “</title><script>'{token}\" &{origin}{stop}”".into(),
            stop: "Stop app".into(),
        };
        let made = document("mcp-app://a", "secret", &bar, AppPlace::OwnWindow);
        let shown = "App of “&lt;/title&gt;&lt;script&gt;&#39;{token}&quot; &amp;{origin}{stop}”";
        let header = format!(
            "<header hidden><span title=\"{shown}\">{shown}</span>\
            <button type=\"button\">Stop app</button></header>"
        );
        assert!(made.contains(&header), "as text: {made}");
        assert_eq!(made.matches("<script").count(), 1, "one script: {made}");
    }

    #[test]
    fn the_bar_is_there_in_a_window_of_its_own() {
        let bar = Bar {
            title: "App".into(),
            stop: "Stop".into(),
        };
        for (place, is_apart) in [(AppPlace::OwnWindow, true), (AppPlace::Hidden, false)] {
            let made = document("mcp-app://a", "secret", &bar, place);
            let initial = format!("bar.hidden = !(window.usherIsApart ?? {is_apart});");
            assert!(made.contains(&initial), "{place:?}: {made}");
            let moved = format!(
                "window.usherIsApart = {is_apart}; window.usherTitle = \"\\u003c\\\"\"; window.usherPlaced?.();"
            );
            assert_eq!(placement(place, "<\""), moved, "{place:?}");
        }
    }

    #[test]
    fn a_message_is_handed_on_as_data() {
        let message = json!({ "text": "</script><script>alert(1)</script>\u{2028}'\"" });
        let script = delivery(&message.to_string());
        let text = script
            .strip_prefix("window.usherDeliver?.(")
            .and_then(|rest| rest.strip_suffix(");"));
        assert_eq!(
            serde_json::from_str::<Value>(text.unwrap_or_default()).ok(),
            Some(message),
            "it is one JSON value: {script}"
        );
        assert!(!script.contains('<'), "no tag ends a script: {script}");
    }
}
