import type { ReactNode } from 'react';
import { formatNumber } from '../lib/format';
import { SearchField } from './SearchField';
import { Skeleton } from './Skeleton';
import './list.css';

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
    <section className="list" data-pane="list" tabIndex={-1} aria-label={title} aria-busy={loading}>
      <header className="list-head">
        <div className="row">
          <h1>{title}</h1>
          {count !== undefined && <span className="t3 fs12 num">{formatNumber(count)}</span>}
          {actions !== undefined && <span className="end row list-actions">{actions}</span>}
        </div>
        {search !== undefined && <SearchField {...search} />}
        {notice}
      </header>
      {loading ? <Skeleton rows={6} /> : children}
    </section>
  );
}
