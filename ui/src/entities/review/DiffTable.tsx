import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { sortedJson } from '../../lib/json';
import type { JsonValue } from '../../api/generated/contract';
import { placeOf, written } from '../../lib/differing';
import { diffPieces, diffWords } from '../../lib/wordDiff';
import type { Edit } from '../../lib/wordDiff';
import { VisibleText } from '../../kit/VisibleText';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './diff.module.css';

/** One place in which two definitions differ; a side that is absent has nothing there. */
export interface Differing {
  /** A JSON pointer (RFC 6901). */
  path: string;
  old?: JsonValue;
  new?: JsonValue;
}

interface DiffTableProps {
  differences: readonly Differing[];
  /** What stands above the older column. */
  was: ReactNode;
  /** What stands above the newer column. */
  now: ReactNode;
}

/** What differs between two definitions, field by field, side by side. */
export function DiffTable({ differences, was, now }: DiffTableProps): ReactNode {
  return (
    <div className={styles.diff} role="table" aria-label={t('shared.diff.label')}>
      <div className={cx(styles['diff-row'], styles['diff-head'])} role="row">
        <div role="columnheader">{t('shared.diff.field')}</div>
        <div role="columnheader">{was}</div>
        <div role="columnheader">{now}</div>
      </div>
      {differences.map((one, at) => (
        // Two differences can lie at one place: both ends of a list.
        // oxlint-disable-next-line react/no-array-index-key
        <Row key={`${one.path}#${at}`} difference={one} />
      ))}
    </div>
  );
}

function Row({ difference: { path, old, new: now } }: { difference: Differing }): ReactNode {
  const isText = [old, now].every((side) => side === undefined || typeof side === 'string');
  const sides = useMemo(() => diffWords(written(old), written(now)), [old, now]);
  const { field, within } = placeOf(path);
  return (
    <div className={styles['diff-row']} role="row">
      <div className={styles['diff-field']} role="rowheader">
        <span className={layout.mono}>
          <VisibleText text={field} />
        </span>
        {within !== '' && (
          <small>
            <VisibleText text={within} />
          </small>
        )}
      </div>
      <Cell there={old !== undefined} parts={sides.old} side="was" isText={isText} />
      <Cell there={now !== undefined} parts={sides.now} side="now" isText={isText} />
    </div>
  );
}

interface CellProps {
  there: boolean;
  parts: Edit[];
  side: 'was' | 'now';
  isText: boolean;
}

function Cell({ there, parts, side, isText }: CellProps): ReactNode {
  return (
    <div
      className={cx(styles['diff-cell'], styles[`diff-${side}`])}
      data-there={there || undefined}
      role="cell"
    >
      {there ? (
        <span className={isText ? styles['diff-text'] : cx(styles['diff-text'], styles.mono, layout.mono)}>
          <Parts parts={parts} side={side} />
        </span>
      ) : (
        <span className={layout.t3}>{t('shared.diff.absent')}</span>
      )}
    </div>
  );
}

function Parts({ parts, side }: { parts: Edit[]; side: 'was' | 'now' }): ReactNode {
  const Mark = side === 'was' ? 'del' : 'ins';
  return parts.map(({ text, kind }, at) =>
    kind !== 'same' ? (
      // oxlint-disable-next-line react/no-array-index-key -- the place is what a part is
      <Mark key={at}>
        <VisibleText text={text} />
      </Mark>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the place is what a part is
      <VisibleText key={at} text={text} />
    ),
  );
}

/** Two whole definitions side by side as JSON, with the lines that differ marked. */
export function RawDiff({ old, now }: { old: JsonValue | null; now: JsonValue | null }): ReactNode {
  const sides = useMemo(() => {
    const lines = (value: JsonValue | null) =>
      value === null
        ? []
        : JSON.stringify(sortedJson(value), null, 2)
            .split('\n')
            .map((line) => `${line}\n`);
    return diffPieces(lines(old), lines(now));
  }, [old, now]);
  return (
    <div className={styles['diff-raw']}>
      <pre className={styles['diff-was']} aria-label={t('shared.diff.jsonBefore')} tabIndex={0}>
        <Parts parts={sides.old} side="was" />
      </pre>
      <pre className={styles['diff-now']} aria-label={t('shared.diff.jsonAfter')} tabIndex={0}>
        <Parts parts={sides.now} side="now" />
      </pre>
    </div>
  );
}
