import { Button } from '../../kit/controls';
import type { ReactNode } from 'react';
import type { WebtoolSnapshot } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { useWebtool, useWebtoolText } from '../../api/webtools';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Sheet } from '../../kit/Sheet';
import { Skeleton } from '../../kit/Skeleton';
import { VisibleText } from '../../kit/VisibleText';
import { formatList, formatMoment } from '../../lib/format';
import { notify } from '../../lib/notify';
import { WebtoolText } from './WebtoolText';
import { t } from '../../words/translate';
import './webtools.css';

interface WebtoolAgreeProps {
  webtool: WebtoolSnapshot;
  onClose: () => void;
}

/** What a webtool is that nobody has agreed to here: it came from a file, or its row was changed from outside. */
export function WebtoolAgree({ webtool, onClose }: WebtoolAgreeProps): ReactNode {
  const detail = useWebtool(webtool.id);
  const pin = detail.data?.pins.find(({ current }) => current);
  const credentials = [
    ...(detail.data?.slots ?? []).map(({ name, kept }) =>
      t(kept ? 'servers.webtool.agree.stored' : 'servers.webtool.agree.missing', { name }),
    ),
    ...(detail.data?.hasToken === true ? [t('servers.webtool.agree.token')] : []),
  ];
  // What has not been shown cannot be agreed to.
  const isShown = useWebtoolText(webtool.id, pin?.id).isSuccess;
  const agree = useOperation('webtool.activateVersion', {
    onSuccess: ({ label, version }) => {
      notify(t('servers.webtool.uses', { webtool: label, version }));
      onClose();
    },
  });
  return (
    <Sheet
      title={t('servers.webtool.agree.title', { webtool: webtool.label })}
      onClose={onClose}
      footer={
        <>
          <span className="grow" />
          <Button size="md" variant="subtle" onClick={onClose} data-autofocus>
            {t('common.cancel')}
          </Button>
          <Button
            size="md"
            loading={agree.isPending}
            disabled={!isShown}
            onClick={() => pin !== undefined && agree.mutate({ webtoolId: webtool.id, pinId: pin.id })}
          >
            {t('servers.webtool.agree.approve')}
          </Button>
        </>
      }
    >
      {detail.isPending && <Skeleton rows={5} />}
      {detail.isError && <ErrorNotice error={detail.error} onRetry={() => void detail.refetch()} />}
      {pin !== undefined && (
        <div className="webtool-found">
          <dl className="kv">
            <dt>{t('servers.webtool.baseUrl')}</dt>
            <dd className="mono wrap">
              <VisibleText text={webtool.base} />
            </dd>
            <dt>{t('servers.webtool.credentials')}</dt>
            <dd>
              {credentials.length === 0 ? t('common.none') : <VisibleText text={formatList(credentials)} />}
            </dd>
            <dt>{t('common.version')}</dt>
            <dd className="mono">
              <VisibleText text={pin.version} />
            </dd>
            <dt>{t('servers.webtool.source')}</dt>
            <dd className="mono wrap">
              {pin.finalUrl === null ? t('servers.webtool.pasted') : <VisibleText text={pin.finalUrl} />}
            </dd>
            {webtool.url !== null && (
              <>
                <dt>{t('servers.webtool.agree.updateUrl')}</dt>
                <dd className="mono wrap">
                  <VisibleText text={webtool.url} />
                </dd>
              </>
            )}
            <dt>{t('servers.webtool.fetched')}</dt>
            <dd className="num">{formatMoment(pin.fetchedAt)}</dd>
            <dt>{t('servers.webtool.sha256')}</dt>
            <dd className="mono wrap">{pin.sha256}</dd>
          </dl>
          <WebtoolText webtoolId={webtool.id} pinId={pin.id} />
        </div>
      )}
      {agree.isError && <ErrorNotice error={agree.error} />}
    </Sheet>
  );
}
