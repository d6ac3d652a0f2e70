import type { ReactNode } from 'react';

/**
 * What is read after the name of a row, in an element that nobody sees: WebKitGTK tells screen readers nothing of
 * `aria-description`.
 */
export function RowDescription({ id, text }: { id: string; text: string }): ReactNode {
  if (text === '') return null;
  return (
    <span id={id} hidden data-description="">
      {text}
    </span>
  );
}
