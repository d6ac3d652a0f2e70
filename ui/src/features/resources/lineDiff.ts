import { diffPieces } from '../../lib/wordDiff';

/** A line of two texts put together, or a number of equal lines that are left out. */
export type DiffLine = { kind: 'same' | 'out' | 'in'; text: string } | { kind: 'gap'; lines: number };

/** Equal lines that are shown around a change. */
const AROUND = 3;

/** Two texts as one, line by line: what was taken out stands before what was put in. */
export function diffLines(before: string, now: string): DiffLine[] {
  const [was, is] = [before.split('\n'), now.split('\n')];
  const changed = diffPieces(
    was.map((line) => `${line}\n`),
    is.map((line) => `${line}\n`),
  );
  const out = marks(changed.old);
  const added = marks(changed.now);
  const lines: (DiffLine & { kind: 'same' | 'out' | 'in' })[] = [];
  let at = 0;
  let to = 0;
  while (at < was.length || to < is.length) {
    if (out[at] === true) lines.push({ kind: 'out', text: was[at++] ?? '' });
    else if (added[to] === true) lines.push({ kind: 'in', text: is[to++] ?? '' });
    else {
      lines.push({ kind: 'same', text: is[to] ?? '' });
      at += 1;
      to += 1;
    }
  }
  return shortened(lines);
}

/** Whether each line is changed. Pieces hold whole lines. */
function marks(pieces: readonly { text: string; changed: boolean }[]): boolean[] {
  return pieces.flatMap(({ text, changed }) =>
    Array.from({ length: text.split('\n').length - 1 }, () => changed),
  );
}

/** Leaves out equal lines that are far from a change. */
function shortened(lines: readonly (DiffLine & { kind: 'same' | 'out' | 'in' })[]): DiffLine[] {
  const near = lines.map(() => false);
  lines.forEach(({ kind }, place) => {
    if (kind === 'same') return;
    near.fill(true, Math.max(0, place - AROUND), place + AROUND + 1);
  });
  const shown: DiffLine[] = [];
  lines.forEach((line, place) => {
    const last = shown.at(-1);
    if (near[place] === true) shown.push(line);
    else if (last?.kind === 'gap') last.lines += 1;
    else shown.push({ kind: 'gap', lines: 1 });
  });
  return shown;
}
