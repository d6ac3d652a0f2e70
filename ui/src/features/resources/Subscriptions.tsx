import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { call } from '../../api/client';
import type { Subscription } from '../../api/generated/contract';
import { useAnswer, useServers } from '../../api/queries';
import { resourceOf, useResources } from '../../api/resources';
import { useUpdates } from '../../api/resourceUpdates';
import type { ResourceUpdate } from '../../api/resourceUpdates';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { ServerName } from '../../entities/server/ServerName';
import { Chip } from '../../kit/Chip';
import { Button, LinkButton } from '../../kit/controls';
import { EmptyState } from '../../kit/EmptyState';
import { Skeleton } from '../../kit/Skeleton';
import { Table } from '../../kit/Table/Table';
import type { Column } from '../../kit/Table/Table';
import { VisibleText } from '../../kit/VisibleText';
import { formatTime } from '../../lib/format';
import { notifyError } from '../../lib/notify';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import layout from '../../styles/layout.module.css';
import { cx } from '../../lib/cx';
import styles from './resources.module.css';

interface Subscribed extends Subscription {
  title: string;
  /** A resource of a template, or one that is no longer listed, has no title. */
  isListed: boolean;
  server: string;
  update: ResourceUpdate | undefined;
}

/** All subscribed resources of all servers: what changed since it was looked at, and when. */
export function Subscriptions(): ReactNode {
  const subscriptions = useAnswer('resource.subscriptions', {});
  const resources = useResources(null).data;
  const servers = useServers().data;
  const updateOf = useUpdates();
  const navigate = useNavigate({ from: '/resources' });
  const rows = (subscriptions.data ?? []).map(({ serverId, uri }): Subscribed => {
    const head = resourceOf(resources, serverId, uri);
    return {
      serverId,
      uri,
      title: head?.title ?? uri,
      isListed: head !== undefined,
      server: servers?.find(({ id }) => id === serverId)?.label ?? serverId,
      update: updateOf(serverId, uri),
    };
  });
  const columns = useMemo(
    () => columnsOf(({ serverId, uri }) => void navigate({ search: { server: serverId, item: uri } })),
    [navigate],
  );
  return (
    <section className={styles.subscriptions} aria-label={t('resources.subscriptions.title')}>
      <h2>{t('resources.subscriptions.title')}</h2>
      {subscriptions.isError && (
        <ErrorNotice error={subscriptions.error} onRetry={() => void subscriptions.refetch()} />
      )}
      {subscriptions.isPending ? (
        <Skeleton rows={3} />
      ) : subscriptions.data === undefined ? null : rows.length === 0 ? (
        <EmptyState icon="live" title={t('resources.subscriptions.none')}>
          {t('resources.subscriptions.help')}
        </EmptyState>
      ) : (
        <Table
          label={t('resources.subscriptions.title')}
          columns={columns}
          rows={rows}
          rowKey={({ serverId, uri }) => `${serverId} ${uri}`}
          cells="wrap"
        />
      )}
    </section>
  );
}

const columnsOf = (onOpen: (subscription: Subscription) => void): Column<Subscribed>[] => [
  {
    key: 'resource',
    head: t('common.resource'),
    namesRow: true,
    sortBy: ({ title }) => title,
    cell: (row) => (
      <>
        <LinkButton onClick={() => onOpen(row)}>
          <VisibleText text={row.title} />
        </LinkButton>
        <span className={cx(row.isListed && layout.mono, layout.t3, layout.fs11, styles['subscribed-uri'])}>
          {row.isListed ? <VisibleText text={row.uri} /> : t('resources.subscriptions.unlisted')}
        </span>
      </>
    ),
  },
  {
    key: 'server',
    head: t('common.server'),
    width: '22%',
    sortBy: ({ server }) => server,
    cell: ({ server }) => <ServerName label={server} />,
  },
  {
    key: 'update',
    head: t('resources.subscriptions.update'),
    width: '24%',
    sortBy: ({ update }) => update?.at ?? null,
    cell: ({ update }) => (
      <span className={layout.num}>
        {update === undefined ? (
          <span className={layout.t3}>{t('resources.subscriptions.noUpdate')}</span>
        ) : (
          <>
            {formatTime(update.at)} {update.unseen && <Chip tone="lamp">{t('common.changed')}</Chip>}
          </>
        )}
      </span>
    ),
  },
  {
    key: 'action',
    head: <span className={layout['sr-only']}>{t('resources.subscriptions.action')}</span>,
    width: '8.5rem',
    align: 'end',
    cell: ({ serverId, uri, title }) => (
      <Button
        size="xs"
        aria-label={t('resources.subscriptions.unsubscribeFrom', { resource: visibleString(title) })}
        onClick={() =>
          void call('resource.subscribe', { serverId, uri, subscribed: false }).catch(notifyError)
        }
      >
        {t('resources.subscriptions.unsubscribe')}
      </Button>
    ),
  },
];
