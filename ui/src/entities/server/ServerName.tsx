import type { ReactNode } from 'react';
import styles from './server-name.module.css';

/** A label within a sentence, in quotation marks: whoever wrote it, it reads as a name and not as the sentence. */
export function ServerName({ label }: { label: string }): ReactNode {
  return <bdi className={styles['server-name']}>{label}</bdi>;
}
