import { Button, Switch } from '../../kit/controls';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { WebtoolDetail, WebtoolSnapshot } from '../../api/generated/contract';
import { useAnswer, useOperation } from '../../api/queries';
import { stopOf } from '../../api/webtools';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Quote } from '../../entities/message/Quote';
import { useCheckWebtool, useWebtoolActions } from '../../entities/webtool/webtoolActions';
import { WebtoolDot, WebtoolIcon } from '../../entities/webtool/WebtoolMark';
import { StoppedChip } from '../../entities/webtool/WebtoolStopped';
import { Icon } from '../../kit/Icon';
import { Skeleton } from '../../kit/Skeleton';
import { VisibleText } from '../../kit/VisibleText';
import { notifyError } from '../../lib/notify';
import { t } from '../../words/translate';
import { PermissionsTab } from './PermissionsTab';
import { RecentCalls } from './RecentCalls';
import { ServerDetail } from './ServerDetail';
import styles from './serverDetail.module.css';
import { WebtoolConfig } from './WebtoolConfig';
import { NeedsConfiguration, WebtoolNotice } from './WebtoolNotice';
import { WebtoolPinned, WebtoolVersions } from './WebtoolVersions';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import serversStyles from './servers.module.css';
import webtoolsStyles from './webtools.module.css';

/** Everything about one webtool: what is pinned of it, how it is configured, what was found since. */
export function WebtoolPage({ webtool }: { webtool: WebtoolSnapshot }): ReactNode {
  const detail = useAnswer('webtool.get', { webtoolId: webtool.id });
  const actions = useWebtoolActions();
  const withDetail = (draw: (detail: WebtoolDetail) => ReactNode): ReactNode => {
    if (detail.isError) return <ErrorNotice error={detail.error} onRetry={() => void detail.refetch()} />;
    return detail.data === undefined ? <Skeleton rows={4} /> : draw(detail.data);
  };
  return (
    <ServerDetail
      id={webtool.id}
      label={webtool.label}
      icon={<WebtoolIcon size={32} />}
      name={webtool.version}
      origin={webtool.base}
      state={stopOf(webtool) === null && <WebtoolDot webtool={webtool} word="shown" />}
      actions={<HeadActions webtool={webtool} />}
      menu={actions(webtool)}
      sections={[
        {
          tab: 'overview',
          content: (
            <>
              <WebtoolNotice webtool={webtool} />
              {withDetail((data) => (
                <div className={serversStyles['page-cols']}>
                  <div className={cx(layout.col, serversStyles['page-main'])}>
                    {data.document !== null && <Offers detail={data} />}
                    <RecentCalls owner={webtool.id} />
                  </div>
                  <div className={cx(layout.col, serversStyles['page-side'])}>
                    <WebtoolPinned detail={data} />
                  </div>
                </div>
              ))}
            </>
          ),
        },
        {
          tab: 'configuration',
          content: withDetail((data) => (
            <div className={styles.form}>
              <NeedsConfiguration webtool={webtool} />
              <WebtoolConfig key={data.pins.find(({ current }) => current)?.id} detail={data} />
            </div>
          )),
        },
        { tab: 'permissions', content: <PermissionsTab owner={webtool} noun="webtool" /> },
        { tab: 'versions', content: withDetail((data) => <WebtoolVersions detail={data} />) },
      ]}
    />
  );
}

/** Enable, and look for a new version. */
function HeadActions({ webtool }: { webtool: WebtoolSnapshot }): ReactNode {
  const setEnabled = useOperation('webtool.setEnabled', { onError: notifyError });
  const check = useCheckWebtool();
  const webtoolId = webtool.id;
  const stop = stopOf(webtool);
  return (
    <>
      {stop === null ? (
        <Switch
          className={serversStyles['page-switch']}
          label={t(webtool.state.kind !== 'off' ? 'servers.page.enabled' : 'common.disabled')}
          aria-label={t('servers.page.enabledOf', { server: webtool.label })}
          checked={webtool.state.kind !== 'off'}
          disabled={setEnabled.isPending}
          onChange={(event) => setEnabled.mutate({ webtoolId, enabled: event.currentTarget.checked })}
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
          onClick={() => check.mutate({ webtoolId })}
        >
          {t('servers.webtool.page.check')}
        </Button>
      )}
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
      <h3 className={cx(layout.label, webtoolsStyles['webtool-heading'])}>{t('servers.webtool.actions')}</h3>
      <ul className={webtoolsStyles['webtool-actions']}>
        {document.actions.map((action) => (
          <li key={action.name}>
            <Link
              to="/tools"
              search={{ server: snapshot.id, item: action.name }}
              className={cx(layout.mono, layout.b)}
            >
              <VisibleText text={action.name} />
            </Link>
            {action.request !== null && (
              <span className={cx(layout.mono, layout.t3, layout.cut)}>
                <VisibleText text={action.request} />
              </span>
            )}
            {action.description !== null && (
              <span className={cx(layout.t2, webtoolsStyles.wrap, layout.wrap)}>
                <VisibleText text={action.description} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
