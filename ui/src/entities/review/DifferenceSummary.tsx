import type { ReactNode } from 'react';
import type { Difference, DifferenceKind, Message } from '../../api/generated/contract';
import { Mark } from '../../kit/Mark';
import type { MarkStyle } from '../../kit/Mark';
import { InWords } from '../message/InWords';
import { VisibleText } from '../../kit/VisibleText';
import { messageText } from '../../words/message';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './diff.module.css';

/** More sentences than this say less; the rest stands in the table. */
const SENTENCES = 6;

const MARKS: Record<DifferenceKind, MarkStyle> = {
  host: { icon: 'globe', tone: 'bad' },
  auth: { icon: 'lock', tone: 'bad' },
  schema: { icon: 'form', tone: 'lamp' },
  text: { icon: 'fileText', tone: 'lamp' },
  annotation: { icon: 'shieldWarning', tone: 'lamp' },
  other: { icon: 'info', tone: 't2' },
};

const bold = (text: ReactNode): ReactNode => <span className={layout.bb}>{text}</span>;
const quiet = (text: ReactNode): ReactNode => <span className={layout.t2}>{text}</span>;

interface DifferenceSummaryProps {
  differences: readonly Difference[];
  leftOut: number;
  /** What cannot be seen in what is there now. */
  hidden: readonly Message[];
  /** Words of several alphabets in it. */
  mixed: readonly string[];
}

/** What is to be known before reading: what hides, and what changed, in words. Nothing, if there is nothing. */
export function DifferenceSummary({
  differences,
  leftOut,
  hidden,
  mixed,
}: DifferenceSummaryProps): ReactNode {
  const more = differences.length - SENTENCES + leftOut;
  if (differences.length + hidden.length + mixed.length === 0) return null;
  return (
    <ul className={styles['diff-summary']} data-part="diff-summary" aria-label={t('shared.diff.summary')}>
      {hidden.length > 0 && (
        <li>
          <Mark mark={{ icon: 'eyeOff', tone: 'bad' }} />
          <span>
            {t.rich('shared.diff.hidden', {
              b: bold,
              more: quiet,
              characters: hidden.map(messageText).join(', '),
            })}
          </span>
        </li>
      )}
      {mixed.length > 0 && (
        <li>
          <Mark mark={{ icon: 'warning', tone: 'bad' }} />
          <span>
            {t.rich('shared.diff.mixed', {
              b: bold,
              more: quiet,
              words: () => (
                <span className={layout.mono}>
                  <VisibleText text={mixed.join(', ')} />
                </span>
              ),
            })}
          </span>
        </li>
      )}
      {differences.slice(0, SENTENCES).map((one) => (
        <li key={one.path + messageText(one.message)}>
          <Mark mark={MARKS[one.kind]} />
          <span>
            <InWords message={one.message} />
          </span>
        </li>
      ))}
      {more > 0 && <li className={cx(layout.t3, layout.fs12)}>{t('shared.diff.more', { count: more })}</li>}
    </ul>
  );
}
