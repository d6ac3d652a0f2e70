import type { ReactNode } from 'react';
import type { WebtoolSnapshot } from '../../api/generated/contract';
import { useAnswer } from '../../api/queries';
import { ErrorNotice } from '../message/ErrorNotice';
import { Skeleton } from '../../kit/Skeleton';
import { VisibleText } from '../../kit/VisibleText';
import { formatList, formatMoment } from '../../lib/format';
import { t } from '../../words/translate';
import { WebtoolText } from './WebtoolText';
import styles from './webtool.module.css';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import marksStyles from '../../kit/marks.module.css';

/** Shows what a webtool is before somebody approves it: where it comes from, what it is sent, its document. */
export function WebtoolFacts({ webtool }: { webtool: WebtoolSnapshot }): ReactNode {
  const detail = useAnswer('webtool.get', { webtoolId: webtool.id });
  if (detail.isPending) return <Skeleton rows={5} />;
  if (detail.isError) return <ErrorNotice error={detail.error} onRetry={() => void detail.refetch()} />;
  const pin = detail.data.pins.find(({ current }) => current);
  const credentials = [
    ...detail.data.slots.map(({ name, kept }) =>
      t(kept ? 'servers.webtool.agree.stored' : 'servers.webtool.agree.missing', { name }),
    ),
    ...(detail.data.hasToken ? [t('servers.webtool.agree.token')] : []),
  ];
  if (pin === undefined) return null;
  return (
    <div className={styles.facts}>
      <dl className={marksStyles.kv}>
        <dt>{t('servers.webtool.baseUrl')}</dt>
        <dd className={cx(layout.mono, layout.wrap)}>
          <VisibleText text={webtool.base} />
        </dd>
        <dt>{t('servers.webtool.credentials')}</dt>
        <dd>
          {credentials.length === 0 ? t('common.none') : <VisibleText text={formatList(credentials)} />}
        </dd>
        <dt>{t('common.version')}</dt>
        <dd className={layout.mono}>
          <VisibleText text={pin.version} />
        </dd>
        <dt>{t('servers.webtool.source')}</dt>
        <dd className={cx(layout.mono, layout.wrap)}>
          {pin.finalUrl === null ? t('servers.webtool.pasted') : <VisibleText text={pin.finalUrl} />}
        </dd>
        {webtool.url !== null && (
          <>
            <dt>{t('servers.webtool.agree.updateUrl')}</dt>
            <dd className={cx(layout.mono, layout.wrap)}>
              <VisibleText text={webtool.url} />
            </dd>
          </>
        )}
        <dt>{t('servers.webtool.fetched')}</dt>
        <dd className={layout.num}>{formatMoment(pin.fetchedAt)}</dd>
        <dt>{t('servers.webtool.sha256')}</dt>
        <dd className={cx(layout.mono, layout.wrap)}>{pin.sha256}</dd>
      </dl>
      <WebtoolText webtoolId={webtool.id} pinId={pin.id} />
    </div>
  );
}
