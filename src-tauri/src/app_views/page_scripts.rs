//! What runs in the page of an app before anything of its own does.

/// Runs in every document, and does something in the page and its frames alone, not in Usher's own documents; most of it
/// in the page only.
pub(super) fn all() -> String {
    format!(
        "if (window.parent !== window.top) {{{TAKEN}}}
if (window.parent !== window.top && window.parent.parent === window.top) {{
{{{VIOLATIONS}}}
if (window.origin === 'null') {{{STORAGE}}}
{{{CONSOLE}}}
}}"
    )
}

/// The clipboard, which no app is given: without a setting of the web view (2.50) one click would be enough to write it.
/// And workers that pages share: an app is alone on its origin, and they would run in a process of their own.
const TAKEN: &str = r"
  const [execCommand, apply] = [Document.prototype.execCommand, Reflect.apply];
  const lower = Function.prototype.call.bind(String.prototype.toLowerCase);
  Document.prototype.execCommand = function (command, ...rest) {
    const name = lower(`${command}`);
    return name === 'copy' || name === 'cut' ? false : apply(execCommand, this, [name, ...rest]);
  };
  Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined });
  for (const name of ['Clipboard', 'SharedWorker']) delete window[name];
";

/// What the content policy of the page forbids is reported.
const VIOLATIONS: &str = r"
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    window.parent.postMessage({ usherViolation: { directive: effectiveDirective, blocked: blockedURI } }, '*');
  });
";

/// A page without an origin may not even look at `localStorage`, and pages that keep a setting there would fail: it gets
/// one that lasts as long as it does.
const STORAGE: &str = r"
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
";

/// In debug builds, for whoever works on Usher or on an app: errors of the page are reported to the log. The web view
/// writes no console of a page that keeps nothing.
#[cfg(debug_assertions)]
const CONSOLE: &str = r"
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
";
#[cfg(not(debug_assertions))]
const CONSOLE: &str = "";
