import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ClientSnapshot, KeptCall } from '../../api/generated/contract';
import { useOwners } from '../../api/webtools';
import { RevokeCall } from '../../entities/client/RevokeCall';
import { ServerLink } from '../../entities/server/ServerLink';
import { Table, type Column } from '../../kit/Table/Table';
import { VisibleText } from '../../kit/VisibleText';
import { cx } from '../../lib/cx';
import { formatMoment } from '../../lib/format';
import { visibleString } from '../../lib/visible';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';

/** Calls that were approved after their client had stopped waiting, each of which can be revoked. */
export function KeptCalls({ client: { name, keptCalls } }: { client: ClientSnapshot }): ReactNode {
  const owners = useOwners();
  const approved = keptCalls.filter(({ isApproved }) => isApproved);
  if (approved.length === 0) return null;
  const labelOf = (call: KeptCall): string =>
    visibleString(owners.find(({ id }) => id === call.serverId)?.label ?? '');
  const columns: Column<KeptCall>[] = [
    {
      key: 'tool',
      head: t('common.tool'),
      namesRow: true,
      cell: ({ serverId, tool }) => (
        <Link to="/tools" search={{ server: serverId, item: tool }} className={layout.mono}>
          <VisibleText text={tool} />
        </Link>
      ),
      sortBy: ({ tool }) => tool,
    },
    {
      key: 'server',
      head: t('policies.field.owner'),
      cell: (call) => <ServerLink id={call.serverId} label={labelOf(call)} />,
      sortBy: labelOf,
    },
    {
      key: 'until',
      head: t('clients.kept.until'),
      cell: ({ until }) => <span className={cx(layout.t2, layout.num)}>{formatMoment(until)}</span>,
      sortBy: ({ until }) => until,
    },
    {
      key: 'revoke',
      head: <span className={layout['sr-only']}>{t('policies.revoke')}</span>,
      align: 'end',
      width: '40px',
      cell: (call) => <RevokeCall call={call} look="icon" />,
    },
  ];
  return (
    <section aria-label={t('clients.kept.title')}>
      <h3 className={layout.label}>{t('clients.kept.title')}</h3>
      <p className={cx(layout.fs12, layout.t3)}>{t('clients.kept.help')}</p>
      <Table
        label={t('clients.kept.of', { client: visibleString(name) })}
        cells="wrap"
        columns={columns}
        rows={approved}
        rowKey={({ callId }) => callId}
      />
    </section>
  );
}
