/** Where a reader, or who listens, meets text; ids, keys and what is typed are not drawn. */
const SPOKEN = ['title', 'alt', 'aria-label', 'aria-description', 'placeholder', 'aria-valuetext'];

/** Every text in a part of the page that is read or heard. */
export const textsIn = (root: Element): string[] =>
  [...root.querySelectorAll('*')].flatMap((element) => [
    ...SPOKEN.flatMap((name) => element.getAttribute(name) ?? []),
    ...[...element.childNodes].flatMap((node) => (node.nodeType === 3 ? (node.textContent ?? '') : [])),
  ]);
