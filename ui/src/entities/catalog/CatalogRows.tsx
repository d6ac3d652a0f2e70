import { Button } from '../../kit/controls';
import type { ReactNode } from 'react';
import type { ServerSnapshot } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import type { CatalogGroup, CatalogRow } from '../../lib/catalogRows';
import { formatNumber } from '../../lib/format';
import { notifyError } from '../../lib/notify';
import { visibleString } from '../../lib/visible';
import { EmptyState } from '../../kit/EmptyState';
import { Icon, Spinner } from '../../kit/Icon';
import { ServerIcon } from '../server/ServerIcon';
import { StateDot } from '../server/StateDot';
import { VisibleText } from '../../kit/VisibleText';
import { ServerName } from '../server/ServerName';
import { t } from '../../words/translate';

/** The head of one server's rows: icon, label, how many, and its state. */
export function CatalogHead<T>({ group }: { group: CatalogGroup<T> }): ReactNode {
  const { server, total, loading } = group;
  return (
    <>
      <ServerIcon icon={server.icon} size={16} />
      <span className="cut">{server.label}</span>
      <span className="n num">{formatNumber(total)}</span>
      <span className="end">{loading ? <Spinner /> : <StateDot state={server.state} />}</span>
    </>
  );
}

type Trouble = Exclude<CatalogRow<unknown>, { kind: 'entry' }>;

/** The content of a row that says why entries are missing. */
export function TroubleRow({ row }: { row: Trouble }): ReactNode {
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
            ? t(`shared.catalog.loadFailed.${row.list}`)
            : t(`shared.catalog.invalid.${row.list}`, { count: row.broken.length })}
        </span>
        <span className="fs11 t3 cut">
          {row.kind === 'failed' ? <VisibleText text={row.message} /> : t('shared.catalog.notListed')}
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
  const label = server?.label ?? t('shared.catalog.thisServer');
  const again = (
    <Button
      size="xs"
      loading={refresh.isPending}
      onClick={() => refresh.mutate({ serverId: row.serverId }, { onError: notifyError })}
    >
      {t('common.refresh')}
    </Button>
  );
  if (row.kind === 'failed') {
    return (
      <EmptyState
        icon="warning"
        tone="bad"
        title={t(`shared.catalog.loadFailedFrom.${row.list}`, { server: visibleString(label) })}
        actions={again}
      >
        <VisibleText text={row.message} />
      </EmptyState>
    );
  }
  return (
    <div className="trouble scrolls">
      <h2>
        {t.rich('shared.catalog.invalidOf', {
          server: () => <ServerName label={label} />,
          invalid: t(`shared.catalog.invalid.${row.list}`, { count: row.broken.length }),
        })}
      </h2>
      <p className="t2">{t('shared.catalog.report')}</p>
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
