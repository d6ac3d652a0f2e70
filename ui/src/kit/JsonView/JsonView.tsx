import { Button } from '@mantine/core';
import { useId, useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { JsonValue } from '../../lib/json';
import { CopyButton } from '../CopyButton';
import { equalRows } from '../rowLayout';
import { useRowWindow } from '../useRowWindow';
import { Tip } from '../Tip';
import { VisibleText } from '../VisibleText';
import { Icon } from '../Icon';
import { allOpen, initiallyOpen, jsonRows, rowPath, type JsonRow } from './rows';
import { t } from '../../words/translate';
import { visibleString } from '../../lib/visible';
import { cx } from '../../lib/cx';
import layoutStyles from '../../styles/layout.module.css';
import styles from './jsonView.module.css';

const ROW = 20;
/** From here on only the lines in view are drawn. */
const VIRTUAL_FROM = 150;

interface JsonViewProps {
  value: JsonValue;
  /** Accessible name of the tree. */
  label: string;
}

/** A JSON value as a tree that folds: arrow keys walk it, the line below names the place and copies it. */
export function JsonView({ value, label }: JsonViewProps): ReactNode {
  const [open, setOpen] = useState(() => initiallyOpen(value));
  const [known, setKnown] = useState(value);
  const [active, setActive] = useState(0);
  const id = useId();
  if (known !== value) {
    setKnown(value);
    setOpen(initiallyOpen(value));
    setActive(0);
  }
  const rows = useMemo(() => jsonRows(value, open), [value, open]);
  const row = rows[active] ?? rows[0];
  const isVirtual = rows.length > VIRTUAL_FROM;
  const layout = useMemo(() => equalRows(rows.length, ROW), [rows.length]);
  const view = useRowWindow(layout);
  const { scroller, onScroll } = view;

  const fold = (target: JsonRow, unfold: boolean) => {
    const next = new Set(open);
    if (unfold) next.add(target.key);
    else next.delete(target.key);
    setOpen(next);
  };
  const go = (to: number) => {
    const index = Math.max(0, Math.min(rows.length - 1, to));
    setActive(index);
    if (isVirtual) view.reveal(index);
    else document.getElementById(`${id}-${index}`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = stepFor(event.key, rows, active, row);
    if (step === undefined) return;
    event.preventDefault();
    if (step.kind === 'go') go(step.to);
    else fold(row, step.unfold);
  };

  const line = (index: number, top?: number) => {
    const item = rows[index];
    if (item === undefined) return null;
    return (
      <JsonLine
        key={item.key}
        id={`${id}-${index}`}
        row={item}
        active={index === active}
        top={top}
        onPick={() => setActive(index)}
        onToggle={() => fold(item, item.open === false)}
      />
    );
  };

  return (
    <div className={styles.json}>
      <div
        ref={scroller}
        className={cx(styles['json-tree'], layoutStyles.scrolls)}
        data-virtual={isVirtual || undefined}
        role="tree"
        aria-label={visibleString(label)}
        tabIndex={0}
        aria-activedescendant={`${id}-${active}`}
        onKeyDown={onKeyDown}
        onScroll={isVirtual ? onScroll : undefined}
      >
        {isVirtual ? (
          <div className={styles['json-all']} role="presentation" style={{ height: layout.height }}>
            {Array.from({ length: view.to - view.from }, (_, at) =>
              line(view.from + at, layout.topOf(view.from + at)),
            )}
          </div>
        ) : (
          rows.map((_, index) => line(index))
        )}
      </div>
      <div className={styles['json-foot']}>
        <Tip
          className={cx(layoutStyles.cut, layoutStyles.grow, layoutStyles.mono)}
          label={row && visibleString(rowPath(row))}
          when="cut"
        >
          {row === undefined || row.path.length === 0 ? (
            t('content.json.root')
          ) : (
            <VisibleText text={rowPath(row)} />
          )}
        </Tip>
        <Button size="xs" variant="subtle" onClick={() => setOpen(allOpen(value))}>
          {t('content.json.expandAll')}
        </Button>
        <Button size="xs" variant="subtle" onClick={() => setOpen(new Set(['']))}>
          {t('common.collapse')}
        </Button>
        {row !== undefined && (
          <>
            <CopyButton label={t('common.copyPath')} text={() => rowPath(row)} icon="code" />
            <CopyButton label={t('content.json.copyValue')} text={() => copyOf(row.value)} />
          </>
        )}
      </div>
    </div>
  );
}

type Step = { kind: 'go'; to: number } | { kind: 'fold'; unfold: boolean };

function stepFor(key: string, rows: readonly JsonRow[], active: number, row: JsonRow): Step | undefined {
  switch (key) {
    case 'ArrowDown':
      return { kind: 'go', to: active + 1 };
    case 'ArrowUp':
      return { kind: 'go', to: active - 1 };
    case 'Home':
      return { kind: 'go', to: 0 };
    case 'End':
      return { kind: 'go', to: rows.length - 1 };
    case 'ArrowRight':
      return row.open === false ? { kind: 'fold', unfold: true } : { kind: 'go', to: active + 1 };
    case 'ArrowLeft':
      if (row.open) return { kind: 'fold', unfold: false };
      return {
        kind: 'go',
        to: rows.findLastIndex((other, index) => index < active && other.depth < row.depth),
      };
    case 'Enter':
    case ' ':
      return row.open === null ? undefined : { kind: 'fold', unfold: !row.open };
    default:
      return undefined;
  }
}

function copyOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

interface JsonLineProps {
  id: string;
  row: JsonRow;
  active: boolean;
  top: number | undefined;
  onPick: () => void;
  onToggle: () => void;
}

function JsonLine({ id, row, active, top, onPick, onToggle }: JsonLineProps): ReactNode {
  return (
    // The tree itself has the keyboard focus and handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      className={styles['json-line']}
      role="treeitem"
      tabIndex={-1}
      aria-level={row.depth + 1}
      aria-expanded={row.open ?? undefined}
      aria-selected={active}
      style={{
        paddingLeft: 4 + row.depth * 14,
        ...(top === undefined ? {} : { position: 'absolute', top, left: 0, right: 0 }),
      }}
      onClick={() => {
        onPick();
        if (row.open !== null) onToggle();
      }}
    >
      <span className={styles['json-twist']}>
        {row.open !== null && <Icon name={row.open ? 'down' : 'right'} size={12} />}
      </span>
      {row.label !== null && (
        <span className={styles['json-key']}>
          <VisibleText text={row.label} />
        </span>
      )}
      <span
        className={styles['json-value']}
        data-kind={row.open === true && row.kind === 'string' ? 'object' : row.kind}
      >
        <VisibleText text={row.text} />
      </span>
    </div>
  );
}
