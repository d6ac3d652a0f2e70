import type { ReactNode } from 'react';
import type { Message } from '../../api/generated/contract';
import { VisibleText } from '../../kit/VisibleText';
import { messageText } from '../../words/message';
import layout from '../../styles/layout.module.css';

/** A message of the core in which names stand between backticks. */
export function InWords({ message }: { message: Message }): ReactNode {
  const parts = messageText(message).split('`');
  return parts.map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // The place in the sentence is what tells two equal names apart.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={at} className={layout.mono}>
        <VisibleText text={part} />
      </span>
    ),
  );
}
