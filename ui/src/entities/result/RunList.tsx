import type { ReactNode } from 'react';
import type { JsonValue } from '../../api/generated/contract';
import { Tooltip } from '../../kit/controls';
import { VisibleText } from '../../kit/VisibleText';
import { formatDuration, formatExactMoment } from '../../lib/format';
import { visibleString } from '../../lib/visible';
import { withOmittedTexts } from '../../words/omitted';
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
        const given = JSON.stringify(withOmittedTexts(run.arguments));
        return (
          <li key={run.key} className={styles.run}>
            <Tooltip label={visibleString(given.slice(0, 2_000))}>
              <button type="button" className={styles.pick} onClick={() => onPick(run)}>
                {run.mark}
                <span className={layout.num}>{formatExactMoment(run.startedAt)}</span>
                <code className={cx(layout.cut, layout.grow, layout.t3)}>
                  <VisibleText text={given.slice(0, 200)} />
                </code>
                <span className={cx(layout.num, layout.t3, layout.fs11)}>
                  {formatDuration(run.durationMs)}
                </span>
              </button>
            </Tooltip>
            {action?.(run)}
          </li>
        );
      })}
    </ul>
  );
}
