import type { ReactNode } from 'react';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './approvals.module.css';

interface AnswerFootProps {
  /** What changed since the request came. Above the answers, so that it moves none of them. */
  note?: ReactNode;
  /** Answers that give the server nothing. */
  refusing: ReactNode;
  /** The other answers; the primary one is the last. */
  giving: ReactNode;
  /** What the primary answer does. */
  help: ReactNode;
}

/** The answers to a request, with one line of help under the primary one. */
export function AnswerFoot({ note, refusing, giving, help }: AnswerFootProps): ReactNode {
  return (
    <footer className={styles['host-foot']} data-part="answers">
      {note}
      <div className={cx(layout.row, styles['host-answers'])}>
        {refusing}
        <span className={cx(layout.end, layout.row, styles['host-answers'])}>{giving}</span>
      </div>
      <p className={styles['host-why']}>{help}</p>
    </footer>
  );
}
