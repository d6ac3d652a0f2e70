import type { ReactNode } from 'react';
import { Tip } from '../../kit/Tip';
import { dragsFiles } from '../../lib/platform';
import { t } from '../../words/translate';

/** An icon by which what it stands for is dragged out of the window as a file; with the keyboard it is saved. */
export function DragHandle({ children }: { children: ReactNode }): ReactNode {
  if (!dragsFiles) return children;
  return (
    <Tip draggable label={t('content.drag.hint')}>
      {children}
    </Tip>
  );
}
