import { Fragment } from 'react';
import type { ReactNode } from 'react';

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
      <h3 className="label">{title}</h3>
      <dl className="kv page-facts">
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
