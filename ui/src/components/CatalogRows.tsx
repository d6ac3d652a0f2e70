import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ServerSnapshot } from '../api/generated/contract';
import { useOperation } from '../api/queries';
import type { CatalogGroup, CatalogRow } from '../lib/catalogRows';
import { count } from '../lib/format';
import { notifyError } from '../lib/notify';
import { EmptyState } from './EmptyState';
import { Icon, Spinner } from './Icon';
import { ServerIcon } from './ServerIcon';
import { StateDot } from './StateDot';
import { VisibleText } from './VisibleText';
import { ServerName } from './ServerName';

/** The head of one server's rows: icon, label, how many, and its state. */
export function CatalogHead<T>({ group }: { group: CatalogGroup<T> }): ReactNode {
  const { server, total, loading } = group;
  return (
    <>
      <ServerIcon icon={server.icon} size={16} />
      <span className="cut">{server.label}</span>
      <span className="n num">{total.toLocaleString('en')}</span>
      <span className="end">{loading ? <Spinner /> : <StateDot state={server.state} />}</span>
    </>
  );
}

type Trouble = Exclude<CatalogRow<unknown>, { kind: 'entry' }>;

const LIST_WORDS = {
  tools: 'tool',
  resources: 'resource',
  templates: 'template',
  prompts: 'prompt',
} as const;

/** The content of a row that says why entries are missing. */
export function TroubleRow({ row }: { row: Trouble }): ReactNode {
  const word = LIST_WORDS[row.list];
  return (
    <>
      <span className="entry-icon">
        <span className={row.kind === 'failed' ? 'bad' : 'lamp'}>
          <Icon name={row.kind === 'failed' ? 'warning' : 'info'} />
        </span>
      </span>
      <span className="grow col">
        <span className="tt cut">
          {row.kind === 'failed'
            ? `The ${word}s could not be read`
            : `${count(row.broken.length, word)} cannot be used`}
        </span>
        <span className="fs11 t3 cut">
          {row.kind === 'failed' ? <VisibleText text={row.message} /> : 'Shown apart'}
        </span>
      </span>
    </>
  );
}

/** The detail of such a row: what happened, in which server, and what can be done. */
export function TroubleDetail({
  row,
  server,
}: {
  row: Trouble;
  server: ServerSnapshot | undefined;
}): ReactNode {
  const refresh = useOperation('catalog.refresh');
  const word = LIST_WORDS[row.list];
  const label = server?.label ?? 'This server';
  const again = (
    <Button
      size="xs"
      loading={refresh.isPending}
      onClick={() => refresh.mutate({ serverId: row.serverId }, { onError: notifyError })}
    >
      Try again
    </Button>
  );
  if (row.kind === 'failed') {
    return (
      <EmptyState icon="warning" tone="bad" title={`“${label}” did not give its ${word}s`} actions={again}>
        <VisibleText text={row.message} />
      </EmptyState>
    );
  }
  return (
    <div className="trouble scrolls">
      <h2>
        <ServerName label={label} />: {count(row.broken.length, word)} cannot be used
      </h2>
      <p className="t2">
        The others are listed. What is wrong with these is for the maker of the server to mend.
      </p>
      <ul>
        {row.broken.map((entry) => (
          <li key={entry.name}>
            <span className="mono b wrap">
              <VisibleText text={entry.name} />
            </span>
            <span className="t2 wrap">
              <VisibleText text={entry.problem} />
            </span>
          </li>
        ))}
      </ul>
      <div>{again}</div>
    </div>
  );
}
