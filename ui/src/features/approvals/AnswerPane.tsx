import type { ComponentProps, ReactNode, Ref } from 'react';
import { AnswerButton } from '../../kit/AnswerButton';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './approvals.module.css';

interface AnswerPaneProps {
  /** What is asked for, as far as it is to be read or changed. */
  children: ReactNode;
  fields?: Ref<HTMLDivElement>;
  /** Whether it changes by itself now. */
  isBusy?: boolean;
  /** What stands beside it. */
  side?: ReactNode;
  /** What changed since the request came. Above the answers, so that it moves none of them. */
  note?: ReactNode;
  /** Answers that give the server nothing. */
  refusing: ReactNode;
  /** The other answers; the primary one is the last. */
  giving: ReactNode;
  /** What the primary answer does. */
  help: ReactNode;
  /** What the answers are about: once that is something else, they are other answers. */
  about?: string;
}

/** What is asked for, and the answers to it, with one line of help under the primary one. */
export function AnswerPane(props: AnswerPaneProps): ReactNode {
  const { children, fields, isBusy, side, note, refusing, giving, help, about } = props;
  const asked = (
    <div
      ref={fields}
      className={cx(styles['approval-fields'], layout.scrolls)}
      data-part="fields"
      aria-busy={isBusy}
    >
      {children}
    </div>
  );
  return (
    <>
      {side === undefined ? (
        asked
      ) : (
        <div className={styles['approval-cols']}>
          {asked}
          {side}
        </div>
      )}
      <footer key={about} className={styles['host-foot']} data-part="answers">
        {note}
        <div className={cx(layout.row, styles['host-answers'])}>
          {refusing}
          <span className={cx(layout.end, layout.row, styles['host-answers'])}>{giving}</span>
        </div>
        <p className={styles['host-why']}>{help}</p>
      </footer>
    </>
  );
}

type AnswerProps = ComponentProps<typeof AnswerButton>;

/** The answer that refuses. */
export const Decline = ({
  children,
  ...props
}: Partial<AnswerProps> & Pick<AnswerProps, 'onClick'>): ReactNode => (
  <AnswerButton color="danger" shortcut="mod+Shift+D" {...props}>
    {children ?? t('common.decline')}
  </AnswerButton>
);

/** The primary answer. */
export const Give = (props: AnswerProps): ReactNode => (
  <AnswerButton variant="filled" shortcut="mod+Enter" {...props} />
);
