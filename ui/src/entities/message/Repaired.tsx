import type { ReactNode } from 'react';
import { Note } from '../../kit/Note';
import { t } from '../../words/translate';
import { messageText } from '../../words/message';
import { MessageText } from './MessageText';
import type { Message } from '../../api/generated/contract';

interface RepairedProps {
  /** What was repaired, one line each. */
  lines: readonly Message[];
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
          <li key={messageText(line)}>
            <MessageText message={line} />
          </li>
        ))}
      </ul>
    </Note>
  );
}
