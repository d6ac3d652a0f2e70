//! The proxy document of an app: it draws the page in a sandboxed frame, and carries messages between it and the core. It
//! is Usher's own, and runs nothing that came from a server.

use usher_types::mcp_app::AppOrigin;

/// Whether there is a page to draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// The web view waits for an app.
    Prepared,
    Open,
}

/// Makes the document. `token` lets it send; the page cannot read it. `page` is the address of the page, which is drawn
/// once there is one.
pub(super) fn document(
    origin: &str,
    token: &str,
    page: &str,
    page_origin: AppOrigin,
    stage: Stage,
) -> String {
    let is_open = stage == Stage::Open;
    DOCUMENT
        .replace("{open}", if is_open { "true" } else { "false" })
        .replace("{report}", if cfg!(debug_assertions) { REPORT } else { "" })
        .replace("{sandbox}", page_origin.sandbox())
        .replace("{page}", page)
        .replace("{origin}", origin)
        .replace("{token}", token)
}

/// The policy of the document: its own script, the frame of the page, and where it sends messages to.
pub(super) fn content_policy(origin: &str, token: &str, page: &str) -> String {
    let console = if cfg!(debug_assertions) {
        format!(" {origin}/console/")
    } else {
        String::new()
    };
    format!(
        "default-src 'none'; script-src 'nonce-{token}'; style-src 'nonce-{token}'; frame-src {page}; \
        connect-src {origin}/message/ {origin}/size/ {origin}/violations/{console}; \
        base-uri 'none'; form-action 'none'; frame-ancestors {origin}"
    )
}

/// Passes on what the page's console reports.
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
html, body { margin: 0; height: 100%; overflow: hidden; background: transparent; }
iframe { display: block; width: 100%; height: 100%; border: 0; }
</style>
</head>
<body>
<script nonce="{token}">
(() => {
  const LONGEST = 1024 * 1024;
  const MESSAGES_A_SECOND = 100;
  const KEPT_VIOLATIONS = 20;
  const REPORT_EVERY_MS = 200;
  const RESIZED_EVERY_MS = 100;
  const frame = document.createElement('iframe');
  frame.title = 'MCP App';
  frame.setAttribute('sandbox', '{sandbox}');
  const send = (kind, text) => {
    if (text.length > LONGEST) return;
    void fetch('{origin}/' + kind + '/{token}', { method: 'POST', body: text }).catch(() => {});
  };
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
  const deliver = (message) => {
    const theme = (message.params ?? message.result?.hostContext)?.theme;
    // A frame of another colour scheme than the document around it is not transparent.
    if (theme === 'light' || theme === 'dark')
      for (const around of [parent.document, document]) around.documentElement.style.colorScheme = theme;
    frame.contentWindow.postMessage(message, '*');
  };
  let sized = 0;
  const size = () => {
    sized = 0;
    send('size', JSON.stringify({ width: innerWidth, height: innerHeight }));
  };
  addEventListener('resize', () => {
    sized ||= setTimeout(size, RESIZED_EVERY_MS);
  });
  const open = () => {
    size();
    frame.src = '{page}';
    document.body.append(frame);
    parent.usherDeliver = deliver;
    for (const message of parent.usherEarly) deliver(message);
  };
  if ({open} || parent.usherIsOpen) open();
  else parent.usherOpen = open;
})();
</script>
</body>
</html>
"#;
