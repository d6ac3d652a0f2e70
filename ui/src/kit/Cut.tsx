import type { ReactNode } from 'react';
import { visibleString } from '../lib/visible';
import { Tip } from './Tip';
import { VisibleText } from './VisibleText';

/** Foreign text in a row, whole in a tooltip where the row cuts it. */
export function Cut({ text, className }: { text: string; className: string | undefined }): ReactNode {
  return (
    <Tip className={className} label={visibleString(text)} when="cut">
      <VisibleText text={text} />
    </Tip>
  );
}
