import { wordEdits, type Edit } from '../../lib/wordDiff';

/** Two texts as one: what stayed, what was taken out, what was put in, in the order in which it reads. */
export function mergedDiff(old: string, now: string): Edit[] {
  const edits = wordEdits(old, now);
  const stayed = edits.reduce((sum, { kind, text }) => sum + (kind === 'same' ? letters(text) : 0), 0);
  if (old === '' || now === '' || stayed * 4 >= Math.min(letters(old), letters(now))) return edits;
  // Two texts that have nothing to do with each other are not read word by word.
  return [
    { kind: 'out', text: old },
    { kind: 'in', text: now },
  ];
}

function letters(text: string): number {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '').length;
}
