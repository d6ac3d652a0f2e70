import { useEffect, useState } from 'react';
import type { RefObject } from 'react';

/** Letters and digits alone: what a row shows and its name may differ in punctuation. */
const wordsOf = (text: string): string =>
  ` ${text
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()} `;

/** The texts of a row and the names of its icons, in their order, as far as its name does not hold them. */
function shownBeside(row: Element, name: string): string {
  const parts: string[] = [];
  const add = (text: string): void => {
    const words = wordsOf(text);
    if (words.trim() !== '' && !wordsOf([name, ...parts].join(' ')).includes(words)) parts.push(text.trim());
  };
  const collect = (element: Element): void => {
    const label = element.getAttribute('aria-label');
    if (label !== null) {
      add(label);
    } else if ([...element.childNodes].some(isText)) {
      add(element.textContent);
    } else {
      for (const child of element.children) if (isShown(child)) collect(child);
    }
  };
  for (const child of row.childNodes) {
    if (child instanceof Element) {
      if (isShown(child)) collect(child);
    } else if (isText(child)) {
      add(child.textContent ?? '');
    }
  }
  return parts.join(', ');
}

const isText = (node: Node): boolean =>
  node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '';

const isShown = (element: Element): boolean =>
  !element.hasAttribute('hidden') &&
  element.getAttribute('aria-hidden') !== 'true' &&
  element.checkVisibility();

/**
 * What a screen reader adds to the name of the active row. Only there: it reads no other, and a list draws its rows
 * while it scrolls.
 */
export function useShownBeside(
  row: RefObject<Element | null>,
  name: string | undefined,
  isActive: boolean,
): string {
  const [beside, setBeside] = useState('');
  useEffect(() => {
    const element = row.current;
    if (element === null || name === undefined || !isActive) return;
    const read = (): void => setBeside(shownBeside(element, name));
    read();
    const watch = new MutationObserver(read);
    watch.observe(element, { childList: true, characterData: true, subtree: true });
    return () => watch.disconnect();
  }, [row, name, isActive]);
  return isActive && name !== undefined ? beside : '';
}
