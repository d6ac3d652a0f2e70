import { Button } from '../../kit/controls';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ServerSnapshot, SourceId } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import type { CatalogGroup, CatalogRow } from '../../lib/catalogRows';
import { formatNumber } from '../../lib/format';
import { notifyError } from '../../lib/notify';
import { visibleString } from '../../lib/visible';
import { EmptyState } from '../../kit/EmptyState';
import { Icon, Spinner } from '../../kit/Icon';
import type { IconName } from '../../kit/iconPaths';
import type { ListSection } from '../../kit/SectionList';
import { ServerIcon } from '../server/ServerIcon';
import { StateDot } from '../server/StateDot';
import { VisibleText } from '../../kit/VisibleText';
import { ServerName } from '../server/ServerName';
import { t } from '../../words/translate';
import { messageText } from '../../words/message';
import { MessageText } from '../message/MessageText';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import iconsStyles from '../../kit/icons.module.css';
import listStyles from '../../kit/list.module.css';
import styles from '../result/callResult.module.css';

/** The sections of a list, one for each server. */
export function catalogSections<T>(groups: readonly CatalogGroup<T>[]): ListSection<CatalogRow<T>>[] {
  return groups.map((group) => ({
    key: group.server.id,
    label: group.server.label,
    header: <CatalogHead group={group} />,
    items: group.rows,
  }));
}

/** How many entries are listed, without the rows that say why some are missing. */
export function countEntries<T>(groups: readonly CatalogGroup<T>[]): number {
  let count = 0;
  for (const { rows } of groups) for (const { kind } of rows) if (kind === 'entry') count += 1;
  return count;
}

/** A row's accessible name. */
export function catalogRowLabel<T>(row: CatalogRow<T>, entryLabel: (entry: T) => string): string {
  switch (row.kind) {
    case 'entry':
      return entryLabel(row.entry);
    case 'failed':
      return t('shared.catalog.loadFailedRow', { message: visibleString(messageText(row.message)) });
    case 'broken':
      return t('shared.catalog.invalidEntries');
  }
}

/** The head of one server's rows: icon, label, how many, and its state. */
function CatalogHead<T>({ group }: { group: CatalogGroup<T> }): ReactNode {
  const { server, total, loading } = group;
  return (
    <>
      <ServerIcon icon={server.icon} size={16} />
      <span className={layout.cut}>{server.label}</span>
      <span className={cx(styles.n, listStyles.n, layout.num)}>{formatNumber(total)}</span>
      <span className={layout.end}>{loading ? <Spinner /> : <StateDot state={server.state} />}</span>
    </>
  );
}

interface NothingListedProps {
  list: 'prompts' | 'resources';
  icon: IconName;
  /** Whether any server is there at all. */
  anyServer: boolean;
  filter: SourceId | null;
}

/** Why nothing is listed. */
export function NothingListed({ list, icon, anyServer, filter }: NothingListedProps): ReactNode {
  const navigate = useNavigate();
  if (!anyServer) {
    return (
      <EmptyState
        icon="server"
        title={t('shared.catalog.noServers')}
        actions={
          <Button size="xs" onClick={() => void navigate({ to: '/servers' })}>
            {t('common.addServer')}
          </Button>
        }
      >
        {t(`shared.catalog.${list}.addServer`)}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={icon} title={t(`shared.catalog.${list}.none`)}>
      {t(`shared.catalog.${list}.${filter === null ? 'noneEnabled' : 'noneOfServer'}`)}
    </EmptyState>
  );
}

type Trouble = Exclude<CatalogRow<unknown>, { kind: 'entry' }>;

/** The content of a row that says why entries are missing. */
export function TroubleRow({ row }: { row: Trouble }): ReactNode {
  return (
    <>
      <span className={iconsStyles['entry-icon']}>
        <span className={row.kind === 'failed' ? layout.bad : layout.lamp}>
          <Icon name={row.kind === 'failed' ? 'warning' : 'info'} />
        </span>
      </span>
      <span className={cx(layout.grow, layout.col)}>
        <span className={cx(listStyles.tt, layout.cut)}>
          {row.kind === 'failed'
            ? t(`shared.catalog.loadFailed.${row.list}`)
            : t(`shared.catalog.invalid.${row.list}`, { count: row.broken.length })}
        </span>
        <span className={cx(layout.fs11, layout.t3, layout.cut)}>
          {row.kind === 'failed' ? <MessageText message={row.message} /> : t('shared.catalog.notListed')}
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
        <MessageText message={row.message} />
      </EmptyState>
    );
  }
  return (
    <div className={layout.scrolls}>
      <h2>
        {t.rich('shared.catalog.invalidOf', {
          server: () => <ServerName label={label} />,
          invalid: t(`shared.catalog.invalid.${row.list}`, { count: row.broken.length }),
        })}
      </h2>
      <p className={layout.t2}>{t('shared.catalog.report')}</p>
      <ul>
        {row.broken.map((entry) => (
          <li key={`${entry.name ?? ''} ${messageText(entry.problem)}`}>
            {entry.name !== null && (
              <span className={cx(layout.mono, layout.b, layout.wrap)}>
                <VisibleText text={entry.name} />
              </span>
            )}
            <span className={cx(layout.t2, layout.wrap)}>
              <MessageText message={entry.problem} />
            </span>
          </li>
        ))}
      </ul>
      <div>{again}</div>
    </div>
  );
}
