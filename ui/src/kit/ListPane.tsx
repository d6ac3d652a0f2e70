import type { ReactNode } from 'react';
import { formatNumber } from '../lib/format';
import { SearchField } from './SearchField';
import { Skeleton } from './Skeleton';
import { cx } from '../lib/cx';
import layout from '../styles/layout.module.css';
import styles from './list.module.css';

interface ListPaneProps {
  title: string;
  /** How many there are; absent while nobody knows. */
  count?: number | undefined;
  /** Right of the title: a server filter, an Add button. */
  actions?: ReactNode;
  search?: { label: string; value: string; onChange: (value: string) => void; onEnterList?: () => void };
  /** Between the head and the list: a notice. */
  notice?: ReactNode;
  /** Draws the shape of rows to come. */
  loading?: boolean;
  /** The list, or what stands in its place. */
  children: ReactNode;
}

/** The left pane of a screen: title, count, search, and a list. */
export function ListPane(props: ListPaneProps): ReactNode {
  const { title, count, actions, search, notice, loading = false, children } = props;
  return (
    <section
      className={styles.list}
      data-part="list"
      data-pane="list"
      tabIndex={-1}
      aria-label={title}
      aria-busy={loading}
    >
      <header className={styles['list-head']}>
        <div className={cx(styles.row, layout.row)}>
          <h1>{title}</h1>
          {count !== undefined && (
            <span className={cx(layout.t3, layout.fs12, layout.num)}>{formatNumber(count)}</span>
          )}
          {actions !== undefined && (
            <span className={cx(layout.end, styles.row, layout.row, styles['list-actions'])}>{actions}</span>
          )}
        </div>
        {search !== undefined && <SearchField {...search} />}
        {notice}
      </header>
      {loading ? <Skeleton rows={6} /> : children}
    </section>
  );
}
