import { ActionIcon, Button, Menu, Switch } from '../../kit/controls';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { WebtoolDetail, WebtoolSnapshot } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { stopOf, useWebtool } from '../../api/webtools';
import { DetailHeader } from '../../kit/DetailHeader';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Icon } from '../../kit/Icon';
import { Quote } from '../../entities/message/Quote';
import { Skeleton } from '../../kit/Skeleton';
import { VisibleText } from '../../kit/VisibleText';
import { WebtoolIcon } from '../../entities/webtool/WebtoolMark';
import { StoppedChip } from '../../entities/webtool/WebtoolStopped';
import { notify, notifyError } from '../../lib/notify';
import { RemoveWebtool } from './RemoveWebtool';
import { ServerTrust } from './ServerTrust';
import { WebtoolConfig } from './WebtoolConfig';
import { WebtoolNotice } from './WebtoolNotice';
import { WebtoolPinned, WebtoolVersions } from './WebtoolVersions';
import { t } from '../../words/translate';
import './webtools.css';
import { Hint } from '../../kit/Hint';

/** Everything about one webtool: what is pinned of it, how it is configured, what was found since. */
export function WebtoolPage({ webtool }: { webtool: WebtoolSnapshot }): ReactNode {
  const detail = useWebtool(webtool.id);
  return (
    <>
      <Head webtool={webtool} />
      <div
        className="page scrolls"
        role="region"
        aria-label={t('servers.page.label', { server: webtool.label })}
        tabIndex={0}
      >
        <WebtoolNotice webtool={webtool} />
        {detail.isPending && <Skeleton rows={4} />}
        {detail.isError && <ErrorNotice error={detail.error} onRetry={() => void detail.refetch()} />}
        {detail.data !== undefined && (
          <div className="page-cols">
            <div className="col page-main">
              {detail.data.document !== null && <Offers detail={detail.data} />}
              <WebtoolConfig key={detail.data.pins.find(({ current }) => current)?.id} detail={detail.data} />
            </div>
            <div className="col page-side">
              <WebtoolPinned detail={detail.data} />
              <WebtoolVersions detail={detail.data} />
              <ServerTrust serverId={webtool.id} noun="webtool" />
            </div>
          </div>
        )}
      </div>
    </>
  );
}

function Head({ webtool }: { webtool: WebtoolSnapshot }): ReactNode {
  const [removing, setRemoving] = useState(false);
  const setEnabled = useOperation('webtool.setEnabled', { onError: notifyError });
  const check = useOperation('webtool.check', {
    onSuccess: ({ checked }) => {
      if (checked?.found.kind === 'identical') notify(t('servers.webtool.page.identical'));
      if (checked?.found.kind === 'reformatted') notify(t('servers.webtool.page.reformatted'));
    },
    onError: notifyError,
  });
  const renew = useOperation('webtool.renewSession', {
    onSuccess: () => notify(t('servers.webtool.page.renewed')),
    onError: notifyError,
  });
  const on = webtool.state.kind !== 'off';
  const stop = stopOf(webtool);
  const turn = (enabled: boolean) => setEnabled.mutate({ webtoolId: webtool.id, enabled });
  return (
    <>
      <DetailHeader
        icon={<WebtoolIcon size={32} />}
        title={webtool.label}
        name={webtool.version}
        actions={
          <>
            {stop === null ? (
              <Switch
                className="page-switch"
                label={t('servers.page.enabled')}
                aria-label={t('servers.page.enabledOf', { server: webtool.label })}
                checked={on}
                disabled={setEnabled.isPending}
                onChange={(event) => turn(event.currentTarget.checked)}
              />
            ) : (
              <StoppedChip reason={stop} />
            )}
            {webtool.url !== null && (
              <Button
                size="xs"
                variant="subtle"
                leftSection={<Icon name="refresh" size={14} />}
                loading={check.isPending}
                onClick={() => check.mutate({ webtoolId: webtool.id })}
              >
                {t('servers.webtool.page.check')}
              </Button>
            )}
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon size="xs" aria-label={t('servers.page.more', { server: webtool.label })}>
                  <Icon name="more" size={14} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item
                  leftSection={<Icon name="refresh" size={14} />}
                  onClick={() => renew.mutate({ webtoolId: webtool.id })}
                >
                  {t('servers.webtool.page.renew')}
                </Menu.Item>
                {webtool.state.kind === 'stopped' && (
                  <Menu.Item leftSection={<Icon name="power" size={14} />} onClick={() => turn(false)}>
                    {t('common.disable')}
                  </Menu.Item>
                )}
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
        <Hint className="mono t3 cut" label={webtool.base}>
          {webtool.base}
        </Hint>
      </DetailHeader>
      {removing && <RemoveWebtool webtool={webtool} onClose={() => setRemoving(false)} />}
    </>
  );
}

/** The actions of a webtool; each runs in Tools. */
function Offers({ detail }: { detail: WebtoolDetail }): ReactNode {
  const { document, snapshot } = detail;
  if (document === null) return null;
  return (
    <section aria-label={t('servers.webtool.actions')}>
      {document.description !== null && (
        <Quote server={{ label: snapshot.label, icon: null }} block text={document.description} />
      )}
      <h3 className="label webtool-heading">{t('servers.webtool.actions')}</h3>
      <ul className="webtool-actions">
        {document.actions.map((action) => (
          <li key={action.name}>
            <Link to="/tools" search={{ server: snapshot.id, item: action.name }} className="mono b">
              <VisibleText text={action.name} />
            </Link>
            {action.request !== null && (
              <span className="mono t3 cut">
                <VisibleText text={action.request} />
              </span>
            )}
            {action.description !== null && (
              <span className="t2 wrap">
                <VisibleText text={action.description} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
