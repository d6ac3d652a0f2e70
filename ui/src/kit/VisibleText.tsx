import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { characterName, visibleParts } from '../lib/visible';
import styles from './visibleText.module.css';

/** Foreign text with every invisible character shown as its code point. */
export function VisibleText({ text }: { text: string }): ReactNode {
  const parts = useMemo(() => visibleParts(text), [text]);
  return parts.map((part, index) =>
    part.kind === 'text' ? (
      part.text
    ) : (
      // The place in the text is what tells two equal characters apart.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index} className={styles['code-point']} title={characterName(part.codePoint)}>
        {part.codePoint}
      </span>
    ),
  );
}
