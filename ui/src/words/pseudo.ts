import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js';
import type { Catalogue } from './catalogue';

type Element = ReturnType<typeof parse>[number];

const ACCENTED: Record<string, string> = {
  a: 'á',
  c: 'ç',
  d: 'ð',
  e: 'é',
  i: 'î',
  l: 'ļ',
  n: 'ñ',
  o: 'ö',
  s: 'š',
  u: 'ü',
  y: 'ý',
  z: 'ž',
  A: 'Å',
  C: 'Ç',
  D: 'Ð',
  E: 'É',
  I: 'Î',
  L: 'Ļ',
  N: 'Ñ',
  O: 'Ö',
  S: 'Š',
  U: 'Û',
  Y: 'Ý',
  Z: 'Ž',
};

/** Right-to-left mark: it has no width, and changes the order of what is not isolated. */
const RLM = '\u{200F}';

/** Accents letters, and repeats every third vowel: about a third longer, as German is. */
function lengthen(text: string): string {
  let vowels = 0;
  return text.replaceAll(/[A-Za-z]/g, (letter) => {
    const accented = ACCENTED[letter] ?? letter;
    if (!'aeiouAEIOU'.includes(letter)) return accented;
    vowels += 1;
    return vowels % 2 === 0 ? accented : accented + accented.toLowerCase();
  });
}

function altered(element: Element): Element {
  switch (element.type) {
    case TYPE.literal:
      return { ...element, value: lengthen(element.value) };
    case TYPE.plural:
    case TYPE.select: {
      const options = Object.entries(element.options).map(([name, option]) => [
        name,
        { ...option, value: option.value.map(altered) },
      ]);
      return { ...element, options: Object.fromEntries(options) };
    }
    case TYPE.tag:
      return { ...element, children: element.children.map(altered) };
    default:
      return element;
  }
}

/** The pseudo-locale of a message. */
export function pseudoText(text: string): string {
  // The printer declares the element types a second time.
  const elements: unknown = parse(text).map(altered);
  return `${printAST(elements as Parameters<typeof printAST>[0])}${RLM}`;
}

/** A catalogue in which a text that is cut, or that is in no catalogue, is seen at once. */
export function pseudo(texts: Catalogue): Catalogue {
  const entries = Object.entries(texts).map(([name, text]) => [
    name,
    typeof text === 'string' ? pseudoText(text) : pseudo(text),
  ]);
  return Object.fromEntries(entries);
}
