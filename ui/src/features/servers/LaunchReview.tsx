import type { ReactNode } from 'react';
import type { ServerSnapshot } from '../../api/generated/contract';
import { useLaunchReview } from '../../api/pins';
import { useOperation } from '../../api/queries';
import { AgreeButton } from '../../entities/review/AcceptButton';
import { DiffTable } from '../../entities/review/DiffTable';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { InWords } from '../../entities/message/InWords';
import { MessageText } from '../../entities/message/MessageText';
import { Note } from '../../kit/Note';
import { Skeleton } from '../../kit/Skeleton';
import { notifyError } from '../../lib/notify';
import { t } from '../../words/translate';
import { FirstEnable } from './FirstEnable';

/** What of the way a server is started is not what the person agreed to, and agreeing to it. */
export function LaunchReview({ server }: { server: ServerSnapshot }): ReactNode {
  const { state } = server;
  const review = useLaunchReview(server.id);
  const accept = useOperation('pin.acceptLaunch', { onError: notifyError });
  if (review.isPending) return <Skeleton rows={2} />;
  if (review.isError) return <ErrorNotice error={review.error} onRetry={() => void review.refetch()} />;
  const { old, differences, fingerprint } = review.data;
  if (old === null) return <FirstEnable waiting={{ server, launch: review.data }} />;
  return (
    <section className="launch-review" aria-label={t('servers.launch.title')}>
      {state.kind === 'needsReview' && (
        <Note tone="lamp" icon="lock" role="status">
          <span className="b">{t('servers.state.needsReview')}</span> <MessageText message={state.reason} />
        </Note>
      )}
      {differences.length > 0 && (
        <>
          <ul className="page-list">
            {differences.map((one) => (
              <li key={one.path + one.words}>
                <InWords text={one.words} />
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
          variant="filled"
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
