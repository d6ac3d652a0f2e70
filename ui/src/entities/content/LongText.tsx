import type { ReactNode } from 'react';
import { CodeView } from '../../kit/CodeView/CodeView';
import type { CodeViewProps } from '../../kit/CodeView/props';
import styles from './preview.module.css';

/** A text of any length within a message. */
export function LongText(props: Pick<CodeViewProps, 'text' | 'label' | 'language'>): ReactNode {
  return (
    <div className={styles['preview-inline']} data-high>
      <CodeView {...props} />
    </div>
  );
}
