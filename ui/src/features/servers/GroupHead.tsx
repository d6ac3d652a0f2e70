import type { ReactNode } from 'react';
import { Icon } from '../../kit/Icon';
import { formatNumber } from '../../lib/format';
import { createStore } from '../../lib/store';
import styles from './serverList.module.css';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import listStyles from '../../kit/list.module.css';
import callResultStyles from '../../entities/result/callResult.module.css';

/** The groups whose servers are not shown. */
export const collapsedGroups = createStore<ReadonlySet<string>>(new Set());

/** Collapses a group, or expands it. */
export function toggleGroup(group: string): void {
  collapsedGroups.set((before) => {
    const after = new Set(before);
    if (!after.delete(group)) after.add(group);
    return after;
  });
}

interface GroupHeadProps {
  label: string;
  count: number;
  /** Whether its servers are shown; `fixed` = they always are. */
  open: 'expanded' | 'collapsed' | 'fixed';
}

/** A group's name and how many servers it has; a press collapses or expands it, by keyboard the menu and Enter do. */
export function GroupHead({ label, count, open }: GroupHeadProps): ReactNode {
  return (
    // For the pointer only: the list itself listens to the keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <span className={styles.group} onClick={open === 'fixed' ? undefined : () => toggleGroup(label)}>
      {open !== 'fixed' && <Icon name={open === 'expanded' ? 'down' : 'right'} size={12} />}
      <span className={layout.cut}>{label}</span>
      <span className={cx(callResultStyles.n, listStyles.n, layout.num)}>{formatNumber(count)}</span>
    </span>
  );
}
