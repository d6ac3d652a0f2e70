import type { ReactNode } from 'react';
import type { Difference, DifferenceKind, Message } from '../../api/generated/contract';
import { Icon } from '../../kit/Icon';
import type { IconName } from '../../kit/iconPaths';
import { InWords } from '../message/InWords';
import { VisibleText } from '../../kit/VisibleText';
import { messageText } from '../../words/message';
import { t } from '../../words/translate';
import './diff.css';

/** More sentences than this say less; the rest stands in the table. */
const SENTENCES = 6;

const MARKS: Record<DifferenceKind, { icon: IconName; tone: string }> = {
  host: { icon: 'globe', tone: 'bad' },
  auth: { icon: 'lock', tone: 'bad' },
  schema: { icon: 'form', tone: 'lamp' },
  text: { icon: 'fileText', tone: 'lamp' },
  annotation: { icon: 'shieldWarning', tone: 'lamp' },
  other: { icon: 'info', tone: 't2' },
};

const bold = (text: ReactNode): ReactNode => <span className="bb">{text}</span>;
const quiet = (text: ReactNode): ReactNode => <span className="t2">{text}</span>;

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
    <ul className="diff-summary" aria-label={t('shared.diff.summary')}>
      {hidden.length > 0 && (
        <li>
          <span className="bad">
            <Icon name="eyeOff" size={16} />
          </span>
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
          <span className="bad">
            <Icon name="warning" size={16} />
          </span>
          <span>
            {t.rich('shared.diff.mixed', {
              b: bold,
              more: quiet,
              words: () => (
                <span className="mono">
                  <VisibleText text={mixed.join(', ')} />
                </span>
              ),
            })}
          </span>
        </li>
      )}
      {differences.slice(0, SENTENCES).map((one) => (
        <li key={one.path + messageText(one.message)}>
          <span className={MARKS[one.kind].tone}>
            <Icon name={MARKS[one.kind].icon} size={16} />
          </span>
          <span>
            <InWords message={one.message} />
          </span>
        </li>
      ))}
      {more > 0 && <li className="t3 fs12">{t('shared.diff.more', { count: more })}</li>}
    </ul>
  );
}
