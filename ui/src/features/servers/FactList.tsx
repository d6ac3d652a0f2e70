import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import marksStyles from '../../kit/marks.module.css';
import styles from './servers.module.css';

/** What is known of one thing, such as *Version*; without a value it is left out. */
export interface Fact {
  name: string;
  value: ReactNode;
}

interface FactListProps {
  /** The heading of the list. */
  title: string;
  facts: readonly Fact[];
  children?: ReactNode;
}

/** Facts of a server or webtool, one beside the other's name. */
export function FactList({ title, facts, children }: FactListProps): ReactNode {
  return (
    <section aria-label={title}>
      <h3 className={layout.label}>{title}</h3>
      <dl className={cx(styles.kv, marksStyles.kv, styles['page-facts'])}>
        {facts.map(({ name, value }) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      {children}
    </section>
  );
}
