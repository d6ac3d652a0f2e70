import { Button, Switch } from '../../kit/controls';
import { lazy, Suspense, useEffect } from 'react';
import type { ReactNode } from 'react';
import type { ServerDetail as Detail, ServerSnapshot } from '../../api/generated/contract';
import { useOperation, useServer } from '../../api/queries';
import { useServerActions } from '../../entities/server/serverActions';
import { ServerIcon } from '../../entities/server/ServerIcon';
import { StateDot } from '../../entities/server/StateDot';
import { Icon } from '../../kit/Icon';
import { Skeleton } from '../../kit/Skeleton';
import { originText } from '../../lib/format';
import { notifyError } from '../../lib/notify';
import { pointWire } from '../../lib/panels';
import { t } from '../../words/translate';
import { ServerDetail } from './ServerDetail';
import { ServerOverview } from './ServerOverview';
import styles from './servers.module.css';

// The overview is seen first; the other sections are loaded when they are.
const ConfigurationTab = lazy(async () => ({
  default: (await import('./ConfigurationTab')).ConfigurationTab,
}));
const LogsTab = lazy(async () => ({ default: (await import('./LogsTab')).LogsTab }));
const PermissionsTab = lazy(async () => ({ default: (await import('./PermissionsTab')).PermissionsTab }));
const ServerPermissions = lazy(async () => ({
  default: (await import('./ServerPermissions')).ServerPermissions,
}));

/** Everything about one server. */
export function ServerPage({ server }: { server: ServerSnapshot }): ReactNode {
  const detail = useServer(server.id);
  const actions = useServerActions();
  useEffect(() => pointWire({ serverId: server.id }), [server.id]);
  const { origin, review, state } = server;
  const withDetail = (draw: (detail: Detail) => ReactNode): ReactNode =>
    detail.data === undefined ? <Skeleton rows={4} /> : loaded(draw(detail.data));
  return (
    <ServerDetail
      id={server.id}
      label={server.label}
      icon={<ServerIcon icon={server.icon} size={32} />}
      origin={origin.kind === 'host' ? origin.url : originText(origin)}
      state={<StateDot state={state} word="shown" />}
      actions={<HeadActions server={server} />}
      menu={actions(server)}
      sections={[
        {
          tab: 'overview',
          content: (
            <ServerOverview
              server={server}
              detail={detail.data}
              trouble={
                detail.error === null ? null : { error: detail.error, retry: () => void detail.refetch() }
              }
            />
          ),
        },
        {
          tab: 'configuration',
          content: withDetail((data) => <ConfigurationTab server={server} detail={data} />),
        },
        {
          tab: 'permissions',
          waiting: state.kind === 'running' ? review.changed + review.new : review.changed,
          content: loaded(
            <PermissionsTab owner={server} noun="server">
              {withDetail((data) => (
                <ServerPermissions server={server} detail={data} />
              ))}
            </PermissionsTab>,
          ),
        },
        { tab: 'logs', content: withDetail((data) => <LogsTab detail={data} />) },
      ]}
    />
  );
}

const loaded = (section: ReactNode): ReactNode => (
  <Suspense fallback={<Skeleton rows={4} />}>{section}</Suspense>
);

/** Enable and restart, always at hand. */
function HeadActions({ server }: { server: ServerSnapshot }): ReactNode {
  const setEnabled = useOperation('server.setEnabled', { onError: notifyError });
  const restart = useOperation('server.restart', { onError: notifyError });
  const on = server.state.kind !== 'disabled';
  return (
    <>
      <Switch
        className={styles['page-switch']}
        label={t(on ? 'servers.page.enabled' : 'common.disabled')}
        aria-label={t('servers.page.enabledOf', { server: server.label })}
        checked={on}
        disabled={setEnabled.isPending}
        onChange={(event) => setEnabled.mutate({ serverId: server.id, enabled: event.currentTarget.checked })}
      />
      <Button
        size="xs"
        variant="subtle"
        leftSection={<Icon name="refresh" size={14} />}
        disabled={!on}
        loading={restart.isPending}
        onClick={() => restart.mutate({ serverId: server.id })}
      >
        {t('common.restart')}
      </Button>
    </>
  );
}
