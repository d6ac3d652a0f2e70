import { useMemo, useState, type ReactNode } from 'react';
import type { JsonValue } from '../../api/generated/contract';
import { isObject, type JsonObject } from '../../lib/json';
import { visibleString } from '../../lib/visible';
import { ChartPanel } from '../chart/ChartPanel';
import { numberColumns } from '../chart/points';
import { JsonTable } from '../content/JsonTable';
import { hasTable, holdsTable, tableOf } from '../../kit/Table/jsonTable';
import { JsonView } from '../../kit/JsonView/JsonView';
import { Segments } from '../../kit/Segments';
import { VisibleText } from '../../kit/VisibleText';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import marksStyles from '../../kit/marks.module.css';
import contentStyles from '../content/content.module.css';
import styles from './callResult.module.css';

interface StructuredProps {
  value: JsonValue;
  /** What a table or a tree of all of it is called; as a rule, the structured result. */
  label?: string;
}

/** A structured result: single values as pairs, lists of objects as tables, anything deeper as a tree. */
export function Structured({
  value,
  label = t('content.result.structuredResult'),
}: StructuredProps): ReactNode {
  const isTable = useMemo(() => holdsTable(value), [value]);
  if (isObject(value) && (isTable || Object.values(value).every(isScalar))) return <Parts value={value} />;
  if (isTable) return <Part name={null} label={label} value={value} />;
  return <JsonView value={value} label={label} />;
}

function isScalar(value: JsonValue): boolean {
  return value === null || typeof value !== 'object';
}

function Parts({ value }: { value: { [key in string]: JsonValue } }): ReactNode {
  const members = Object.entries(value);
  const scalars = members.filter(([, member]) => isScalar(member));
  const deep = useMemo(() => partsOf(value), [value]);
  if (members.length === 0) return <p className={layout.t3}>{t('content.result.emptyObject')}</p>;
  return (
    <div className={styles.parts}>
      {scalars.length > 0 && (
        <dl className={cx(styles.kv, marksStyles.kv, layout.num)}>
          {scalars.map(([name, member]) => (
            <Pair key={name} name={name} value={member} />
          ))}
        </dl>
      )}
      {deep.map(([name, member]) => (
        <Part key={name} name={name} label={name} value={member} />
      ))}
    </div>
  );
}

/** What is not a single value. Tables within an object are shown one by one, named by their path. */
function partsOf(value: JsonObject): [name: string, part: JsonValue][] {
  return Object.entries(value)
    .filter(([, member]) => !isScalar(member))
    .flatMap(([name, member]): [string, JsonValue][] => {
      if (!isObject(member) || !hasTable(member)) return [[name, member]];
      const inner = Object.entries(member);
      const rest = inner.filter(([, each]) => tableOf(each) === null);
      const tables = inner.filter(([, each]) => tableOf(each) !== null);
      return [
        ...(rest.length > 0 ? [[name, Object.fromEntries(rest)] satisfies [string, JsonValue]] : []),
        ...tables.map(([key, table]) => [`${name}.${key}`, table] satisfies [string, JsonValue]),
      ];
    });
}

function Pair({ name, value }: { name: string; value: JsonValue }): ReactNode {
  const kind = typeof value === 'number' ? 'number' : typeof value === 'string' ? 'string' : 'word';
  return (
    <>
      <dt className={layout.mono}>
        <VisibleText text={name} />
      </dt>
      <dd className={kind === 'string' ? undefined : layout.mono} data-kind={kind}>
        {typeof value === 'string' ? <VisibleText text={value} /> : JSON.stringify(value)}
      </dd>
    </>
  );
}

type PartView = 'tree' | 'table' | 'chart';

function Part({ name, label, value }: Required<StructuredProps> & { name: string | null }): ReactNode {
  const table = useMemo(() => tableOf(value), [value]);
  const views = useMemo((): PartView[] => {
    if (table === null) return ['tree'];
    return numberColumns(table).length === 0 ? ['tree', 'table'] : ['tree', 'table', 'chart'];
  }, [table]);
  const [picked, setPicked] = useState<PartView>('table');
  const view = views.includes(picked) ? picked : 'tree';
  return (
    <div className={contentStyles.block}>
      <div className={styles['part-head']}>
        {name !== null && (
          <span className={cx(layout.mono, layout.t3)}>
            <VisibleText text={name} />
          </span>
        )}
        {table !== null && (
          <span className={cx(layout.fs11, layout.t3, layout.num)}>
            {t('content.result.objects', { count: table.rows.length })}
          </span>
        )}
        {views.length > 1 && (
          <span className={layout.end}>
            <Segments
              label={t('content.viewOf', { name: visibleString(label) })}
              data={views.map((one) => ({ value: one, label: t(`content.view.${one}`) }))}
              value={view}
              onChange={setPicked}
            />
          </span>
        )}
      </div>
      {view === 'table' && table !== null && <JsonTable label={label} table={table} />}
      {view === 'chart' && table !== null && <ChartPanel label={label} table={table} />}
      {view === 'tree' && <JsonView value={value} label={label} />}
    </div>
  );
}
