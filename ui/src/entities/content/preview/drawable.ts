/** A page with more elements, or more of them in each other, takes too long to lay out. */
const ELEMENTS = 10_000;
const DEPTH = 128;

/** Style sheets and style attributes, in characters. */
const STYLES = 300_000;

/** Characters of style sheets times elements: each rule may be held against each element. */
const MATCHES = 100_000_000;

/** Whether an HTML text is simple enough to be drawn. Reading it here runs and loads nothing. */
export function isDrawable(html: string): boolean {
  const page = new DOMParser().parseFromString(html, 'text/html');
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
