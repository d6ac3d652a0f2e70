const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** Elements that run, fetch, or lead away. The policy and the sandbox refuse them as well. */
const REMOVED =
  'script, link, base, meta, object, embed, applet, iframe, frame, frameset, portal, noscript, template, animate, set';

/** Attributes that name an address, and those that hold code. Only pictures in the text itself are kept. */
const ADDRESSES = new Set([
  'action',
  'background',
  'cite',
  'data',
  'formaction',
  'href',
  'longdesc',
  'manifest',
  'ping',
  'poster',
  'src',
  'srcdoc',
  'srcset',
  'target',
  'xlink:href',
]);

/**
 * An HTML text without anything that could fetch or lead away, for a frame that also forbids both: reading it runs and
 * loads nothing. Styles get the nonce that the window asks of every style sheet, as its policy holds in the frame too.
 */
export function inertPage(html: string, nonce: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const element of page.querySelectorAll(REMOVED)) element.remove();
  const rules: string[] = [];
  for (const element of page.querySelectorAll('*')) clean(element, rules);
  const added = page.createElement('style');
  added.textContent = `:root{color-scheme:light;background:#fff;color:#000;font-family:sans-serif}\n${rules.join('\n')}`;
  const policy = page.createElement('meta');
  policy.setAttribute('http-equiv', 'Content-Security-Policy');
  policy.setAttribute('content', POLICY);
  page.head.prepend(policy);
  page.head.append(added);
  if (nonce !== '') for (const style of page.querySelectorAll('style')) style.setAttribute('nonce', nonce);
  return `<!doctype html>${page.documentElement.outerHTML}`;
}

function clean(element: Element, rules: string[]): void {
  for (const name of element.getAttributeNames()) {
    const value = element.getAttribute(name) ?? '';
    const lower = name.toLowerCase();
    if (lower === 'style') {
      // A policy with a nonce allows no style attributes: they become rules.
      element.setAttribute('data-style', String(rules.length));
      rules.push(`[data-style="${rules.length}"]{${value.replaceAll('<', '\\3c ')}}`);
    }
    if (lower === 'href' && element.localName === 'a') element.setAttribute('title', value);
    const isPicture = lower === 'src' && element.localName === 'img' && /^data:image\//i.test(value.trim());
    if (lower === 'style' || lower.startsWith('on') || (ADDRESSES.has(lower) && !isPicture))
      element.removeAttribute(name);
  }
}
