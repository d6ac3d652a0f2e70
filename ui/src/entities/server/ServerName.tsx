import type { ReactNode } from 'react';
import { VisibleText } from '../../kit/VisibleText';
import styles from './server-name.module.css';

/** A label within a sentence, in quotation marks and with nothing hidden: whoever wrote it, it reads as a name and not as the sentence. */
export function ServerName({ label }: { label: string }): ReactNode {
  return (
    <bdi className={styles['server-name']}>
      <VisibleText text={label} />
    </bdi>
  );
}
