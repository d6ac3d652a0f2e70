import type { ReactNode } from 'react';
import { Note } from './Note';
import { VisibleText } from './VisibleText';

interface RepairedProps {
  /** What was repaired, one line each. */
  lines: readonly string[];
  /** What of. */
  what: 'entry' | 'definition';
}

/** Says what Usher had to repair in something a server declares; nothing if nothing. */
export function Repaired({ lines, what }: RepairedProps): ReactNode {
  if (lines.length === 0) return null;
  return (
    <Note icon="info">
      Usher repaired this {what} before using it:
      <ul>
        {lines.map((line) => (
          <li key={line}>
            <VisibleText text={line} />
          </li>
        ))}
      </ul>
    </Note>
  );
}
