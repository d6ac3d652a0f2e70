import type { ReactNode } from 'react';
import type { ServerSnapshot } from '../../api/generated/contract';
import { useAnswer, useOperation } from '../../api/queries';
import { AgreeButton } from './AcceptButton';
import { DiffTable } from './DiffTable';
import { ErrorNotice } from '../message/ErrorNotice';
import { InWords } from '../message/InWords';
import { JsonView } from '../../kit/JsonView/JsonView';
import { Skeleton } from '../../kit/Skeleton';
import { notifyError } from '../../lib/notify';
import { t } from '../../words/translate';
import { messageText } from '../../words/message';
import styles from './launchChange.module.css';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';

interface LaunchChangeProps {
  server: ServerSnapshot;
  /** What else can be decided. */
  others?: ReactNode;
  onApproved?: () => void;
}

/** What of the way a server is started is not what the person approved, and approving it. */
export function LaunchChange({ server, others, onApproved }: LaunchChangeProps): ReactNode {
  const review = useAnswer('pin.getLaunch', { serverId: server.id });
  const accept = useOperation('pin.acceptLaunch', {
    onSuccess: () => onApproved?.(),
    onError: notifyError,
  });
  if (review.isPending) return <Skeleton rows={2} />;
  if (review.isError) return <ErrorNotice error={review.error} onRetry={() => void review.refetch()} />;
  const { old, new: now, differences, fingerprint } = review.data;
  return (
    <section className={styles.review} aria-label={t('servers.launch.title')}>
      {old === null && (
        <>
          <p className={layout.t2}>{t('servers.launch.nothingApproved')}</p>
          <JsonView label={t('servers.launch.now')} value={now} />
        </>
      )}
      {differences.length > 0 && (
        <>
          <ul className={styles.words}>
            {differences.map((one) => (
              <li key={one.path + messageText(one.message)}>
                <InWords message={one.message} />
              </li>
            ))}
          </ul>
          <DiffTable differences={differences} was={t('servers.launch.was')} now={t('servers.launch.now')} />
        </>
      )}
      <div className={layout.row}>
        <AgreeButton
          key={fingerprint}
          size="xs"
          loading={accept.isPending}
          onClick={() => accept.mutate({ serverId: server.id, fingerprint })}
        >
          {t('servers.launch.approve')}
        </AgreeButton>
        {others}
        <span className={cx(layout.fs12, layout.t3)}>{t('servers.launch.help')}</span>
      </div>
    </section>
  );
}
