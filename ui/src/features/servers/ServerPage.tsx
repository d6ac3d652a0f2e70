import { ActionIcon, Button, Menu, Switch } from '../../kit/controls';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { ServerDetail, ServerSnapshot } from '../../api/generated/contract';
import { useOperation, useServer } from '../../api/queries';
import { DetailHeader } from '../../kit/DetailHeader';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Icon } from '../../kit/Icon';
import { KeyringNote } from '../../entities/message/KeyringNote';
import { ServerIcon } from '../../entities/server/ServerIcon';
import { Skeleton } from '../../kit/Skeleton';
import { originText } from '../../lib/format';
import { notify, notifyError } from '../../lib/notify';
import { pointWire, sheet, toggleWire } from '../../lib/panels';
import { RemoveDialog } from './RemoveDialog';
import { Definition, Facts } from './ServerFacts';
import { ReviewNotice } from './ReviewNotice';
import { ServerLists } from './ServerLists';
import { ServerRoots } from './ServerRoots';
import { ServerTrust } from './ServerTrust';
import { Access, AskedSignIn, WantedScope } from './SignIn';
import { StateNotice } from './StateNotice';
import { Diagnostics, SelfReport } from './SelfReport';
import { t } from '../../words/translate';
import { Hint } from '../../kit/Hint';

/** Everything about one server. */
export function ServerPage({ server }: { server: ServerSnapshot }): ReactNode {
  const detail = useServer(server.id);
  useEffect(() => pointWire({ serverId: server.id }), [server.id]);
  return (
    <>
      <PageHead server={server} detail={detail.data} />
      <div
        className="page scrolls"
        role="region"
        aria-label={t('servers.page.label', { server: server.label })}
        tabIndex={0}
      >
        <StateNotice server={server} />
        <AskedSignIn server={server} />
        <ReviewNotice server={server} />
        <WantedScope server={server} detail={detail.data} />
        {needsSecret(detail.data) && <KeyringNote show="always" />}
        <div className="page-cols">
          <div className="col page-main">
            <Facts server={server} detail={detail.data} />
            <ServerLists server={server} />
            {detail.isPending && <Skeleton rows={4} />}
            {detail.isError && <ErrorNotice error={detail.error} onRetry={() => void detail.refetch()} />}
            {detail.data !== undefined && <SelfReport detail={detail.data} />}
          </div>
          {detail.data !== undefined && (
            <div className="col page-side">
              <Definition detail={detail.data} />
              <Access server={server} detail={detail.data} />
              <ServerTrust serverId={server.id} noun="server" />
              <ServerRoots server={server} />
              <Diagnostics detail={detail.data} />
            </div>
          )}
        </div>
      </div>
    </>
  );
}

function needsSecret(detail: ServerDetail | undefined): boolean {
  if (detail === undefined || detail.config.kind === 'demo') return false;
  const values = detail.config.kind === 'http' ? detail.config.headers : detail.config.env;
  return values.some(({ value }) => value.kind === 'secret' && value.kept === 'missing');
}

function PageHead({
  server,
  detail,
}: {
  server: ServerSnapshot;
  detail: ServerDetail | undefined;
}): ReactNode {
  const [removing, setRemoving] = useState(false);
  const setEnabled = useOperation('server.setEnabled', { onError: notifyError });
  const restart = useOperation('server.restart', { onError: notifyError });
  const duplicate = useOperation('server.duplicate', {
    onSuccess: (copy) => notify(t('servers.page.duplicated', { server: copy.label })),
    onError: notifyError,
  });
  const refresh = useOperation('catalog.refresh', { onError: notifyError });
  const on = server.state.kind !== 'disabled';
  const editable = detail !== undefined && detail.config.kind !== 'demo';
  return (
    <>
      <DetailHeader
        icon={<ServerIcon icon={server.icon} size={32} />}
        title={server.label}
        actions={
          <>
            <Switch
              className="page-switch"
              label={t('servers.page.enabled')}
              aria-label={t('servers.page.enabledOf', { server: server.label })}
              checked={on}
              disabled={setEnabled.isPending}
              onChange={(event) =>
                setEnabled.mutate({ serverId: server.id, enabled: event.currentTarget.checked })
              }
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
            <Button
              size="xs"
              variant="subtle"
              leftSection={<Icon name="edit" size={14} />}
              disabled={!editable}
              onClick={() => sheet.set({ kind: 'edit', serverId: server.id })}
            >
              {t('common.edit')}
            </Button>
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon size="xs" aria-label={t('servers.page.more', { server: server.label })}>
                  <Icon name="more" size={14} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item leftSection={<Icon name="activity" size={14} />} onClick={() => toggleWire(true)}>
                  {t('servers.page.protocolLog')}
                </Menu.Item>
                <Menu.Item
                  leftSection={<Icon name="refresh" size={14} />}
                  disabled={server.state.kind !== 'running'}
                  onClick={() => refresh.mutate({ serverId: server.id })}
                >
                  {t('common.refresh')}
                </Menu.Item>
                <Menu.Item
                  leftSection={<Icon name="duplicate" size={14} />}
                  disabled={!editable}
                  onClick={() => duplicate.mutate({ serverId: server.id })}
                >
                  {t('servers.page.duplicate')}
                </Menu.Item>
                <Menu.Divider />
                <Menu.Item
                  color="danger"
                  leftSection={<Icon name="trash" size={14} />}
                  onClick={() => setRemoving(true)}
                >
                  {t('common.remove')}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </>
        }
      >
        <Hint className="mono t3 cut" label={originText(server.origin)}>
          {server.origin.kind === 'host' ? server.origin.url : originText(server.origin)}
        </Hint>
      </DetailHeader>
      {removing && <RemoveDialog server={server} onClose={() => setRemoving(false)} />}
    </>
  );
}
