import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { Note } from '../../kit/Note';
import { VisibleText } from '../../kit/VisibleText';
import { diffLines } from './lineDiff';
import type { DiffLine } from './lineDiff';
import { t } from '../../words/translate';
import layout from '../../styles/layout.module.css';
import { cx } from '../../lib/cx';
import styles from './compare.module.css';

/** More lines than these are not drawn. */
const SHOWN_LINES = 2_000;

/** Two texts line by line, as one text; equal lines far from a change are left out. */
export function LineDiff({ before, now }: { before: string; now: string }): ReactNode {
  const lines = useMemo(() => diffLines(before, now), [before, now]);
  return (
    <>
      <pre className={cx(styles.lines, layout.mono)} aria-label={t('resources.compare.lines')}>
        {lines.slice(0, SHOWN_LINES).map((line, place) => (
          // A line is what stands at its place.
          // oxlint-disable-next-line react/no-array-index-key
          <Line key={place} line={line} />
        ))}
      </pre>
      {lines.length > SHOWN_LINES && (
        <Note>{t('resources.compare.cut', { count: lines.length - SHOWN_LINES })}</Note>
      )}
    </>
  );
}

function Line({ line }: { line: DiffLine }): ReactNode {
  switch (line.kind) {
    case 'gap':
      return <span className={styles.gap}>{t('resources.compare.equal', { count: line.lines })}</span>;
    case 'same':
      return (
        <span className={styles.line}>
          <VisibleText text={line.text} />
        </span>
      );
    case 'out':
      return (
        <del className={styles.line}>
          <VisibleText text={line.text} />
        </del>
      );
    case 'in':
      return (
        <ins className={styles.line}>
          <VisibleText text={line.text} />
        </ins>
      );
  }
}
