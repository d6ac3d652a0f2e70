import type { ReactNode } from 'react';
import type { ServerSnapshot } from '../../api/generated/contract';
import { useLaunchReview } from '../../api/pins';
import { useOperation } from '../../api/queries';
import { AgreeButton } from '../../entities/review/AcceptButton';
import { DiffTable } from '../../entities/review/DiffTable';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { InWords } from '../../entities/message/InWords';
import { Skeleton } from '../../kit/Skeleton';
import { notifyError } from '../../lib/notify';
import { messageText } from '../../words/message';
import { t } from '../../words/translate';

/** What of the way a server is started is not what the person agreed to, and agreeing to it. */
export function LaunchReview({ server }: { server: ServerSnapshot }): ReactNode {
  const review = useLaunchReview(server.id);
  const accept = useOperation('pin.acceptLaunch', { onError: notifyError });
  if (review.isPending) return <Skeleton rows={2} />;
  if (review.isError) return <ErrorNotice error={review.error} onRetry={() => void review.refetch()} />;
  const { old, differences, fingerprint } = review.data;
  return (
    <section className="launch-review" aria-label={t('servers.launch.title')}>
      {old === null && <p className="t2">{t('servers.launch.nothingApproved')}</p>}
      {differences.length > 0 && (
        <>
          <ul className="page-list">
            {differences.map((one) => (
              <li key={one.path + messageText(one.message)}>
                <InWords message={one.message} />
              </li>
            ))}
          </ul>
          <DiffTable differences={differences} was={t('servers.launch.was')} now={t('servers.launch.now')} />
        </>
      )}
      <div className="row">
        <AgreeButton
          key={fingerprint}
          size="xs"
          loading={accept.isPending}
          onClick={() => accept.mutate({ serverId: server.id, fingerprint })}
        >
          {t('servers.launch.approve')}
        </AgreeButton>
        <span className="fs12 t3">{t('servers.launch.help')}</span>
      </div>
    </section>
  );
}
