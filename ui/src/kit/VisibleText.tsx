import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { characterName, visibleParts, visibleString } from '../lib/visible';
import { Tip } from './Tip';
import styles from './visibleText.module.css';

/** So many parts of a text are elements of their own; with more it is one text, with the code points in brackets. */
const MOST_PARTS = 2_000;

/** Foreign text with every invisible character shown as its code point. */
export function VisibleText({ text }: { text: string }): ReactNode {
  const parts = useMemo(() => visibleParts(text), [text]);
  if (parts.length > MOST_PARTS) return visibleString(text);
  return parts.map((part, index) =>
    part.kind === 'text' ? (
      part.text
    ) : (
      // The place in the text is what tells two equal characters apart.
      // oxlint-disable-next-line react/no-array-index-key
      <Tip key={index} className={styles['code-point']} label={characterName(part.codePoint)}>
        {part.codePoint}
      </Tip>
    ),
  );
}
