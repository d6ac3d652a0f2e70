import type { ReactNode } from 'react';
import { useServers } from '../../api/queries';
import { EmptyState } from '../../kit/EmptyState';
import { pointWire, wireFocus } from '../../lib/panels';
import { useStore } from '../../lib/store';
import { WireLog } from './WireLog';
import { t } from '../../words/translate';
import styles from './wire.module.css';

/** The wire log under the detail: every message of one server, both ways. Follows the server of the view above it. */
export function WireDrawer(): ReactNode {
  const focus = useStore(wireFocus);
  const { data: servers = [], isPending } = useServers();
  const server = servers.find((each) => each.id === focus.serverId) ?? servers[0];
  return (
    <section className={styles['wire-drawer']} aria-label={t('common.protocolLog')}>
      {server !== undefined && (
        <WireLog
          key={server.id}
          server={server}
          servers={servers}
          onServer={(next) => pointWire({ serverId: next.id })}
        />
      )}
      {server === undefined && !isPending && (
        <EmptyState icon="server" title={t('protocolLog.empty.noServer')}>
          {t('protocolLog.empty.noServerHelp')}
        </EmptyState>
      )}
    </section>
  );
}
