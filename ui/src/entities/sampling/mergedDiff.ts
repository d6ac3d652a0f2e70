import { diffWords } from '../../lib/wordDiff';

export interface MergedPart {
  kind: 'same' | 'out' | 'in';
  text: string;
}

/** Two texts as one: what stayed, what was taken out, what was put in, in the order in which it reads. */
export function mergedDiff(old: string, now: string): MergedPart[] {
  const parts = wordByWord(old, now);
  const stayed = parts.reduce((sum, { kind, text }) => sum + (kind === 'same' ? letters(text) : 0), 0);
  if (old === '' || now === '' || stayed * 4 >= Math.min(letters(old), letters(now))) return parts;
  // Two texts that have nothing to do with each other are not read word by word.
  return [
    { kind: 'out', text: old },
    { kind: 'in', text: now },
  ];
}

function letters(text: string): number {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '').length;
}

function wordByWord(old: string, now: string): MergedPart[] {
  const sides = diffWords(old, now);
  const parts: MergedPart[] = [];
  const was = [...sides.old];
  const is = [...sides.now];
  for (;;) {
    const [out] = was;
    const [added] = is;
    if (out?.changed === true) {
      parts.push({ kind: 'out', text: out.text });
      was.shift();
    } else if (added?.changed === true) {
      parts.push({ kind: 'in', text: added.text });
      is.shift();
    } else if (out === undefined || added === undefined) {
      return parts;
    } else {
      // What stayed is cut differently on the two sides, but it is the same text.
      const length = Math.min(out.text.length, added.text.length);
      parts.push({ kind: 'same', text: out.text.slice(0, length) });
      shorten(was, length);
      shorten(is, length);
    }
  }
}

function shorten(parts: { text: string; changed: boolean }[], length: number): void {
  const [first] = parts;
  if (first === undefined) return;
  if (first.text.length === length) parts.shift();
  else parts[0] = { ...first, text: first.text.slice(length) };
}
