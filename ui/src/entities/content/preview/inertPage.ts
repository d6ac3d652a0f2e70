const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** Elements that run, fetch, or lead away, and those that are read otherwise a second time. The policy and the sandbox refuse the first, too. */
const REMOVED =
  'script, link, base, meta, object, embed, applet, iframe, frame, frameset, portal, noscript, template, animate, set, svg, math, form form';

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

/** A page with more elements, or more of them in each other, takes too long to lay out. */
const ELEMENTS = 10_000;
const DEPTH = 128;

/** Style sheets and style attributes, in characters. */
const STYLES = 300_000;

/** Characters of style sheets times elements: each rule may be held against each element. */
const MATCHES = 100_000_000;

/** What takes memory beyond the window for each element; in a layer, so that no rule of the page is stronger. */
const CALM = `@layer calm{*,*::before,*::after{${[
  'filter:none',
  'backdrop-filter:none',
  '-webkit-backdrop-filter:none',
  'mask:none',
  '-webkit-mask:none',
  'mix-blend-mode:normal',
  'transform:none',
  'perspective:none',
  'will-change:auto',
  'animation:none',
  'transition:none',
]
  .map((rule) => `${rule}!important`)
  .join(';')}}}`;

/** A page that can be drawn; or that it is too complex, or would not stay what was made of it. */
type InertPage = { kind: 'page'; html: string } | { kind: 'tooComplex' | 'unstable' };

/**
 * An HTML text without anything that could fetch or lead away, for a frame that also forbids both: reading it runs and
 * loads nothing. Styles get the nonce that the window asks of every style sheet, as its policy holds in the frame too.
 * The frame reads what was made once more, which may give another page than the one that was cleaned: so it is read here
 * first.
 */
export function inertPage(html: string, nonce: string): InertPage {
  const page = read(html);
  for (const element of page.querySelectorAll(REMOVED)) element.remove();
  if (!isSimple(page)) return { kind: 'tooComplex' };
  const rules = new Map<string, string>();
  for (const element of page.querySelectorAll('*')) clean(element, rules);
  const [calm, added] = [page.createElement('style'), page.createElement('style')];
  calm.textContent = CALM;
  added.textContent = `:root{color-scheme:light;background:#fff;color:#000;font-family:sans-serif}\n${[...rules].map(([style, name]) => `.${name}{${style}}`).join('\n')}`;
  const policy = page.createElement('meta');
  policy.setAttribute('http-equiv', 'Content-Security-Policy');
  policy.setAttribute('content', POLICY);
  page.head.prepend(policy, calm);
  page.head.append(added);
  if (nonce !== '') for (const style of page.querySelectorAll('style')) style.setAttribute('nonce', nonce);
  const made = `<!doctype html>${page.documentElement.outerHTML}`;
  return isInert(read(made)) ? { kind: 'page', html: made } : { kind: 'unstable' };
}

const read = (html: string): Document => new DOMParser().parseFromString(html, 'text/html');

function isSimple(page: Document): boolean {
  const elements = page.querySelectorAll('*');
  const lengthOf = (text: string | null): number => text?.length ?? 0;
  const sheets = [...page.querySelectorAll('style')].reduce(
    (sum, { textContent }) => sum + lengthOf(textContent),
    0,
  );
  const attributes = [...page.querySelectorAll('[style]')].reduce(
    (sum, element) => sum + lengthOf(element.getAttribute('style')),
    0,
  );
  return (
    elements.length <= ELEMENTS &&
    sheets + attributes <= STYLES &&
    sheets * elements.length <= MATCHES &&
    isWithin(page.documentElement, DEPTH)
  );
}

/** Whether no more than so many elements are in each other. */
function isWithin(root: Element, most: number): boolean {
  let level: Element[] = [root];
  for (let depth = 0; depth < most; depth += 1) {
    level = level.flatMap(({ children }) => [...children]);
    if (level.length === 0) return true;
  }
  return false;
}

function clean(element: Element, rules: Map<string, string>): void {
  for (const name of element.getAttributeNames()) {
    const value = element.getAttribute(name) ?? '';
    const lower = name.toLowerCase();
    if (lower === 'href' && element.localName === 'a') element.setAttribute('title', value);
    if (lower === 'style' || isActive(element, lower, value)) element.removeAttribute(name);
    // A policy with a nonce allows no style attributes: they become rules, found by class, as by attribute each is tried.
    if (lower === 'style' && !BRACES.test(value)) element.classList.add(nameOf(value, rules));
  }
}

/** A style attribute with one of these would be several rules. */
const BRACES = /[{}]/;

function nameOf(style: string, rules: Map<string, string>): string {
  const safe = style.replaceAll('<', String.raw`\3c `);
  const name = rules.get(safe) ?? `usher-style-${rules.size}`;
  rules.set(safe, name);
  return name;
}

/** Whether an attribute runs, fetches or leads away. */
function isActive({ localName }: Element, name: string, value: string): boolean {
  const isPicture = name === 'src' && localName === 'img' && /^data:image\//i.test(value.trim());
  return name.startsWith('on') || (ADDRESSES.has(name) && !isPicture);
}

/** Whether nothing that was removed is in a page again. */
function isInert(page: Document): boolean {
  const policies = page.querySelectorAll('meta');
  const isOurs = policies.length === 1 && policies[0] === page.head.firstElementChild;
  const removed = [...page.querySelectorAll(REMOVED)].filter((element) => element !== policies[0]);
  return (
    isOurs &&
    removed.length === 0 &&
    [...page.querySelectorAll('*')].every((element) =>
      element.getAttributeNames().every((name) => {
        const lower = name.toLowerCase();
        return lower !== 'style' && !isActive(element, lower, element.getAttribute(name) ?? '');
      }),
    )
  );
}
