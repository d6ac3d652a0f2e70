import { lazy, Suspense, type ReactNode } from 'react';
import { Skeleton } from '../Skeleton';
import type { DiffViewProps } from './diffProps';
import styles from './codeView.module.css';

const MergeEditors = lazy(() => import('./MergeEditors'));

/** Two texts side by side: equal lines stand beside each other, what differs is marked. Loaded when first needed. */
export function DiffView(props: DiffViewProps): ReactNode {
  return (
    <div className={styles['code-box']}>
      <Suspense fallback={<Skeleton rows={4} />}>
        <MergeEditors {...props} />
      </Suspense>
    </div>
  );
}
