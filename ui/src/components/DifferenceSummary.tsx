import type { ReactNode } from 'react';
import type { Difference, DifferenceKind } from '../api/generated/contract';
import { Icon } from './Icon';
import type { IconName } from './iconPaths';
import { InWords } from './InWords';
import { VisibleText } from './VisibleText';
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

interface DifferenceSummaryProps {
  differences: readonly Difference[];
  leftOut: number;
  /** What cannot be seen in what is there now, in words. */
  hidden: readonly string[];
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
    <ul className="diff-summary" aria-label="What to know first">
      {hidden.length > 0 && (
        <li>
          <span className="bad">
            <Icon name="eyeOff" size={16} />
          </span>
          <span>
            <span className="bb">Hides text from you.</span>{' '}
            <span className="t2">{hidden.join(', ')}; they are made visible below.</span>
          </span>
        </li>
      )}
      {mixed.length > 0 && (
        <li>
          <span className="bad">
            <Icon name="warning" size={16} />
          </span>
          <span>
            <span className="bb">Uses letters that look like others.</span>{' '}
            <span className="t2">
              Letters of several alphabets stand in{' '}
              <span className="mono">
                <VisibleText text={mixed.join(', ')} />
              </span>
            </span>
          </span>
        </li>
      )}
      {differences.slice(0, SENTENCES).map((one) => (
        <li key={one.path + one.words}>
          <span className={MARKS[one.kind].tone}>
            <Icon name={MARKS[one.kind].icon} size={16} />
          </span>
          <span>
            <InWords text={one.words} />
          </span>
        </li>
      ))}
      {more > 0 && <li className="t3 fs12">{more} more below</li>}
    </ul>
  );
}
