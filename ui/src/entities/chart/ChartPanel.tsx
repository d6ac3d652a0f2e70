import { useElementSize } from '@mantine/hooks';
import { lazy, Suspense, useMemo, useRef, useState, type ReactNode } from 'react';
import { Segments, Select, Toggles } from '../../kit/controls';
import { Note } from '../../kit/Note';
import { Skeleton } from '../../kit/Skeleton';
import type { JsonRows } from '../../kit/Table/jsonTable';
import { VisibleText } from '../../kit/VisibleText';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import {
  CHART_KINDS,
  firstPlan,
  numberColumns,
  pointsOf,
  POINTS_MAX,
  SERIES_MAX,
  type Plan,
  type Point,
} from './points';
import { SaveChart } from './SaveChart';
import { colorOf } from './series';
import styles from './chart.module.css';

const Plot = lazy(() => import('./Plot'));

/** Drawn so wide until its place is measured, px. */
const WIDTH_PX = 640;

/** More values are not read out one by one; the table has them all. */
const READ_OUT_MAX = 200;

/** The name of the row numbers among the columns. */
const ROW_NUMBER = '';

interface ChartPanelProps {
  /** What the numbers are of. */
  label: string;
  table: JsonRows;
}

/** The numbers of a table as a chart: the person chooses its kind and what stands on its axes. */
export function ChartPanel({ label, table }: ChartPanelProps): ReactNode {
  const numbers = useMemo(() => numberColumns(table), [table]);
  const [plan, setPlan] = useState<Plan>(() => firstPlan(table) ?? { kind: 'bar', x: null, y: [] });
  const points = useMemo(() => pointsOf(table, plan), [table, plan]);
  const { ref, width } = useElementSize();
  const drawing = useRef<HTMLDivElement>(null);
  const name = t('chart.of', { name: visibleString(label) });
  const change = (part: Partial<Plan>): void => setPlan({ ...plan, ...part });
  return (
    <figure className={styles.panel} aria-label={name} ref={ref}>
      <div className={styles.bar}>
        <Segments
          size="xs"
          label={t('chart.kind.label')}
          data={CHART_KINDS.map((value) => ({ value, label: t(`chart.kind.${value}`) }))}
          value={plan.kind}
          onChange={(kind) => change({ kind })}
        />
        <Select
          size="xs"
          aria-label={t('chart.x')}
          leftSection={<span className={cx(layout.t3, layout.fs11)}>X</span>}
          allowDeselect={false}
          data={[
            { value: ROW_NUMBER, label: t('chart.rowNumber') },
            ...table.columns
              .filter((one) => one !== '')
              .map((one) => ({ value: one, label: visibleString(one) })),
          ]}
          value={plan.x ?? ROW_NUMBER}
          onChange={(x) => change({ x: x === ROW_NUMBER ? null : x })}
        />
        <Toggles
          label={t('chart.y')}
          data={numbers.map((value) => ({ value, label: value }))}
          value={plan.y}
          onChange={(y) => change({ y: y.slice(-SERIES_MAX) })}
        />
        <span className={layout.end}>
          <SaveChart drawing={drawing} label={label} plan={plan} points={points} />
        </span>
      </div>
      {table.rows.length > POINTS_MAX && (
        <Note>{t('chart.first', { shown: POINTS_MAX, all: table.rows.length })}</Note>
      )}
      {plan.y.length === 0 ? (
        <Note>{t('chart.none')}</Note>
      ) : (
        <>
          <div ref={drawing} className={styles.drawing}>
            <Suspense fallback={<Skeleton rows={4} />}>
              <Plot label={name} plan={plan} points={points} width={width > 0 ? width : WIDTH_PX} />
            </Suspense>
          </div>
          <Legend names={plan.y} />
          <ReadOut label={label} plan={plan} points={points} />
        </>
      )}
    </figure>
  );
}

function Legend({ names }: { names: readonly string[] }): ReactNode {
  return (
    <ul className={cx(styles.legend, layout.fs12)} aria-label={t('chart.legend')}>
      {names.map((name, index) => (
        <li key={name} className={layout.row}>
          <svg width="10" height="10" aria-hidden>
            <rect width="10" height="10" rx="2" fill={colorOf(index)} />
          </svg>
          <VisibleText text={name} />
        </li>
      ))}
    </ul>
  );
}

interface ReadOutProps extends Omit<ChartPanelProps, 'table'> {
  plan: Plan;
  points: readonly Point[];
}

/** The drawn values for a screen reader. */
function ReadOut({ label, plan, points }: ReadOutProps): ReactNode {
  return (
    <table className={layout['sr-only']} aria-label={t('chart.values', { name: visibleString(label) })}>
      <thead>
        <tr>
          <th scope="col">{plan.x === null ? t('chart.rowNumber') : visibleString(plan.x)}</th>
          {plan.y.map((name) => (
            <th key={name} scope="col">
              {visibleString(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.slice(0, READ_OUT_MAX).map(({ x, ys }, index) => (
          // Points have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={index}>
            <th scope="row">{visibleString(String(x))}</th>
            {plan.y.map((name, at) => (
              <td key={name}>{ys[at] ?? ''}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
