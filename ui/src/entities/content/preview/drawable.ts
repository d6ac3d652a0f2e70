/** A page with more elements, or more of them in each other, takes too long to lay out. */
const ELEMENTS = 10_000;
const DEPTH = 128;

/** Style sheets and style attributes, in characters. */
const STYLES = 300_000;

/** Characters of style sheets times elements: each rule may be held against each element. */
const MATCHES = 100_000_000;

/** Elements without an end, or whose end may be left out: one follows the other. */
const FLAT = new Set(
  [
    'area base br col embed hr img input link meta source track wbr',
    'body caption colgroup dd dt head html li option p tbody td tfoot th thead tr',
  ].flatMap((names) => names.split(' ')),
);

/**
 * Returns whether an HTML text is simple enough to be drawn. It is scanned in linear time and not parsed: a few tags can
 * parse into millions of elements, in the memory of the window.
 */
export function isDrawable(html: string): boolean {
  const elements = tagsIn(html, /<(?=[a-z])/i);
  if (elements > ELEMENTS || tagsIn(html, /<(?=\/[a-z])/i) > ELEMENTS) return false;
  const sheets = charactersIn(html, /<style[\s/>][^]*?(?:<\/style|$)/gi);
  const attributes = charactersIn(html, /\bstyle\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi);
  return sheets + attributes <= STYLES && sheets * elements <= MATCHES && isFlat(html);
}

/** How many tags begin so; beyond the limit they are not counted on. */
const tagsIn = (html: string, start: RegExp): number => html.split(start, ELEMENTS + 2).length - 1;

function charactersIn(html: string, pattern: RegExp): number {
  let sum = 0;
  for (const [found] of html.matchAll(pattern)) sum += found.length;
  return sum;
}

/** Whether the tags leave no more elements open at once than may be in each other. */
function isFlat(html: string): boolean {
  // What no browser takes for a tag goes first: comments in both forms.
  const tag = /<!--(?:-?>|[^]*?(?:--!?>|$))|<(?:[!?]|\/(?![a-z]))[^>]*|<(\/?)([a-z][^\s/>]*)/gi;
  const open = new Map<string, number>();
  const isOpen = (name: string): boolean => (open.get(name) ?? 0) > 0;
  let depth = 0;
  for (let found = tag.exec(html); found !== null; found = tag.exec(html)) {
    const name = found[2]?.toLowerCase();
    if (name === undefined) continue;
    const { end, isClosed } = tagEnd(html, tag.lastIndex);
    tag.lastIndex = end;
    const isEmpty = FLAT.has(name) || (isClosed && (isOpen('svg') || isOpen('math')));
    const step = found[1] === '/' ? -Number(isOpen(name)) : Number(!isEmpty);
    open.set(name, (open.get(name) ?? 0) + step);
    depth += step;
    if (depth > DEPTH) return false;
    if (step === 1 && (name === 'script' || name === 'style')) tag.lastIndex = textEnd(html, name, end);
  }
  return true;
}

/** Where a tag ends whose name ends at a place: values in quotation marks may hold `>`. */
function tagEnd(html: string, from: number): { end: number; isClosed: boolean } {
  const attribute = /[\s/]*[^\s/>][^\s/>=]*(?:\s*=\s*(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^\s"'>][^\s>]*)?)?/y;
  let at = from;
  for (attribute.lastIndex = at; attribute.test(html);) at = attribute.lastIndex;
  const sign = html.indexOf('>', at);
  return sign < 0
    ? { end: html.length, isClosed: false }
    : { end: sign + 1, isClosed: sign > at && html.charAt(sign - 1) === '/' };
}

/** Where text ends in which tags mean nothing. */
function textEnd(html: string, name: string, from: number): number {
  for (let at = html.indexOf('</', from); at >= 0; at = html.indexOf('</', at + 2)) {
    if (html.slice(at + 2, at + 2 + name.length).toLowerCase() === name) return at;
  }
  return html.length;
}
