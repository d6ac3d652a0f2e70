import type { ReactNode } from 'react';
import type { HistoryRow, ServerSnapshot, WebtoolSnapshot } from '../../api/generated/contract';
import { ClientLink } from '../../entities/client/ClientLink';
import { AddressLine } from '../../entities/content/AddressLine';
import { ServerLink } from '../../entities/server/ServerLink';
import { ServerName } from '../../entities/server/ServerName';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';

interface CallPlaceProps {
  row: HistoryRow;
  server: ServerSnapshot | undefined;
  webtool?: WebtoolSnapshot | undefined;
}

/** Which client made a call, and whose tool, prompt or resource it was. */
export function CallPlace({ row, server, webtool }: CallPlaceProps): ReactNode {
  const { client } = row;
  return (
    <>
      {client !== null && (
        <span>{t.rich('activity.call.calledBy', { client: () => <ClientLink name={client} /> })}</span>
      )}
      {server !== undefined && <AddressLine server={server} />}
      {webtool !== undefined && (
        <>
          <ServerLink id={webtool.id} label={webtool.label} />
          <span className={cx(layout.t3, layout.cut)}>{webtool.base}</span>
        </>
      )}
      {server === undefined && webtool === undefined && (
        <span>
          {t.rich('common.removedServer', { server: () => <ServerName label={row.serverLabel} /> })}
        </span>
      )}
    </>
  );
}
