import type { ReactNode } from 'react';
import { VisibleText } from '../../kit/VisibleText';
import layout from '../../styles/layout.module.css';

/** A sentence of the core in which names stand between backticks. */
export function InWords({ text }: { text: string }): ReactNode {
  return text.split('`').map((part, at) =>
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
