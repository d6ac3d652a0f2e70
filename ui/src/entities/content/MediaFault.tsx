import type { ReactNode } from 'react';
import type { Message } from '../../api/generated/contract';
import { Note } from '../../kit/Note';
import { MessageText } from '../message/MessageText';
import styles from './preview.module.css';

interface MediaFaultProps {
  /** What the core found; `null` = the web view could not show it. */
  problem: Message | null;
  /** What is said where the core found nothing. */
  failed: string;
  /** What is shown below the fault. */
  instead: ReactNode;
}

/** An image, audio or video that cannot be shown: why, and what is shown instead. */
export function MediaFault({ problem, failed, instead }: MediaFaultProps): ReactNode {
  return (
    <div className={styles['preview-broken']}>
      <Note tone="bad">{problem === null ? failed : <MessageText message={problem} />}</Note>
      {instead}
    </div>
  );
}
