import type { ReactNode } from 'react';
import type { JsonValue } from '../../api/generated/contract';
import { Hint } from '../../kit/Hint';
import { VisibleText } from '../../kit/VisibleText';
import { formatDuration, formatExactMoment } from '../../lib/format';
import { visibleString } from '../../lib/visible';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './runList.module.css';

/** One earlier run. */
export interface RunLine {
  key: string;
  /** How it ended, as an icon. */
  mark?: ReactNode;
  /** When it was begun, Unix ms. */
  startedAt: number;
  durationMs: number;
  arguments: JsonValue;
}

interface RunListProps<R extends RunLine> {
  label: string;
  runs: readonly R[];
  onPick: (run: R) => void;
  /** At the end of each line. */
  action?: (run: R) => ReactNode;
}

/** Earlier runs of one thing: when, with which arguments, how long. */
export function RunList<R extends RunLine>({ label, runs, onPick, action }: RunListProps<R>): ReactNode {
  return (
    <ul className={styles.runs} aria-label={label}>
      {runs.map((run) => {
        const given = JSON.stringify(run.arguments);
        return (
          <li key={run.key} className={styles.run}>
            <button type="button" className={styles.pick} onClick={() => onPick(run)}>
              {run.mark}
              <span className={layout.num}>{formatExactMoment(run.startedAt)}</span>
              <Hint
                as="code"
                className={cx(layout.cut, layout.grow, layout.t3)}
                label={visibleString(given.slice(0, 2_000))}
              >
                <VisibleText text={given.slice(0, 200)} />
              </Hint>
              <span className={cx(layout.num, layout.t3, layout.fs11)}>{formatDuration(run.durationMs)}</span>
            </button>
            {action?.(run)}
          </li>
        );
      })}
    </ul>
  );
}
