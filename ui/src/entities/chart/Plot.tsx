import type { ReactNode } from 'react';
import {
  Bar,
  BarChart,
  CartesianGrid,
  Line,
  LineChart,
  Scatter,
  ScatterChart,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { VisibleText } from '../../kit/VisibleText';
import { formatNumber } from '../../lib/format';
import { visibleString } from '../../lib/visible';
import { hasNumbers, type Plan, type Point } from './points';
import { colorOf, DASHES, SHAPES } from './series';
import styles from './chart.module.css';

/** A point of a dashed line: drawn whole. */
const SOLID = { strokeDasharray: 'none' };

interface PlotProps {
  /** Accessible name. */
  label: string;
  plan: Plan;
  points: readonly Point[];
  width: number;
}

const HEIGHT_PX = 320;
const MARGIN = { top: 12, right: 16, bottom: 4, left: 4 };

/** The drawing itself, in a file of its own so that the library is loaded only when needed. */
export default function Plot({ label, plan, points, width }: PlotProps): ReactNode {
  const { kind, y } = plan;
  const shared = { width, height: HEIGHT_PX, margin: MARGIN, data: points, title: visibleString(label) };
  const parts = partsOf(plan, points);
  switch (kind) {
    case 'bar':
      return (
        <BarChart {...shared}>
          {parts}
          {y.map((name, index) => (
            <Bar
              key={name}
              dataKey={valueAt(index)}
              name={visibleString(name)}
              fill={colorOf(index)}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      );
    case 'line':
      return (
        <LineChart {...shared}>
          {parts}
          {y.map((name, index) => (
            <Line
              key={name}
              dataKey={valueAt(index)}
              name={visibleString(name)}
              stroke={colorOf(index)}
              strokeWidth={2}
              strokeDasharray={DASHES[index] ?? ''}
              dot={points.length <= 60 && SOLID}
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      );
    case 'scatter':
      return (
        <ScatterChart {...shared}>
          {parts}
          {y.map((name, index) => (
            <Scatter
              key={name}
              dataKey={valueAt(index)}
              name={visibleString(name)}
              fill={colorOf(index)}
              shape={SHAPES[index] ?? 'circle'}
              isAnimationActive={false}
            />
          ))}
        </ScatterChart>
      );
  }
}

/** Names of columns are a server's, and would be read as paths: values are found by their place. */
const valueAt =
  (index: number) =>
  (point: Point): number | null =>
    point.ys[index] ?? null;

const TICK = { fill: 'var(--text-2)', fontSize: 11 };
const LINE = { stroke: 'var(--line-strong)' };

/** Grid, axes and the values at the pointer. */
function partsOf({ kind, x, y }: Plan, points: readonly Point[]): ReactNode {
  const isNumeric = kind !== 'bar' && hasNumbers(points);
  return (
    <>
      <CartesianGrid stroke="var(--line)" vertical={kind === 'scatter'} />
      <XAxis
        dataKey="x"
        allowDecimals={points.some(({ x: place }) => !Number.isInteger(place))}
        {...(isNumeric
          ? { type: 'number' as const, domain: ['dataMin', 'dataMax'] }
          : { type: 'category' as const })}
        {...(kind === 'scatter' && !isNumeric ? { allowDuplicatedCategory: false } : {})}
        tick={TICK}
        axisLine={LINE}
        tickLine={LINE}
        tickFormatter={tickText}
        {...(x === null ? {} : { name: visibleString(x) })}
      />
      <YAxis
        allowDecimals={points.some(({ ys }) =>
          ys.some((value) => value !== null && !Number.isInteger(value)),
        )}
        tick={TICK}
        axisLine={LINE}
        tickLine={LINE}
        tickFormatter={tickText}
        width="auto"
      />
      <Tooltip
        isAnimationActive={false}
        cursor={{ fill: 'var(--hover)', stroke: 'var(--line-strong)' }}
        content={({ active, payload }) => (active ? <Values point={pointOf(payload)} names={y} /> : null)}
      />
    </>
  );
}

/** A cut text, or a number in the person's language. */
function tickText(value: string | number): string {
  if (typeof value === 'number') return formatNumber(value, { maximumFractionDigits: 6 });
  const text = visibleString(value);
  return text.length > 18 ? `${text.slice(0, 17)}…` : text;
}

function pointOf(payload: readonly { payload?: unknown }[] | undefined): Point | undefined {
  return payload?.[0]?.payload as Point | undefined;
}

function Values({ point, names }: { point: Point | undefined; names: readonly string[] }): ReactNode {
  if (point === undefined) return null;
  return (
    <div className={styles.values}>
      <p>{typeof point.x === 'number' ? formatNumber(point.x) : <VisibleText text={point.x} />}</p>
      {names.map((name, index) => {
        const value = point.ys[index] ?? null;
        return (
          value !== null && (
            <p key={name}>
              <VisibleText text={name} />: {formatNumber(value, { maximumFractionDigits: 12 })}
            </p>
          )
        );
      })}
    </div>
  );
}
