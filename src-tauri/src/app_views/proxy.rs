//! The outer document of an app: it draws the page in a frame without an origin, and carries messages between it and
//! the core. It is Usher's own, and runs nothing that came from a server.

use serde_json::Value;

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

/// Makes the document. `token` lets it send; the page cannot read it.
pub(super) fn document(origin: &str, token: &str) -> String {
    DOCUMENT
        .replace("{report}", if cfg!(debug_assertions) { REPORT } else { "" })
        .replace("{origin}", origin)
        .replace("{token}", token)
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
        frame-src {origin}/view; connect-src {origin}/message/ {origin}/violation/{console}; \
        base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}

/// Passes on what [`CONSOLE`] reports.
const REPORT: &str =
    "if ('usherConsole' in data) send('console', String(data.usherConsole)); else ";

/// Messages are counted and bounded again by the core.
const DOCUMENT: &str = r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>MCP App</title>
<style nonce="{token}">
html, body { margin: 0; height: 100%; background: transparent; }
iframe { display: block; width: 100%; height: 100%; border: 0; }
</style>
</head>
<body>
<script nonce="{token}">
(() => {
  const LONGEST = 1024 * 1024;
  const early = [];
  const frame = document.createElement('iframe');
  frame.title = 'MCP App';
  frame.setAttribute('sandbox', 'allow-scripts');
  const send = (kind, text) => {
    if (text.length > LONGEST) return;
    void fetch('{origin}/' + kind + '/{token}', { method: 'POST', body: text }).catch(() => {});
  };
  addEventListener('message', ({ source, data }) => {
    if (source !== frame.contentWindow || typeof data !== 'object' || data === null) return;
    try {
      {report}if ('usherViolation' in data) send('violation', JSON.stringify(data.usherViolation));
      else send('message', JSON.stringify(data));
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
