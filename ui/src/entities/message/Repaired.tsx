import type { ReactNode } from 'react';
import { Note } from '../../kit/Note';
import { VisibleText } from '../../kit/VisibleText';
import { t } from '../../words/translate';

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
      {t(what === 'entry' ? 'shared.repairedEntry' : 'shared.repairedSchema')}
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
