import type { ReactNode } from 'react';
import type { ServerSnapshot } from '../../api/generated/contract';
import { useAnswer } from '../../api/queries';
import { MessageText } from '../../entities/message/MessageText';
import { LaunchChange } from '../../entities/review/LaunchChange';
import { Note } from '../../kit/Note';
import { t } from '../../words/translate';
import { FirstEnable } from './FirstEnable';
import layout from '../../styles/layout.module.css';

/** What a server runs and the person has not approved: enabling it for the first time, or approving a change. */
export function LaunchReview({ server }: { server: ServerSnapshot }): ReactNode {
  const { state } = server;
  const review = useAnswer('pin.getLaunch', { serverId: server.id });
  if (review.data?.old === null) return <FirstEnable waiting={{ server, launch: review.data }} />;
  return (
    <>
      {state.kind === 'needsReview' && (
        <Note tone="lamp" icon="lock" role="status">
          <span className={layout.b}>{t('servers.state.needsReview')}</span>{' '}
          <MessageText message={state.reason} />
        </Note>
      )}
      <LaunchChange server={server} />
    </>
  );
}
