//! The outer document of an app: it draws the page in a frame without an origin, and carries messages between it and
//! the core. In a window of its own it says above the page whose app it is, and stops it. It is Usher's own, and runs
//! nothing that came from a server.

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

/// Runs in every document before anything of it does: what the content policy of the page forbids is reported.
pub(super) const VIOLATIONS: &str = r"
if (window !== window.top && window.parent === window.top) {
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    window.parent.postMessage({ usherViolation: { directive: effectiveDirective, blocked: blockedURI } }, '*');
  });
}
";

/// A page without an origin may not even look at `localStorage`, and pages that keep a setting there would fail: it gets
/// one that lasts as long as it does.
pub(super) const STORAGE: &str = r"
if (window !== window.top && window.parent === window.top) {
  for (const name of ['localStorage', 'sessionStorage']) {
    const items = new Map();
    const methods = {
      getItem: (key) => items.get(String(key)) ?? null,
      setItem: (key, value) => void items.set(String(key), String(value)),
      removeItem: (key) => void items.delete(String(key)),
      clear: () => items.clear(),
      key: (at) => [...items.keys()][at] ?? null,
    };
    const storage = new Proxy(methods, {
      get: (_, key) => (key === 'length' ? items.size : methods[key] ?? items.get(key)),
      set: (_, key, value) => (items.set(String(key), String(value)), true),
      has: (_, key) => key in methods || items.has(key),
      deleteProperty: (_, key) => (items.delete(key), true),
      ownKeys: () => [...items.keys()],
      getOwnPropertyDescriptor: (_, key) =>
        items.has(key) ? { value: items.get(key), writable: true, enumerable: true, configurable: true } : undefined,
    });
    Object.defineProperty(window, name, { value: storage, configurable: true });
  }
}
";

/// In debug builds, for whoever works on Usher or on an app: errors of the page are reported to the log. The web view
/// writes no console of a page that keeps nothing.
#[cfg(debug_assertions)]
pub(super) const CONSOLE: &str = r"
if (window !== window.top && window.parent === window.top) {
  const report = (...parts) => window.parent.postMessage({
    usherConsole: parts.map((part) => part?.stack ? `${part} ${part.stack}` : String(part)).join(' ').slice(0, 2000),
  }, '*');
  const error = console.error.bind(console);
  console.error = (...parts) => { report(...parts); error(...parts); };
  addEventListener('error', ({ message, error, target }) =>
    report(message === undefined ? `not loaded: ${target?.src ?? target?.href}` : error ?? message), true);
  addEventListener('unhandledrejection', ({ reason }) => report('unhandled rejection:', reason));
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    report(`blocked by ${effectiveDirective}: ${blockedURI}`));
  const load = window.fetch.bind(window);
  window.fetch = (what, ...rest) => load(what, ...rest).catch((reason) => {
    report(`not loaded: ${what?.url ?? what}`, reason);
    throw reason;
  });
}
";
#[cfg(not(debug_assertions))]
pub(super) const CONSOLE: &str = "";

/// Hands a message to the page. The text is JSON, in which a script ends nowhere.
pub(super) fn delivery(message: &Value) -> String {
    let message = message.to_string().replace('<', "\\u003c");
    format!("window.usherDeliver?.({message});")
}

/// Says where the app is drawn. The script may run before that of the document, which then looks at what it left.
pub(super) fn placement(place: AppPlace) -> String {
    let is_apart = place == AppPlace::OwnWindow;
    format!("window.usherIsApart = {is_apart}; window.usherPlaced?.();")
}

/// Makes the document. `token` lets it send; the page cannot read it.
pub(super) fn document(origin: &str, token: &str, bar: &Bar, place: AppPlace) -> String {
    let is_apart = place == AppPlace::OwnWindow;
    DOCUMENT
        .replace("{report}", if cfg!(debug_assertions) { REPORT } else { "" })
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

/// The policy of the document: its own script, its own frame, and where it sends messages to.
pub(super) fn content_policy(origin: &str, token: &str) -> String {
    let console = if cfg!(debug_assertions) {
        format!(" {origin}/console/")
    } else {
        String::new()
    };
    format!(
        "default-src 'none'; script-src 'nonce-{token}'; style-src 'nonce-{token}'; \
        frame-src {origin}/view; \
        connect-src {origin}/message/ {origin}/violations/ {origin}/stop/{console}; \
        base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}

/// Passes on what [`CONSOLE`] reports.
const REPORT: &str =
    "if ('usherConsole' in data) send('console', String(data.usherConsole)); else ";

/// The page can send without end, and what its frame reports of violations it can make up: both are bounded here, before
/// they reach the process of Usher, and again by the core.
const DOCUMENT: &str = r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>MCP App</title>
<style nonce="{token}">
html, body { margin: 0; height: 100%; background: transparent; }
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
  const LONGEST = 1024 * 1024;
  const MESSAGES_A_SECOND = 100;
  const KEPT_VIOLATIONS = 20;
  const REPORT_EVERY_MS = 200;
  const early = [];
  const frame = document.createElement('iframe');
  frame.title = 'MCP App';
  frame.setAttribute('sandbox', 'allow-scripts');
  const send = (kind, text) => {
    if (text.length > LONGEST) return;
    void fetch('{origin}/' + kind + '/{token}', { method: 'POST', body: text }).catch(() => {});
  };
  const bar = document.querySelector('header');
  window.usherPlaced = () => { bar.hidden = !(window.usherIsApart ?? {apart}); };
  window.usherPlaced();
  const stop = bar.querySelector('button');
  stop.addEventListener('click', () => {
    stop.disabled = true;
    send('stop', '');
  });
  let second = 0;
  let heard = 0;
  const isTooMuch = () => {
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) [second, heard] = [now, 0];
    heard += 1;
    return heard > MESSAGES_A_SECOND;
  };
  let violations = { count: 0, last: [] };
  const report = () => {
    send('violations', JSON.stringify(violations));
    violations = { count: 0, last: [] };
  };
  const violated = ({ directive, blocked }) => {
    if (violations.count === 0) setTimeout(report, REPORT_EVERY_MS);
    violations.count += 1;
    violations.last.push({ directive: String(directive).slice(0, 300), blocked: String(blocked).slice(0, 300) });
    if (violations.last.length > KEPT_VIOLATIONS) violations.last.shift();
  };
  addEventListener('message', ({ source, data }) => {
    if (source !== frame.contentWindow || typeof data !== 'object' || data === null) return;
    try {
      {report}if ('usherViolation' in data) violated(data.usherViolation);
      else if (!isTooMuch()) send('message', JSON.stringify(data));
    } catch {
      // What is no JSON is no message.
    }
  });
  window.usherDeliver = (message) => {
    const theme = (message.params ?? message.result?.hostContext)?.theme;
    if (theme === 'light' || theme === 'dark') document.documentElement.style.colorScheme = theme;
    if (frame.contentWindow) frame.contentWindow.postMessage(message, '*');
    else early.push(message);
  };
  frame.src = '{origin}/view';
  document.body.append(frame);
  for (const message of early) window.usherDeliver(message);
})();
</script>
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
            let moved = format!("window.usherIsApart = {is_apart}; window.usherPlaced?.();");
            assert_eq!(placement(place), moved, "{place:?}");
        }
    }

    #[test]
    fn a_message_is_handed_on_as_data() {
        let message = json!({ "text": "</script><script>alert(1)</script>\u{2028}'\"" });
        let script = delivery(&message);
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
